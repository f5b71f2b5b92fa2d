import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { accountNames } from '../../server/people.ts';
import { listMembers } from '../../server/projects.ts';
import { isReassignable } from '../assignments/reassigning.server.ts';
import { markOf } from '../proposals/model-marks.ts';
import { modelMarks } from '../proposals/query-draft-adoption.server.ts';
import { readSubjects } from '../records/records.server.ts';
import { stageOf } from '../rounds/involvement.server.ts';
import { workersIn } from '../rounds/workers.server.ts';
import { settleSubject } from '../records/settling.ts';
import type { VerificationRound } from '../rounds/round.server.ts';
import { roleOfStage, type WorkStage } from '../vocabulary/stages.ts';
import { wordingHistory } from '../vocabulary/wordings.server.ts';
import { roundBoard } from './board.server.ts';
import { opinionsOn } from './opinions.ts';

/**
 * One query of a round for its lead, with names: who works on it, who else could, and each of its subjects with all that was said of it.
 *
 * @throws Refusal `not-found` for a query that is not in the round
 */
export function queryDossier(db: Db, grant: ProjectGrant<'manage'>, round: VerificationRound, qid: string) {
  const row = roundBoard(db, grant, round.id).rows.find((one) => one.qid === qid) ?? refuse.notFound('query');
  const members = listMembers(db, grant);
  const marks = modelMarks(db, grant, qid);
  // Former members as well.
  const names = accountNames(db);
  const nameOf = (id: string): string => names.get(id)!;
  const subjects = readSubjects(db, { roundQueryIds: [row.roundQueryId] });
  const { queryId } = subjects[0]!;
  const takersIn = (stage: WorkStage) => {
    const able = new Set(workersIn(db, grant.resource.id, roleOfStage[stage]));
    return members
      .filter(({ userId }) => able.has(userId) && (stageOf(db, queryId, userId) ?? stage) === stage)
      .filter(({ userId }) => !row.assignments.some((one) => one.userId === userId))
      .map(({ userId, name }) => ({ userId, name }));
  };
  return {
    row,
    /** `takers` are those to whom the work can be given; null for work that keeps its person, such as that of another stage. */
    assignments: row.assignments.map((one) => ({
      ...one,
      takers: isReassignable(db, one.assignmentId) ? takersIn(one.stage) : null
    })),
    subjects: subjects.map((subject) => {
      const { id, kind, key, origin, wording, revision } = subject;
      const { state, conflicts } = settleSubject(subject, round.settings);
      return {
        ...{ id, kind, key, origin, wording, revision, state },
        mark: markOf(marks, subject),
        conflicts: conflicts.filter((one) => one !== 'incomplete'),
        /** Empty if the wording is the first. */
        history: revision > 1 ? wordingHistory(db, grant, round.id, id) : [],
        opinions: opinionsOn(subject, nameOf)
      };
    })
  };
}
