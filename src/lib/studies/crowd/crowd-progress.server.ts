import { asc, eq, sql } from 'drizzle-orm';
import type { Person, ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { blindLabel } from '../study/blind-label.server.ts';

interface CrowdProgress {
  participant: string;
  name: string;
  link: string;
  joinedAt: number;
  /** Items judged, of all that the place has or had: those that went to other annotators while the participant was away count. */
  done: number;
  total: number;
}

/** Items that other annotators got after the participant had joined. */
const goneOf = sql<number>`(
  select count(distinct m.study_item_id) from assignment_move m join assignment a on a.id = m.from_assignment
  where m.from_user = crowd_participant.user_id and a.study_id = crowd_link.study_id and m.at >= crowd_participant.joined_at
    and not exists (
      select 1 from assignment_item i join assignment mine on mine.id = i.assignment_id
      where i.study_item_id = m.study_item_id and mine.user_id = m.from_user
    )
)`;

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
      mine: sql<number>`count(${assignmentItem.studyItemId})`,
      gone: goneOf
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
    .map(({ code: _, mine, gone, ...one }) => ({ ...one, total: mine + gone }));

/**
 * For a crowd participant: the items left, those that other annotators got, and the completion code once all items are judged. Null
 * for all other people.
 */
export function completionOf(db: Db, person: Person): { left: number; gone: number; code: string | null } | null {
  const own = progress(db).where(eq(schema.crowdParticipant.userId, person.id)).get();
  if (!own) return null;
  const { mine, gone, done } = own;
  return { left: mine - done, gone, code: mine > 0 && done === mine && gone === 0 ? own.code : null };
}
