import { describe, expect, it } from 'vitest';
import { sampleRatings } from '../units/sample-ratings.fixture.ts';
import { ratedUnits } from '../units/units.ts';
import { biasGate } from './bias.ts';
import { peopleGate } from './people.ts';
import { many, single, analysisPlan, quick } from './gates.fixture.ts';

describe('annotators', () => {
  it('can be replaced by a judge that always agrees with both: ω is 1', () => {
    const units = ratedUnits(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        many(60, (i) => ({ people: i % 2 ? 'yy' : 'nn', judges: i % 2 ? 'y' : 'n' }), 30)
      )
    );
    const gate = peopleGate(units, single(units), analysisPlan, quick);
    expect(gate).toMatchObject({ state: 'pass', value: 1, n: 60, threshold: 0.5, unit: 'share' });
    expect(gate.parts.map(({ name, value, state }) => [name, value, state])).toEqual([
      ['G', 1, 'pass'],
      ['H', 1, 'pass']
    ]);
    expect(gate.finding).toContain('fewer than three annotators');
  });

  it('cannot be replaced by a judge that says the contrary', () => {
    const units = ratedUnits(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        many(60, (i) => ({ people: i % 2 ? 'yy' : 'nn', judges: i % 2 ? 'n' : 'y' }))
      )
    );
    expect(peopleGate(units, single(units), analysisPlan, quick)).toMatchObject({ state: 'fail', value: 0 });
  });

  it('are compared with the judge as in the run if items on which it fails were sampled more often', () => {
    // In each query one item that stands for itself, on which the judge is wrong, and one that stands for 20.
    const items = many(
      80,
      (i) => ({ people: i % 4 < 2 ? 'yy' : 'nn', judges: i % 4 === 0 || i % 4 === 3 ? 'y' : 'n' }),
      40
    ).map((item, i) => ({ ...item, query: `q${Math.floor(i / 2)}`, probability: i % 2 ? 1 : 0.05 }));
    const units = ratedUnits(sampleRatings(['H', 'G'], ['A'], items));
    const gate = peopleGate(units, single(units), analysisPlan, quick);
    expect(gate.parts.map(({ name, value, n }) => [name, value?.toFixed(3), n])).toEqual([
      ['G', (20 / 21).toFixed(3), 80],
      ['H', (20 / 21).toFixed(3), 80]
    ]);
    expect(gate).toMatchObject({ state: 'pass', value: 1 });
  });

  it('are not replaced on the items of few queries, however alike judge and annotators are', () => {
    const units = ratedUnits(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        many(60, (i) => ({ people: i % 2 ? 'yy' : 'nn', judges: i % 2 ? 'y' : 'n' }), 2)
      )
    );
    expect(peopleGate(units, single(units), analysisPlan, quick)).toMatchObject({ state: 'undecided', value: 0 });
  });

  it('who share fewer than 30 items count as not replaced', () => {
    // G and H share 60 items; I, J and K two each with them.
    const units = ratedUnits(
      sampleRatings(
        ['G', 'H', 'I', 'J', 'K'],
        ['A'],
        many(
          60,
          (i) => ({
            people: `${i % 2 ? 'yy' : 'nn'}${[0, 1, 2].map((p) => (Math.floor(i / 2) === p ? (i % 2 ? 'y' : 'n') : '-')).join('')}`,
            judges: i % 2 ? 'y' : 'n'
          }),
          30
        )
      )
    );
    const gate = peopleGate(units, single(units), analysisPlan, quick);
    expect(gate.parts.map(({ name, n, state }) => [name, n, state])).toEqual([
      ['G', 60, 'pass'],
      ['H', 60, 'pass'],
      ['I', 2, 'not-tested'],
      ['J', 2, 'not-tested'],
      ['K', 2, 'not-tested']
    ]);
    expect(gate).toMatchObject({ state: 'undecided', value: 2 / 5 });
    expect(gate.finding).toContain('3 of them share fewer than 30 items and count as not replaced');
  });

  /** Annotators in pairs that change with the item, so that none shares 30; the judge agrees if told. */
  const pairs = (n: number, queries: number, agrees: (i: number) => boolean) => {
    const names = Array.from({ length: 20 }, (_, p) => `P${String(p).padStart(2, '0')}`);
    return ratedUnits(
      sampleRatings(
        names,
        ['A'],
        many(
          n,
          (i) => ({
            people: names.map((_, p) => (p === i % 20 || p === (i + 1 + Math.floor(i / 20)) % 20 ? 'y' : '-')).join(''),
            judges: agrees(i) ? 'y' : 'n'
          }),
          queries
        )
      )
    );
  };

  it('are compared in pairs if none shares 30 items: judge with one annotator less annotator with another', () => {
    // Two annotators agree on 8 of 10; the judge agrees with H, so with 10 + 8 of 20 labels.
    const units = ratedUnits(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        many(10, (i) => ({ people: i < 2 ? 'yn' : 'yy', judges: 'y' }), 5)
      )
    );
    const gate = peopleGate(units, single(units), analysisPlan, quick);
    expect(gate).toMatchObject({ unit: 'difference', threshold: -0.05, n: 10, clusters: 5, state: 'undecided' });
    expect(gate.value).toBeCloseTo(18 / 20 - 8 / 10, 12);
    expect(gate.finding).toContain('10 items that they share in all are too few');
  });

  it('in pairs differ by 1 at most, and so does severity: a judge that contradicts all annotators', () => {
    const units = ratedUnits(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        many(20, () => ({ people: 'yy', judges: 'n' }), 10)
      )
    );
    expect(peopleGate(units, single(units), analysisPlan, quick)).toMatchObject({ value: -1, low: -1 });
    const facts = { words: {}, ownFamily: [] };
    expect(biasGate(units, single(units), facts, analysisPlan).parts[0]).toMatchObject({ value: -1, low: -1 });
  });

  it('in pairs pass with plenty of evidence, are undecided with little, fail with contrary evidence', () => {
    const state = (n: number, queries: number, agrees: (i: number) => boolean) => {
      const units = pairs(n, queries, agrees);
      return peopleGate(units, single(units), { ...analysisPlan, delta: 0.1 }, quick);
    };
    expect(state(240, 80, () => true)).toMatchObject({ unit: 'difference', state: 'pass', value: 0 });
    expect(state(1, 1, () => true).state).toBe('undecided');
    expect(state(40, 10, () => true).state).toBe('undecided');
    expect(state(240, 80, (i) => i % 2 === 0).state).toBe('fail');
  });

  it('are not tested if no two judged the same item', () => {
    const units = ratedUnits(
      sampleRatings(
        ['H'],
        ['A'],
        many(40, () => ({ people: 'y', judges: 'y' }))
      )
    );
    expect(peopleGate(units, single(units), analysisPlan, quick)).toMatchObject({
      state: 'not-tested',
      value: null,
      n: 0
    });
  });
});
