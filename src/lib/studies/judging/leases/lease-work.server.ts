import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import { obstacleTo } from '../../study/nominees.ts';
import { nomineesOf } from '../../study/nominees.server.ts';
import { blindLabel } from '../../study/blind-label.server.ts';
import { defaultLeases, leaseState, type LeaseRules, type LeaseState } from './lease.ts';

type Study = typeof schema.study.$inferSelect;

export const leaseRulesOf = ({ leases }: Pick<Study, 'leases'>): LeaseRules => leases ?? defaultLeases;

/** An assignment with sampled items that are still to be judged; without a person it waits for one. */
export interface OpenWork {
  assignmentId: string;
  userId: string | null;
  name: string | null;
  reportId: string;
  batch: number;
  position: number;
  /** The sampled items in it that have no label yet, and how many of them have one. */
  open: string[];
  done: number;
  openedAt: number | null;
  heldUntil: number | null;
  /** `waiting` if it is assigned to no person, `abandoned` if its person cannot judge in the project any more. */
  state: LeaseState | 'waiting' | 'abandoned';
}

/** Everything in a study that is still to be judged, by assignment, in the order in which it may be taken over. */
export function openWork(db: Db, study: Study, now: number): OpenWork[] {
  const { assignment, assignmentItem, studyItem, user } = schema;
  const rules = leaseRulesOf(study);
  const rows = db
    .select({
      assignment,
      name: user.name,
      itemId: assignmentItem.studyItemId,
      label: blindLabel(assignmentItem.studyItemId, assignment.userId)
    })
    .from(assignment)
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .innerJoin(studyItem, eq(studyItem.id, assignmentItem.studyItemId))
    .leftJoin(user, eq(user.id, assignment.userId))
    .where(and(eq(assignment.studyId, study.id), isNull(assignment.revealedAt), eq(studyItem.purpose, 'sample')))
    .orderBy(asc(assignment.position), asc(assignment.id), asc(assignmentItem.position))
    .all();
  const lastAt = lastActs(db, study);
  const people = nomineesOf(
    db,
    study.projectId,
    rows.flatMap(({ assignment: { userId } }) => userId ?? [])
  );
  const able = new Set(people.flatMap((one) => (obstacleTo(one) === null ? [one.userId] : [])));
  return [...Map.groupBy(rows, (row) => row.assignment.id).values()]
    .map((own): OpenWork => {
      const { id, userId, reportId, batch, position, openedAt, heldUntil, givenAt } = own[0]!.assignment;
      const lease = {
        openedAt,
        heldUntil,
        givenAt: Math.max(givenAt ?? study.createdAt, study.resumedAt ?? 0),
        lastAt: userId === null ? null : (lastAt.get(userId) ?? null)
      };
      const open = own.filter(({ label }) => label === null).map(({ itemId }) => itemId);
      return {
        ...{ assignmentId: id, userId, name: own[0]!.name, reportId, batch, position, openedAt, heldUntil },
        open,
        done: own.length - open.length,
        state:
          userId === null ? 'waiting' : able.has(userId) ? leaseState(lease, rules, study.pausedAt ?? now) : 'abandoned'
      };
    })
    .filter(({ open }) => open.length > 0)
    .sort((a, b) => takenFirst.indexOf(a.state) - takenFirst.indexOf(b.state));
}

/** Waiting work comes first, then that of people who cannot judge any more, then work that was begun and left. */
const takenFirst: readonly OpenWork['state'][] = ['waiting', 'abandoned', 'idle', 'neglected', 'unopened', 'held'];

export const mayBeTaken = ({ state }: Pick<OpenWork, 'state'>): boolean => state !== 'held' && state !== 'unopened';

/**
 * When each person last opened, read, saved or committed something in a study, by person; absent for never. Not by their leases: a
 * pause of the study and other rules move those.
 */
export function lastActs(db: Db, study: Study): Map<string, number> {
  const { assignment } = schema;
  const rows = db
    .select({
      userId: assignment.userId,
      at: sql<number>`max(max(
        coalesce(${assignment.openedAt}, 0),
        coalesce((select max(h.committed_at) from human_verdict h where h.assignment_id = ${assignment.id}), 0),
        coalesce((
          select p.saved_at from reading_place p
          where p.user_id = ${assignment.userId} and p.assignment_id = ${assignment.id}
        ), 0),
        coalesce((
          select max(d.saved_at) from assignment_item i
          join draft d on d.user_id = ${assignment.userId} and d.study_item_id = i.study_item_id
          where i.assignment_id = ${assignment.id}
        ), 0)
      ))`
    })
    .from(assignment)
    .where(eq(assignment.studyId, study.id))
    .groupBy(assignment.userId)
    .all();
  return new Map(rows.flatMap(({ userId, at }) => (userId !== null && at > 0 ? [[userId, at] as const] : [])));
}
