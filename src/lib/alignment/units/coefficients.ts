import {
  agreementWeights,
  defined,
  kappaOfCells,
  undefinedBecause,
  type CellStatistic,
  type Estimate,
  type WeightScheme
} from '../../stats/index.ts';
import { metricOf, placeOnScale, scaleSteps, valueAtPlace } from './metric.ts';
import { fromCentre, quadraticKappa, type Moments, type ScorePair } from './paired-scores.ts';
import { clusteredBy, coefficient, figuresOfKinds, figuresOfSums, type Ranged, type Sums } from './jackknife.ts';
import type { UnitCodes, Units } from './units.ts';
import type { Confidence, Figure } from './figure.ts';

/** Two labels of one unit, as numbers on the scale. */
export type CodePair = ScorePair;

export const pairCodes = (a: UnitCodes, b: UnitCodes): CodePair[] =>
  a.flatMap((left, unit) => {
    const right = b[unit] ?? null;
    return left === null || right === null ? [] : [{ unit, a: left, b: right }];
  });

/**
 * Agreement of two codings beyond chance, with jackknife intervals by query. Names: Cohen's κ and Gwet's AC1; steps: κ and
 * AC2 with quadratic weights; measured scores, and medians between two steps: κ with quadratic weights, and no AC, which
 * needs categories.
 *
 * @param n of observations, if a pair is listed more than once.
 */
export function chanceCorrected(
  units: Units,
  pairs: readonly CodePair[],
  confidence: Confidence,
  n = pairs.length
): { kappa: Figure; ac1: Figure | null } {
  const steps = scaleSteps(units.scale);
  const from = clusteredBy(units, pairs);
  const onStep = (value: number): boolean => valueAtPlace(units.scale, placeOnScale(units.scale, value)) === value;
  if (steps === null || !pairs.every(({ a, b }) => onStep(a) && onStep(b))) {
    const { kappa } = figuresOfSums(from, momentSums(pairs), { kappa: coefficient(kappaOfSums) }, confidence, n);
    return { kappa, ac1: null };
  }
  const places = pairs.map(({ a, b }) => placeOnScale(units.scale, a) * steps + placeOnScale(units.scale, b));
  const sums: Sums = { size: steps * steps, add: (i, into, at) => into[at + places[i]!]!++ };
  const { weights, kind } = metricOf(units.scale);
  const labels = Array.from({ length: steps }, (_, place) => place);
  return figuresOfSums(
    from,
    sums,
    {
      kappa: coefficient(orNone(kappaOfCells(labels, weights))),
      ac1: coefficient(orNone(acOfCells(labels, weights)))
    },
    confidence,
    n,
    kind === 'mean' ? labels.map((label) => furtherCell(steps, label, n === 0 ? 1 : pairs.length / n)) : []
  );
}

/** One more item that both give this label, in a table of so many labels. */
const furtherCell = (steps: number, label: number, times: number): Float64Array => {
  const cells = new Float64Array(steps * steps);
  cells[label * steps + label] = times;
  return cells;
};

const orNone =
  (statistic: CellStatistic) =>
  (cells: Float64Array): Estimate => {
    const value = statistic(cells);
    if (value !== null) return defined(value);
    return undefinedBecause(cells.some((count) => count > 0) ? 'single-category' : 'no-pairs');
  };

/** The point value of Gwet's AC of a table of two raters, row by row; see `gwetAC`. */
function acOfCells(labels: readonly number[], scheme: WeightScheme): CellStatistic {
  const k = labels.length;
  const weights = Float64Array.from(agreementWeights(labels, scheme).flat());
  const guess = weights.reduce((sum, w) => sum + w, 0) / (k * (k - 1));
  const shares = new Float64Array(k);
  return (cells) => {
    shares.fill(0);
    let [n, observed] = [0, 0];
    for (let row = 0, at = 0; row < k; row++)
      for (let column = 0; column < k; column++, at++) {
        const count = cells[at]!;
        if (count === 0) continue;
        n += count;
        observed += weights[at]! * count;
        shares[row]! += count / 2;
        shares[column]! += count / 2;
      }
    if (n === 0) return null;
    const chance = guess * shares.reduce((sum, share) => sum + (share / n) * (1 - share / n), 0);
    return (observed / n - chance) / (1 - chance);
  };
}

/** κ with quadratic weights of scores that may lie between the steps of the scale. */
export function kappaOfScores(
  units: Units,
  pairs: readonly ScorePair[],
  confidence: Confidence,
  { weighted = false, independent = false, n = pairs.length } = {}
): Figure {
  const from = clusteredBy(units, pairs, independent);
  const sums = momentSums(pairs, weighted ? units.weights : null);
  const { kappa } = figuresOfSums(from, sums, { kappa: coefficient(kappaOfSums) }, confidence, n);
  if (!independent) return kappa;
  return {
    ...kappa,
    interval: 'jackknife-items',
    clusters: new Set(pairs.map(({ unit }) => units.cluster[unit]!)).size
  };
}

/** Six sums over pairs, from which κ with quadratic weights follows. */
export function momentSums(pairs: readonly ScorePair[], weights: readonly number[] | null = null): Sums {
  const distance = fromCentre(pairs);
  return {
    size: 6,
    add: (i, into, at) => {
      const pair = pairs[i]!;
      const w = weights ? weights[pair.unit]! : 1;
      const [x, y] = [distance(pair.a), distance(pair.b)];
      into[at]! += w;
      into[at + 1]! += w * x;
      into[at + 2]! += w * y;
      into[at + 3]! += w * x * x;
      into[at + 4]! += w * y * y;
      into[at + 5]! += w * x * y;
    },
    ...(weights ? { weights: pairs.map(({ unit }) => weights[unit]!) } : {})
  };
}

export const kappaOfSums = (sums: Float64Array): Estimate => quadraticKappa(momentsOf(sums));

const momentsOf = (sums: Float64Array): Moments => ({
  n: sums[0]!,
  x: sums[1]!,
  y: sums[2]!,
  xx: sums[3]!,
  yy: sums[4]!,
  xy: sums[5]!
});

/** Statistics that need every pair, with jackknife intervals by query; each is given how often each different pair occurs. */
export function figuresOfPairs<Key extends string>(
  units: Units,
  pairs: readonly ScorePair[],
  statistics: (different: readonly ScorePair[]) => Record<Key, Ranged<Float64Array>>,
  confidence: Confidence,
  n: number
): Record<Key, Figure> {
  const places = new Map<string, number>();
  const different: ScorePair[] = [];
  const kind = Uint32Array.from(pairs, (pair) => {
    const key = `${pair.a} ${pair.b}`;
    const place = places.get(key) ?? different.push(pair) - 1;
    places.set(key, place);
    return place;
  });
  const from = clusteredBy(units, pairs);
  return figuresOfKinds(from, kind, different.length, statistics(different), confidence, n);
}
