import {
  bennettS,
  clusterProportion,
  cohenKappa,
  gwetAC,
  jackknifeSums,
  percentAgreement,
  preferenceAgreement,
  scaleCodes,
  scottPi,
  tableStatistic,
  type AgreementOptions,
  type ChanceCorrected,
  type Preferences,
  type TableStatistic,
  type WeightScheme
} from '../../lib/stats/index.ts';
import type { RatingTable } from './data.ts';
import { printedFigure, jackknifed, raterPairs, type PrintedFigure, type Statistic } from './figure.ts';

type Column = RatingTable['labels'][number];

/** One figure for every two raters. */
const forPairs =
  (of: (a: Column, b: Column, ratings: RatingTable, names: string[]) => Omit<PrintedFigure, 'statistic'>[]) =>
  (ratings: RatingTable): Omit<PrintedFigure, 'statistic'>[] =>
    raterPairs(ratings).flatMap(([a, b]) =>
      of(ratings.labels[a]!, ratings.labels[b]!, ratings, [ratings.raters[a]!, ratings.raters[b]!])
    );

/** A share with Wilson's interval on the effective sample size; without clusters every item is one. */
export const shareOf = (
  names: readonly string[],
  outcomes: readonly (number | null)[],
  ratings: RatingTable,
  part: string | null = null
): Omit<PrintedFigure, 'statistic'> => {
  const { clusters, resampling } = ratings;
  const share = clusterProportion(outcomes, clusters ?? outcomes.map((_, i) => i), {
    confidence: resampling.confidence
  });
  const by = clusters ? 'Wilson on the effective sample size' : 'Wilson';
  return printedFigure(names, share.value === null ? { value: null, reason: 'no-pairs' } : share, {
    ...{ part, n: share.n, dropped: share.dropped, interval: share.interval },
    intervalBy: share.interval ? by : (share.intervalReason ?? null),
    clusters: clusters ? share.clusters : null
  });
};

const equality = (a: Column, b: Column): (number | null)[] =>
  a.map((label, i) => (label === null || b[i] === null ? null : Number(label === b[i])));

/** One more item that both give the label at this place. */
const furtherCell = (places: number, place: number): Float64Array => {
  const cells = new Float64Array(places * places);
  cells[place * places + place] = 1;
  return cells;
};

/** A coefficient of two raters' table with a jackknife interval. */
const coefficient = (
  name: string,
  title: string,
  weights: WeightScheme,
  full: (a: Column, b: Column, options: AgreementOptions) => ChanceCorrected,
  ofCells: TableStatistic
): Statistic => ({
  name,
  title,
  needs: weights === 'unweighted' ? ['categories'] : ['categories', 'declared'],
  figures: forPairs((a, b, ratings, names) => {
    const categories = ratings.categories!;
    const { value, reason, n, dropped } = full(a, b, { categories, weights });
    const statistic = tableStatistic(ofCells, categories, weights);
    const [x, y] = [scaleCodes(a, categories), scaleCodes(b, categories)];
    const places = categories.length;
    const found = jackknifeSums(
      a.length,
      ratings.clusters,
      {
        size: places * places,
        add: (i, sums, at) => {
          if (x[i]! >= 0 && y[i]! >= 0) sums[at + x[i]! * places + y[i]!]!++;
        },
        value: statistic
      },
      {
        confidence: ratings.resampling.confidence,
        further: weights === 'unweighted' ? categories.map((_, place) => furtherCell(places, place)) : []
      },
      reason
    );
    return [
      printedFigure(names, value === null ? { value, reason } : { value }, {
        n,
        dropped,
        ...jackknifed(found, ratings)
      })
    ];
  })
});

const schemes = ['linear', 'quadratic'] as const;

/** Agreement of every two raters, or of each with the reference. */
export const twoRaters: readonly Statistic[] = [
  {
    name: 'percent-agreement',
    title: 'Share of items with the same label',
    needs: [],
    figures: forPairs((a, b, ratings, names) => {
      const { matches } = percentAgreement(a, b);
      return [{ ...shareOf(names, equality(a, b), ratings), part: `${matches} matches` }];
    })
  },
  coefficient('cohen-kappa', 'Cohen’s κ, unweighted', 'unweighted', cohenKappa, 'cohen-kappa'),
  ...schemes.map((w) => coefficient(`cohen-kappa-${w}`, `Cohen’s κ, ${w} weights`, w, cohenKappa, 'cohen-kappa')),
  coefficient('scott-pi', 'Scott’s π, unweighted', 'unweighted', scottPi, 'scott-pi'),
  ...schemes.map((w) => coefficient(`scott-pi-${w}`, `Scott’s π, ${w} weights`, w, scottPi, 'scott-pi')),
  coefficient('bennett-s', 'Bennett’s S, unweighted', 'unweighted', bennettS, 'bennett-s'),
  ...schemes.map((w) => coefficient(`bennett-s-${w}`, `Bennett’s S, ${w} weights`, w, bennettS, 'bennett-s')),
  coefficient('gwet-ac1', 'Gwet’s AC1', 'unweighted', gwetAC, 'gwet-ac'),
  ...schemes.map((w) => coefficient(`gwet-ac2-${w}`, `Gwet’s AC2, ${w} weights`, w, gwetAC, 'gwet-ac')),
  {
    name: 'preference-agreement',
    title: 'Agreement on A, B and tie: strict, ties as half, ties excluded',
    needs: ['preferences'],
    figures: forPairs((a, b, ratings, names) => {
      const [first, second] = [a as Preferences, b as Preferences];
      const { strict, halfTies, excludingTies, n, dropped, nExcludingTies } = preferenceAgreement(first, second);
      return [
        printedFigure(names, strict, { part: 'strict', n, dropped }),
        printedFigure(names, halfTies, { part: 'ties as half', n, dropped }),
        printedFigure(names, excludingTies, {
          part: 'ties excluded',
          n: nExcludingTies,
          dropped: dropped + n - nExcludingTies
        })
      ];
    })
  }
];
