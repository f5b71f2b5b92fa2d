import { defined, reliability, undefinedBecause, type Estimate } from '../../stats/index.ts';
import { kendallOf, ranked } from './ranked.ts';

/** Two scores of each of so many entries: of an ensemble and of people, of two raters. */
export interface ScorePair {
  unit: number;
  a: number;
  b: number;
  /** Answers between which the second side is tied, on a scale of names; `b` is their mean. */
  tied?: readonly number[];
}

/**
 * Statistics of paired scores, given how often each pair occurs: what leaving out a query changes. The pairs are put in order
 * once, so that an evaluation takes time in proportion to their number.
 */
interface PairedScores {
  quadraticKappa(times: Float64Array): Estimate;
  linearKappa(times: Float64Array): Estimate;
  spearman(times: Float64Array): Estimate;
  kendallTauB(times: Float64Array): Estimate;
  /** Krippendorff's α by ranks and by squared differences. */
  alphaOrdinal(times: Float64Array): Estimate;
  alphaInterval(times: Float64Array): Estimate;
  /** ICC(2,1), absolute agreement of single scores. */
  icc(times: Float64Array): Estimate;
  meanDifference(times: Float64Array): Estimate;
}

const NONE: Estimate = undefinedBecause('no-pairs');
const ALIKE: Estimate = undefinedBecause('single-category');
const FLAT: Estimate = undefinedBecause('zero-variance');
/** Relative size below which a value is 0 but for rounding. */
const ROUNDING = 1e-12;

/** Moments of the pairs, about a centre that keeps the squares small. */
export interface Moments {
  n: number;
  x: number;
  y: number;
  xx: number;
  yy: number;
  xy: number;
}

/**
 * κ with quadratic weights from moments: 1 − mean (x − y)² over mean (x_i − y_j)² of all i and j. Equal to Cohen's κ with
 * weights 1 − (x − y)²/range² whatever the range, and defined for means and medians between the steps as well.
 *
 * @returns undefined (`single-category`) if all scores of both are the same.
 */
export function quadraticKappa({ n, x, y, xx, yy, xy }: Moments): Estimate {
  if (n <= 0) return NONE;
  const between = n * (xx + yy) - 2 * x * y;
  const scale = n * (xx + yy);
  return between <= ROUNDING * scale || scale === 0
    ? ALIKE
    : defined(1 - (n * Math.max(0, xx + yy - 2 * xy)) / between);
}

/** Distances of scores from the mean of all, which keeps squares small; 0 if they differ from it by rounding alone. */
export function fromCentre(pairs: readonly ScorePair[]): (score: number) => number {
  const first = pairs[0]?.a ?? 0;
  const centre = first + pairs.reduce((sum, { a, b }) => sum + (a - first + (b - first)) / 2 / pairs.length, 0);
  return (score) => (Math.abs(score - centre) <= ROUNDING * Math.abs(centre) ? 0 : score - centre);
}

export function pairedScores(pairs: readonly ScorePair[]): PairedScores {
  const distance = fromCentre(pairs);
  const x = Float64Array.from(pairs, ({ a }) => distance(a));
  const y = Float64Array.from(pairs, ({ b }) => distance(b));
  const [ofX, ofY] = [ranked(x), ranked(y)];
  const pooled = ranked(Float64Array.from([...x, ...y]));
  const placeX = pooled.place.subarray(0, x.length);
  const placeY = pooled.place.subarray(x.length);
  const [countX, countY] = [new Float64Array(pooled.distinct.length), new Float64Array(pooled.distinct.length)];

  const moments = (times: Float64Array, of: Float64Array = x, with_: Float64Array = y): Moments => {
    const sums: Moments = { n: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };
    for (let i = 0; i < times.length; i++) {
      const m = times[i]!;
      if (m === 0) continue;
      const [p, q] = [of[i]!, with_[i]!];
      sums.n += m;
      sums.x += m * p;
      sums.y += m * q;
      sums.xx += m * p * p;
      sums.yy += m * q * q;
      sums.xy += m * p * q;
    }
    return sums;
  };
  const margins = (times: Float64Array): number => {
    countX.fill(0);
    countY.fill(0);
    let n = 0;
    for (let i = 0; i < times.length; i++) {
      countX[placeX[i]!]! += times[i]!;
      countY[placeY[i]!]! += times[i]!;
      n += times[i]!;
    }
    return n;
  };
  const rankOf = (counts: Float64Array, rank: Float64Array): void => {
    let below = 0;
    for (let v = 0; v < counts.length; v++) {
      rank[v] = below + (counts[v]! + 1) / 2;
      below += counts[v]!;
    }
  };
  const ranks = { x: new Float64Array(ofX.distinct.length), y: new Float64Array(ofY.distinct.length) };
  const counts = { x: new Float64Array(ofX.distinct.length), y: new Float64Array(ofY.distinct.length) };
  const pooledRanks = new Float64Array(pooled.distinct.length);

  /** α of two raters from squared distances between positions. */
  const alpha = (times: Float64Array, position: (v: number) => number): Estimate => {
    const n = margins(times);
    if (n === 0) return undefinedBecause('no-pairable-values');
    let [sum, squares, within] = [0, 0, 0];
    for (let v = 0; v < pooled.distinct.length; v++) {
      const m = countX[v]! + countY[v]!;
      sum += m * position(v);
      squares += m * position(v) ** 2;
    }
    for (let i = 0; i < times.length; i++)
      if (times[i] !== 0) within += times[i]! * (position(placeX[i]!) - position(placeY[i]!)) ** 2;
    const spread = 2 * n * squares - sum * sum;
    return spread <= ROUNDING * 2 * n * squares ? ALIKE : defined(1 - ((2 * n - 1) * within) / spread);
  };

  return {
    quadraticKappa: (times) => quadraticKappa(moments(times)),

    linearKappa(times) {
      const n = margins(times);
      if (n === 0) return NONE;
      let [belowX, belowY, between, apart] = [0, 0, 0, 0];
      for (let v = 0; v + 1 < pooled.distinct.length; v++) {
        belowX += countX[v]!;
        belowY += countY[v]!;
        between += (belowX * (n - belowY) + belowY * (n - belowX)) * (pooled.distinct[v + 1]! - pooled.distinct[v]!);
      }
      for (let i = 0; i < times.length; i++) apart += times[i]! * Math.abs(x[i]! - y[i]!);
      return between <= 0 ? ALIKE : defined(1 - (n * apart) / between);
    },

    spearman(times) {
      counts.x.fill(0);
      counts.y.fill(0);
      let n = 0;
      for (let i = 0; i < times.length; i++) {
        counts.x[ofX.place[i]!]! += times[i]!;
        counts.y[ofY.place[i]!]! += times[i]!;
        n += times[i]!;
      }
      if (n < 2) return n === 0 ? NONE : undefinedBecause('n<2');
      rankOf(counts.x, ranks.x);
      rankOf(counts.y, ranks.y);
      const middle = (n + 1) / 2;
      let [xx, yy, xy] = [0, 0, 0];
      for (let i = 0; i < times.length; i++) {
        if (times[i] === 0) continue;
        const [p, q] = [ranks.x[ofX.place[i]!]! - middle, ranks.y[ofY.place[i]!]! - middle];
        xx += times[i]! * p * p;
        yy += times[i]! * q * q;
        xy += times[i]! * p * q;
      }
      return xx === 0 || yy === 0 ? FLAT : defined(Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy))));
    },

    kendallTauB: kendallOf(ofX, ofY),

    alphaOrdinal(times) {
      margins(times);
      for (let v = 0; v < pooledRanks.length; v++) pooledRanks[v] = countX[v]! + countY[v]!;
      let below = 0;
      const positions = Float64Array.from(pooledRanks, (count) => {
        const position = below + count / 2;
        below += count;
        return position;
      });
      const half = below / 2;
      return alpha(times, (v) => positions[v]! - half);
    },

    alphaInterval: (times) => alpha(times, (v) => pooled.distinct[v]!),

    icc(times) {
      const { n, x: sx, y: sy, xx, yy, xy } = moments(times);
      if (n < 2) return n === 0 ? NONE : undefinedBecause('n<2');
      const total = (sx + sy) / n;
      // Two raters: mean squares between items, between raters and of the rest, each about the grand mean.
      const items = (xx + yy + 2 * xy) / 2 - (n * total * total) / 2;
      const raters = (sx - sy) ** 2 / (2 * n);
      const all = xx + yy - (n * total * total) / 2;
      const [bms, ems] = [items / (n - 1), Math.max(0, all - items - raters) / (n - 1)];
      const denominator = bms + ems + (2 * (raters - ems)) / n;
      return all <= 0 ? FLAT : reliability(bms - ems, denominator, xx + yy, -1);
    },

    meanDifference(times) {
      let [n, apart] = [0, 0];
      for (let i = 0; i < times.length; i++) {
        n += times[i]!;
        apart += times[i]! * Math.abs(x[i]! - y[i]!);
      }
      return n === 0 ? NONE : defined(apart / n);
    }
  };
}
