import { asc, eq, sql } from 'drizzle-orm';
import type { Person, ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { blindLabel } from '../study/blind-label.server.ts';

interface CrowdProgress {
  participant: string;
  name: string;
  link: string;
  joinedAt: number;
  /** Items judged, of all that the place has. */
  done: number;
  total: number;
}

const progress = (db: Db) => {
  const { assignment, assignmentItem, crowdLink, crowdParticipant, user } = schema;
  return db
    .select({
      participant: crowdParticipant.participant,
      name: user.name,
      link: crowdLink.id,
      code: crowdLink.completionCode,
      joinedAt: crowdParticipant.joinedAt,
      done: sql<number>`count(${blindLabel(assignmentItem.studyItemId, assignment.userId)})`,
      total: sql<number>`count(${assignmentItem.studyItemId})`
    })
    .from(crowdParticipant)
    .innerJoin(user, eq(user.id, crowdParticipant.userId))
    .innerJoin(crowdLink, eq(crowdLink.id, crowdParticipant.linkId))
    .innerJoin(
      assignment,
      sql`${assignment.studyId} = ${crowdLink.studyId} and ${assignment.userId} = ${crowdParticipant.userId}`
    )
    .leftJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .groupBy(crowdParticipant.userId);
};

/** Participants of a study with their ids, for payment; labels are in none of it. */
export const listCrowd = (db: Db, grant: ProjectGrant<'manage'>, studyId: string): CrowdProgress[] =>
  progress(db)
    .where(
      sql`${schema.crowdLink.studyId} = ${studyId}
        and ${schema.crowdLink.studyId} in (select id from study where project_id = ${grant.resource.id})`
    )
    .orderBy(asc(schema.crowdParticipant.joinedAt))
    .all()
    .map(({ participant, name, link, joinedAt, done, total }) => ({ participant, name, link, joinedAt, done, total }));

/** For a crowd participant: the items left, and the completion code once there is none. Null for all other people. */
export function completionOf(db: Db, person: Person): { left: number; code: string | null } | null {
  const own = progress(db).where(eq(schema.crowdParticipant.userId, person.id)).get();
  if (!own) return null;
  const left = own.total - own.done;
  return { left, code: left === 0 && own.total > 0 ? own.code : null };
}
