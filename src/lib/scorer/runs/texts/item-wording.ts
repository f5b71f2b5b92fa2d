import type { Metric } from '../../metric.ts';
import type { Item } from '../../sample.ts';
import { unitNamed } from '../../suites/index.ts';

/** The items that a metric asks about in reports on a query; null if it finds its units in the report. */
export const itemsUnder = (
  { protocol, items }: Pick<Metric, 'protocol' | 'items'>,
  ofQuery: readonly Item[],
  qid: string
): readonly Item[] | null =>
  protocol.itemsOf?.(qid) ?? (unitNamed(protocol.unit.kind).checklist ? (items ?? ofQuery) : null);

/**
 * How a metric words the items of queries, by qid and key. An item that the query does not have any more goes by its key.
 *
 * @param queries With the items of their own checklists
 */
export function wordingUnder(
  metric: Pick<Metric, 'protocol' | 'items'>,
  queries: readonly { qid: string; items: readonly Item[] }[]
): (qid: string, key: string) => string {
  const ofQuery = new Map(queries.map(({ qid, items }) => [qid, items]));
  return (qid, key) => itemsUnder(metric, ofQuery.get(qid) ?? [], qid)?.find((item) => item.key === key)?.text ?? key;
}
