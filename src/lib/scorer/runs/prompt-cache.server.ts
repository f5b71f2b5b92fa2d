import { and, eq, sql } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { savedByCache } from '../engine/costs/costs.ts';
import type { PromptCacheUse } from '../engine/estimate/prompt-cache.ts';
import type { Run } from './runs.server.ts';

/** Use of prompt caches by the calls that a run sent. Replies taken from other runs are not counted. */
export function promptCacheOf(db: Db, run: Pick<Run, 'id' | 'options'>): PromptCacheUse {
  const { call, judge } = schema;
  const { prices } = run.options;
  const longer = Object.entries(prices).flatMap(([spec, { long }]) =>
    long ? [sql`when coalesce(${call.player}, ${judge.spec}) = ${spec} then ${call.inputTokens} > ${long.above}`] : []
  );
  // Long requests have prices of their own.
  const long = longer.length === 0 ? sql<number>`0` : sql<number>`case ${sql.join(longer, sql` `)} else 0 end`;
  const rows = db
    .select({
      spec: sql<string>`coalesce(${call.player}, ${judge.spec})`.as('spec'),
      long: long.as('long'),
      calls: sql<number>`count(*)`,
      inputTokens: sql<number>`coalesce(sum(${call.inputTokens}), 0)`,
      cachedTokens: sql<number>`coalesce(sum(${call.cachedTokens}), 0)`,
      cacheWriteTokens: sql<number>`coalesce(sum(${call.cacheWriteTokens}), 0)`
    })
    .from(call)
    .innerJoin(judge, eq(judge.id, call.judgeId))
    .where(
      and(
        eq(call.runId, run.id),
        eq(call.cached, false),
        sql`(${call.cachedTokens} is not null or ${call.cacheWriteTokens} is not null)`
      )
    )
    .groupBy(sql`1`, sql`2`)
    .all();
  const savings = rows.flatMap((row) => {
    const saved = savedByCache({ ...row, outputTokens: 0 }, prices[row.spec]);
    return saved === null ? [] : [{ saved, calls: row.calls }];
  });
  const sum = <Row>(of: readonly Row[], value: (row: Row) => number): number =>
    of.reduce((total, row) => total + value(row), 0);
  return {
    calls: sum(rows, (row) => row.calls),
    inputTokens: sum(rows, (row) => row.inputTokens),
    readTokens: sum(rows, (row) => row.cachedTokens),
    writtenTokens: sum(rows, (row) => row.cacheWriteTokens),
    saved: savings.length === 0 ? null : sum(savings, ({ saved }) => saved),
    pricedCalls: sum(savings, ({ calls }) => calls)
  };
}
