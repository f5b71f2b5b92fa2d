import type { schema } from '../../server/db/client.ts';
import { kindOfStudy, type StudyKind } from '../kinds/index.ts';

type Study = typeof schema.study.$inferSelect;

/** A study in which people judge what judges of a run have judged; the others hold labels that were given elsewhere. */
export type StudyOfRun = Study & { runId: string };

export const isOfRun = (study: Study): study is StudyOfRun => study.runId !== null;

/** Whether the units of a study are issues merged over the lists of several judges. */
export const listsIssues = (study: Study): boolean => isOfRun(study) && kindOf(study).judges.from === 'issues';

/** What is asked in a study of a run. */
export const kindOf = (study: StudyOfRun): StudyKind => kindOfStudy(study);
