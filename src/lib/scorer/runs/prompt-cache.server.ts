import { and, eq, type SQL, sql } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { halfPrice } from '../engine/batches/half-price.ts';
import { ratesOf, savedByCache } from '../engine/costs/costs.ts';
import { askedSpec, isLongRequest } from '../engine/costs/recorded-costs.server.ts';
import type { PromptCacheUse } from '../engine/estimate/prompt-cache.ts';
import type { Run } from './runs.server.ts';

/**
 * Whether a call was paid at the half price of batches: a run may ask what its batches left by single calls, at the full price. Its cost
 * tells, which is recorded of each.
 */
function isHalved(prices: Run['options']['prices'], spec: SQL): SQL<number> {
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens, cost } = schema.call;
  const cases = Object.entries(prices).flatMap(([name, price]) =>
    [price.long?.above ?? null, -1].flatMap((above) => {
      if (above === null) return [];
      const rates = ratesOf({ inputTokens: above + 1 }, price);
      const [read, written] = [sql`coalesce(${cachedTokens}, 0)`, sql`coalesce(${cacheWriteTokens}, 0)`];
      const input = sql`(${inputTokens} - ${read} - ${written}) * ${rates.input} + ${read} * ${rates.cachedInput}`;
      const full = sql`(${input} + ${written} * ${rates.cacheWrite} + ${outputTokens} * ${rates.output})`;
      return [sql`when ${spec} = ${name} and ${inputTokens} > ${above} then ${cost} * 1000000 < 0.75 * ${full}`];
    })
  );
  return cases.length === 0 ? sql<number>`0` : sql<number>`case ${sql.join(cases, sql` `)} else 0 end`;
}

/** Use of prompt caches by the calls that a run sent. Replies taken from other runs are not counted. */
export function promptCacheOf(db: Db, run: Pick<Run, 'id' | 'options'>): PromptCacheUse {
  const { call, judge } = schema;
  const { prices, batches } = run.options;
  const rows = db
    .select({
      spec: askedSpec.as('spec'),
      long: isLongRequest(prices, askedSpec).as('long'),
      halved: (batches === undefined ? sql<number>`0` : isHalved(prices, askedSpec)).as('halved'),
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
    .groupBy(sql`1`, sql`2`, sql`3`)
    .all();
  const savings = rows.flatMap((row) => {
    const price = prices[row.spec];
    const saved = savedByCache({ ...row, outputTokens: 0 }, price && row.halved ? halfPrice(price) : price);
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
