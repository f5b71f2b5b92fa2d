import {
  bennettS,
  bootstrapTable,
  clusterBootstrapTable,
  clusterProportion,
  cohenKappa,
  confusion,
  gwetAC,
  percentAgreement,
  preferenceAgreement,
  scottPi,
  seededRandom,
  tableStatistic,
  type AgreementOptions,
  type ChanceCorrected,
  type Preferences,
  type TableStatistic,
  type WeightScheme
} from '../../lib/stats/index.ts';
import type { Ratings } from './data.ts';
import { bootstrapped, figure, pairsOf, type Figure, type Statistic } from './figure.ts';

type Column = Ratings['labels'][number];

/** One figure for every two raters. */
export const forPairs =
  (of: (a: Column, b: Column, ratings: Ratings, names: string[]) => Omit<Figure, 'statistic'>[]) =>
  (ratings: Ratings): Omit<Figure, 'statistic'>[] =>
    pairsOf(ratings).flatMap(([a, b]) =>
      of(ratings.labels[a]!, ratings.labels[b]!, ratings, [ratings.raters[a]!, ratings.raters[b]!])
    );

/** A share with Wilson's interval on the effective sample size; without clusters every item is one. */
export const shareOf = (
  names: readonly string[],
  outcomes: readonly (number | null)[],
  ratings: Ratings,
  part: string | null = null
): Omit<Figure, 'statistic'> => {
  const { clusters, resampling } = ratings;
  const share = clusterProportion(outcomes, clusters ?? outcomes.map((_, i) => i), {
    confidence: resampling.confidence
  });
  const by = clusters ? 'Wilson on the effective sample size' : 'Wilson';
  return figure(names, share.value === null ? { value: null, reason: 'no-pairs' } : share, {
    ...{ part, n: share.n, dropped: share.dropped, interval: share.interval },
    intervalBy: share.interval ? by : (share.intervalReason ?? null),
    clusters: clusters ? share.clusters : null
  });
};

const equality = (a: Column, b: Column): (number | null)[] =>
  a.map((label, i) => (label === null || b[i] === null ? null : Number(label === b[i])));

/** A coefficient of two raters' table with a bootstrapped interval. */
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
    const { seed, ...rest } = ratings.resampling;
    const options = { ...rest, random: seededRandom(seed) };
    const statistic = tableStatistic(ofCells, categories, weights);
    const boot = ratings.clusters
      ? clusterBootstrapTable(a, b, ratings.clusters, categories, statistic, options)
      : bootstrapTable(confusion(a, b, categories).counts.flat(), statistic, options, reason ?? 'single-category');
    return [
      figure(names, value === null ? { value, reason } : { value }, { n, dropped, ...bootstrapped(boot, ratings) })
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
    title: 'Agreement on A, B and tie: strict, ties half, ties left out',
    needs: ['preferences'],
    figures: forPairs((a, b, ratings, names) => {
      const [first, second] = [a as Preferences, b as Preferences];
      const { strict, halfTies, excludingTies, n, dropped, nExcludingTies } = preferenceAgreement(first, second);
      return [
        figure(names, strict, { part: 'strict', n, dropped }),
        figure(names, halfTies, { part: 'ties half', n, dropped }),
        figure(names, excludingTies, {
          part: 'ties left out',
          n: nExcludingTies,
          dropped: dropped + n - nExcludingTies
        })
      ];
    })
  }
];
