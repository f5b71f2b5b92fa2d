import { asc, eq } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { readSubjects } from './records.server.ts';

/** Ratings of one annotator of a query and of its material. */
interface CheckedTask {
  qid: string;
  prompt: boolean;
  gold: boolean;
}

/**
 * Ratings of annotators in each round of queries and of the material that a suite has for them: true if they call it
 * appropriate without changes, by the last revision of their own rating. A query counts once the same person has rated both.
 */
export function checkedTasks(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  suite: string
): { round: number; tasks: CheckedTask[] }[] {
  const { verificationRound } = schema;
  const rounds = db
    .select({ id: verificationRound.id, number: verificationRound.number })
    .from(verificationRound)
    .where(eq(verificationRound.projectId, grant.resource.id))
    .orderBy(asc(verificationRound.number))
    .all();
  return rounds.flatMap(({ id, number }) => {
    const subjects = readSubjects(db, { roundId: id });
    const queries = new Map(
      subjects.flatMap((one) => (one.kind === 'query' ? [[one.roundQueryId, one] as const] : []))
    );
    const tasks = subjects
      .filter(({ kind, key }) => kind === 'material' && key === suite)
      .flatMap(({ qid, roundQueryId, ratings }) =>
        ratings.flatMap(({ userId, label }) => {
          const ofQuery = queries.get(roundQueryId)?.ratings.find((one) => one.userId === userId);
          return ofQuery ? [{ qid, prompt: ofQuery.label === 'appropriate', gold: label === 'appropriate' }] : [];
        })
      );
    return tasks.length > 0 ? [{ round: number, tasks }] : [];
  });
}
