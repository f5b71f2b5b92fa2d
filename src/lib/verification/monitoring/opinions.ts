import type { OpinionRecord, SubjectRecord } from '../records/records.ts';
import type { Stage } from '../vocabulary/stages.ts';
import { type DiffPart, wordDiff } from '../vocabulary/word-diff.ts';

/** Opinion of one person on a subject, for the lead: with the name. */
interface NamedOpinion extends Pick<OpinionRecord, 'id' | 'label' | 'comment' | 'reasons' | 'seconds' | 'at'> {
  stage: Exclude<Stage, 'done'>;
  by: string;
  /** Whether a reviewer agrees with the rating before it; null for all others. */
  agrees: boolean | null;
  /** From the subject's wording to the one proposed; null if the wording may stay. */
  diff: DiffPart[] | null;
}

/** Everything that was said of a subject, in the order of the stages, each review after the rating that it is of. */
export function opinionsOn(
  { wording, ratings, inspections, decision }: Pick<SubjectRecord, 'wording' | 'ratings' | 'inspections' | 'decision'>,
  nameOf: (userId: string) => string
): NamedOpinion[] {
  const opinion = (
    stage: NamedOpinion['stage'],
    one: Omit<OpinionRecord, 'reasons' | 'wordingRevision'> & { reasons?: string[]; agrees?: boolean }
  ): NamedOpinion => {
    const { id, userId, label, comment, reasons = [], seconds, at, agrees = null } = one;
    const diff = agrees || one.wording === null ? null : wordDiff(wording, one.wording);
    return { id, stage, by: nameOf(userId), label, comment, reasons, seconds, at, agrees, diff };
  };
  return [
    ...ratings.flatMap((rating) => [
      opinion('annotation', rating),
      ...(rating.review ? [opinion('review', rating.review)] : [])
    ]),
    ...inspections.map((one) => opinion('inspection', one)),
    ...(decision ? [opinion('adjudication', decision)] : [])
  ];
}
