import { and, eq } from 'drizzle-orm';
import type { VerdictLabel } from '../../../scorer/verdict.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import type { Feedback } from '../../judging/blind/blind.ts';
import type { StudyKind } from '../../kinds/index.ts';

/**
 * Feedback to a person on a training item, of texts shown in `order`; null for every other item, even if its right answer is
 * known, and before the commit.
 *
 * @param label the person's committed label as stored
 */
export function feedbackOn(
  db: Db,
  { studyItemId, label }: { studyItemId: string; label: VerdictLabel | null },
  kind: StudyKind,
  order: readonly number[]
): Feedback | null {
  if (label === null) return null;
  const { studyItem, goldAnswer } = schema;
  const known = db
    .select({ label: goldAnswer.label, reason: goldAnswer.reason })
    .from(goldAnswer)
    .innerJoin(studyItem, eq(studyItem.id, goldAnswer.studyItemId))
    .where(and(eq(goldAnswer.studyItemId, studyItemId), eq(studyItem.purpose, 'training')))
    .get();
  return known ? { answer: kind.shown(known.label, order), reason: known.reason, right: known.label === label } : null;
}
