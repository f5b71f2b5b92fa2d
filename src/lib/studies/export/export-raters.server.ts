import { sha256 } from '../../server/db/id.ts';

/**
 * Pseudonym of a person in exports of a study: the same in every export of the study, different in every other study, and
 * without a clue to the order in which people came or are listed.
 */
export const raterName = (studyId: string, userId: string): string =>
  `rater-${sha256(`${studyId} ${userId}`).slice(0, 8)}`;
