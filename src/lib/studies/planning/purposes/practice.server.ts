import { and, eq } from 'drizzle-orm';
import type { Label } from '../../../scorer/pipeline.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import type { Feedback } from '../../judging/blind/blind.ts';
import type { StudyKind } from '../../kinds/index.ts';

/**
 * What a person is told of a practice item, of texts shown in `order`; null for every other item, whatever is known of it, and
 * before the commit.
 *
 * @param label the person's committed label as it is kept
 */
export function feedbackOn(
  db: Db,
  { studyItemId, label }: { studyItemId: string; label: Label | null },
  kind: StudyKind,
  order: readonly number[]
): Feedback | null {
  if (label === null) return null;
  const { studyItem, knownAnswer } = schema;
  const known = db
    .select({ label: knownAnswer.label, reason: knownAnswer.reason })
    .from(knownAnswer)
    .innerJoin(studyItem, eq(studyItem.id, knownAnswer.studyItemId))
    .where(and(eq(knownAnswer.studyItemId, studyItemId), eq(studyItem.purpose, 'practice')))
    .get();
  return known ? { answer: kind.shown(known.label, order), reason: known.reason, right: known.label === label } : null;
}
