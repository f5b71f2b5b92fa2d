import { describe, expect, it } from 'vitest';
import { sampleRatings } from '../sample-ratings.ts';
import { unitsOf, type Units } from '../units.ts';
import { biasGate } from './bias.ts';
import { many, single } from './gates.fixture.ts';

describe('bias', () => {
  /** Ten queries, a long and a short report on each with one item; the judge is too kind where told. */
  const study = (kind: (long: boolean, query: number) => boolean): Units =>
    unitsOf({
      ...sampleRatings(
        ['H'],
        ['A'],
        many(20, () => ({ people: 'n', judges: 'n' }))
      ),
      items: sampleRatings(
        ['H'],
        ['A'],
        many(20, (i) => ({ people: 'n', judges: kind(i < 10, i % 10) ? 'y' : 'n' }))
      ).items.map((item, i) => ({
        ...item,
        reportId: `${item.qid} ${i < 10 ? 'long' : 'short'}`,
        systemName: i < 10 ? 'Own' : 'Other'
      }))
    });
  const words = Object.fromEntries(
    Array.from({ length: 10 }, (_, q) => [`q${String(q).padStart(2, '0')}`, 0]).flatMap(([q]) => [
      [`${q as string} long`, 3000],
      [`${q as string} short`, 1000]
    ])
  ) as Record<string, number>;

  it('for length is found where the judge is kinder to the longer report on each of ten queries: p is 2/2¹⁰', () => {
    const units = study((long) => long);
    const gate = biasGate(units, single(units), { words, ownFamily: [] });
    expect(gate).toMatchObject({ state: 'fail', clusters: 10, unit: 'p' });
    expect(gate.value).toBeCloseTo(2 / 1024, 12);
    expect(gate.parts[0]).toMatchObject({ name: 'Longer reports', state: 'fail' });
    expect(gate.parts[0]!.value).toBeCloseTo(1, 12);
    expect(gate.finding).toMatch(/^Judges are kinder to longer reports/);
  });

  it('is corrected by Holm where two kinds of it are tested', () => {
    const units = study((long) => long);
    const gate = biasGate(units, single(units), { words, ownFamily: ['Own'] });
    expect(gate.parts.map(({ name }) => name)).toEqual(['Longer reports', 'Systems of their own maker']);
    expect(gate.parts[0]!.p).toBeCloseTo(4 / 1024, 12);
    expect(gate.parts[1]!.value).toBe(1);
  });

  it('is not found where the judge is as kind to one as to the other', () => {
    const units = study((long, query) => (query < 5 ? long : !long));
    expect(biasGate(units, single(units), { words, ownFamily: ['Own'] })).toMatchObject({ state: 'pass', value: 1 });
  });

  it('is no matter where judges and people never differ, or there is one report on each query', () => {
    const alike = study(() => false);
    expect(biasGate(alike, single(alike), { words, ownFamily: [] })).toMatchObject({ state: 'not-applicable' });
    const alone = unitsOf(
      sampleRatings(
        ['H'],
        ['A'],
        many(9, () => ({ people: 'n', judges: 'y' }), 9)
      )
    );
    expect(biasGate(alone, single(alone), { words: {}, ownFamily: [] }).state).toBe('not-applicable');
  });
});
