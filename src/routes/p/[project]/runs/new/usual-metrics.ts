import { needsSearch } from '$lib/scorer/search/needed.ts';
import type { Metric } from '$lib/scorer/metric.ts';
import type { Suite } from '$lib/scorer/suite.ts';
import { judgesQuery, neededOf, type JudgedQuery } from '$lib/scorer/runs/judged-reports.server.ts';

/** What a metric needs and no query has, or has without what the metric judges of it; undefined if it can judge reports on some query. */
export const lackOf = (metric: Metric, queries: readonly JudgedQuery[]): ReturnType<typeof neededOf> =>
  queries.some(
    (query) => judgesQuery(metric, query) && !metric.protocol.lacks?.(query.material?.[metric.material ?? ''])
  )
    ? undefined
    : neededOf(metric);

/**
 * Names of the metrics that the form of a new run has chosen at first: the usual ones of the first suite that names some; if no query has
 * a checklist, those for which a query has material. Left out are metrics that are for comparison only, that judge a checklist while there
 * is none, and that search without a provider.
 */
export function usualMetrics(
  offered: readonly Suite[],
  queries: readonly Pick<JudgedQuery, 'items' | 'material'>[],
  searchable: boolean
): string[] {
  const hasItems = queries.some(({ items }) => items.length > 0);
  const hasMaterial = ({ name }: Suite, { protocol }: Metric): boolean =>
    queries.some(({ material }) => material?.[name] !== undefined && !protocol.lacks?.(material[name]));
  const ofMaterial = offered.flatMap((suite) => suite.metrics.filter((metric) => hasMaterial(suite, metric)));
  const general = offered.find(({ usual }) => usual !== undefined);
  const chosen =
    hasItems || ofMaterial.length === 0
      ? (general?.metrics.filter(({ name }) => general.usual!.includes(name)) ?? [])
      : ofMaterial.filter(({ rejected }) => rejected === null);
  return chosen
    .filter((metric) => (hasItems || neededOf(metric) !== 'checklist') && (searchable || !needsSearch([metric])))
    .map(({ name }) => name);
}
