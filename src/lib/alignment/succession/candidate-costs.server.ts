import { and, eq, sql } from 'drizzle-orm';
import { isUnpriced } from '../../scorer/engine/costs/recorded-costs.server.ts';
import { codeJudges } from '../../scorer/runs/runs.server.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { JudgeSpending } from './candidate-cost.ts';

/** Spending of each judge of a run under a metric, by judge; only judges with calls or verdicts. */
export function runSpending(db: Db, runId: string, metric: string): Map<string, JudgeSpending> {
  const { call, verdict } = schema;
  const code = codeJudges(db, runId);
  const spent = new Map(
    db
      .select({
        judgeId: call.judgeId,
        calls: sql<number>`sum(not ${call.cached})`,
        reused: sql<number>`sum(${call.cached})`,
        unpriced: sql<number>`sum(${isUnpriced})`,
        cost: sql<number>`coalesce(sum(${call.cost}), 0)`
      })
      .from(call)
      .where(and(eq(call.runId, runId), eq(call.metric, metric)))
      .groupBy(call.judgeId)
      .all()
      .map(({ judgeId, ...of }) => [judgeId, of])
  );
  const judged = new Map(
    db
      .select({
        judgeId: verdict.judgeId,
        reports: sql<number>`count(distinct ${verdict.reportId})`,
        items: sql<number>`count(distinct ${verdict.reportId} || ' ' || ${verdict.item})`,
        askedReports: sql<number>`count(distinct ${verdict.reportId} || ' ' || ${verdict.repeat})`,
        askedItems: sql<number>`count(*)`
      })
      .from(verdict)
      .where(and(eq(verdict.runId, runId), eq(verdict.metric, metric), sql`${verdict.state} <> 'unscored'`))
      .groupBy(verdict.judgeId)
      .all()
      .map(({ judgeId, ...of }) => [judgeId, of])
  );
  return new Map(
    [...new Set([...spent.keys(), ...judged.keys()])].map((judgeId) => {
      const { reports = 0, items = 0, askedReports = 0, askedItems = 0 } = judged.get(judgeId) ?? {};
      return [
        judgeId,
        {
          ...(spent.get(judgeId) ?? { calls: 0, reused: 0, unpriced: 0, cost: 0 }),
          ...{ reports, items, asked: { reports: askedReports, items: askedItems }, code: code.has(judgeId) }
        }
      ];
    })
  );
}
