/** A yes/no query about a claim, and the queries whose answers it needs. */
export interface PlannedQuery {
  id: number;
  query: string;
  dependsOn: readonly number[];
}

/**
 * Queries in an order in which each follows those it depends on; among those that may come next, as listed. A fault in words if ids
 * repeat, a dependence is not there, or queries depend on each other in a circle.
 */
export function orderQueries<Q extends PlannedQuery>(
  queries: readonly Q[]
): { ok: true; order: Q[] } | { ok: false; fault: string } {
  const ids = new Set(queries.map(({ id }) => id));
  if (queries.length === 0) return { ok: false, fault: 'it has no query' };
  if (ids.size < queries.length) return { ok: false, fault: 'two of its queries have the same id' };
  for (const { id, dependsOn } of queries)
    for (const other of dependsOn)
      if (!ids.has(other)) return { ok: false, fault: `its query ${id} depends on ${other}, which is not there` };
  const order: Q[] = [];
  const done = new Set<number>();
  while (order.length < queries.length) {
    const next = queries.find(({ id, dependsOn }) => !done.has(id) && dependsOn.every((other) => done.has(other)));
    if (!next) {
      const circle = queries.filter(({ id }) => !done.has(id)).map(({ id }) => id);
      return { ok: false, fault: `its queries ${circle.join(', ')} depend on each other in a circle` };
    }
    order.push(next);
    done.add(next.id);
  }
  return { ok: true, order };
}
