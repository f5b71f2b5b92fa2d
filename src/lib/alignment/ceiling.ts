import {
  alphaIntervalSums,
  alphaSums,
  defined,
  fleissSums,
  gwetSums,
  icc,
  undefinedBecause,
  type Estimate,
  type SumStatistic,
  type UndefinedReason
} from '../stats/index.ts';
import { valueCounts } from '../stats/value-counts.ts';
import type { Figure, Resampling } from './figure.ts';
import { metricOf, placeOnScale, stepsOf } from './metric.ts';
import { drawn, figuresOfSums, figuresOfTimes } from './resampled.ts';
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
    const found = figuresOfTimes(
      drawn(units, complete, resampling.seed),
      {
        single: (times) => iccOf(scores, times, 'icc21'),
        mean: (times) => iccOf(scores, times, 'icc2k')
      },
      { ...resampling, resamples: Math.min(resampling.resamples, FEWER) }
    );
    figures.push(
      { key: 'icc-single', name: 'ICC(2,1), one person', figure: found.single },
      { key: 'icc-mean', name: `ICC(2,${people.length}), the mean of all`, figure: found.mean }
    );
  }
  return { figures, raters: people.length };
}

/** An ICC of a resample reads every score again. */
const FEWER = 200;

const iccOf = (rows: readonly (readonly number[])[], times: Float64Array, key: 'icc21' | 'icc2k'): Estimate => {
  const { value, reason } = icc(rows.flatMap((row, i) => Array.from({ length: times[i]! }, () => row)))[key];
  return value === null ? undefinedBecause(reason!) : defined(value);
};
