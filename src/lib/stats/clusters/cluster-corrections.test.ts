import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nonFinite } from '../../../../tests/statistics/arbitraries.ts';
import {
  clusterMean,
  clusterPpiMean,
  clusterRoganGladen,
  influenceDifference,
  influenceInterval,
  influenceShareInterval,
  ppiMean,
  roganGladen,
  seededRandom,
  type Interval
} from '../index.ts';
import { studentQuantile } from '../distributions/student-t.ts';

const six = {
  judge: [1, 0, 1, 1, 0, 1],
  human: [1, null, 0, null, 0, null],
  cluster: ['a', 'a', 'b', 'b', 'c', 'c']
};

describe('the mean of items in clusters', () => {
  it('has each cluster’s influence, by hand', () => {
    // Mean 2/3 of weights 1, 1, 1: a (1 − 2/3 + 0 − 2/3)/3 = −1/9, b 1/9; se² = 2/1 · 2/81.
    const mean = clusterMean([1, 0, 1], ['a', 'a', 'b'])!;
    expect(mean.value).toBeCloseTo(2 / 3, 12);
    expect([...mean.influence.values()]).toEqual([expect.closeTo(-1 / 9, 12), expect.closeTo(1 / 9, 12)]);
    expect(influenceInterval(mean).se).toBeCloseTo(Math.sqrt(4 / 81), 12);
    expect(clusterMean([], [])).toBeNull();
  });

  it('differs from another of the same clusters by an error that both share only once', () => {
    const a = clusterMean([1, 3, 5], ['p', 'q', 'r'])!;
    const b = clusterMean([0, 2, 4], ['p', 'q', 'r'])!;
    expect(influenceDifference(a, b)).toMatchObject({ value: 1, se: 0, p: null, intervalReason: 'zero-variance' });
    expect(influenceDifference(a, a)).toMatchObject({ value: 0, p: 1 });
    // Differences 1, 1, 4: mean 2, SD √3, se 1, t = 2 on 2 degrees of freedom.
    const c = clusterMean([0, 2, 1], ['p', 'q', 'r'])!;
    const { value, se, p, interval } = influenceDifference(a, c);
    expect([value, se]).toEqual([expect.closeTo(2, 12), expect.closeTo(1, 12)]);
    expect(p).toBeCloseTo(1 - 2 / Math.sqrt(6), 10);
    expect(interval![0]).toBeCloseTo(2 - studentQuantile(0.975, 2), 10);
  });

  it('has no error below two clusters, and no interval if no cluster differs', () => {
    expect(influenceInterval(clusterMean([1, 0], ['a', 'a'])!)).toMatchObject({
      se: null,
      intervalReason: 'too-few-clusters'
    });
    expect(influenceInterval(clusterMean([1, 1], ['a', 'b'])!)).toMatchObject({
      se: 0,
      intervalReason: 'zero-variance'
    });
  });

  it('as a share has an interval inside 0 and 1 even if every label is the same', () => {
    const mean = clusterMean([1, 1, 1, 1], ['a', 'b', 'c', 'd'])!;
    const t2 = studentQuantile(0.975, 3) ** 2;
    const { interval } = influenceShareInterval(mean, { most: 4, observed: 4 });
    expect(interval).toEqual([expect.closeTo(4 / (4 + t2), 12), 1]);
  });
});

describe('a prediction-powered mean in clusters', () => {
  it('is people’s mean and what the judge says beyond it, by hand', () => {
    // f̄ = 4/6, mean of y − f is −1/3; influences 1/18, −1/9, 1/18, so se² = 3/2 · 1/54.
    const { value, se, humanMean, judgeMean, interval, clusters } = clusterPpiMean(six, { lambda: 1 });
    expect([value, humanMean, judgeMean]).toEqual([1 / 3, 1 / 3, 2 / 3].map((v) => expect.closeTo(v, 12) as number));
    expect(se).toBeCloseTo(1 / 6, 12);
    expect(interval![1]).toBeCloseTo(1 / 3 + studentQuantile(0.975, 2) / 6, 10);
    expect(clusters).toBe(3);
  });

  it('tunes λ to the smallest error, at the cost of a degree of freedom', () => {
    // Σ people · beyond = −1/18, Σ beyond² = 1/18.
    const tuned = clusterPpiMean(six);
    expect(tuned.lambda).toBeCloseTo(1, 12);
    expect(tuned.influence!.degrees).toBe(1);
    expect(tuned.se).toBeCloseTo(Math.sqrt(3 / 54), 12);
    for (const lambda of [0, 0.3, 0.7])
      expect(clusterPpiMean(six, { lambda }).se!).toBeGreaterThan(clusterPpiMean(six, { lambda: 1 }).se!);
  });

  it('counts a labelled unit by its weight over its chance', () => {
    const units = { judge: [0, 0, 0], human: [1, 0, null], cluster: ['a', 'b', 'c'] };
    expect(clusterPpiMean({ ...units, inclusion: [0.5, 0.25, null] }).humanMean).toBeCloseTo(1 / 3, 12);
    expect(clusterPpiMean({ ...units, inclusion: [0.5, 0.5, null], weights: [1, 3, 1] }).humanMean).toBeCloseTo(
      1 / 4,
      12
    );
  });

  it('is `ppiMean` on independent units, λ of all units for λ of the others', () => {
    const random = seededRandom(3);
    const human = Array.from({ length: 60 }, (_, i) => (i < 20 ? random.below(5) : null));
    const judge = Array.from({ length: 60 }, (_, i) => (human[i] ?? random.below(5)) + random.unit());
    const labelled = human.filter((y) => y !== null);
    const cluster = human.map((_, i) => i);
    const apart = ppiMean(labelled, judge.slice(0, 20), judge.slice(20), { lambda: 0.5 });
    const together = clusterPpiMean({ human, judge, cluster }, { lambda: 0.5 * (60 / 40) });
    expect(together.value).toBeCloseTo(apart.value!, 12);
    expect(Math.abs(together.se! - apart.se!)).toBeLessThan(0.15 * apart.se!);
  });

  it('does not rely on the judge if everything is labelled, or if it says the same of all', () => {
    const human = [1, 0, 1, 1];
    const cluster = ['a', 'b', 'c', 'd'];
    expect(clusterPpiMean({ human, judge: [1, 1, 0, 1], cluster })).toMatchObject({ value: 0.75, lambda: 0 });
    expect(clusterPpiMean({ human: [1, 0, 1, null], judge: [1, 1, 1, 1], cluster })).toMatchObject({ lambda: 0 });
  });

  it('is undefined without a label, and without an interval if too few clusters have one', () => {
    const none = clusterPpiMean({ human: [null, null], judge: [1, 0], cluster: ['a', 'b'] });
    expect(none).toMatchObject({ value: null, reason: 'n=0', judgeMean: 0.5, humanMean: null, influence: null });
    const one = clusterPpiMean({ human: [1, null], judge: [1, 0], cluster: ['a', 'b'] });
    expect(one).toMatchObject({ interval: null, intervalReason: 'too-few-clusters' });
  });

  it('near 1 tells as much as people’s labels alone at least', () => {
    const random = seededRandom(8);
    let seen = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const human = Array.from({ length: 40 }, (_, i) => (i % 2 ? null : random.below(12) > 0 ? 1 : 0));
      const judge = human.map((y) => (random.below(6) === 0 ? 0 : (y ?? 1)));
      const units = { human, judge, cluster: human.map((_, i) => Math.floor(i / 5)) };
      const [both, people] = [
        clusterPpiMean(units, { shares: true }),
        clusterPpiMean(units, { shares: true, lambda: 0 })
      ];
      if (both.value! < 0.97 || both.value === 1) continue;
      seen++;
      const width = ({ interval }: typeof both): number => interval![1] - interval![0];
      expect(width(both)).toBeLessThan(1.1 * width(people));
    }
    expect(seen).toBeGreaterThan(50);
  });

  it('refuses what it cannot weigh', () => {
    const units = { judge: [1, 0], human: [1, null], cluster: ['a', 'b'] };
    expect(() => clusterPpiMean({ ...units, judge: [1] })).toThrow(/equal lengths/);
    expect(() => clusterPpiMean({ ...units, inclusion: [0, null] })).toThrow(/chance/);
    expect(() => clusterPpiMean({ ...units, weights: [0, 1] })).toThrow(/positive weights/);
    expect(() => clusterPpiMean({ ...units, judge: [2, 0] }, { shares: true })).toThrow(/shares in \[0, 1\]/);
  });
});

const flat = (positive: boolean, score: number, times: number, from: number) =>
  Array.from({ length: times }, (_, i) => ({ positive, score, cluster: `c${(from + i) % 12}` }));
// People say yes 20 times, of which the judge finds 18; no 10 times, of which it finds 8.
const labelled = [...flat(true, 1, 18, 0), ...flat(true, 0, 2, 5), ...flat(false, 0, 8, 2), ...flat(false, 1, 2, 9)];
const measured = {
  positive: labelled.map((one) => one.positive),
  judge: labelled.map((one) => one.score),
  cluster: labelled.map((one) => one.cluster)
};
const judged = (yes: number, n: number) => ({
  judge: Array.from({ length: n }, (_, i) => (i < yes ? 1 : 0)),
  cluster: Array.from({ length: n }, (_, i) => `c${i % 12}`)
});

describe('the Rogan–Gladen correction in clusters', () => {
  it('is the uncorrected one’s value, by hand', () => {
    // (.62 + .8 − 1) ÷ (.9 + .8 − 1) = .42 ÷ .7
    const found = clusterRoganGladen(judged(62, 100), measured);
    expect(found).toMatchObject({ sensitivity: 0.9, rate: 0.62, positives: 20, negatives: 10, n: 100, clusters: 12 });
    expect(found.value).toBeCloseTo(0.6, 12);
    const plain = { p: 0.62, specificity: 0.8, sensitivity: 0.9, n: 100, m0: 10, m1: 20 };
    expect(found.value).toBeCloseTo(roganGladen(plain).value!, 12);
  });

  it('has the delta method’s error if every unit is a cluster of its own', () => {
    const alone = <T extends { judge: number[] }>(of: T, prefix: string) => ({
      ...of,
      cluster: of.judge.map((_, i) => `${prefix}${i}`)
    });
    const { se, value } = clusterRoganGladen(alone(judged(62, 100), 'u'), alone(measured, 'm'));
    const delta = (0.62 * 0.38) / 100 + value! ** 2 * ((0.9 * 0.1) / 20) + (1 - value!) ** 2 * ((0.8 * 0.2) / 10);
    expect(se).toBeCloseTo(Math.sqrt((30 / 29) * delta) / 0.7, 12);
  });

  it('takes scores between 0 and 1 for errors in part', () => {
    // Mean score .75 where people say yes, .25 where they say no; .6 in all: (.6 − .25) ÷ .5.
    const found = clusterRoganGladen(
      { judge: [0.6, 0.6], cluster: ['a', 'b'] },
      { positive: [true, true, false, false], judge: [1, 0.5, 0.5, 0], cluster: ['a', 'b', 'a', 'b'] }
    );
    expect(found.value).toBeCloseTo(0.7, 12);
  });

  it('is cut to 0 and 1', () => {
    expect(clusterRoganGladen(judged(100, 100), measured).value).toBe(1);
    expect(clusterRoganGladen(judged(0, 100), measured)).toMatchObject({ value: 0 });
  });

  it('does not take a judge for unerring because no label shows an error', () => {
    const perfect = { ...measured, judge: measured.positive.map((yes) => (yes ? 1 : 0)) };
    const units = { judge: [1, 0, 1, 0, 1, 0], cluster: ['a', 'a', 'b', 'b', 'c', 'c'] };
    const { value, interval } = clusterRoganGladen(units, perfect);
    expect(value).toBe(0.5);
    expect(interval![1] - interval![0]).toBeGreaterThan(0.1);
  });

  it('is undefined if the judge says nothing about people, or people never say yes or never no', () => {
    const useless = { ...measured, judge: measured.judge.map(() => 1) };
    expect(clusterRoganGladen(judged(5, 10), useless)).toMatchObject({ value: null, reason: 'judge-not-informative' });
    const onlyYes = { positive: [true], judge: [1], cluster: ['a'] };
    expect(clusterRoganGladen(judged(5, 10), onlyYes)).toMatchObject({ value: null, reason: 'zero-denominator' });
    expect(clusterRoganGladen({ judge: [], cluster: [] }, measured)).toMatchObject({ value: null, reason: 'n=0' });
    const oneCluster = { ...measured, cluster: measured.cluster.map(() => 'only') };
    expect(clusterRoganGladen(judged(5, 10), oneCluster)).toMatchObject({
      interval: null,
      intervalReason: 'too-few-clusters'
    });
  });

  it('refuses scores that are no shares, and labels that are not one for each', () => {
    expect(() => clusterRoganGladen({ judge: [2], cluster: ['a'] }, measured)).toThrow(/scores in \[0, 1\]/);
    expect(() => clusterRoganGladen(judged(1, 2), { ...measured, positive: [true] })).toThrow(/for each of/);
    expect(() => clusterRoganGladen({ judge: [1], cluster: [] }, measured)).toThrow(/equal lengths/);
  });
});

describe('both corrections', () => {
  const unit = fc.record({
    judge: fc.constantFrom(0, 0.5, 1),
    human: fc.option(fc.constantFrom(0, 0.5, 1)),
    cluster: fc.integer({ min: 0, max: 4 }),
    weight: fc.double({ min: 0.1, max: 10, noNaN: true }),
    chance: fc.double({ min: 0.01, max: 1, noNaN: true })
  });
  const columns = (
    units: { judge: number; human: number | null; cluster: number; weight: number; chance: number }[]
  ) => ({
    judge: units.map((one) => one.judge),
    human: units.map((one) => one.human),
    cluster: units.map((one) => one.cluster),
    weights: units.map((one) => one.weight),
    inclusion: units.map((one) => one.chance)
  });

  it('never give NaN, and never leave 0 … 1 as shares', () => {
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 20 }), (units) => {
        const all = columns(units);
        const ppi = clusterPpiMean(all, { shares: true });
        const people = units.filter(({ human }) => human === 0 || human === 1);
        const answers = { ...columns(people), positive: people.map(({ human }) => human === 1) };
        const rogan = clusterRoganGladen(all, answers);
        expect(nonFinite([ppi, clusterPpiMean(all), rogan], 'corrections')).toEqual([]);
        for (const value of [ppi, rogan].flatMap((one) => [one.value, ...(one.interval ?? [])])) {
          if (value === null) continue;
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      })
    );
  });

  it('do not depend on the order of the units', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 20 }), (units) => {
        const [here, back] = [units, [...units].reverse()].map((one) => clusterPpiMean(columns(one), { shares: true }));
        expect(back!.value ?? -1).toBeCloseTo(here!.value ?? -1, 9);
        expect(back!.se ?? -1).toBeCloseTo(here!.se ?? -1, 9);
      })
    );
  });
});

it('corrected means hold the truth if few labelled units stand for most of the run', () => {
  // Of 400 units in 20 queries .8 are yes. Judges differ on 60, of which 40 are labelled, and agree on 340, of which 8 are.
  const [random, trials] = [seededRandom(5), 120];
  const cluster = Array.from({ length: 400 }, (_, i) => i % 20);
  const inclusion = cluster.map((_, i) => (i < 60 ? 40 / 60 : 8 / 340));
  const labelled = cluster.flatMap((_, i) => (i < 40 || (i >= 60 && i < 68) ? [i] : []));
  let [ppi, people, roganGladen] = [0, 0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const truth = cluster.map(() => Number(random.unit() < 0.8));
    const judge = truth.map((yes, i) => (random.unit() < (i < 60 ? 0.4 : 0.1) ? 1 - yes : yes));
    const units = { judge, cluster, inclusion, human: truth.map((yes, i) => (labelled.includes(i) ? yes : null)) };
    const measured = {
      positive: labelled.map((i) => truth[i] === 1),
      judge: labelled.map((i) => judge[i]!),
      cluster: labelled.map((i) => cluster[i]!),
      weights: labelled.map((i) => 1 / inclusion[i]!)
    };
    const holds = ({ interval }: { interval: Interval | null }): number =>
      Number(interval !== null && interval[0] <= 0.8 && interval[1] >= 0.8);
    ppi += holds(clusterPpiMean(units, { shares: true }));
    people += holds(clusterPpiMean(units, { shares: true, lambda: 0 }));
    roganGladen += holds(clusterRoganGladen({ judge, cluster }, measured));
  }
  for (const held of [ppi, people, roganGladen]) expect(held / trials).toBeGreaterThan(0.9);
});
