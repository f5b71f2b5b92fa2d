import { describe, expect, it } from 'vitest';
import { clusterBoundedMean, leastReach, seededRandom } from '../../stats/index.ts';
import { yesNo } from '../../studies/labels/label-scale.ts';
import { defaultAnalysisPlan, type AnalysisPlan } from '../preregistration/analysis-plan.ts';
import { adoptionProcedure } from '../procedure/procedure.ts';
import { sampleRatings, type SampleItem } from '../units/sample-ratings.fixture.ts';
import { gatesOutOfReach, reachIn, type PlannedSample } from './out-of-reach.ts';

const judges = ['a', 'b', 'c'];
const even = (queries: number, items: number): number[] => Array.from({ length: queries }, () => items);
const sample = (queries: number, items: number, more: Partial<PlannedSample> = {}): PlannedSample => ({
  ...{
    sizes: even(queries, items),
    items: queries * items,
    shared: queries * items,
    paired: queries,
    systems: 2,
    repeats: 2
  },
  ...more
});
const planned = (more: Partial<AnalysisPlan> = {}): AnalysisPlan => ({ ...defaultAnalysisPlan(judges), ...more });
const gateOf = (plan: AnalysisPlan, of: PlannedSample, gate: string) =>
  gatesOutOfReach(plan, of, yesNo).find((one) => one.gate === gate);

/** Judges and two people who agree on everything, in so many queries. */
function perfect(queries: number, items: number, plan: AnalysisPlan, names = judges) {
  const all = Array.from({ length: queries * items }, (_, i): SampleItem => {
    const label = i % 2 === 0 ? 'y' : 'n';
    return { id: `i${i}`, query: `q${i % queries}`, people: label.repeat(2), judges: label.repeat(names.length) };
  });
  const facts = { metric: 'm', costs: {}, words: {}, ownFamily: {}, repeats: { answers: {}, code: [] } };
  const ratings = sampleRatings(['ann', 'bob'], names, all);
  const ids = ratings.judges.map(({ id }) => id);
  return adoptionProcedure(ratings, { ...plan, judges: ids }, facts, { resamples: 200, seed: 1 });
}

describe('gates that a sample cannot pass', () => {
  it('names the bound that 12 queries of two items reach at most, and the queries that it takes', () => {
    const found = gateOf(planned(), sample(12, 2), 'agreement')!;
    expect(found.text).toBe(
      'Agreement: with 24 judged items in 12 queries the lower bound reaches at most .805, even if judges and annotators agree on every item; the target is .900. At least 24 queries with as many items each are needed.'
    );
    expect(gateOf(planned(), sample(24, 2), 'agreement')).toBeUndefined();
    expect(gateOf(planned(), sample(23, 2), 'agreement')).toBeDefined();
  });

  it.each([
    [12, 2],
    [23, 2],
    [24, 2],
    [15, 4]
  ])('agrees with the gate of agreement on a perfect study of %i queries with %i items', (queries, items) => {
    const plan = planned();
    const found = gateOf(plan, sample(queries, items), 'agreement');
    const gateWith = (names: string[]) =>
      perfect(queries, items, plan, names).gates.find(({ name }) => name === 'agreement')!;
    const alone = gateWith(['a']);
    expect(alone.state === 'pass').toBe(found === undefined);
    if (found) expect(alone.low).toBeCloseTo(found.best!, 9);
    // Candidates that are equally good cost a little of the bound.
    expect(gateWith(judges).low).toBeLessThan(alone.low!);
  });

  it('names no share below 0 as what a small sample reaches', () => {
    const found = gateOf(planned(), sample(4, 3), 'unanimous')!;
    expect(found.best).toBe(0);
    expect(found.text).toContain('with 12 judged items in 4 queries the lower bound reaches at most .000, even if');
  });

  it('never names a unanimous gate that a perfect study passes', () => {
    for (const [queries, items] of [
      [30, 2],
      [41, 2],
      [60, 2],
      [30, 4]
    ] as const) {
      const plan = planned({ floor: 0.8 });
      const gate = perfect(queries, items, plan).gates.find(({ name }) => name === 'unanimous')!;
      const found = gateOf(plan, sample(queries, items), 'unanimous');
      if (gate.state === 'pass') expect(found).toBeUndefined();
      if (found) expect(gate.low!).toBeLessThanOrEqual(found.best!);
    }
  });

  it('says which gates need two people per item, two reports per query, or repeated questions', () => {
    const of = sample(60, 4, { shared: 0, paired: 0, repeats: 1 });
    expect(gatesOutOfReach(planned(), of, yesNo).map(({ gate }) => gate)).toEqual(['people', 'unanimous', 'bias', 'consistency']); // prettier-ignore
    expect(gatesOutOfReach(planned(), sample(60, 4), yesNo)).toEqual([]);
    expect(gatesOutOfReach(planned(), sample(60, 4, { repeats: null }), yesNo)).toEqual([]);
  });

  it('names required gates only, and none that depends on the order of categories without one', () => {
    expect(gatesOutOfReach(planned({ gates: ['queries'] }), sample(12, 2), yesNo).map(({ gate }) => gate)).toEqual(['queries']); // prettier-ignore
    const kinds = { level: 'nominal', labels: ['x', 'y', 'z'] } as const;
    const found = gatesOutOfReach(planned({ gates: ['bias', 'order'] }), sample(12, 2), kinds);
    expect(found).toEqual([]);
    expect(gateOf(planned(), sample(12, 2), 'order')!.text).toBe('Ranking of systems: 12 queries are too few to compare rankings of systems; 20 are needed.'); // prettier-ignore
    expect(gateOf(planned(), sample(12, 2, { systems: 1 }), 'order')).toBeUndefined();
  });

  it('counts the burn-in and the maximum of a sequential plan', () => {
    const always = planned({ sequential: { rule: 'always-valid', maximum: 100, looks: 0 } });
    expect(gateOf(always, sample(12, 10), 'agreement')!.text).toContain(
      'the first look comes after 15 complete queries, and the study has 12'
    );
    expect(gateOf(always, sample(60, 10), 'agreement')).toBeUndefined();
    const short = planned({ target: 0.99, sequential: { rule: 'always-valid', maximum: 20, looks: 0 } });
    const found = gateOf(short, sample(60, 2), 'agreement')!;
    expect(found.best).toBeLessThan(0.99);
    expect(found.queries).toBeNull();
    expect(found.text).toContain('The plan’s maximum of 20 queries is too low for this target.');
  });

  it('says each gate in the language of the reader as a whole', () => {
    const none = sample(3, 1, { shared: 0, paired: 0, repeats: 1 });
    const said = reachIn('zh-Hans', gatesOutOfReach(planned(), none, yesNo));
    expect(said.length).toBeGreaterThan(4);
    for (const { gate, text } of said) expect(text, gate).not.toMatch(/[A-Za-z]{4,}/);
    expect(reachIn('en', gatesOutOfReach(planned(), none, yesNo)).map(({ text }) => text)).toEqual(
      gatesOutOfReach(planned(), none, yesNo).map(({ text }) => text)
    );
  });

  it('bears a study without items, and one query', () => {
    for (const sizes of [[], [5]])
      expect(gateOf(planned(), sample(0, 0, { sizes, shared: 5, paired: 1 }), 'agreement')!.best).toBeNull();
  });
});

it('no values have an interval that reaches less far than the least reach of their clusters', () => {
  const random = seededRandom(3);
  const next = (): number => random.u32() / 2 ** 32;
  for (let trial = 0; trial < 400; trial++) {
    const sizes = even(2 + Math.floor(next() * 12), 1 + Math.floor(next() * 6));
    const cluster = sizes.flatMap((size, g) => Array.from({ length: size }, () => g));
    const step = next() < 0.5 ? 1 : 0.01;
    const values = cluster.map(() => 1 - (next() < 0.2 ? step : 0));
    const { value, interval } = clusterBoundedMean(values, cluster, { range: 1 });
    expect(interval![1] - value!).toBeGreaterThanOrEqual(leastReach(sizes, { range: 1 })! - 1e-12);
  }
  expect(leastReach([4], { range: 1 })).toBeNull();
});
