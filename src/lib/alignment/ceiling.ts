import {
  alphaIntervalSums,
  alphaSums,
  defined,
  fleissSums,
  gwetSums,
  undefinedBecause,
  type Estimate,
  type SumStatistic,
  type UndefinedReason
} from '../stats/index.ts';
import { valueCounts } from '../stats/value-counts.ts';
import type { Figure, Resampling } from './figure.ts';
import { metricOf, placeOnScale, stepsOf } from './metric.ts';
import { drawn, figuresOfSums, type Sums } from './resampled.ts';
import type { Units } from './units.ts';

/** How far all people agree with one another: what may be asked of a judge at most. */
export interface Ceiling {
  /** In the order of display. */
  figures: { key: CeilingKey; name: string; figure: Figure }[];
  /** People who labelled something. */
  raters: number;
}

export type CeilingKey = 'alpha' | 'fleiss' | 'gwet' | 'icc-single' | 'icc-mean';

/**
 * Coefficients of any number of people, over the items with two labels or more: Krippendorff's α by the level of the scale;
 * Fleiss' κ and Gwet's AC1 on labels (AC2 with quadratic weights on steps); on scores ICC(2,1) and ICC(2,k), the
 * reliability of one person and of the mean of all, over the items that all of them scored.
 */
export function ceilingOf(units: Units, resampling: Resampling): Ceiling {
  const people = units.people.filter(({ labels }) => labels.some((label) => label !== null));
  const { scale } = units;
  const shared = units.ids.flatMap((_, unit) =>
    people.filter(({ labels }) => labels[unit] !== null).length > 1 ? [{ unit }] : []
  );
  const steps = stepsOf(scale);
  const rows = shared.map(({ unit }) => people.map(({ labels }) => labels[unit]!));
  const from = drawn(units, shared, resampling.seed);
  const of = (statistic: SumStatistic, reason: UndefinedReason): Figure =>
    figuresOfSums(
      from,
      statistic,
      {
        it: (sums): Estimate => {
          const value = statistic.value(sums);
          return value === null ? undefinedBecause(reason) : defined(value);
        }
      },
      resampling
    ).it;
  const figures: Ceiling['figures'] = [];
  const { weights, kind } = metricOf(scale);
  if (steps === null) {
    figures.push({
      key: 'alpha',
      name: 'Krippendorff’s α, interval',
      figure: of(alphaIntervalSums(rows), 'single-category')
    });
  } else {
    const places = Array.from({ length: steps }, (_, place) => place);
    const coded = rows.map((row) => row.map((value) => (value === null ? null : placeOnScale(scale, value))));
    const { counts } = valueCounts(coded, places);
    const metric = kind === 'mean' ? 'nominal' : 'ordinal';
    figures.push(
      {
        key: 'alpha',
        name: `Krippendorff’s α, ${metric}`,
        figure: of(alphaSums(counts, places, metric), 'single-category')
      },
      {
        key: 'fleiss',
        name: kind === 'mean' ? 'Fleiss’ κ' : 'Fleiss’ κ, quadratic weights',
        figure: of(fleissSums(counts, places, weights), 'single-category')
      },
      {
        key: 'gwet',
        name: kind === 'mean' ? 'Gwet’s AC1' : 'Gwet’s AC2, quadratic weights',
        figure: of(gwetSums(counts, places, weights), 'single-category')
      }
    );
  }
  if (kind === 'kappa') {
    const complete = shared.filter((_, i) => rows[i]!.every((value) => value !== null));
    const scores = complete.map(({ unit }) => people.map(({ labels }) => labels[unit]!));
    const found = figuresOfSums(
      drawn(units, complete, resampling.seed),
      varianceSums(scores, people.length),
      { single: (sums) => iccOfSums(sums, 'one'), mean: (sums) => iccOfSums(sums, 'mean') },
      resampling
    );
    figures.push(
      { key: 'icc-single', name: 'ICC(2,1), one person', figure: found.single },
      { key: 'icc-mean', name: `ICC(2,${people.length}), the mean of all`, figure: found.mean }
    );
  }
  return { figures, raters: people.length };
}

/** Items, Σ of row sums, of their squares and of all squares, then the sum of each rater. */
function varianceSums(rows: readonly (readonly number[])[], raters: number): Sums {
  const all = rows.flat();
  const centre = all.reduce((sum, value) => sum + value / all.length, 0);
  return {
    size: 4 + raters,
    add: (i, into, at) => {
      let own = 0;
      for (const [r, score] of rows[i]!.entries()) {
        const x = score - centre;
        own += x;
        into[at + 3]! += x * x;
        into[at + 4 + r]! += x;
      }
      into[at]!++;
      into[at + 1]! += own;
      into[at + 2]! += own * own;
    }
  };
}

/** ICC(2,1) or ICC(2,k) of Shrout and Fleiss from these sums; see `icc`. */
function iccOfSums(sums: Float64Array, of: 'one' | 'mean'): Estimate {
  const [n, sum, ofRows, squares] = [sums[0]!, sums[1]!, sums[2]!, sums[3]!];
  const k = sums.length - 4;
  if (k < 2) return undefinedBecause('too-few-raters');
  if (n < 2) return undefinedBecause('n<2');
  const middle = (sum * sum) / (n * k);
  const items = Math.max(0, ofRows / k - middle);
  let columns = 0;
  for (let r = 0; r < k; r++) columns += sums[4 + r]! ** 2;
  const raters = Math.max(0, columns / n - middle);
  const rest = Math.max(0, squares - middle - items - raters);
  const [bms, jms, ems] = [items / (n - 1), raters / (k - 1), rest / ((n - 1) * (k - 1))];
  const below = of === 'one' ? bms + (k - 1) * ems + (k * (jms - ems)) / n : bms + (jms - ems) / n;
  return Math.abs(below) <= 1e-12 * squares ? undefinedBecause('zero-variance') : defined((bms - ems) / below);
}
