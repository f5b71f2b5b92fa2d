import { eq, sql } from 'drizzle-orm';
import { seededRandom } from '../../stats/numbers/rng.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { insertAll } from '../../server/db/insert-all.ts';
import { dealEvenly, inDomains } from '../assignments/dealing.ts';
import { recordInvolvement } from './involvement.server.ts';
import type { VerificationRound } from './round.server.ts';
import { workersIn } from './workers.server.ts';

/** Deals all queries of a new round to the project's annotators, each to `overlap` of them if so many may have it. */
export function dealAhead(tx: Db, round: VerificationRound): void {
  const { roundQuery, query, subject, queryInvolvement, verificationAssignment } = schema;
  const people = workersIn(tx, round.projectId, 'annotator');
  const queries = tx
    .select({ id: roundQuery.id, queryId: query.id, domain: query.domain, weight: sql<number>`count(${subject.id})` })
    .from(roundQuery)
    .innerJoin(query, eq(query.id, roundQuery.queryId))
    .innerJoin(subject, eq(subject.roundQueryId, roundQuery.id))
    .where(eq(roundQuery.roundId, round.id))
    .groupBy(roundQuery.id)
    .orderBy(roundQuery.position)
    .all();
  const hands = new Map(
    tx
      .select()
      .from(queryInvolvement)
      .all()
      .map(({ queryId, userId, stage }) => [`${queryId} ${userId}`, stage])
  );
  const { overlap, seed } = round.settings;
  const dealt = dealEvenly(
    queries,
    people,
    overlap,
    (one, person) =>
      inDomains(one.domain, person, round.settings) &&
      (hands.get(`${one.queryId} ${person}`) ?? 'annotation') === 'annotation',
    seededRandom(seed)
  );
  const assignedAt = Date.now();
  insertAll(
    tx,
    verificationAssignment,
    queries.flatMap(({ id, queryId }) =>
      dealt.get(id)!.map((userId, i) => {
        recordInvolvement(tx, queryId, userId, 'annotation');
        return {
          id: newId(),
          roundQueryId: id,
          stage: 'annotation' as const,
          cycle: 1,
          slot: i + 1,
          userId,
          status: 'open' as const,
          assignedAt,
          openedAt: null,
          doneAt: null,
          putOffAt: null
        };
      })
    )
  );
}
