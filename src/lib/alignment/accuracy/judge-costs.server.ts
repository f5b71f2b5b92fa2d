import { and, eq, sql } from 'drizzle-orm';
import { isUnpriced } from '../../scorer/engine/costs/recorded-costs.server.ts';
import { codeJudges } from '../../scorer/runs/runs.server.ts';
import { schema, type Db } from '../../server/db/client.ts';

/** Cost of a judge's calls in a run, in US dollars. Searches are not included. */
export interface JudgeCost {
  /** Of all its calls; null if the cost of one is unknown, or there is no call. */
  total: number | null;
  /** Why there is no total. */
  reason: 'no-calls' | 'unpriced' | null;
  /** Of one report; null without a total, or if replies of an earlier run were used, which cost nothing here. */
  perReport: number | null;
  calls: number;
  /** Replies taken from an earlier run. */
  reused: number;
  reports: number;
}

/** All calls of a judge in a run, under all metrics and in all roles. Judges made of code cost nothing. */
export function judgeCosts(db: Db, runId: string, judgeId: string): JudgeCost {
  const { call } = schema;
  const { calls, reused, unpriced, cost, reports } = db
    .select({
      calls: sql<number>`coalesce(sum(${call.cached} = 0), 0)`,
      reused: sql<number>`coalesce(sum(${call.cached} = 1), 0)`,
      unpriced: sql<number>`coalesce(sum(${isUnpriced}), 0)`,
      cost: sql<number>`coalesce(sum(case when ${call.cached} = 0 then ${call.cost} end), 0)`,
      reports: sql<number>`count(distinct ${call.reportId})`
    })
    .from(call)
    .where(and(eq(call.runId, runId), eq(call.judgeId, judgeId)))
    .get()!;
  if (codeJudges(db, runId).has(judgeId)) return { total: 0, reason: null, perReport: 0, calls, reused, reports };
  const reason = calls + reused === 0 ? 'no-calls' : unpriced > 0 ? 'unpriced' : null;
  const total = reason === null ? cost : null;
  return {
    ...{ total, reason, calls, reused, reports },
    perReport: total === null || reused > 0 || reports === 0 ? null : total / reports
  };
}
