import { sha256 } from '../../server/db/id.ts';

/**
 * What a person is called in what leaves a study: the same in every export of the study, another in every other study, and
 * without a clue to the order in which people came or are listed.
 */
export const raterName = (studyId: string, userId: string): string =>
  `rater-${sha256(`${studyId} ${userId}`).slice(0, 8)}`;
