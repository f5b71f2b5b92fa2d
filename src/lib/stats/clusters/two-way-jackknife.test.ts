import { describe, expect, it } from 'vitest';
import { seededRandom, type Random } from '../numbers/rng.ts';
import {
  twoWayCoefficientInterval,
  twoWayJackknife,
  twoWayShareInterval,
  type ClusterSums,
  type TwoWayVariance
} from './two-way-jackknife.ts';

/** Labels as [query, rater, right], as sums of a mean. */
function meanSums(labels: readonly (readonly [query: number, rater: number, right: number])[]): ClusterSums[] {
  const clusters = new Map<number, { all: number[]; without: Map<number, number[]> }>();
  for (const [query] of labels) clusters.set(query, { all: [0, 0], without: new Map() });
  for (const [query, rater] of labels) clusters.get(query)!.without.set(rater, [0, 0]);
  for (const [query, rater, right] of labels) {
    const { all, without } = clusters.get(query)!;
    for (const [to, sums] of [[null, all] as const, ...without])
      if (to !== rater) {
        sums[0]! += right;
        sums[1]!++;
      }
  }
  return [...clusters.values()];
}

const mean = ([sum, n]: readonly number[]): number | null => (n === 0 ? null : sum! / n!);

it('a coefficient whose variance is rounding has no interval of two ways', () => {
  const found = { value: 0, clusterVariance: 0, raterVariance: 0, cellVariance: 0, clusters: 3, raters: 3, degrees: 2 };
  expect(twoWayCoefficientInterval({ ...found, variance: 1e-32 })).toBeNull();
  expect(twoWayCoefficientInterval({ ...found, variance: 1e-6 })).not.toBeNull();
});

describe('the two-way jackknife', () => {
  // Two queries, two raters, one label each: 1 1 / 1 0. Mean 3/4.
  const small = meanSums([
    [0, 0, 1],
    [0, 1, 1],
    [1, 0, 1],
    [1, 1, 0]
  ]);

  it('has V = 1/16 for queries, raters and cells of a table of two by two, and together, on one degree of freedom', () => {
    // Without a query, and without a rater: 1/2 and 1, so V = ½ · 2 · (1/4)² = 1/16.
    // Without a cell: 2/3 three times and 1: V = ¾ · Σ (θ − 3/4)² = ¾ · (3 · 1/144 + 1/16) = 1/16.
    const found = twoWayJackknife(small, mean) as TwoWayVariance;
    expect(found).toMatchObject({ value: 3 / 4, clusters: 2, raters: 2, degrees: 1 });
    expect(found.clusterVariance).toBeCloseTo(1 / 16, 12);
    expect(found.raterVariance).toBeCloseTo(1 / 16, 12);
    expect(found.cellVariance).toBeCloseTo(1 / 16, 12);
    expect(found.variance).toBeCloseTo(1 / 16, 12);
  });

  it('does not depend on the order or the names of queries and raters', () => {
    const turned = meanSums([
      [7, 5, 0],
      [7, 9, 1],
      [3, 9, 1],
      [3, 5, 1]
    ]);
    expect(twoWayJackknife(turned, mean)).toEqual(twoWayJackknife(small, mean));
  });

  it('is never narrower than by query alone', () => {
    const draw = seededRandom(4);
    for (let trial = 0; trial < 50; trial++) {
      const labels = Array.from({ length: 30 }, (_, i) => [i % 5, draw.below(4), Number(draw.unit() < 0.7)] as const);
      const found = twoWayJackknife(meanSums(labels), mean) as TwoWayVariance;
      expect(found.variance).toBeGreaterThanOrEqual(found.clusterVariance);
    }
  });

  it('is undefined with one query or one rater, and says which', () => {
    expect(twoWayJackknife([], mean)).toEqual({ value: null, reason: 'n=0' });
    expect(twoWayJackknife(meanSums([[0, 0, 1], [0, 1, 1]]), mean)).toEqual({ value: null, reason: 'too-few-clusters' }); // prettier-ignore
    expect(twoWayJackknife(meanSums([[0, 0, 1], [1, 0, 1]]), mean)).toEqual({ value: null, reason: 'too-few-raters' }); // prettier-ignore
  });

  it('gives an interval with a width if every label is right, and none for a coefficient of 1', () => {
    const all = twoWayJackknife(meanSums([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]]), mean) as TwoWayVariance; // prettier-ignore
    const [low, high] = twoWayShareInterval(all, 4);
    expect([low < 0.1, high]).toEqual([true, 1]);
    expect(twoWayCoefficientInterval(all)).toBeNull();
  });
});

/** Normal enough: the sum of twelve uniform numbers. */
const noise = (draw: Random): number => Array.from({ length: 12 }, () => draw.unit()).reduce((sum, u) => sum + u, -6);
const chanceOf = (logit: number): number => 1 / (1 + Math.exp(-logit));

interface Study {
  queries: number;
  items: number;
  raters: number;
  /** People on an item. */
  overlap: number;
}

/** A judge and people of whom some are lenient and some severe, on queries of which some are harder. */
function drawStudy({ queries, items, raters, overlap }: Study, draw: Random) {
  const lenience = Array.from({ length: raters }, () => 1.2 * noise(draw));
  return Array.from({ length: queries }, (_, query) => {
    const hardness = 0.5 * noise(draw);
    const asked = Array.from({ length: overlap }, (_, i) => (query + i) % raters);
    return Array.from({ length: items }, () => {
      const truth = draw.unit() < 0.55;
      const ease = 2.2 + 0.7 * noise(draw) + hardness;
      const judge = draw.unit() < chanceOf(2.5 + hardness) === truth;
      return {
        judge,
        people: asked.map((rater) => ({
          rater,
          yes: draw.unit() < chanceOf((truth ? ease : -ease) + lenience[rater]!)
        }))
      };
    });
  });
}

type Item = ReturnType<typeof drawStudy>[number][number];
type Kind = 'single' | 'majority' | 'pairs';

/** Sum and number of what is averaged: agreement with each person, with their majority, or of every two people. */
function partOf(kind: Kind, { judge, people }: Item): [number, number] {
  if (people.length === 0) return [0, 0];
  if (kind === 'single') return [people.filter(({ yes }) => yes === judge).length, people.length];
  if (kind === 'majority') {
    const share = people.filter(({ yes }) => yes).length / people.length;
    const reference = share > 0.5 ? 1 : share < 0.5 ? 0 : 0.5;
    return [1 - Math.abs(Number(judge) - reference), 1];
  }
  const pairs = people.flatMap((one, i) => people.slice(i + 1).map((other) => one.yes === other.yes));
  return [pairs.filter(Boolean).length, pairs.length];
}

function sumsOf(kind: Kind, study: readonly (readonly Item[])[]): ClusterSums[] {
  const over = (items: readonly Item[], without: number | null): number[] =>
    items.reduce(
      ([sum, n], item) => {
        const [own, m] = partOf(kind, { ...item, people: item.people.filter(({ rater }) => rater !== without) });
        return [sum! + own, n! + m];
      },
      [0, 0]
    );
  return study.map((items) => ({
    all: over(items, null),
    without: new Map(items[0]!.people.map(({ rater }) => [rater, over(items, rater)]))
  }));
}

describe('simulated coverage of “annotators like these, queries like these”', () => {
  const trials = 120;
  const worlds: [string, Study][] = [
    ['5 people who label everything', { queries: 40, items: 6, raters: 5, overlap: 5 }],
    ['8 people who label everything', { queries: 40, items: 6, raters: 8, overlap: 8 }],
    ['10 people, 3 on an item', { queries: 40, items: 6, raters: 10, overlap: 3 }]
  ];
  it.each(worlds)('is .92 or more with %s, while clustering by query alone falls short', (_, world) => {
    const draw = seededRandom(11);
    const kinds: Kind[] = ['single', 'majority', 'pairs'];
    const truth = Object.fromEntries(kinds.map((kind) => [kind, [0, 0]])) as Record<Kind, [number, number]>;
    for (let t = 0; t < 1500; t++)
      for (const item of drawStudy({ ...world, queries: 2 }, draw).flat())
        for (const kind of kinds) {
          const [sum, n] = partOf(kind, item);
          truth[kind] = [truth[kind][0] + sum, truth[kind][1] + n];
        }
    const covered = { single: 0, majority: 0, pairs: 0 };
    const byQuery = { single: 0, majority: 0, pairs: 0 };
    for (let t = 0; t < trials; t++) {
      const study = drawStudy(world, draw);
      for (const kind of kinds) {
        const expected = truth[kind][0] / truth[kind][1];
        const within = ([low, high]: readonly [number, number]): number => Number(low <= expected && expected <= high);
        const parts = sumsOf(kind, study);
        const of = twoWayJackknife(parts, mean) as TwoWayVariance;
        const n = parts.reduce((total, { all }) => total + all[1]!, 0);
        covered[kind] += within(twoWayShareInterval(of, n));
        const alone = { ...of, variance: of.clusterVariance, degrees: of.clusters - 1 };
        byQuery[kind] += within(twoWayShareInterval(alone, n));
      }
    }
    for (const kind of kinds) expect(covered[kind], kind).toBeGreaterThanOrEqual(0.92 * trials);
    expect(Math.min(byQuery.single, byQuery.pairs)).toBeLessThan(0.86 * trials);
  });
});
