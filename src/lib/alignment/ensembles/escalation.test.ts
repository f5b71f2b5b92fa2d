import { describe, expect, it } from 'vitest';
import { clusteredWorlds, clusterProbability, levelWithError } from '../../stats/numbers/clustered-draws.fixture.ts';
import { seededRandom } from '../../stats/index.ts';
import { escalationFor } from './escalation.ts';
import { sampleRatings } from '../units/sample-ratings.fixture.ts';
import { ratedUnits, type Units } from '../units/units.ts';
import { sized } from '../../../../tests/timing.ts';

const panel = ['id-A', 'id-B', 'id-C'];
const names = ['A', 'B', 'C'];
const empty = ratedUnits(sampleRatings(['H'], names, []));

/** A study in which people always say yes: per item its query and the answers of three judges. */
const unitsWith = (items: readonly { query: number; judges: readonly number[] }[]): Units => ({
  ...empty,
  ids: items.map((_, i) => `i${i}`),
  cluster: items.map(({ query }) => query),
  reports: items.map(() => 'report'),
  systems: items.map(() => 'Tern'),
  weights: items.map(() => 1),
  reference: items.map(() => 1),
  truth: items.map(() => 1),
  split: items.map(() => null),
  judges: empty.judges.map((judge, j) => {
    const labels = items.map(({ judges }) => judges[j]!);
    return { ...judge, labels, answers: labels };
  })
});
const majority = (units: Units): number[] =>
  units.ids.map((_, unit) => Number(units.judges.filter(({ labels }) => labels[unit] === 1).length > 1));

describe('escalation', () => {
  /** All judges agree on four items of five, and are wrong there a little more often than is tolerated. */
  const wrongly = (perCluster: number, icc: number, queries: number, tolerated: number, trials: number): number => {
    const random = seededRandom(100 * perCluster + icc * 10);
    let adopted = 0;
    for (let trial = 0; trial < trials; trial++) {
      const units = unitsWith(
        Array.from({ length: queries }, (_, query) => {
          const errs = clusterProbability(random, tolerated + 1e-4, icc);
          return Array.from({ length: perCluster }, () => {
            if (random.unit() > 0.8) return { query, judges: random.unit() < 0.5 ? [1, 1, 0] : [0, 0, 1] };
            const right = Number(random.unit() >= errs);
            return { query, judges: [right, right, right] };
          });
        }).flat()
      );
      if (escalationFor(units, majority(units), panel, { target: 1 - tolerated, confidence: 0.95 })) adopted++;
    }
    return adopted / trials;
  };

  it.each(clusteredWorlds)(
    'is wrongly advised in at most 5 % of studies with $perCluster items a query and a correlation of $icc',
    ({ perCluster, icc }) => {
      const trials = sized(300, 100);
      for (const queries of [40, 80]) {
        const found = wrongly(perCluster, icc, queries, 0.1, trials);
        expect(found, `${queries} queries`).toBeLessThanOrEqual(levelWithError(0.05, trials));
      }
    }
  );

  it('is advised with plenty of evidence, and its bound is no smaller than that of independent items', () => {
    const units = unitsWith(
      Array.from({ length: 600 }, (_, i) => ({
        query: i % 60,
        judges: i % 5 === 0 ? [1, 0, 0] : i % 101 === 1 ? [0, 0, 0] : [1, 1, 1]
      }))
    );
    const found = escalationFor(units, majority(units), panel, { target: 0.9, confidence: 0.95 })!;
    expect(found).toMatchObject({ judges: 3, of: 3, covered: 480, clusters: 48, errors: 5, confidence: 0.95 });
    expect(found.upperBound).toBeGreaterThan(0.0217); // Clopper–Pearson of 5 in 480
    expect(found.upperBound).toBeLessThan(0.05);
  });

  it('tests fewer than all judges at a level divided by the number of candidates', () => {
    // All three agree on 60 %, two of three on 40 %; wrong nowhere among the first, on 7 items of 320 among the second.
    const units = unitsWith(
      Array.from({ length: 800 }, (_, i) => ({
        query: i % 80,
        judges: i % 5 < 3 ? [1, 1, 1] : i % 119 === 3 ? [0, 0, 1] : [1, 1, 0]
      }))
    );
    const scores = majority(units);
    const level = (candidates: number) =>
      escalationFor(units, scores, panel, { target: 0.94, confidence: 0.95 }, candidates);
    // Taking two of three covers everything, so that nothing is left to people: no escalation at all.
    expect(level(1)).toBeNull();
    // A candidate that is undecided on some items leaves those to people.
    const undecided = scores.map((score, i) => (i % 20 === 4 ? 0.5 : score));
    const of = (candidates: number) =>
      escalationFor(units, undecided, panel, { target: 0.94, confidence: 0.95 }, candidates)!;
    expect(of(1)).toMatchObject({ judges: 2, confidence: 0.95 });
    expect(of(16).confidence).toBeCloseTo(of(16).judges === 3 ? 0.95 : 1 - 0.05 / 16, 12);
    expect(of(16).upperBound).toBeGreaterThan(of(16).judges === 2 ? of(1).upperBound : 0);
  });

  it('counts an evenly split item as half wrong, or leaves it out if that was preregistered', () => {
    const ratings = sampleRatings(
      ['H', 'G'],
      names,
      Array.from({ length: 480 }, (_, i) => ({
        id: `i${String(i).padStart(3, '0')}`,
        query: `q${i % 60}`,
        people: i % 60 < 4 ? 'yn' : 'yy',
        judges: i % 4 === 0 && i % 60 >= 4 ? 'ynn' : 'yyy'
      }))
    );
    const units = ratedUnits(ratings);
    const of = (ties: 'half' | 'leave-out') =>
      escalationFor(units, majority(units), panel, { target: 0.85, confidence: 0.95, ties })!;
    expect(of('half').errors).toBe(16);
    expect(of('leave-out').errors).toBe(0);
  });
});
