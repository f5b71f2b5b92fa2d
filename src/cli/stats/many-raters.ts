import {
  allAgree,
  alphaIntervalSums,
  alphaSums,
  bootstrapSums,
  clusterBootstrap,
  fleissSums,
  gwetSums,
  icc,
  kappaOfCells,
  kendallW,
  lightKappa,
  scaleCodes,
  seededRandom,
  type AlphaMetric,
  type BootstrapOptions,
  type Estimate,
  type Icc,
  type SumStatistic,
  type UndefinedReason,
  type WeightScheme
} from '../../lib/stats/index.ts';
import type { Ratings } from './data.ts';
import { bootstrapped, figure, type Figure, type Need, type Part, type Statistic } from './figure.ts';
import { shareOf } from './two-raters.ts';

type Numbers = (number | null)[][];

export const resamplingOf = ({ resampling: { seed, ...rest } }: Ratings): BootstrapOptions => ({
  ...rest,
  random: seededRandom(seed)
});

/** Labels as numbers, rater by rater; the catalogue asks for numbers first. */
export const numbersOf = ({ labels }: Ratings): Numbers => labels as Numbers;

/** Numbers item by item. */
export const rowsOf = (ratings: Ratings): Numbers => {
  const labels = numbersOf(ratings);
  return ratings.items.map((_, i) => labels.map((own) => own[i]!));
};

/** Units × categories counts. */
function countsOf({ labels, items, categories }: Ratings): Float64Array[] {
  const codes = labels.map((own) => scaleCodes(own, categories!));
  return items.map((_, i) => {
    const row = new Float64Array(categories!.length);
    for (const own of codes) if (own[i]! >= 0) row[own[i]!]!++;
    return row;
  });
}

/** Items by how many ratings they have: at least one, and at least two. */
function coverage({ labels, items }: Ratings): { rated: number; pairable: number } {
  let rated = 0;
  let pairable = 0;
  for (let i = 0; i < items.length; i++) {
    const given = labels.filter((own) => own[i] !== null).length;
    if (given > 0) rated++;
    if (given > 1) pairable++;
  }
  return { rated, pairable };
}

/** A coefficient of all raters that is a function of sums over items. */
const ofSums = (
  name: string,
  title: string,
  needs: readonly Need[],
  sums: (ratings: Ratings) => SumStatistic,
  part: Part = {}
): Statistic => ({
  name,
  title,
  needs,
  figures: (ratings) => {
    const { pairable } = coverage(ratings);
    const reason: UndefinedReason = pairable === 0 ? 'no-pairable-values' : 'single-category';
    const boot = bootstrapSums(ratings.items.length, ratings.clusters, sums(ratings), resamplingOf(ratings), reason);
    const dropped = ratings.items.length - pairable;
    return [figure(ratings.raters, boot, { n: pairable, dropped, ...part, ...bootstrapped(boot, ratings) })];
  }
});

const weighted = (w: WeightScheme): readonly Need[] =>
  w === 'unweighted' ? ['categories'] : ['categories', 'declared'];
const suffix = (w: WeightScheme): string => (w === 'unweighted' ? '' : `-${w}`);
const named = (w: WeightScheme): string => (w === 'unweighted' ? 'unweighted' : `${w} weights`);
const schemes = ['unweighted', 'linear', 'quadratic'] as const;

const alpha = (metric: AlphaMetric): Statistic =>
  ofSums(
    `krippendorff-alpha-${metric}`,
    `Krippendorff’s α, ${metric}`,
    metric === 'nominal'
      ? ['categories']
      : metric === 'ordinal'
        ? ['categories', 'declared']
        : metric === 'ratio'
          ? ['categories', 'numbers']
          : ['numbers'],
    (ratings) =>
      metric === 'interval'
        ? alphaIntervalSums(rowsOf(ratings))
        : alphaSums(countsOf(ratings), ratings.categories!, metric)
  );

/** The tables of all pairs of raters, one after the other. */
function pairTables({ labels, categories }: Ratings, weights: WeightScheme): SumStatistic {
  const codes = labels.map((own) => scaleCodes(own, categories!));
  const pairs = codes.flatMap((a, i) => codes.slice(i + 1).map((b) => [a, b] as const));
  const k = categories!.length;
  const kappa = kappaOfCells(categories!, weights);
  return {
    size: pairs.length * k * k,
    add: (item, sums, at) => {
      for (const [p, [a, b]] of pairs.entries())
        if (a[item]! >= 0 && b[item]! >= 0) sums[at + p * k * k + a[item]! * k + b[item]!]!++;
    },
    value: (sums) => {
      const values = pairs.map((_, p) => kappa(sums.subarray(p * k * k, (p + 1) * k * k))).filter((v) => v !== null);
      return values.length === 0 ? null : values.reduce((sum, v) => sum + v, 0) / values.length;
    }
  };
}

const ICC: readonly [keyof Icc & `icc${string}`, string, string][] = [
  ['icc1', 'icc-1', 'ICC(1), each item rated by others'],
  ['icc1k', 'icc-1k', 'ICC(1,k), of their mean'],
  ['icc21', 'icc-2-1', 'ICC(2,1), absolute agreement'],
  ['icc2k', 'icc-2-k', 'ICC(2,k), reliability of the mean score'],
  ['icc31', 'icc-3-1', 'ICC(3,1), consistency'],
  ['icc3k', 'icc-3-k', 'ICC(3,k), consistency of the mean']
];

/** More evaluations of an item than this are not made for one interval. */
export const MOST_EVALUATIONS = 3e8;

/** An estimate of items with an interval from resampled clusters, where that takes seconds and not minutes. */
export function resampledItems(
  ratings: Ratings,
  items: readonly number[],
  raters: readonly string[],
  of: (items: ArrayLike<number>) => Estimate,
  part: Part
): Omit<Figure, 'statistic'> {
  const estimate = of(items);
  const n = items.length;
  const rest = { n, dropped: ratings.items.length - n, ...part };
  if (n * raters.length * ratings.resampling.replicates > MOST_EVALUATIONS)
    return figure(raters, estimate, { ...rest, intervalBy: 'none: too many items for so many resamples' });
  if (estimate.value === null) return figure(raters, estimate, rest);
  const cluster = items.map((i) => ratings.clusters?.[i] ?? i);
  const boot = clusterBootstrap(
    cluster,
    (drawn) => of(Array.from(drawn, (i) => items[i]!)).value,
    resamplingOf(ratings),
    estimate.reason
  );
  return figure(raters, estimate, { ...rest, ...bootstrapped(boot, ratings) });
}

/** Items that every rater rated. */
export const completeItems = ({ labels, items }: Ratings): number[] =>
  items.flatMap((_, i) => (labels.every((own) => own[i] !== null) ? [i] : []));

/** Agreement and reliability of all raters together. */
export const manyRaters: readonly Statistic[] = [
  {
    name: 'all-agree',
    title: 'Share of items on which all raters gave the same label',
    needs: [],
    figures: (ratings) => {
      const { labels, items, raters } = ratings;
      const { matches, value, reason } = allAgree(labels);
      if (value === null && reason === 'too-few-raters')
        return [figure(raters, { value, reason }, { n: 0, dropped: items.length })];
      const same = items.map((_, i) =>
        labels.some((own) => own[i] === null) ? null : Number(labels.every((own) => own[i] === labels[0]![i]))
      );
      return [{ ...shareOf(raters, same, ratings), part: `${matches} unanimous` }];
    }
  },
  ...schemes.map((w) =>
    ofSums(`fleiss-kappa${suffix(w)}`, `Fleiss’ κ, ${named(w)}`, weighted(w), (ratings) =>
      fleissSums(countsOf(ratings), ratings.categories!, w)
    )
  ),
  ...schemes.map((w): Statistic => ({
    ...ofSums(`light-kappa${suffix(w)}`, `Light’s κ, ${named(w)}`, weighted(w), (ratings) => pairTables(ratings, w)),
    figures: (ratings) => {
      const full = lightKappa(ratings.labels, { categories: ratings.categories!, weights: w });
      const { pairable } = coverage(ratings);
      const boot = bootstrapSums(ratings.items.length, ratings.clusters, pairTables(ratings, w), resamplingOf(ratings));
      const part = `${full.pairs} pairs${full.undefinedPairs > 0 ? `, ${full.undefinedPairs} undefined` : ''}`;
      const dropped = ratings.items.length - pairable;
      return [figure(ratings.raters, full, { part, n: pairable, dropped, ...bootstrapped(boot, ratings) })];
    }
  })),
  ...schemes.map((w) =>
    ofSums(
      w === 'unweighted' ? 'gwet-ac1-many' : `gwet-ac2-many-${w}`,
      `Gwet’s ${w === 'unweighted' ? 'AC1' : `AC2, ${named(w)}`}, of all raters`,
      weighted(w),
      (ratings) => gwetSums(countsOf(ratings), ratings.categories!, w)
    )
  ),
  ...(['nominal', 'ordinal', 'interval', 'ratio'] as const).map(alpha),
  ...ICC.map(([member, name, title]): Statistic => ({
    name,
    title,
    needs: ['numbers'],
    figures: (ratings) => {
      const rows = rowsOf(ratings);
      const of = (items: ArrayLike<number>): Estimate => icc(Array.from(items, (i) => rows[i]!))[member];
      return [resampledItems(ratings, completeItems(ratings), ratings.raters, of, {})];
    }
  })),
  {
    name: 'kendall-w',
    title: 'Kendall’s W, with ties',
    needs: ['numbers'],
    figures: (ratings) => {
      const labels = numbersOf(ratings) as number[][];
      const of = (items: ArrayLike<number>) => kendallW(labels.map((own) => Array.from(items, (i) => own[i]!)));
      const items = completeItems(ratings);
      return [resampledItems(ratings, items, ratings.raters, of, { p: of(items).p })];
    }
  }
];
