import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import { studyLabels, studyRaters, studyScale } from '../../studies/labels/labels.server.ts';
import { studyByNumber } from '../../studies/planning/studies.server.ts';
import { procedureState } from '../preregistration/preregistrations.server.ts';
import { reportJudgeNames } from '../report/report.server.ts';
import { fromStudy, type KnownFromStudy } from './from-study.ts';

/** A study that the planner starts from. */
export interface PlannerStudy extends KnownFromStudy {
  number: number;
  name: string;
  metric: string;
  /** The study has labels under embargo: the plan gets no figure from them. */
  embargoed: boolean;
}

/** Numbers that the study of this number gives the planner; refuses if there is no such study. */
export function plannerStudy(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  number: number,
  words: Words<Messages['plannerSources']>
): PlannerStudy {
  const { id, name, metric, overlap } = studyByNumber(db, grant, number);
  const { embargoed, preregistrations } = procedureState(db, grant, id);
  const judges = reportJudgeNames(studyRaters(db, grant, id).judges);
  const analysisPlan = preregistrations[0]?.analysisPlan ?? null;
  return {
    number,
    name,
    metric,
    embargoed,
    ...fromStudy(
      studyLabels(db, grant, id),
      judges,
      { embargoed, analysisPlan, overlap, scale: studyScale(db, grant, id) },
      words
    )
  };
}
