import { sayingsOf } from '../../messages/sayings.ts';
import { and, desc, eq, inArray, max, sql } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { isAskedFor } from './asked-for.server.ts';
import { dealAhead } from './dealing.server.ts';
import { standingGuideline } from './guidelines.server.ts';
import { addQueries, queriesFor, requireAnnotators, type MaterialText } from './round-subjects.server.ts';
import type { VerificationReader, VerificationRound } from './round.server.ts';
import { defaultSettings, settingsProblems, type RoundSettings, type RoundStatus } from './rounds.ts';
import type { Stage } from '../vocabulary/stages.ts';

const leadSays = sayingsOf('leadRefusals');

interface RoundRow {
  id: string;
  number: number;
  name: string;
  status: RoundStatus;
  deadline: string | null;
  createdAt: number;
  queries: number;
  /** Queries by the stage that they are in. */
  inStage: Record<Stage, number>;
}

/** The project's rounds, newest first. */
export function listRounds(db: Db, grant: VerificationReader): RoundRow[] {
  const { verificationRound: round, roundQuery } = schema;
  const counts = db
    .select({ roundId: roundQuery.roundId, stage: roundQuery.stage, n: sql<number>`count(*)` })
    .from(roundQuery)
    .innerJoin(round, eq(round.id, roundQuery.roundId))
    .where(and(eq(round.projectId, grant.resource.id), isAskedFor()))
    .groupBy(roundQuery.roundId, roundQuery.stage)
    .all();
  return db
    .select()
    .from(round)
    .where(eq(round.projectId, grant.resource.id))
    .orderBy(desc(round.number))
    .all()
    .map(({ id, number, name, status, settings, createdAt }) => {
      const mine = counts.filter(({ roundId }) => roundId === id);
      const of = (stage: Stage): number => mine.find((one) => one.stage === stage)?.n ?? 0;
      return {
        id,
        number,
        name,
        status,
        deadline: settings.deadline,
        createdAt,
        queries: mine.reduce((sum, { n }) => sum + n, 0),
        inStage: {
          annotation: of('annotation'),
          review: of('review'),
          inspection: of('inspection'),
          adjudication: of('adjudication'),
          done: of('done')
        }
      };
    });
}

/** The round of a project that has the value asked for in a column. */
const roundWith = (column: 'number' | 'id') =>
  builtOnce((db) => {
    const { verificationRound: round } = schema;
    const isAsked = and(eq(round.projectId, sql.placeholder('project')), eq(round[column], sql.placeholder('asked')));
    return db.select().from(round).where(isAsked).prepare();
  });
const roundWithNumber = roundWith('number');
const roundWithId = roundWith('id');

/** A round of the project by its number, as in addresses. */
export const roundByNumber = (db: Db, grant: VerificationReader, number: number): VerificationRound =>
  roundWithNumber(db).get({ project: grant.resource.id, asked: number }) ?? refuse.notFound('round');

/** The same by id. */
export const roundOf = (db: Db, grant: VerificationReader, roundId: string): VerificationRound =>
  roundWithId(db).get({ project: grant.resource.id, asked: roundId }) ?? refuse.notFound('round');

export interface RoundInput {
  name: string;
  settings?: Partial<RoundSettings>;
  /** Only these queries; all of the project if absent. */
  qids?: readonly string[];
  /** Text of a suite's material that people rate; absent: none of it. */
  materialText?: MaterialText;
  /** Of the guideline that the project starts with, if it has none; English if absent. */
  language?: string;
}

/**
 * Opens a round: takes the project's queries and yes/no items with their wordings of now, puts them into batches and, with
 * `handOut: 'ahead'`, deals them out. A query can be in one unfinished round only.
 */
export function openRound(db: Db, grant: ProjectGrant<'manage'>, input: RoundInput): VerificationRound {
  const settings: RoundSettings = { ...defaultSettings, ...input.settings };
  const name = input.name.trim();
  const problems = settingsProblems(settings);
  if (name === '' || name.length > 200) problems.unshift(problemAt('name', fieldSays('nameUpTo', { most: 200 })));
  if (problems.length > 0) refuse.invalid(leadSays('roundNotOpened'), problems);
  return write(db, (tx) => {
    const projectId = grant.resource.id;
    requireAnnotators(tx, projectId, settings.overlap);
    const queries = queriesFor(tx, projectId, input.qids);
    const { verificationRound } = schema;
    const last = tx
      .select({ number: max(verificationRound.number) })
      .from(verificationRound)
      .where(eq(verificationRound.projectId, projectId))
      .get();
    const round: VerificationRound = {
      id: newId(),
      projectId,
      number: (last?.number ?? 0) + 1,
      name,
      settings,
      guidelineId: standingGuideline(tx, grant, input.language).id,
      status: 'open',
      createdBy: grant.actor.kind === 'person' ? grant.actor.id : null,
      createdAt: Date.now()
    };
    tx.insert(verificationRound).values(round).run();
    const subjects = addQueries(tx, grant, round, queries, input.materialText);
    if (settings.handOut === 'ahead') dealAhead(tx, round);
    record(tx, grant.actor, {
      projectId,
      action: 'round.open',
      entity: 'verification-round',
      entityId: round.id,
      detail: { number: round.number, name, settings: { ...settings }, queries: queries.length, subjects }
    });
    return round;
  });
}

/** Pauses or resumes all committing in a round. Nothing is lost: text that people type meanwhile stays as their drafts. */
export function pauseRound(db: Db, grant: ProjectGrant<'manage'>, roundId: string, paused: boolean): void {
  write(db, (tx) => {
    const round = roundOf(tx, grant, roundId);
    if (round.status === 'finalised') refuse.isClosed(leadSays('roundFinalised', { round: round.name }));
    const status = paused ? 'paused' : 'open';
    if (round.status === status) return;
    const guidelineId = paused ? round.guidelineId : standingGuideline(tx, grant).id;
    tx.update(schema.verificationRound)
      .set({ status, guidelineId })
      .where(eq(schema.verificationRound.id, roundId))
      .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: paused ? 'round.pause' : 'round.resume',
      entity: 'verification-round',
      entityId: roundId,
      detail: { number: round.number }
    });
  });
}

/** Settings that can change while a round runs: what is handed out and drawn already stays as it is. */
export type ChangeableSettings = Pick<
  RoundSettings,
  'assignment' | 'domains' | 'deadline' | 'inspection' | 'keepUnnecessary'
>;

export function changeSettings(
  db: Db,
  grant: ProjectGrant<'manage'>,
  roundId: string,
  changes: Partial<ChangeableSettings>
): VerificationRound {
  return write(db, (tx) => {
    const round = roundOf(tx, grant, roundId);
    if (round.status === 'finalised') refuse.isClosed(leadSays('roundFinalised', { round: round.name }));
    const settings: RoundSettings = { ...round.settings, ...changes };
    const problems = settingsProblems(settings);
    if (problems.length > 0) refuse.invalid(leadSays('settingsNotChanged'), problems);
    tx.update(schema.verificationRound).set({ settings }).where(eq(schema.verificationRound.id, roundId)).run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'round.settings',
      entity: 'verification-round',
      entityId: roundId,
      detail: { number: round.number, changes: { ...changes } }
    });
    return { ...round, settings };
  });
}

/** Moves queries of a round to a stage. */
export function moveTo(tx: Db, roundQueryIds: readonly string[], stage: Stage): void {
  for (let from = 0; from < roundQueryIds.length; from += 1000)
    tx.update(schema.roundQuery)
      .set({ stage })
      .where(inArray(schema.roundQuery.id, roundQueryIds.slice(from, from + 1000)))
      .run();
}
