import { and, count, eq, gte, isNull } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';

/**
 * Qids of the queries whose labels an improvement holds out from a run; null if it holds none out. While it is open, a run
 * whose prompt is a version of the project made since the split must not be compared with them, or every look would be an
 * uncounted opening of the held-out test. It is open until its openings are used or a lead ends it.
 */
export function heldOutFrom(
  db: Db,
  study: { id: string; projectId: string; metric: string },
  runId: string
): ReadonlySet<string> | null {
  const { improvement, improvementOpening, promptVersion, runMetric } = schema;
  const open = db
    .select({ id: improvement.id, heldOut: improvement.heldOut, openings: improvement.openings })
    .from(improvement)
    .innerJoin(promptVersion, eq(promptVersion.projectId, improvement.projectId))
    .innerJoin(runMetric, eq(runMetric.promptHash, promptVersion.hash))
    .where(
      and(
        ...[eq(improvement.studyId, study.id), isNull(improvement.endedAt)],
        ...[eq(promptVersion.metric, study.metric), gte(promptVersion.createdAt, improvement.createdAt)],
        ...[eq(runMetric.runId, runId), eq(runMetric.metric, study.metric)]
      )
    )
    .get();
  if (!open) return null;
  const used = db
    .select({ n: count() })
    .from(improvementOpening)
    .where(eq(improvementOpening.improvementId, open.id))
    .get()!.n;
  return used < open.openings ? new Set(open.heldOut) : null;
}

/** State of a study's improvements as text, which changes whenever one begins, is opened or ends. */
export function improvementsSoFar(db: Db, studyId: string): string {
  const { improvement, improvementOpening } = schema;
  const of = eq(improvement.studyId, studyId);
  const begun = db
    .select({ all: count(), ended: count(improvement.endedAt) })
    .from(improvement)
    .where(of)
    .get()!;
  const opened = db
    .select({ n: count() })
    .from(improvementOpening)
    .innerJoin(improvement, eq(improvement.id, improvementOpening.improvementId))
    .where(of)
    .get()!;
  return `${begun.all} ${opened.n} ${begun.ended}`;
}
