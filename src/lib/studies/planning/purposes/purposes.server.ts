import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** Whether a study's item is of the sample: only those count. */
export const inSample = (studyItemId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select 1 from study_item s where s.id = ${studyItemId} and s.purpose = 'sample')`;

/** Whether an assignment holds an item of the sample; training, checks and repeats alone do not make it count. */
export const holdsSample = (assignmentId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (
    select 1 from assignment_item a join study_item s on s.id = a.study_item_id
    where a.assignment_id = ${assignmentId} and s.purpose = 'sample'
  )`;

/** Whether an assignment is training; then all of it is. */
export const isTraining = (assignmentId: SQLWrapper): SQL<number> =>
  sql<number>`exists (
    select 1 from assignment_item a join study_item s on s.id = a.study_item_id
    where a.assignment_id = ${assignmentId} and s.purpose = 'training'
  )`;
