import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabelScale } from '../../studies/label-scale.ts';
import { scoresOf } from '../candidates.ts';
import { defaultDeclared, type Declared } from '../declared.ts';
import type { JudgeAnswer } from '../ratings.ts';
import { sampleRatings, sampleScores, type SampleItem } from '../sample-ratings.ts';
import { unitsOf, type Units, type Values } from '../units.ts';
import { biasGate } from './bias.ts';
import { consistencyGate } from './consistency.ts';
import { reaches, surelyReaches, worst } from './gate.ts';
import { orderGate } from './order.ts';
import { peopleGate } from './people.ts';
import { unanimousGate } from './unanimous.ts';

const declared: Declared = defaultDeclared(['id-A', 'id-B']);
const quick = { resamples: 100, seed: 1 };
const single = (units: Units, judge = 'id-A'): Values => scoresOf(units, { judgeIds: [judge], rule: 'single' });
const many = (n: number, item: (i: number) => Omit<SampleItem, 'id' | 'query'>, queries = 10): SampleItem[] =>
  Array.from({ length: n }, (_, i) => ({
    id: `i${String(i).padStart(3, '0')}`,
    query: `q${String(i % queries).padStart(2, '0')}`,
    ...item(i)
  }));

describe('the state of a gate', () => {
  it('is open while the interval holds the threshold', () => {
    expect([0.91, 0.89, 0.8].map((value) => reaches(value, value + 0.02, 0.9))).toEqual(['pass', 'undecided', 'fail']);
    expect(surelyReaches(0.9, 0.95, 0.9)).toBe('pass');
    expect(surelyReaches(0.89, 0.95, 0.9)).toBe('undecided');
    expect(surelyReaches(0.8, 0.89, 0.9)).toBe('fail');
    expect(surelyReaches(null, null, 0.9)).toBe('undecided');
    expect(reaches(null, null, 0.9)).toBe('not-tested');
  });

  it('is that of its worst part, whatever their order', () => {
    const state = fc.constantFrom('pass', 'fail', 'undecided', 'not-tested', 'not-applicable' as const);
    fc.assert(
      fc.property(fc.array(state), (states) => {
        expect(worst([...states].reverse())).toBe(worst(states));
      })
    );
    expect(worst(['pass', 'not-applicable'])).toBe('pass');
    expect(worst(['not-tested', 'undecided', 'pass'])).toBe('undecided');
    expect(worst([])).toBe('not-applicable');
  });
});

describe('people', () => {
  it('can be replaced by a judge that always says what both say: ω is 1', () => {
    const units = unitsOf(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        many(60, (i) => ({ people: i % 2 ? 'yy' : 'nn', judges: i % 2 ? 'y' : 'n' }))
      )
    );
    const gate = peopleGate(units, single(units), declared, quick);
    expect(gate).toMatchObject({ state: 'pass', value: 1, n: 60, threshold: 0.5, unit: 'share' });
    expect(gate.parts.map(({ name, value, state }) => [name, value, state])).toEqual([
      ['G', 1, 'pass'],
      ['H', 1, 'pass']
    ]);
    expect(gate.finding).toContain('fewer than three people');
  });

  it('can not be replaced by a judge that says the contrary', () => {
    const units = unitsOf(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        many(60, (i) => ({ people: i % 2 ? 'yy' : 'nn', judges: i % 2 ? 'n' : 'y' }))
      )
    );
    expect(peopleGate(units, single(units), declared, quick)).toMatchObject({ state: 'fail', value: 0 });
  });

  it('are compared in pairs below 30 shared items: judge with one person less person with person', () => {
    // Two people are alike on 8 of 10; the judge says what H says, so it is right 10 + 8 times of 20 labels.
    const units = unitsOf(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        many(10, (i) => ({ people: i < 2 ? 'yn' : 'yy', judges: 'y' }), 5)
      )
    );
    const gate = peopleGate(units, single(units), declared, quick);
    expect(gate).toMatchObject({ unit: 'difference', threshold: -0.05, n: 10, clusters: 5, state: 'pass' });
    expect(gate.value).toBeCloseTo(18 / 20 - 8 / 10, 12);
  });

  it('are not tested where no two judged the same item', () => {
    const units = unitsOf(
      sampleRatings(
        ['H'],
        ['A'],
        many(40, () => ({ people: 'y', judges: 'y' }))
      )
    );
    expect(peopleGate(units, single(units), declared, quick)).toMatchObject({ state: 'not-tested', value: null, n: 0 });
  });
});

describe('items on which people are of one mind', () => {
  it('are looked at by their answer, and the lower one counts', () => {
    // 20 unanimous yes, all found; 20 unanimous no, 15 found; a split and a single label count for nothing.
    const units = unitsOf(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        [
          ...many(40, (i) => ({ people: i < 20 ? 'yy' : 'nn', judges: i < 20 ? 'y' : i < 35 ? 'n' : 'y' })),
          { id: 'split', query: 'q00', people: 'yn', judges: 'y' },
          { id: 'alone', query: 'q00', people: 'n-', judges: 'y' }
        ]
      )
    );
    const gate = unanimousGate(units, single(units), declared);
    expect(gate.parts.map(({ name, value, n }) => [name, value, n])).toEqual([
      ['All people say yes', 1, 20],
      ['All people say no', 0.75, 20]
    ]);
    expect(gate).toMatchObject({ value: 0.75, threshold: 0.9, n: 40 });
    expect(gate.items).not.toContain('split');
    expect(gate.state).not.toBe('pass');
    expect(unanimousGate(units, single(units), { ...declared, floor: 0.75 }).state).toBe('pass');
  });
});

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

describe('self-consistency', () => {
  const units = unitsOf(
    sampleRatings(
      ['H'],
      ['A', 'B'],
      many(40, () => ({ people: 'y', judges: 'yy' }))
    )
  );
  const answers = (of: (i: number) => JudgeAnswer[]): Record<string, JudgeAnswer[]> =>
    Object.fromEntries(units.ids.map((id, i) => [id, of(i)]));
  const one = { judgeIds: ['id-A'], rule: 'single' } as const;

  it('is the share of pairs of answers that are equal: of yes, yes, no one in three', () => {
    const facts = {
      answers: { 'id-A': answers((i) => (i < 20 ? [1, 1, 0] : [1, 1, 1])) },
      code: []
    };
    const gate = consistencyGate(units, one, facts, declared);
    expect(gate.value).toBeCloseTo((20 * (1 / 3) + 20) / 40, 12);
    expect(gate).toMatchObject({ n: 40, state: 'fail', threshold: 0.9 });
  });

  it('is that of the ensemble, so that a judge which changes its mind may be outvoted', () => {
    const facts = {
      answers: { 'id-A': answers(() => [1, 0]), 'id-B': answers(() => [1, 1]) },
      code: []
    };
    const any = consistencyGate(units, { judgeIds: ['id-A', 'id-B'], rule: 'any' }, facts, declared);
    expect(any).toMatchObject({ value: 1, state: 'pass' });
    expect(consistencyGate(units, one, facts, declared).value).toBe(0);
  });

  it('is not tested where the judges were asked once, and no matter for code', () => {
    const once = { answers: { 'id-A': answers(() => [1]) }, code: [] };
    expect(consistencyGate(units, one, once, declared)).toMatchObject({ state: 'not-tested', value: null });
    expect(consistencyGate(units, one, { answers: {}, code: ['id-A'] }, declared).state).toBe('not-applicable');
  });
});

describe('gates on scores', () => {
  const ten: LabelScale = { level: 'interval', low: 0, high: 10 };
  const scored = (n: number, item: (i: number) => { people: number[]; judges: number[] }): Units =>
    unitsOf(
      sampleScores(
        ten,
        ['G', 'H'],
        ['A'],
        Array.from({ length: n }, (_, i) => ({ id: `i${String(i).padStart(3, '0')}`, query: `q${i % 10}`, ...item(i) }))
      )
    );

  it('hold a judge against people by distance: nearer to one than the other is, ω is 1', () => {
    // People are two apart, the judge stands between them: one from each.
    const units = scored(60, (i) => ({ people: [i % 8, (i % 8) + 2], judges: [(i % 8) + 1] }));
    expect(peopleGate(units, single(units), declared, quick)).toMatchObject({ state: 'pass', value: 1, unit: 'share' });
    const far = scored(60, (i) => ({ people: [i % 5, (i % 5) + 1], judges: [(i % 5) + 5] }));
    expect(peopleGate(far, single(far), declared, quick)).toMatchObject({ state: 'fail', value: 0 });
  });

  it('compare κ with one person to κ of people below 30 shared items', () => {
    const units = scored(20, (i) => ({ people: [i % 8, (i % 8) + 2], judges: [i % 8] }));
    const gate = peopleGate(units, single(units), declared, quick);
    expect(gate).toMatchObject({ unit: 'difference', n: 20 });
    expect(gate.measure).toMatch(/^Quadratic-weighted κ with one person/);
    expect(gate.value!).toBeGreaterThan(0);
  });

  it('look at low, middle and high scores where people are within one step, and count judges within one', () => {
    const units = scored(30, (i) => {
      const truth = [1, 5, 9][i % 3]!;
      return { people: [truth, truth + 0.5], judges: [truth + (i % 3 === 2 ? -3 : 0)] };
    });
    const gate = unanimousGate(units, single(units), declared);
    expect(gate.parts.map(({ name, value, n }) => [name, value, n])).toEqual([
      ['All people are in the low third of the scale', 1, 10],
      ['All people are in the middle third of the scale', 1, 10],
      ['All people are in the high third of the scale', 0, 10]
    ]);
    expect(gate).toMatchObject({ state: 'fail', value: 0 });
    const apart = scored(10, () => ({ people: [2, 4], judges: [3] }));
    expect(unanimousGate(apart, single(apart), declared).state).toBe('not-tested');
  });

  it('take answers within a tenth of the scale for the same', () => {
    const units = scored(10, () => ({ people: [2, 4], judges: [3] }));
    const answers = Object.fromEntries(units.ids.map((id, i) => [id, i < 5 ? [3, 4] : [3, 4.5]]));
    const facts = { answers: { 'id-A': answers }, code: [] };
    const gate = consistencyGate(units, { judgeIds: ['id-A'], rule: 'single' }, facts, declared);
    expect(gate).toMatchObject({ value: 0.5, measure: 'Asked again, it is within 1' });
  });
});

describe('the order of systems', () => {
  /** Systems S0 … S2 with that many of 10 items marked yes by each of two judges, on each of so many queries. */
  const study = (a: readonly number[], b: readonly number[], queries = 20): Units => {
    const mark = (yes: boolean): string => (yes ? 'y' : 'n');
    const items = a.flatMap((_, s) =>
      Array.from({ length: 10 * queries }, (_, i) => ({
        id: `s${s} ${String(i).padStart(3, '0')}`,
        query: `q${i % queries}`,
        people: '-',
        judges: mark(Math.floor(i / queries) < a[s]!) + mark(Math.floor(i / queries) < b[s]!)
      }))
    );
    const ratings = sampleRatings(['H'], ['A', 'B'], items);
    return unitsOf({
      ...ratings,
      items: ratings.items.map((item) => ({ ...item, systemName: item.itemId.slice(0, 2) }))
    });
  };
  const gate = (units: Units) => orderGate(units, ['id-A', 'id-B'], declared, quick);

  it('is stable where two judges put three systems alike, however far their scores are apart', () => {
    expect(gate(study([2, 5, 9], [1, 2, 3]))).toMatchObject({ state: 'pass', value: 1, n: 3, clusters: 20 });
  });

  it('is not where one pair of three is turned on every query: τ is ⅓, and resampling changes nothing', () => {
    const found = gate(study([2, 5, 9], [5, 2, 9]));
    expect(found).toMatchObject({ state: 'fail', low: found.value, high: found.value });
    expect(found.value).toBeCloseTo(1 / 3, 12);
    expect(gate(study([2, 5, 9], [5, 2, 9], 19)).state).toBe('undecided');
  });

  it('is open where a judge gives all the same, and no matter with one judge or one system', () => {
    expect(gate(study([2, 5, 9], [4, 4, 4]))).toMatchObject({ state: 'undecided', value: null });
    expect(gate(study([2], [3])).state).toBe('not-applicable');
    expect(orderGate(study([2, 5], [2, 5]), ['id-A'], declared, quick).state).toBe('not-applicable');
  });
});
