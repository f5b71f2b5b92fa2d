import {
  allAgree,
  alphaIntervalSums,
  alphaSums,
  fleissSums,
  gwetSums,
  icc,
  jackknifeItems,
  jackknifeSums,
  kappaOfCells,
  kendallW,
  lightKappa,
  scaleCodes,
  type AlphaMetric,
  type Estimate,
  type Icc,
  type Interval,
  type SumStatistic,
  type UndefinedReason,
  type WeightScheme
} from '../../lib/stats/index.ts';
import type { RatingTable } from './data.ts';
import {
  printedFigure,
  jackknifed,
  type PrintedFigure,
  type StatisticNeed,
  type FigurePart,
  type Statistic
} from './figure.ts';
import { shareOf } from './two-raters.ts';

type Numbers = (number | null)[][];

/** Labels as numbers, rater by rater; the catalogue asks for numbers first. */
export const labelNumbers = ({ labels }: RatingTable): Numbers => labels as Numbers;

/** Numbers item by item. */
export const rowsOf = (ratings: RatingTable): Numbers => {
  const labels = labelNumbers(ratings);
  return ratings.items.map((_, i) => labels.map((own) => own[i]!));
};

/** Units × categories counts; after the units, for each category one more to which as many raters as usual give that label. */
function countsOf({ labels, items, categories }: RatingTable): Float64Array[] {
  const codes = labels.map((own) => scaleCodes(own, categories!));
  const rows = items.map((_, i) => {
    const row = new Float64Array(categories!.length);
    for (const own of codes) if (own[i]! >= 0) row[own[i]!]!++;
    return row;
  });
  const pairable = rows.map((row) => row.reduce((sum, n) => sum + n, 0)).filter((n) => n > 1);
  const usual = Math.round(pairable.reduce((sum, n) => sum + n / pairable.length, 0));
  const unanimous = categories!.map((_, place) => Float64Array.from(categories!, (__, c) => (c === place ? usual : 0)));
  return [...rows, ...unanimous];
}

/** Items by how many ratings they have: at least one, and at least two. */
function coverage({ labels, items }: RatingTable): { rated: number; pairable: number } {
  let rated = 0;
  let pairable = 0;
  for (let i = 0; i < items.length; i++) {
    const given = labels.filter((own) => own[i] !== null).length;
    if (given > 0) rated++;
    if (given > 1) pairable++;
  }
  return { rated, pairable };
}

/**
 * A coefficient of all raters that is a function of sums over items.
 *
 * @param onNames its statistic counts categories without an order, and has one more unit for each after the items.
 */
const ofSums = (
  name: string,
  title: string,
  needs: readonly StatisticNeed[],
  sums: (ratings: RatingTable) => SumStatistic,
  onNames = false
): Statistic => ({
  name,
  title,
  needs,
  figures: (ratings) => {
    const { pairable } = coverage(ratings);
    const reason: UndefinedReason = pairable === 0 ? 'no-pairable-values' : 'single-category';
    const { confidence } = ratings.resampling;
    const statistic = sums(ratings);
    const further = (onNames ? ratings.categories! : []).map((_, place) => {
      const one = new Float64Array(statistic.size);
      statistic.add(ratings.items.length + place, one, 0);
      return one;
    });
    const sum = jackknifeSums(ratings.items.length, ratings.clusters, statistic, { confidence, further }, reason);
    // Without a pair no cluster adds anything, which is not the same as no items.
    const found = sum.value === null ? { ...sum, reason } : sum;
    const dropped = ratings.items.length - pairable;
    return [printedFigure(ratings.raters, found, { n: pairable, dropped, ...jackknifed(found, ratings) })];
  }
});

const weighted = (w: WeightScheme): readonly StatisticNeed[] =>
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
        : alphaSums(countsOf(ratings), ratings.categories!, metric),
    metric === 'nominal'
  );

/** The tables of all pairs of raters, one after the other. */
function pairTables({ labels, categories }: RatingTable, weights: WeightScheme): SumStatistic {
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
  ['icc1', 'icc-1', 'ICC(1), each item rated by different raters'],
  ['icc1k', 'icc-1k', 'ICC(1,k), of their mean'],
  ['icc21', 'icc-2-1', 'ICC(2,1), absolute agreement'],
  ['icc2k', 'icc-2-k', 'ICC(2,k), reliability of the mean score'],
  ['icc31', 'icc-3-1', 'ICC(3,1), consistency'],
  ['icc3k', 'icc-3-k', 'ICC(3,k), consistency of the mean']
];

/**
 * An estimate of items with its jackknife interval by cluster.
 *
 * @param range of the values that it can have.
 */
export function figureOfItems(
  ratings: RatingTable,
  items: readonly number[],
  raters: readonly string[],
  of: (items: ArrayLike<number>) => Estimate,
  part: FigurePart,
  range: Interval = [-1, 1]
): Omit<PrintedFigure, 'statistic'> {
  const estimate = of(items);
  const n = items.length;
  const rest = { n, dropped: ratings.items.length - n, ...part };
  if (estimate.value === null) return printedFigure(raters, estimate, rest);
  const cluster = items.map((i) => ratings.clusters?.[i] ?? i);
  const found = jackknifeItems(
    cluster,
    (kept) => of(Array.from(kept, (i) => items[i]!)).value,
    { confidence: ratings.resampling.confidence, range },
    estimate.reason
  );
  return printedFigure(raters, estimate, { ...rest, ...jackknifed(found, ratings) });
}

/** Items that every rater rated. */
const completeItems = ({ labels, items }: RatingTable): number[] =>
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
        return [printedFigure(raters, { value, reason }, { n: 0, dropped: items.length })];
      const same = items.map((_, i) =>
        labels.some((own) => own[i] === null) ? null : Number(labels.every((own) => own[i] === labels[0]![i]))
      );
      return [{ ...shareOf(raters, same, ratings), part: `${matches} unanimous` }];
    }
  },
  ...schemes.map((w) =>
    ofSums(
      `fleiss-kappa${suffix(w)}`,
      `Fleiss’ κ, ${named(w)}`,
      weighted(w),
      (ratings) => fleissSums(countsOf(ratings), ratings.categories!, w),
      w === 'unweighted'
    )
  ),
  ...schemes.map((w): Statistic => ({
    ...ofSums(`light-kappa${suffix(w)}`, `Light’s κ, ${named(w)}`, weighted(w), (ratings) => pairTables(ratings, w)),
    figures: (ratings) => {
      const full = lightKappa(ratings.labels, { categories: ratings.categories!, weights: w });
      const { pairable } = coverage(ratings);
      const { confidence } = ratings.resampling;
      const found = jackknifeSums(ratings.items.length, ratings.clusters, pairTables(ratings, w), { confidence });
      const part = `${full.pairs} pairs${full.undefinedPairs > 0 ? `, ${full.undefinedPairs} undefined` : ''}`;
      const dropped = ratings.items.length - pairable;
      return [printedFigure(ratings.raters, full, { part, n: pairable, dropped, ...jackknifed(found, ratings) })];
    }
  })),
  ...schemes.map((w) =>
    ofSums(
      w === 'unweighted' ? 'gwet-ac1-many' : `gwet-ac2-many-${w}`,
      `Gwet’s ${w === 'unweighted' ? 'AC1' : `AC2, ${named(w)}`}, of all raters`,
      weighted(w),
      (ratings) => gwetSums(countsOf(ratings), ratings.categories!, w),
      w === 'unweighted'
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
      return [figureOfItems(ratings, completeItems(ratings), ratings.raters, of, {})];
    }
  })),
  {
    name: 'kendall-w',
    title: 'Kendall’s W, with ties',
    needs: ['numbers'],
    figures: (ratings) => {
      const labels = labelNumbers(ratings) as number[][];
      const of = (items: ArrayLike<number>) => kendallW(labels.map((own) => Array.from(items, (i) => own[i]!)));
      const items = completeItems(ratings);
      return [figureOfItems(ratings, items, ratings.raters, of, { p: of(items).p }, [0, 1])];
    }
  }
];
