import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { schema } from '../../server/db/client.ts';

/** The label that stands for a person's blind verdict on a unit: that of the last blind revision; null after an undo. */
export const blindLabel = (studyItemId: SQLWrapper, userId: SQLWrapper): SQL<string | null> =>
  sql<string | null>`(
    select h.label from human_verdict h
    where h.study_item_id = ${studyItemId} and h.user_id = ${userId} and h.phase = 'blind'
    order by h.revision desc limit 1
  )`;

/** Whether a row of `human_verdict` is the last of its phase. */
export const isLastRevision: SQL = sql`${schema.humanVerdict.revision} = (
  select max(h.revision) from human_verdict h
  where h.study_item_id = ${schema.humanVerdict.studyItemId} and h.user_id = ${schema.humanVerdict.userId}
    and h.phase = ${schema.humanVerdict.phase}
)`;

/** Whether a row of `human_verdict` is the last blind one. */
export const isLastBlind: SQL = sql`(${schema.humanVerdict.phase} = 'blind' and ${isLastRevision})`;
