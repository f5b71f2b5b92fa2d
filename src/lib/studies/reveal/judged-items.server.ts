import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { isLastBlind } from '../study/blind-label.server.ts';
import { isBlinded } from '../labels/unblinding.server.ts';
import { shownTo } from '../judging/leases/lease-rules.server.ts';

/** An item of a study on which annotators have committed verdicts. */
interface JudgedItem {
  id: string;
  /** Key of the run's verdicts that are about it: of a checklist, the item's key; null for a report as a whole. */
  unit: string | null;
  text: string;
  study: { id: string; number: number; name: string };
}

/**
 * Lists the items on a report that annotators have judged under a metric of a run, in the order of their studies. Studies that
 * are still blind for this person are left out; callers leave out items under embargo as well.
 */
export function judgedItems(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  { runId, metric, reportId }: { runId: string; metric: string; reportId: string }
): JudgedItem[] {
  const { study, studyItem, studyItemReport, humanVerdict } = schema;
  const beside = db
    .select({ id: studyItemReport.studyItemId })
    .from(studyItemReport)
    .where(eq(studyItemReport.reportId, reportId));
  const rows = db
    .select({
      id: studyItem.id,
      unit: studyItem.unitKey,
      text: studyItem.text,
      study: { id: study.id, number: study.number, name: study.name }
    })
    .from(studyItem)
    .innerJoin(study, eq(study.id, studyItem.studyId))
    .where(
      and(
        eq(study.projectId, grant.resource.id),
        shownTo(grant),
        eq(study.runId, runId),
        eq(study.metric, metric),
        eq(studyItem.purpose, 'sample'),
        or(eq(studyItem.reportId, reportId), inArray(studyItem.id, beside)),
        sql`exists ${db
          .select({ one: sql`1` })
          .from(humanVerdict)
          .where(and(eq(humanVerdict.studyItemId, studyItem.id), isLastBlind, sql`${humanVerdict.label} is not null`))}`
      )
    )
    .orderBy(asc(study.number), asc(studyItem.position))
    .all();
  const blinded = new Set(
    [...new Set(rows.map((row) => row.study.id))].filter((studyId) => isBlinded(db, grant, studyId))
  );
  return rows.filter((row) => !blinded.has(row.study.id));
}
