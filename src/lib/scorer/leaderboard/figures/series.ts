import { clusterErrorInterval, ENOUGH_CLUSTERS, type Interval, signFlipTest, tTest } from '../../../stats/index.ts';

/** Contribution of each query to a value: Σ sum ÷ Σ weight over its queries. Queries of weight 0 are left out. */
export type Series = ReadonlyMap<string, { sum: number; weight: number }>;

/** A value with a 95% CI whose unit is the query. */
export interface SeriesFigure {
  value: number | null;
  /** Why `value` is null. */
  reason: string | null;
  interval: Interval | null;
  /** Why there is no interval though there is a value. */
  intervalReason: string | null;
  /** Queries that the value rests on; of a sum of values, those of the one with the fewest. */
  queries: number;
  /** Fewer queries than an interval clustered by query needs to be trusted (20). */
  fewQueries: boolean;
}

export const noFigure = (reason: string): SeriesFigure => ({
  value: null,
  reason,
  interval: null,
  intervalReason: null,
  queries: 0,
  fewQueries: true
});

/** Series of a mean over queries: each query counts with the mean of its values. */
export const meanSeries = (values: readonly { qid: string; value: number }[]): Series => {
  const counts = new Map<string, { sum: number; n: number }>();
  for (const { qid, value } of values) {
    const count = counts.get(qid) ?? { sum: 0, n: 0 };
    count.sum += value;
    count.n += 1;
    counts.set(qid, count);
  }
  return new Map([...counts].map(([qid, { sum, n }]) => [qid, { sum: sum / n, weight: 1 }]));
};

/** Series of a ratio of counts, e.g. wins to decisive games. */
export const ratioSeries = (counts: readonly { qid: string; k: number; n: number }[]): Series => {
  const series = new Map<string, { sum: number; weight: number }>();
  for (const { qid, k, n } of counts) {
    if (n === 0) continue;
    const one = series.get(qid) ?? { sum: 0, weight: 0 };
    one.sum += k;
    one.weight += n;
    series.set(qid, one);
  }
  return series;
};

/** A series with a factor, as a part of a sum: an average has one term of ¼ for each of four metrics. */
export interface Term {
  factor: number;
  series: Series;
}

/** Differences smaller than this, relative to the value, are rounding. */
const ROUNDING = 1e-9;

/** A term's sums and weights, query by query in one order; 0 if the series lacks the query. */
interface Column {
  factor: number;
  sums: Float64Array;
  weights: Float64Array;
}

const columnsOf = (terms: readonly Term[], queries: readonly string[]): Column[] =>
  terms.map(({ factor, series }) => {
    const sums = new Float64Array(queries.length);
    const weights = new Float64Array(queries.length);
    queries.forEach((qid, at) => {
      const one = series.get(qid);
      sums[at] = one?.sum ?? 0;
      weights[at] = one?.weight ?? 0;
    });
    return { factor, sums, weights };
  });

const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/**
 * Pseudo-values of Σ factor · value: their mean is that sum, their standard error its linearised one clustered by query
 * (a mean's pseudo-values are its queries' values). Null if a series is empty.
 *
 * With r_q = Σ_terms factor · (sum_q − value · weight_q) ÷ Σ weight and G queries: sum + G · r_q.
 */
const pseudoValues = (columns: readonly Column[], queries: number): number[] | null => {
  const residuals = new Array<number>(queries).fill(0);
  let whole = 0;
  for (const { factor, sums, weights } of columns) {
    const weight = total(weights);
    if (weight === 0) return null;
    const value = total(sums) / weight;
    whole += factor * value;
    for (let at = 0; at < queries; at++) residuals[at]! += (factor * (sums[at]! - value * weights[at]!)) / weight;
  }
  const spread =
    residuals.reduce((a, b) => Math.max(a, b), -Infinity) - residuals.reduce((a, b) => Math.min(a, b), Infinity);
  const alike = spread * queries <= ROUNDING * Math.max(1, Math.abs(whole));
  return residuals.map((residual) => (alike ? whole : whole + queries * residual));
};

const WHY_NO_INTERVAL: Partial<Record<string, string>> = {
  'n<2': 'One query shows no spread.',
  'zero-variance': 'There is no variance between queries.'
};

/**
 * Σ factor · value of series, with a 95% CI clustered by query: Wilson's form between the ends of the scale, from the standard
 * error of the queries' pseudo-values (`clusterErrorInterval`). For a mean over queries this is the jackknife of `pooledRatio`, so
 * that a mean has the same interval here and in the tables of its suite. A scale without upper end has Student's interval,
 * cut off at its lower end. All series of a sum are treated as judged on the same sample of queries, so that what queries
 * have in common between systems or metrics is not counted twice; systems, metrics and judges are taken as given.
 *
 * @returns null with the reason if a series is empty; without interval below two queries or if all agree.
 * Source: Taylor-linearised ratio, Cochran 1977, section 6; see `clusterProportion`.
 */
export const seriesFigure = (
  terms: readonly Term[],
  { min, max }: { min: number; max: number },
  reason = 'There is no score.'
): SeriesFigure => {
  const queries = [...new Set(terms.flatMap(({ series }) => [...series.keys()]))];
  const values = pseudoValues(columnsOf(terms, queries), queries.length);
  if (values === null || values.length === 0) return noFigure(reason);
  const { mean, sd, reason: without } = tTest(values);
  const [value, clusters] = [mean!, values.length];
  const fewest = Math.min(...terms.map(({ series }) => series.size));
  const range: Interval | null = Number.isFinite(max - min) ? [min, max] : null;
  const ends =
    without === undefined ? clusterErrorInterval(value, { se: sd! / Math.sqrt(clusters), clusters }, { range }) : null;
  return {
    value,
    reason: null,
    interval: ends && [Math.max(min, ends[0]), Math.min(max, ends[1])],
    intervalReason: ends === null ? (WHY_NO_INTERVAL[without ?? ''] ?? null) : null,
    queries: fewest,
    fewQueries: fewest < ENOUGH_CLUSTERS
  };
};

/** Difference of two sums on the same queries. */
export interface SeriesDifference {
  value: number;
  interval: Interval | null;
  /** Two-sided p of no difference. */
  p: number;
  queries: number;
}

/** The sign of Σ factor · value of each query. */
const signsOf = (columns: readonly Column[], queries: number): number[] =>
  Array.from({ length: queries }, (_, at) => {
    const difference = columns.reduce((sum, { factor, sums, weights }) => sum + (factor * sums[at]!) / weights[at]!, 0);
    return Math.abs(difference) <= ROUNDING ? 0 : Math.sign(difference);
  });

/**
 * a − b on the queries that all series of both have, by a paired t test over queries with its 95% CI. Where the
 * differences do not vary, p is that of the exact sign-flip test of their signs and there is no interval. Null below two
 * common queries.
 */
export const differenceOf = (a: readonly Term[], b: readonly Term[]): SeriesDifference | null => {
  const [first, ...others] = [...a, ...b];
  if (!first) return null;
  const common = [...first.series.keys()].filter((qid) => others.every(({ series }) => series.has(qid)));
  if (common.length < 2) return null;
  const columns = columnsOf([...a, ...b.map(({ factor, series }) => ({ factor: 0 - factor, series }))], common);
  const values = pseudoValues(columns, common.length);
  if (values === null) return null;
  const test = tTest(values);
  return {
    value: test.mean ?? 0,
    interval: test.interval,
    p: test.p ?? signFlipTest(signsOf(columns, common.length)).value ?? 1,
    queries: common.length
  };
};
