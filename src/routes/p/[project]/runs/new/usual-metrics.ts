import type { VersionContent } from '$lib/verification/release/versions.ts';
import { needsSearch } from '$lib/scorer/search/needed.ts';
import type { Metric } from '$lib/scorer/metric.ts';
import type { Suite } from '$lib/scorer/suite.ts';
import { judgesChecklists } from '$lib/scorer/runs/judged-reports.server.ts';

type Query = Pick<VersionContent['queries'][number], 'items' | 'material'>;

/**
 * Names of the metrics that the form of a new run has chosen at first: the usual ones of the first suite that names some; if no query has
 * a checklist, those for which a query has material. Left out are metrics that are for comparison only, that judge a checklist while there
 * is none, and that search without a provider.
 */
export function usualMetrics(offered: readonly Suite[], queries: readonly Query[], searchable: boolean): string[] {
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
    .filter((metric) => (hasItems || !judgesChecklists(metric)) && (searchable || !needsSearch([metric])))
    .map(({ name }) => name);
}
