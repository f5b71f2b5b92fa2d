import { and, desc, eq, sql } from 'drizzle-orm';
import { inOrderOfWork } from '../assignments/own-queues.server.ts';
import { isAskedFor } from '../rounds/asked-for.server.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, type Db } from '../../server/db/client.ts';

/** An inspection that sent a batch back. */
interface Return {
  inspection: number;
  /** Note of the lead; empty if there is none. */
  note: string;
  /** When it came back, ms: what was committed before has not been looked at since. */
  at: number;
}

/** How a batch came back from its last inspection; null if that passed it, or there was none. */
export function lastReturn(db: Db, batchId: string): Return | null {
  const { inspection } = schema;
  const last = db
    .select({
      ...{ number: inspection.number, note: inspection.note },
      at: inspection.closedAt,
      status: inspection.status
    })
    .from(inspection)
    .where(eq(inspection.batchId, batchId))
    .orderBy(desc(inspection.number))
    .limit(1)
    .get();
  return last?.status === 'returned' ? { inspection: last.number, note: last.note, at: last.at ?? 0 } : null;
}

/** Work of a person that an inspection sent back and that is not done again yet. */
interface ReturnedWork {
  /** Of the inspection. */
  id: string;
  round: { number: number; name: string };
  stage: 'annotation' | 'review';
  queries: number;
  /** The first of them. */
  assignmentId: string;
  note: string;
  at: number;
}

/** Work returned to a person in a project, the newest first; each inspection once per stage. */
export function returnedWork(db: Db, person: { id: string }, projectId: string): ReturnedWork[] {
  const rows = assignmentsReturned(db).all({ userId: person.id, projectId });
  const returned = new Map<string, ReturnedWork>();
  for (const { stage, at, ...row } of rows) {
    if (stage !== 'annotation' && stage !== 'review') continue;
    const key = `${row.id} ${stage}`;
    const before = returned.get(key);
    if (before) before.queries += 1;
    else returned.set(key, { ...row, stage, queries: 1, at: at ?? 0 });
  }
  return [...returned.values()];
}

const assignmentsReturned = builtOnce((db) => {
  const { inspection, roundQuery, verificationRound: round, verificationAssignment: assignment } = schema;
  return db
    .select({
      id: inspection.id,
      round: { number: round.number, name: round.name },
      stage: assignment.stage,
      assignmentId: assignment.id,
      note: inspection.note,
      at: inspection.closedAt
    })
    .from(assignment)
    .innerJoin(roundQuery, eq(roundQuery.id, assignment.roundQueryId))
    .innerJoin(round, eq(round.id, roundQuery.roundId))
    .innerJoin(
      inspection,
      sql`${inspection.id} = (
        select last.id from inspection last where last.batch_id = ${roundQuery.batchId}
        order by last.number desc limit 1
      ) and ${inspection.status} = 'returned'`
    )
    .where(
      and(
        eq(round.projectId, sql.placeholder('projectId')),
        eq(assignment.userId, sql.placeholder('userId')),
        eq(assignment.status, 'open'),
        eq(assignment.stage, roundQuery.stage),
        isAskedFor()
      )
    )
    .orderBy(desc(inspection.closedAt), ...inOrderOfWork)
    .prepare();
});
