import { and, asc, eq, sql } from 'drizzle-orm';
import { unitNamed } from '../../scorer/suites/index.ts';
import { labelOn } from '../../scorer/unit-definition.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { ShownResult } from './item-material.ts';
import type { StudyRun } from './unit.ts';

/**
 * Findings of a run on the parts of each report, in words: verdicts on one kind of units, of the first of the run's judges that
 * has any on the report. Neither judge nor system is named.
 */
export function shownResults(db: Db, run: Pick<StudyRun, 'id'>, unitKind: string): Map<string, ShownResult[]> {
  const { verdict, runJudge } = schema;
  const unit = unitNamed(unitKind);
  const scale = unit.scale === 'by-metric' ? null : unit.scale;
  const rows = db
    .select({ row: verdict })
    .from(verdict)
    .innerJoin(runJudge, and(eq(runJudge.runId, verdict.runId), eq(runJudge.judgeId, verdict.judgeId)))
    .where(and(eq(verdict.runId, run.id), eq(verdict.kind, unitKind), eq(verdict.repeat, 0)))
    .orderBy(asc(runJudge.position), asc(verdict.metric), asc(sql`${verdict}.rowid`))
    .all()
    .map(({ row }) => row);
  return new Map(
    [...Map.groupBy(rows, ({ reportId }) => reportId)].map(([reportId, all]) => {
      const [{ judgeId, metric }] = all as [(typeof all)[number]];
      const own = all.filter((one) => one.judgeId === judgeId && one.metric === metric);
      return [
        reportId,
        own.map(({ text, item, state, label, detail }) => ({
          text: text ?? item,
          title: state !== 'judged' || label === null ? state : ((scale && labelOn(scale, label)?.title) ?? label),
          facts: detail ? (unit.facts?.(detail) ?? []) : []
        }))
      ];
    })
  );
}
