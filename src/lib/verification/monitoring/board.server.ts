import { and, asc, eq, sql } from 'drizzle-orm';
import { segmentedWords } from '../../stats/writing/segmented-words.ts';
import { quantile } from '../../stats/numbers/quantile.ts';
import { accountNames } from '../../server/people.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { agreementByStage } from '../records/agreement-units.ts';
import type { StageAgreement } from '../records/agreement.ts';
import { driftOf, type Drift } from './drift.ts';
import { paceOf, type Pace } from './pace.ts';
import { readSubjects } from '../records/records.server.ts';
import type { SubjectRecord } from '../records/records.ts';
import { askedForIn, isAskedFor } from '../rounds/asked-for.server.ts';
import { roundOf } from '../rounds/rounds.server.ts';
import {
  assignmentsOf,
  queriesWithoutTakers,
  stageOrder,
  timesOf,
  untakenDrawn,
  type BoardAssignment
} from './round-work.server.ts';
import { settleSubject, type Conflict } from '../records/settling.ts';
import { stages, workStages, type Stage, type WorkStage } from '../vocabulary/stages.ts';

interface BoardRow {
  roundQueryId: string;
  qid: string;
  text: string;
  domain: string | null;
  category: string | null;
  batch: number;
  stage: Stage;
  /** Whether the round still decides about it; only such queries are counted by stage. */
  isAskedFor: boolean;
  subjects: number;
  appended: number;
  /** Standing assignments in the order of the stages. */
  assignments: BoardAssignment[];
  /** Free slots of annotation. */
  freeSlots: number;
  openFlags: number;
  /** Subjects that annotators, reviewers or inspectors differ on, as far as they have said something, until they are decided. */
  conflicts: number;
}

export type { BoardAssignment } from './round-work.server.ts';

export interface Board {
  round: { id: string; number: number; name: string; status: 'open' | 'paused' | 'finalised'; deadline: string | null };
  inStage: Record<Stage, number>;
  rows: BoardRow[];
  openFlags: number;
}

/** Stage and assignments of every query of a round. Here and below, a caller that has read the round's subjects passes them. */
export function roundBoard(
  db: Db,
  grant: ProjectGrant<'manage'>,
  roundId: string,
  subjects: readonly SubjectRecord[] = readSubjects(db, { roundId })
): Board {
  const round = roundOf(db, grant, roundId);
  const { roundQuery, query, inspectionBatch, leadFlag } = schema;
  const byQuery = Map.groupBy(subjects, ({ roundQueryId }) => roundQueryId);
  const assignments = Map.groupBy(assignmentsOf(db, roundId), ({ roundQueryId }) => roundQueryId);
  const flags = new Map(
    db
      .select({ id: leadFlag.roundQueryId, n: sql<number>`count(*)` })
      .from(leadFlag)
      .innerJoin(roundQuery, eq(roundQuery.id, leadFlag.roundQueryId))
      .where(and(eq(roundQuery.roundId, roundId), sql`${leadFlag.answer} is null`))
      .groupBy(leadFlag.roundQueryId)
      .all()
      .map(({ id, n }) => [id, n])
  );
  const asked = askedForIn(db, roundId);
  const rows = db
    .select({
      roundQuery,
      qid: query.qid,
      domain: query.domain,
      category: query.category,
      batch: inspectionBatch.number
    })
    .from(roundQuery)
    .innerJoin(query, eq(query.id, roundQuery.queryId))
    .innerJoin(inspectionBatch, eq(inspectionBatch.id, roundQuery.batchId))
    .where(eq(roundQuery.roundId, roundId))
    .orderBy(asc(roundQuery.position))
    .all()
    .map(({ roundQuery: { id, stage }, qid, domain, category, batch }): BoardRow => {
      const own = byQuery.get(id) ?? [];
      const held = (assignments.get(id) ?? []).map(({ roundQueryId: _, ...rest }) => rest);
      return {
        roundQueryId: id,
        qid,
        text: own.find(({ kind }) => kind === 'query')?.wording ?? '',
        domain,
        category,
        batch,
        stage,
        isAskedFor: asked.has(id),
        subjects: own.length,
        appended: own.filter(({ origin }) => origin === 'appended').length,
        assignments: held,
        freeSlots: asked.has(id)
          ? Math.max(0, round.settings.overlap - held.filter((one) => one.stage === 'annotation').length)
          : 0,
        openFlags: flags.get(id) ?? 0,
        conflicts: own.filter((subject) => {
          const { state, conflicts } = settleSubject(subject, round.settings);
          return subject.isHandedOut && state === 'open' && conflicts.some((conflict) => conflict !== 'incomplete');
        }).length
      };
    });
  return {
    round: {
      id: round.id,
      number: round.number,
      name: round.name,
      status: round.status,
      deadline: round.settings.deadline
    },
    inStage: Object.fromEntries(
      stages.map((stage) => [stage, rows.filter((row) => row.isAskedFor && row.stage === stage).length])
    ) as Record<Stage, number>,
    rows,
    openFlags: [...flags.values()].reduce((sum, n) => sum + n, 0)
  };
}

/** How many queries of a domain are in a stage. */
interface StageCell {
  /** Empty if a query names none. */
  domain: string;
  stage: Stage;
  queries: number;
  /** Of these, those with a question that waits for an answer. */
  flagged: number;
}

/** The queries of a round by domain and stage, counted by the database: nothing that people said is read. */
export function roundCells(db: Db, grant: ProjectGrant<'manage'>, roundId: string): StageCell[] {
  const { id } = roundOf(db, grant, roundId);
  const { roundQuery, query, leadFlag } = schema;
  const domain = sql<string>`coalesce(${query.domain}, '')`;
  const isFlagged = sql`exists (select 1 from ${leadFlag} where ${leadFlag.roundQueryId} = ${roundQuery.id} and ${leadFlag.answer} is null)`;
  return db
    .select({
      domain,
      stage: roundQuery.stage,
      queries: sql<number>`count(*)`,
      flagged: sql<number>`sum(${isFlagged})`
    })
    .from(roundQuery)
    .innerJoin(query, eq(query.id, roundQuery.queryId))
    .where(and(eq(roundQuery.roundId, id), isAskedFor()))
    .groupBy(domain, roundQuery.stage)
    .orderBy(domain)
    .all();
}

interface PersonLine {
  userId: string;
  name: string;
  stage: WorkStage;
  /** Queries finished, in hand, and finished in the last seven days. */
  done: number;
  open: number;
  lastWeek: number;
  /** Ratings, reviews or decisions committed; revisions of the same one count once. */
  committed: number;
  /** Median time of one of them in seconds; null if no time is known. */
  medianSeconds: number | null;
  lastAt: number | null;
}

export interface StageLine {
  stage: WorkStage;
  /**
   * Assignments (a query by one person): required in all, done, in progress, and free. Inspection requires what is drawn. Adjudication
   * counts queries, of which it requires those that have come to it.
   */
  asked: number;
  done: number;
  open: number;
  free: number;
  /** Queries that wait in the stage and that no person of the project can take; an inspection is not drawn without people for it. */
  withoutTakers: number;
  /**
   * Pieces done per day over the last seven days, or since the first one if that is later, at least one day; and the days that the rest
   * takes at that pace. Null if none was done in that time.
   */
  perDay: number | null;
  daysLeft: number | null;
}

const DAY = 86_400_000;

/** Assignments of a round with the names of who holds them. */
const heldIn = (db: Db, roundId: string) => {
  const { verificationAssignment: assignment, roundQuery, user } = schema;
  return db
    .select({ assignment, stageNow: roundQuery.stage, name: user.name, isAskedFor: isAskedFor() })
    .from(assignment)
    .innerJoin(roundQuery, eq(roundQuery.id, assignment.roundQueryId))
    .innerJoin(user, eq(user.id, assignment.userId))
    .where(eq(roundQuery.roundId, roundId))
    .orderBy(asc(user.name))
    .all();
};

const withinWeek = (at: number | null, now: number): boolean => at !== null && at > now - 7 * DAY;

/** Days over which a pace is measured, from 1 to 7: since the first piece that was done. */
function measuredDays(done: readonly (number | null)[], now: number): number {
  const first = done.reduce<number>((least, at) => Math.min(least, at ?? now), now);
  return Math.min(7, Math.max(1, (now - first) / DAY));
}

/** Done and open work of each person in a round, by stage. */
export function roundPeople(db: Db, grant: ProjectGrant<'manage'>, roundId: string, now: number): PersonLine[] {
  const { id } = roundOf(db, grant, roundId);
  const times = timesOf(db, id);
  return [...Map.groupBy(heldIn(db, id), (row) => `${row.assignment.stage} ${row.assignment.userId}`).values()]
    .map((own): PersonLine => {
      const { stage, userId } = own[0]!.assignment;
      const spent = times.filter((one) => one.stage === stage && one.userId === userId);
      const standing = own.filter((row) => row.assignment.status !== 'withdrawn');
      return {
        userId,
        name: own[0]!.name,
        stage,
        done: standing.filter((row) => row.assignment.status === 'done').length,
        open: standing.filter((row) => row.isAskedFor && row.assignment.status === 'open').length,
        lastWeek: standing.filter((row) => withinWeek(row.assignment.doneAt, now)).length,
        committed: spent.length,
        medianSeconds: quantile(
          spent.flatMap(({ seconds }) => (seconds === null ? [] : [seconds])),
          0.5
        ).value,
        lastAt: spent.reduce<number | null>((last, { at }) => Math.max(last ?? 0, at), null)
      };
    })
    .sort((a, b) => stageOrder(a.stage) - stageOrder(b.stage));
}

/** Throughput and what remains, by person and by stage. */
export function roundThroughput(
  db: Db,
  grant: ProjectGrant<'manage'>,
  roundId: string,
  now = Date.now()
): { people: PersonLine[]; stages: StageLine[] } {
  const round = roundOf(db, grant, roundId);
  const cells = roundCells(db, grant, roundId);
  const queriesIn = (some: readonly StageCell[]): number => some.reduce((sum, { queries }) => sum + queries, 0);
  const all = queriesIn(cells);
  // An inspection needs all that it has drawn.
  const rows = heldIn(db, roundId).filter((row) => row.isAskedFor || row.assignment.stage === 'inspection');
  const lines = workStages.map((stage): StageLine => {
    const standing = rows.filter((row) => row.assignment.stage === stage && row.assignment.status !== 'withdrawn');
    const isAdjudication = stage === 'adjudication';
    // Several adjudicators may have had the same query.
    const piecesOf = (some: typeof rows): number =>
      isAdjudication ? new Set(some.map(({ assignment }) => assignment.roundQueryId)).size : some.length;
    const done = piecesOf(
      standing.filter((row) => row.assignment.status === 'done' && (!isAdjudication || row.stageNow === 'done'))
    );
    const open = piecesOf(standing.filter((row) => row.assignment.status === 'open'));
    const asked = {
      annotation: all * round.settings.overlap,
      review: all,
      inspection: standing.length + untakenDrawn(db, roundId),
      adjudication: done + queriesIn(cells.filter((cell) => cell.stage === 'adjudication'))
    }[stage];
    const lately = piecesOf(standing.filter((row) => withinWeek(row.assignment.doneAt, now)));
    const days = measuredDays(
      standing.map((row) => row.assignment.doneAt),
      now
    );
    const perDay = lately === 0 ? null : lately / days;
    const left = Math.max(0, asked - done);
    return {
      stage,
      asked,
      done,
      open: Math.min(open, left),
      free: Math.max(0, left - open),
      withoutTakers: stage === 'inspection' ? 0 : queriesWithoutTakers(db, round, stage),
      perDay,
      daysLeft: perDay === null ? null : left / perDay
    };
  });
  return { people: roundPeople(db, grant, roundId, now), stages: lines };
}

/** Agreement of each stage on queries and on items, with intervals that know that items nest in queries. */
export function roundAgreement(
  db: Db,
  grant: ProjectGrant<'manage'>,
  roundId: string,
  subjects: readonly SubjectRecord[] = readSubjects(db, { roundId })
): StageAgreement[] {
  const { settings } = roundOf(db, grant, roundId);
  return agreementByStage(subjects, settings);
}

/** Per annotator: how often reviewers (or the adjudicated label) agree over time, and how long they take. */
interface AnnotatorWatch {
  userId: string;
  name: string;
  drift: Drift;
  pace: Pace;
}

export function annotatorWatch(
  db: Db,
  grant: ProjectGrant<'manage'>,
  roundId: string,
  subjects: readonly SubjectRecord[] = readSubjects(db, { roundId })
): AnnotatorWatch[] {
  const { settings } = roundOf(db, grant, roundId);
  const names = accountNames(db);
  const ratings = subjects.flatMap((subject) => {
    const final = settleSubject(subject, settings).label;
    const words = segmentedWords(subject.wording).length;
    return subject.ratings.map((rating) => ({ subject, rating, final, words }));
  });
  return [...Map.groupBy(ratings, ({ rating }) => rating.userId)]
    .map(([userId, own]) => ({
      userId,
      name: names.get(userId)!,
      drift: driftOf(
        own.map(({ rating, final }) => ({
          at: rating.at,
          agrees: final !== null ? rating.label === final : (rating.review?.agrees ?? null)
        }))
      ),
      pace: paceOf(
        own.map(({ subject, rating, words }) => ({
          ...{ words, seconds: rating.seconds },
          subjectId: subject.id,
          qid: subject.qid,
          key: subject.key,
          kind: subject.kind
        }))
      )
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** One subject with everything that was said of it, for the lead: with names. */
interface SubjectDossier {
  subject: SubjectRecord;
  conflicts: Conflict[];
  agreement: number | null;
  names: Record<string, string>;
}

/** Subjects on which people differ, lowest agreement first: the items behind the agreement figures. */
export function disagreements(
  db: Db,
  grant: ProjectGrant<'manage'>,
  roundId: string,
  subjects: readonly SubjectRecord[] = readSubjects(db, { roundId })
): SubjectDossier[] {
  const { settings } = roundOf(db, grant, roundId);
  const names = Object.fromEntries(
    db
      .select({ id: schema.user.id, name: schema.user.name })
      .from(schema.user)
      .innerJoin(schema.membership, eq(schema.membership.userId, schema.user.id))
      .where(eq(schema.membership.projectId, grant.resource.id))
      .all()
      .map(({ id, name }) => [id, name])
  );
  return subjects
    .map((subject) => ({ subject, ...settleSubject(subject, settings), names }))
    .filter(({ conflicts }) => conflicts.some((conflict) => conflict !== 'incomplete'))
    .map(({ subject, conflicts, agreement }) => ({ subject, conflicts, agreement, names }))
    .sort((a, b) => (a.agreement ?? 0) - (b.agreement ?? 0));
}
