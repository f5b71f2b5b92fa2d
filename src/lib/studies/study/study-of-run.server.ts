import type { schema } from '../../server/db/client.ts';
import { kindOfStudy, type StudyKind } from '../kinds/index.ts';

type Study = typeof schema.study.$inferSelect;

/** A study in which people judge what judges of a run have judged; the others hold labels that were given elsewhere. */
export type StudyOfRun = Study & {
  runId: string;
  /** If the judges are those of another run than the one from which the items were drawn (`runId` names the other run). */
  elsewhere?: FittingItems;
};

/** The items of a study that another run judged as well, unchanged. */
interface FittingItems {
  /** Ids of the items. */
  items: ReadonlySet<string>;
  /** Id of the other run's report by id of the study's report; the same id unless the report was imported again. */
  reports: ReadonlyMap<string, string>;
}

export const isOfRun = (study: Study): study is StudyOfRun => study.runId !== null;

/** Whether the units of a study are issues merged over the lists of several judges. */
export const listsIssues = (study: Study): boolean => isOfRun(study) && kindOf(study).judges.from === 'issues';

/** Kind of question of a study of a run. */
export const kindOf = (study: StudyOfRun): StudyKind => kindOfStudy(study);
