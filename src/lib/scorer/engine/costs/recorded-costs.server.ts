import { type SQL, sql } from 'drizzle-orm';
import { schema } from '../../../server/db/client.ts';
import type { TokenPrice } from '../../runs/run-options.ts';

const { call, judge } = schema;

/** Whether a call may have been billed at an unknown cost. Replies of other runs and requests that were refused cost nothing. */
export const isUnpriced = sql<number>`(${call.cost} is null and not ${call.cached} and (${call.outcome} <> 'error' or ${call.unanswered} > 0))`;

/** The model that a call asked, as a run's prices name it. Needs a join with `judge`. */
export const askedSpec = sql<string>`coalesce(${call.player}, ${judge.spec})`;

/** Whether a call's request is so long that it has prices of its own. @param spec SQL of the model that was asked */
export function isLongRequest(prices: Readonly<Record<string, TokenPrice>>, spec: SQL): SQL<number> {
  const cases = Object.entries(prices).flatMap(([name, { long }]) =>
    long ? [sql`when ${spec} = ${name} then ${call.inputTokens} > ${long.above}`] : []
  );
  return cases.length === 0 ? sql<number>`0` : sql<number>`coalesce(case ${sql.join(cases, sql` `)} else 0 end, 0)`;
}
