import { isRefusal, Refusal, type Problem, type RefusalCode } from '../../errors.ts';
import { authorize, type Actor, type ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { studyAccuracy } from '../accuracy/study-accuracy.server.ts';
import { computeCard } from '../card/compute-card.server.ts';
import { verifyStored } from '../card/cards.server.ts';
import { comparedRuns } from '../comparison/compared-runs.server.ts';
import { successionShown } from '../succession/succession-detail.server.ts';
import type { Job } from './job.ts';
import { readerOf } from './readers.server.ts';

/**
 * Functions that read a project and compute in one piece for longer than others should wait. Each takes the database, a grant to
 * read results, and data. To add one, name it here.
 */
export const questions = {
  'compared-runs': comparedRuns,
  succession: successionShown,
  'study-accuracy': studyAccuracy,
  'computed-card': computeCard,
  'verified-card': verifyStored
} as const;

export type QuestionName = keyof typeof questions;
type Reading = ProjectGrant<'read-results'>;
export type QuestionData<Name extends QuestionName> = (typeof questions)[Name] extends (
  db: Db,
  grant: Reading,
  ...asked: infer Data
) => unknown
  ? Data
  : never;
export type QuestionResult<Name extends QuestionName> = ReturnType<(typeof questions)[Name]>;

/** Asks in this thread. */
export const answerHere = <Name extends QuestionName>(
  name: Name,
  db: Db,
  grant: Reading,
  asked: readonly unknown[]
): QuestionResult<Name> =>
  (questions[name] as unknown as (db: Db, grant: Reading, ...asked: readonly unknown[]) => QuestionResult<Name>)(
    db,
    grant,
    ...asked
  );

/** Question of a user who may read the results of the project: some of them do not exist for viewers. */
interface Question {
  name: QuestionName;
  file: string;
  projectId: string;
  actor: Actor;
  asked: readonly unknown[];
}

/** The answer, or the refusal: a refusal keeps its code on its way between threads. */
type Answer = { found: unknown } | { refused: { code: RefusalCode; message: string; problems: Problem[] } };

export const questionJob: Job<Question, Question, Answer, unknown> = {
  parts: () => 1,
  prepare: (input) => input,
  part: ({ name, file, projectId, actor, asked }) => {
    const grant = authorize(actor, { kind: 'project', id: projectId }, 'read-results');
    try {
      return { found: answerHere(name, readerOf(file), grant, asked) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const { code, message, problems } = error;
      return { refused: { code, message, problems } };
    }
  },
  join: (_, [answer]) => {
    if ('found' in answer!) return answer.found;
    const { code, message, problems } = answer!.refused;
    throw new Refusal(code, message, problems);
  }
};
