import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { sayingsOf } from '../../messages/sayings.ts';
import { problemAt, refuse, worded } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import type { WorkStage } from '../vocabulary/stages.ts';
import { ownRoundSeat, workerOf, type RoundSeat, type WorkGrant } from '../assignments/seat.server.ts';

const leadSays = sayingsOf('leadRefusals');

const LONGEST = 4000;

/** A question to a lead, or its answer, as it is stored; refused if it is empty or too long. */
export function checkedQuestion(text: string, column: string): string {
  const clean = text.replace(/\r\n?/g, '\n').trim();
  if (clean === '' || clean.length > LONGEST)
    refuse.invalid(worded('questionNotSent'), [problemAt(column, worded('charactersFromOne', { most: LONGEST }))]);
  return clean;
}

/**
 * Asks the lead about a subject, or (null) about the query as a whole. The work continues meanwhile. The same question of the same
 * person that still waits for its answer is one question, however often it is sent.
 */
export function askLead(
  db: Db,
  grant: WorkGrant,
  input: { assignmentId: string; subjectId: string | null; question: string }
): { flagId: string } {
  return write(db, (tx) => {
    const seat = ownRoundSeat(tx, grant, input.assignmentId);
    if (input.subjectId !== null) {
      const { subject } = schema;
      const mine = and(eq(subject.id, input.subjectId), eq(subject.roundQueryId, seat.roundQuery.id));
      if (!tx.select().from(subject).where(mine).get()) refuse.notFound('item');
    }
    return { flagId: raiseFlag(tx, grant, seat, input.subjectId, input.question) };
  });
}

export function raiseFlag(
  tx: Db,
  grant: WorkGrant,
  seat: RoundSeat,
  subjectId: string | null,
  question: string
): string {
  const { leadFlag } = schema;
  const asked = {
    roundQueryId: seat.roundQuery.id,
    userId: workerOf(grant).id,
    question: checkedQuestion(question, 'question')
  };
  const before = tx
    .select({ id: leadFlag.id })
    .from(leadFlag)
    .where(
      and(
        eq(leadFlag.roundQueryId, asked.roundQueryId),
        eq(leadFlag.userId, asked.userId),
        eq(leadFlag.question, asked.question),
        subjectId === null ? isNull(leadFlag.subjectId) : eq(leadFlag.subjectId, subjectId),
        isNull(leadFlag.answer)
      )
    )
    .get();
  if (before) return before.id;
  const id = newId();
  tx.insert(leadFlag)
    .values({
      id,
      subjectId,
      ...asked,
      askedAt: Date.now(),
      answer: null,
      answeredBy: null,
      answeredAt: null
    })
    .run();
  record(tx, grant.actor, {
    projectId: grant.resource.id,
    action: 'flag.raise',
    entity: 'lead-flag',
    entityId: id,
    detail: { round: seat.round.number, qid: seat.query.qid }
  });
  return id;
}

interface FlagRow {
  id: string;
  qid: string;
  /** The item's key; null for the query. */
  key: string | null;
  wording: string | null;
  by: { userId: string; name: string };
  question: string;
  askedAt: number;
  answer: string | null;
  answeredAt: number | null;
}

/** The questions asked in a round, unanswered ones first, then the oldest. */
export function listFlags(
  db: Db,
  grant: ProjectGrant<'manage'>,
  roundId: string,
  only: { open?: boolean } = {}
): FlagRow[] {
  const { leadFlag, roundQuery, verificationRound: round, query, subject, user } = schema;
  return db
    .select({ flag: leadFlag, qid: query.qid, subject, by: { userId: user.id, name: user.name } })
    .from(leadFlag)
    .innerJoin(roundQuery, eq(roundQuery.id, leadFlag.roundQueryId))
    .innerJoin(round, eq(round.id, roundQuery.roundId))
    .innerJoin(query, eq(query.id, roundQuery.queryId))
    .innerJoin(user, eq(user.id, leadFlag.userId))
    .leftJoin(subject, eq(subject.id, leadFlag.subjectId))
    .where(
      and(
        eq(round.id, roundId),
        eq(round.projectId, grant.resource.id),
        only.open ? isNull(leadFlag.answer) : undefined
      )
    )
    .orderBy(asc(leadFlag.answeredAt), asc(leadFlag.askedAt))
    .all()
    .map(({ flag, qid, subject: about, by }) => ({
      id: flag.id,
      qid,
      key: about?.kind === 'item' ? about.key : null,
      wording: about?.wording ?? null,
      by,
      question: flag.question,
      askedAt: flag.askedAt,
      answer: flag.answer,
      answeredAt: flag.answeredAt
    }))
    .sort((a, b) => Number(a.answer !== null) - Number(b.answer !== null) || a.askedAt - b.askedAt);
}

/** A lead's answer to a question. */
export interface LeadsAnswer {
  answer: string;
  /** When the answer was given that the lead has seen; null if there was none. */
  seen: number | null;
}

/** Refuses an answer that would replace another one without the lead having seen it; the same answer again replaces nothing. */
export function requireSeenAnswer(
  { before, answeredAt }: { before: string | null; answeredAt: number | null },
  { answer, seen }: LeadsAnswer
): void {
  if (before !== null && answeredAt !== seen && before !== answer)
    refuse.conflict(leadSays('answeredSince', { answer: before }));
}

/**
 * Answers a question; a further answer replaces the first, and the audit trail keeps both.
 *
 * @throws Refusal `conflict` if another answer was given since the one that the lead has seen (`LeadsAnswer`)
 */
export function answerFlag(db: Db, grant: ProjectGrant<'manage'>, flagId: string, { answer, seen }: LeadsAnswer): void {
  const text = checkedQuestion(answer, 'answer');
  write(db, (tx) => {
    const { leadFlag, roundQuery, verificationRound: round } = schema;
    const found =
      tx
        .select({ id: leadFlag.id, before: leadFlag.answer, answeredAt: leadFlag.answeredAt })
        .from(leadFlag)
        .innerJoin(roundQuery, eq(roundQuery.id, leadFlag.roundQueryId))
        .innerJoin(round, eq(round.id, roundQuery.roundId))
        .where(and(eq(leadFlag.id, flagId), eq(round.projectId, grant.resource.id)))
        .get() ?? refuse.notFound('question');
    requireSeenAnswer(found, { answer: text, seen });
    tx.update(leadFlag)
      .set({
        answer: text,
        answeredBy: grant.actor.kind === 'person' ? grant.actor.id : null,
        answeredAt: Date.now()
      })
      .where(eq(leadFlag.id, flagId))
      .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'flag.answer',
      entity: 'lead-flag',
      entityId: flagId,
      detail: { answer: text, before: found.before }
    });
  });
}

/** An answer of a lead to the person's own question. */
interface FlagAnswer {
  id: string;
  round: { number: number; name: string };
  qid: string;
  question: string;
  answer: string;
  answeredAt: number;
  /** The person's own work on the query, the latest. Null if they have none any more. */
  work: { assignmentId: string; stage: WorkStage } | null;
  /** Subject of the question; null for the query as a whole. */
  subjectId: string | null;
}

/** The answers to a person's questions in a project's rounds, the newest first. */
export const ownFlagAnswers = (db: Db, person: { id: string }, projectId: string): FlagAnswer[] =>
  answersTo(db)
    .all({ userId: person.id, projectId })
    .map((row) => ({ ...row, answer: row.answer!, answeredAt: row.answeredAt ?? 0 }));

const answersTo = builtOnce((db) => {
  const { leadFlag, roundQuery, verificationRound: round, query, verificationAssignment: assignment } = schema;
  const userId = sql.placeholder('userId');
  return db
    .select({
      id: leadFlag.id,
      round: { number: round.number, name: round.name },
      qid: query.qid,
      question: leadFlag.question,
      answer: leadFlag.answer,
      answeredAt: leadFlag.answeredAt,
      work: { assignmentId: assignment.id, stage: assignment.stage },
      subjectId: leadFlag.subjectId
    })
    .from(leadFlag)
    .innerJoin(roundQuery, eq(roundQuery.id, leadFlag.roundQueryId))
    .innerJoin(round, eq(round.id, roundQuery.roundId))
    .innerJoin(query, eq(query.id, roundQuery.queryId))
    .leftJoin(
      assignment,
      sql`${assignment.id} = (
        select mine.id from verification_assignment mine
        where mine.round_query_id = ${roundQuery.id} and mine.user_id = ${userId} and mine.status <> 'withdrawn'
        order by mine.assigned_at desc, mine.cycle desc limit 1
      )`
    )
    .where(
      and(eq(round.projectId, sql.placeholder('projectId')), eq(leadFlag.userId, userId), isNotNull(leadFlag.answer))
    )
    .orderBy(desc(leadFlag.answeredAt))
    .prepare();
});
