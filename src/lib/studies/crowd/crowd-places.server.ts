import { and, count, eq, isNull, max, sql } from 'drizzle-orm';
import { problemAt, refuse, worded } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { isPlaces, MOST_PLACES } from './crowd-rules.ts';

/**
 * Makes accounts for crowd participants: annotators without a password, whom a plan of a study chooses like others, so that overlap,
 * training, gold and repeated items are those of every study.
 */
export function makeCrowdPlaces(db: Db, grant: ProjectGrant<'manage'>, n: number, now = Date.now()): void {
  if (!isPlaces(n))
    refuse.invalid(worded('nothingMade'), [problemAt('places', worded('crowdPlaces', { most: MOST_PLACES }))]);
  const projectId = grant.resource.id;
  const { crowdPlace, membership, user } = schema;
  write(db, (tx) => {
    const last =
      tx
        .select({ number: max(crowdPlace.number) })
        .from(crowdPlace)
        .where(eq(crowdPlace.projectId, projectId))
        .get()?.number ?? 0;
    for (let number = last + 1; number <= last + n; number++) {
      const id = newId();
      const email = `crowd-${id.toLowerCase()}-${number}@invalid`;
      tx.insert(user)
        .values({ id, email, name: `Participant ${number}`, createdAt: now })
        .run();
      tx.insert(membership).values({ projectId, userId: id, role: 'annotator', createdAt: now }).run();
      tx.insert(crowdPlace).values({ userId: id, projectId, number }).run();
    }
    record(tx, grant.actor, {
      ...{ projectId, action: 'crowd.places', entity: 'project', entityId: projectId, detail: { from: last + 1, n } }
    });
  });
}

/** Places that a project has, taken ones among them. */
export const crowdPlacesIn = (db: Db, grant: ProjectGrant<'manage'>): number =>
  db.select({ n: count() }).from(schema.crowdPlace).where(eq(schema.crowdPlace.projectId, grant.resource.id)).get()!.n;

/** Places that have work in a study and no participant, the first one first. */
export function freePlaces(db: Db, studyId: string): string[] {
  const { crowdParticipant, crowdPlace, user } = schema;
  return db
    .select({ id: crowdPlace.userId })
    .from(crowdPlace)
    .innerJoin(user, eq(user.id, crowdPlace.userId))
    .leftJoin(crowdParticipant, eq(crowdParticipant.userId, crowdPlace.userId))
    .where(
      and(
        isNull(crowdParticipant.userId),
        isNull(user.disabledAt),
        // Work that other annotators got is none.
        sql`exists (
          select 1 from assignment a where a.study_id = ${studyId} and a.user_id = ${crowdPlace.userId} and a.returned_at is null
        )`,
        // A place is for one study: the account must not lead into another one.
        sql`not exists (select 1 from assignment a where a.study_id <> ${studyId} and a.user_id = ${crowdPlace.userId})`
      )
    )
    .orderBy(crowdPlace.number)
    .all()
    .map(({ id }) => id);
}
