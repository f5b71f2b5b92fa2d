import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { refuse } from '../errors.ts';
import { record } from '../server/audit.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { newId } from '../server/db/id.ts';
import { inDomains, lot } from './dealing.ts';
import { takeHand } from './hands.server.ts';
import { roundOf, type VerificationRound } from './rounds.server.ts';
import { accessTo, blindWorkerOf, isBlind, workerOf, type Assignment, type WorkGrant } from './seat.server.ts';
import type { WorkStage } from './stages.ts';

/** What a person has in hand and what waits, in one stage of one round. */
export interface OwnQueue {
  round: { id: string; number: number; name: string; status: VerificationRound['status']; deadline: string | null };
  stage: WorkStage;
  /** The person's assignments that can be worked on now, in the order in which they were handed out. */
  open: { assignmentId: string; qid: string; opened: boolean }[];
  done: number;
  /** Queries that nobody has taken yet and that this person could take. */
  free: number;
}

/**
 * The person's queues over all unfinished rounds of the project, in the stages of their role; for "things to do". None for leads
 * and admins, who are not blind.
 */
export function ownQueues(db: Db, grant: WorkGrant): OwnQueue[] {
  if (!isBlind(grant)) return [];
  const { verificationRound } = schema;
  const rounds = db
    .select()
    .from(verificationRound)
    .where(and(eq(verificationRound.projectId, grant.resource.id), sql`${verificationRound.status} <> 'finalised'`))
    .orderBy(asc(verificationRound.number))
    .all();
  return rounds.flatMap((round) => stagesOf(grant).map((stage) => ownQueue(db, grant, round, stage)));
}

const stagesOf = (grant: WorkGrant): WorkStage[] =>
  (Object.keys(accessTo) as WorkStage[]).filter((stage) => accessTo[stage] === grant.access);

export function ownQueue(db: Db, grant: WorkGrant, round: VerificationRound, stage: WorkStage): OwnQueue {
  const person = workerOf(grant);
  const { verificationAssignment: assignment, roundQuery, query } = schema;
  const rows = db
    .select({ assignment, qid: query.qid, queryStage: roundQuery.stage })
    .from(assignment)
    .innerJoin(roundQuery, eq(roundQuery.id, assignment.roundQueryId))
    .innerJoin(query, eq(query.id, roundQuery.queryId))
    .where(
      and(
        eq(roundQuery.roundId, round.id),
        eq(assignment.userId, person.id),
        eq(assignment.stage, stage),
        sql`${assignment.status} <> 'withdrawn'`
      )
    )
    .orderBy(asc(assignment.assignedAt), asc(roundQuery.position))
    .all();
  return {
    round: {
      id: round.id,
      number: round.number,
      name: round.name,
      status: round.status,
      deadline: round.settings.deadline
    },
    stage,
    open: rows
      .filter((row) => row.assignment.status === 'open' && row.queryStage === stage)
      .map((row) => ({
        assignmentId: row.assignment.id,
        qid: row.qid,
        opened: row.assignment.openedAt !== null
      })),
    done: rows.filter((row) => row.assignment.status === 'done').length,
    free: stage === 'adjudication' ? 0 : freeFor(db, round, stage, person.id).length
  };
}

/**
 * The person's next assignment in a stage: one already in hand, else one taken now. Taking happens in one transaction that
 * holds the write lock, and an index forbids a slot twice: a query never gets more people than the overlap. Null where there
 * is nothing to do.
 *
 * @param except an assignment to pass over (the one just left)
 */
export function nextAssignment(
  db: Db,
  grant: WorkGrant,
  round: { id: string },
  stage: Exclude<WorkStage, 'adjudication'>,
  except?: string
): string | null {
  if (accessTo[stage] !== grant.access) throw new Error(`nextAssignment requires ${accessTo[stage]} for ${stage}`);
  const person = blindWorkerOf(grant);
  const held = inHand(db, grant, round.id, stage, except);
  if (held) return held;
  return write(db, (tx) => {
    const again = inHand(tx, grant, round.id, stage, except);
    if (again) return again;
    const standing = roundOf(tx, grant, round.id);
    if (standing.status !== 'open') return null;
    const [best] = freeFor(tx, standing, stage, person.id);
    if (!best) return null;
    const made = assign(tx, best, stage, person.id);
    record(tx, person, {
      projectId: grant.resource.id,
      action: 'verification-assignment.take',
      entity: 'verification-assignment',
      entityId: made.id,
      detail: { round: standing.number, qid: best.qid, stage, slot: made.slot }
    });
    return made.id;
  });
}

function inHand(db: Db, grant: WorkGrant, roundId: string, stage: WorkStage, except?: string): string | null {
  const { verificationAssignment: assignment, roundQuery } = schema;
  const found = db
    .select({ id: assignment.id })
    .from(assignment)
    .innerJoin(roundQuery, eq(roundQuery.id, assignment.roundQueryId))
    .where(
      and(
        eq(assignment.userId, workerOf(grant).id),
        eq(assignment.status, 'open'),
        eq(assignment.stage, stage),
        eq(roundQuery.roundId, roundId),
        eq(roundQuery.stage, stage),
        except === undefined ? undefined : sql`${assignment.id} <> ${except}`
      )
    )
    .orderBy(asc(assignment.assignedAt), asc(roundQuery.position))
    .limit(1)
    .get();
  return found?.id ?? null;
}

/** A query with a free slot. */
interface Free {
  roundQueryId: string;
  queryId: string;
  qid: string;
  domain: string | null;
  batch: number;
  cycle: number;
}

/**
 * Queries with a free slot that a person may take, in the order in which they should: batch by batch, so that batches get
 * full one after the other, and within a batch in a random order of the person's own.
 */
function freeFor(db: Db, round: VerificationRound, stage: Exclude<WorkStage, 'adjudication'>, userId: string): Free[] {
  const wanted = stage === 'annotation' ? round.settings.overlap : 1;
  const drawn =
    stage === 'inspection'
      ? sql`and exists (
          select 1 from inspection_unit unit join subject on subject.id = unit.subject_id
          where unit.inspection_id = (select i.id from inspection i where i.batch_id = b.id and i.status = 'open')
            and subject.round_query_id = rq.id
        )`
      : sql``;
  const cycle = stage === 'inspection' ? sql`(select max(i.number) from inspection i where i.batch_id = b.id)` : sql`1`;
  const rows = db.all<Free>(sql`
    select rq.id as roundQueryId, rq.query_id as queryId, q.qid as qid, q.domain as domain, b.number as batch,
      ${cycle} as cycle
    from round_query rq
    join query q on q.id = rq.query_id
    join inspection_batch b on b.id = rq.batch_id
    where rq.round_id = ${round.id} and rq.stage = ${stage} ${drawn}
      and (
        select count(*) from verification_assignment a
        where a.round_query_id = rq.id and a.stage = ${stage} and a.cycle = ${cycle} and a.status <> 'withdrawn'
      ) < ${wanted}
      and not exists (
        select 1 from verification_assignment a
        where a.round_query_id = rq.id and a.stage = ${stage} and a.cycle = ${cycle} and a.user_id = ${userId}
      )
      and not exists (
        select 1 from query_hand h where h.query_id = rq.query_id and h.user_id = ${userId} and h.stage <> ${stage}
      )`);
  const able = stage === 'annotation' ? rows.filter(({ domain }) => inDomains(domain, userId, round.settings)) : rows;
  const place = new Map(able.map((row) => [row, lot(round.settings.seed, stage, userId, row.qid)]));
  return able.sort((a, b) => a.batch - b.batch || place.get(a)! - place.get(b)!);
}

/** Gives the lowest free slot of a query to a person, who takes a hand in it. */
function assign(
  tx: Db,
  { roundQueryId, queryId, cycle }: Pick<Free, 'roundQueryId' | 'queryId' | 'cycle'>,
  stage: WorkStage,
  userId: string
): Assignment {
  const { verificationAssignment: assignment } = schema;
  takeHand(tx, queryId, userId, stage);
  const taken = new Set(
    tx
      .select({ slot: assignment.slot })
      .from(assignment)
      .where(
        and(
          eq(assignment.roundQueryId, roundQueryId),
          eq(assignment.stage, stage),
          eq(assignment.cycle, cycle),
          sql`${assignment.status} <> 'withdrawn'`
        )
      )
      .all()
      .map(({ slot }) => slot)
  );
  let slot = 1;
  while (taken.has(slot)) slot += 1;
  const made: Assignment = {
    id: newId(),
    roundQueryId,
    stage,
    cycle,
    slot,
    userId,
    status: 'open',
    assignedAt: Date.now(),
    openedAt: null,
    doneAt: null
  };
  tx.insert(assignment).values(made).run();
  return made;
}

/** The adjudicator's assignment on a query, made on first opening: several adjudicators may work on the same query. */
export function adjudicatorsAssignment(
  tx: Db,
  grant: WorkGrant,
  roundQuery: { id: string; queryId: string }
): Assignment {
  const { verificationAssignment: assignment } = schema;
  const person = workerOf(grant);
  const mine = tx
    .select()
    .from(assignment)
    .where(
      and(
        eq(assignment.roundQueryId, roundQuery.id),
        eq(assignment.stage, 'adjudication'),
        eq(assignment.userId, person.id)
      )
    )
    .get();
  if (mine) return mine;
  return assign(tx, { roundQueryId: roundQuery.id, queryId: roundQuery.queryId, cycle: 1 }, 'adjudication', person.id);
}

/**
 * Takes an assignment from a person and gives its slot to another, or (`to` null) to whoever comes next. Everything that the
 * first person has committed and typed stays stored; items that they found missing stay in the round; their ratings count
 * again as soon as the assignment is given back. Their hand in the query stays too: they can not come back to it in another
 * stage.
 */
export function reassign(
  db: Db,
  grant: ProjectGrant<'manage'>,
  assignmentId: string,
  to: string | null
): { assignmentId: string | null } {
  return write(db, (tx) => {
    const { verificationAssignment: assignment, roundQuery, verificationRound: round, membership, query } = schema;
    const found =
      tx
        .select({ assignment, roundQuery, round, qid: query.qid })
        .from(assignment)
        .innerJoin(roundQuery, eq(roundQuery.id, assignment.roundQueryId))
        .innerJoin(round, eq(round.id, roundQuery.roundId))
        .innerJoin(query, eq(query.id, roundQuery.queryId))
        .where(and(eq(assignment.id, assignmentId), eq(round.projectId, grant.resource.id)))
        .get() ?? refuse.notFound('assignment');
    const { stage, userId, status, cycle } = found.assignment;
    if (status === 'withdrawn') refuse.conflict('The assignment was taken away already.');
    if (found.roundQuery.stage !== stage)
      refuse.conflict(
        `The query ${found.qid} is not in this stage any more. Open it for the stage again before you reassign it.`
      );
    if (to === userId) refuse.invalid('This person has the assignment already. Choose somebody else.');
    if (to !== null) {
      const role = stage === 'annotation' ? 'annotator' : stage === 'adjudication' ? 'adjudicator' : 'reviewer';
      const holder = tx
        .select()
        .from(membership)
        .where(
          and(eq(membership.projectId, grant.resource.id), eq(membership.userId, to), inArray(membership.role, [role]))
        )
        .get();
      if (!holder) refuse.invalid(`The person is no ${role} of the project. Give them the role first.`);
    }
    tx.update(assignment).set({ status: 'withdrawn' }).where(eq(assignment.id, assignmentId)).run();
    const given = to === null ? null : giveTo(tx, found.roundQuery, stage, cycle, to);
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'verification-assignment.reassign',
      entity: 'verification-assignment',
      entityId: assignmentId,
      detail: { round: found.round.number, qid: found.qid, stage, from: userId, to, was: status }
    });
    return { assignmentId: given };
  });
}

/** Hands a query to a person; one who had it before gets their own assignment back, with all that they did. */
function giveTo(
  tx: Db,
  roundQuery: { id: string; queryId: string },
  stage: WorkStage,
  cycle: number,
  userId: string
): string {
  const { verificationAssignment: assignment } = schema;
  const before = tx
    .select()
    .from(assignment)
    .where(
      and(
        eq(assignment.roundQueryId, roundQuery.id),
        eq(assignment.stage, stage),
        eq(assignment.cycle, cycle),
        eq(assignment.userId, userId)
      )
    )
    .get();
  if (!before) return assign(tx, { roundQueryId: roundQuery.id, queryId: roundQuery.queryId, cycle }, stage, userId).id;
  if (before.status !== 'withdrawn') refuse.conflict('The person works on this query already. Choose somebody else.');
  const slots = new Set(
    tx
      .select({ slot: assignment.slot })
      .from(assignment)
      .where(
        and(
          eq(assignment.roundQueryId, roundQuery.id),
          eq(assignment.stage, stage),
          eq(assignment.cycle, cycle),
          sql`${assignment.status} <> 'withdrawn'`
        )
      )
      .all()
      .map(({ slot }) => slot)
  );
  let slot = 1;
  while (slots.has(slot)) slot += 1;
  tx.update(assignment).set({ status: 'open', slot, doneAt: null }).where(eq(assignment.id, before.id)).run();
  return before.id;
}

/** Notes that a person has opened an assignment; the first opening counts, and is in the audit trail. */
export function markOpened(db: Db, grant: WorkGrant, assignment: Assignment): void {
  if (assignment.openedAt !== null) return;
  write(db, (tx) => {
    const table = schema.verificationAssignment;
    const marked = tx
      .update(table)
      .set({ openedAt: Date.now() })
      .where(and(eq(table.id, assignment.id), sql`${table.openedAt} is null`))
      .run();
    if (marked.changes === 0) return;
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'verification-assignment.open',
      entity: 'verification-assignment',
      entityId: assignment.id,
      detail: { stage: assignment.stage }
    });
  });
}

/** Marks an assignment as done. */
export function markDone(tx: Db, assignmentId: string): void {
  const { verificationAssignment: assignment } = schema;
  tx.update(assignment).set({ status: 'done', doneAt: Date.now() }).where(eq(assignment.id, assignmentId)).run();
}
