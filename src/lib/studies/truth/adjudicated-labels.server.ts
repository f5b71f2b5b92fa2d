import { and, asc, eq, sql } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { shownTo } from '../judging/leases/lease-rules.server.ts';

/** The adjudicated label of an item, as it stands. */
export interface AdjudicatedLabel {
  label: string;
  reason: string;
  by: string;
  at: number;
  /** How often it was decided; above 1 it was changed. */
  revision: number;
}

/** Adjudicated labels of a study by item id: those in force. Callers that show figures of them call `requireLiftedEmbargo` first. */
export function adjudicatedLabels(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string
): Map<string, AdjudicatedLabel> {
  const { studyAdjudication: row, studyItem, study, user } = schema;
  return new Map(
    db
      .select({
        item: row.studyItemId,
        label: row.label,
        reason: row.reason,
        by: user.name,
        at: row.at,
        revision: row.revision
      })
      .from(row)
      .innerJoin(studyItem, eq(studyItem.id, row.studyItemId))
      .innerJoin(study, eq(study.id, studyItem.studyId))
      .innerJoin(user, eq(user.id, row.userId))
      .where(
        and(
          eq(study.id, studyId),
          eq(study.projectId, grant.resource.id),
          shownTo(grant),
          sql`${row.revision} = (select max(a.revision) from study_adjudication a where a.study_item_id = ${row.studyItemId})`
        )
      )
      .orderBy(asc(studyItem.position))
      .all()
      .map(({ item, ...label }) => [item, label])
  );
}
