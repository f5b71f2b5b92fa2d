import {
  alphaIntervalSums,
  alphaSums,
  defined,
  fleissSums,
  gwetSums,
  reliability,
  undefinedBecause,
  type Estimate,
  type SumStatistic
} from '../../stats/index.ts';
import { valueCounts } from '../../stats/numbers/value-counts.ts';
import type { Confidence, Figure } from '../units/figure.ts';
import { clusteredBy, coefficient, figuresOfSums, type Sums } from '../units/jackknife.ts';
import { metricOf, placeOnScale, scaleSteps } from '../units/metric.ts';
import type { Units } from '../units/units.ts';

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
 * reliability of one person and of the mean of all, over the items that all of them scored. An item with one label counts
 * in the chance agreement of Fleiss' κ and AC only (Gwet 2014), as in `fleissKappa`.
 */
export function ceilingOf(units: Units, confidence: Confidence = {}): Ceiling {
  const people = units.people.filter(({ labels }) => labels.some((label) => label !== null));
  const { scale } = units;
  const withLabels = (fits: (labels: number) => boolean): { unit: number }[] =>
    units.ids.flatMap((_, unit) =>
      fits(people.filter(({ labels }) => labels[unit] !== null).length) ? [{ unit }] : []
    );
  const shared = withLabels((n) => n > 1);
  const rated = shared.length === 0 ? [] : [...shared, ...withLabels((n) => n === 1)];
  const steps = scaleSteps(scale);
  const rows = shared.map(({ unit }) => people.map(({ labels }) => labels[unit]!));
  const from = clusteredBy(units, shared);
  const fromRated = { ...clusteredBy(units, rated), items: from.items };
  const of = (statistic: SumStatistic, further = 0, entries = from): Figure =>
    figuresOfSums(
      entries,
      statistic,
      {
        it: coefficient((sums: Float64Array): Estimate => {
          const value = statistic.value(sums);
          return value === null ? undefinedBecause('single-category') : defined(value);
        })
      },
      confidence,
      shared.length,
      Array.from({ length: further }, (_, label) => {
        const sums = new Float64Array(statistic.size);
        statistic.add(rated.length + label, sums, 0);
        return sums;
      })
    ).it;
  const figures: Ceiling['figures'] = [];
  const { weights, kind } = metricOf(scale);
  if (steps === null) {
    figures.push({
      key: 'alpha',
      name: 'Krippendorff’s α, interval',
      figure: of(alphaIntervalSums(rows))
    });
  } else {
    const places = Array.from({ length: steps }, (_, place) => place);
    const coded = rated.map(({ unit }) =>
      people.map(({ labels }) => (labels[unit] === null ? null : placeOnScale(scale, labels[unit]!)))
    );
    // After the items: for each label one more, to which as many people as usual give that label.
    const usual = Math.round(rows.reduce((sum, row) => sum + row.filter((v) => v !== null).length / rows.length, 0));
    const onNames = kind === 'mean';
    const further = onNames ? places.map((place) => new Array<number | null>(usual).fill(place)) : [];
    const { counts } = valueCounts([...coded, ...further], places);
    const metric = onNames ? 'nominal' : 'ordinal';
    figures.push(
      {
        key: 'alpha',
        name: `Krippendorff’s α, ${metric}`,
        figure: of(alphaSums(counts, places, metric), further.length)
      },
      {
        key: 'fleiss',
        name: onNames ? 'Fleiss’ κ' : 'Fleiss’ κ, quadratic weights',
        figure: of(fleissSums(counts, places, weights), further.length, fromRated)
      },
      {
        key: 'gwet',
        name: onNames ? 'Gwet’s AC1' : 'Gwet’s AC2, quadratic weights',
        figure: of(gwetSums(counts, places, weights), further.length, fromRated)
      }
    );
  }
  if (kind === 'kappa') {
    const complete = shared.filter((_, i) => rows[i]!.every((value) => value !== null));
    const scores = complete.map(({ unit }) => people.map(({ labels }) => labels[unit]!));
    const found = figuresOfSums(
      clusteredBy(units, complete),
      varianceSums(scores, people.length),
      { single: coefficient((sums) => iccOfSums(sums, 'one')), mean: coefficient((sums) => iccOfSums(sums, 'mean')) },
      confidence
    );
    figures.push(
      { key: 'icc-single', name: 'ICC(2,1), one annotator', figure: found.single },
      { key: 'icc-mean', name: `ICC(2,${people.length}), mean of all annotators`, figure: found.mean }
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
  return reliability(bms - ems, below, squares, of === 'one' ? -1 : undefined);
}
