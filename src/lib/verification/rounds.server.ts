import { and, asc, desc, eq, inArray, isNull, max, ne, sql } from 'drizzle-orm';
import { refuse } from '../errors.ts';
import { record } from '../server/audit.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { newId } from '../server/db/id.ts';
import { insertAll } from '../server/db/insert-all.ts';
import { dealAhead } from './dealing.server.ts';
import { standingGuideline } from './guidelines.server.ts';
import { defaultSettings, settingsProblems, type RoundSettings, type RoundStatus } from './rounds.ts';
import type { Stage } from './stages.ts';

export type VerificationRound = typeof schema.verificationRound.$inferSelect;

/** Everybody who has something to do in a verification may read that its rounds exist. */
export type VerificationReader = ProjectGrant<'manage' | 'read-benchmark' | 'annotate' | 'review' | 'adjudicate'>;

export interface RoundRow {
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
    .where(eq(round.projectId, grant.resource.id))
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

/** A round of the project by its number, as in addresses. */
export function roundByNumber(db: Db, grant: VerificationReader, number: number): VerificationRound {
  const { verificationRound: round } = schema;
  const mine = and(eq(round.projectId, grant.resource.id), eq(round.number, number));
  return db.select().from(round).where(mine).get() ?? refuse.notFound('round');
}

/** The same by id. */
export function roundOf(db: Db, grant: VerificationReader, roundId: string): VerificationRound {
  const { verificationRound: round } = schema;
  const mine = and(eq(round.projectId, grant.resource.id), eq(round.id, roundId));
  return db.select().from(round).where(mine).get() ?? refuse.notFound('round');
}

export interface RoundInput {
  name: string;
  settings?: Partial<RoundSettings>;
  /** Only these queries; all of the project where absent. */
  qids?: readonly string[];
}

/**
 * Opens a round: takes the project's queries and yes/no items with their wordings of now, puts them into batches and, with
 * `handOut: 'ahead'`, deals them out. A query can be in one unfinished round only.
 */
export function openRound(db: Db, grant: ProjectGrant<'manage'>, input: RoundInput): VerificationRound {
  const settings: RoundSettings = { ...defaultSettings, ...input.settings };
  const name = input.name.trim();
  const problems = settingsProblems(settings);
  if (name === '' || name.length > 200)
    problems.unshift({ row: null, column: 'name', reason: 'Write a name of at most 200 characters.' });
  if (problems.length > 0) refuse.invalid('The round was not opened.', problems);
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
      guidelineId: standingGuideline(tx, grant).id,
      status: 'open',
      createdBy: grant.actor.kind === 'person' ? grant.actor.id : null,
      createdAt: Date.now()
    };
    tx.insert(verificationRound).values(round).run();
    const subjects = addQueries(tx, grant, round, queries);
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

function requireAnnotators(tx: Db, projectId: string, overlap: number): void {
  const { membership } = schema;
  const n =
    tx
      .select({ n: sql<number>`count(*)` })
      .from(membership)
      .where(and(eq(membership.projectId, projectId), eq(membership.role, 'annotator')))
      .get()?.n ?? 0;
  if (n < overlap)
    refuse.invalid('The round was not opened.', [
      {
        row: null,
        column: 'overlap',
        reason: `The project has ${n} annotator${n === 1 ? '' : 's'}. Invite more, or lower the overlap.`,
        found: String(overlap)
      }
    ]);
}

function queriesFor(tx: Db, projectId: string, qids: readonly string[] | undefined) {
  const { query, roundQuery, verificationRound } = schema;
  const all = tx
    .select()
    .from(query)
    .where(and(eq(query.projectId, projectId), isNull(query.retiredAt)))
    .orderBy(asc(query.position))
    .all();
  const wanted = qids === undefined ? null : new Set(qids);
  const queries = wanted ? all.filter(({ qid }) => wanted.has(qid)) : all;
  const unknown = wanted ? [...wanted].filter((qid) => !all.some((one) => one.qid === qid)) : [];
  const busy = new Map(
    tx
      .select({ queryId: roundQuery.queryId, number: verificationRound.number })
      .from(roundQuery)
      .innerJoin(verificationRound, eq(verificationRound.id, roundQuery.roundId))
      .where(and(eq(verificationRound.projectId, projectId), ne(verificationRound.status, 'finalised')))
      .all()
      .map(({ queryId, number }) => [queryId, number])
  );
  const problems = [
    ...unknown.map((qid) => ({ row: null, column: 'queries', reason: `The project has no query ${qid}.` })),
    ...queries.flatMap(({ id, qid }) =>
      busy.has(id)
        ? [
            {
              row: null,
              column: 'queries',
              reason: `The query ${qid} is in round ${busy.get(id)}. Finalise that first.`
            }
          ]
        : []
    )
  ];
  if (problems.length > 0) refuse.invalid('The round was not opened.', problems);
  if (queries.length === 0) refuse.invalid('There is nothing to verify yet. Import or draft queries first.');
  return queries;
}

/** Returns the number of subjects. */
function addQueries(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  round: VerificationRound,
  queries: readonly (typeof schema.query.$inferSelect)[]
): number {
  const { inspectionBatch, roundQuery, checklistItem, subject, subjectWording } = schema;
  const size = round.settings.batchSize;
  const batches = Array.from({ length: Math.ceil(queries.length / size) }, (_, i) => ({
    id: newId(),
    roundId: round.id,
    number: i + 1
  }));
  insertAll(tx, inspectionBatch, batches);
  const held = queries.map((query, position) => ({
    id: newId(),
    roundId: round.id,
    queryId: query.id,
    batchId: batches[Math.floor(position / size)]!.id,
    stage: 'annotation' as const,
    position
  }));
  insertAll(tx, roundQuery, held);
  const items = new Map<string, (typeof checklistItem.$inferSelect)[]>(queries.map(({ id }) => [id, []]));
  for (const item of tx
    .select({ item: checklistItem })
    .from(checklistItem)
    .innerJoin(schema.query, eq(schema.query.id, checklistItem.queryId))
    .where(
      and(eq(schema.query.projectId, round.projectId), eq(checklistItem.kind, 'item'), isNull(checklistItem.retiredAt))
    )
    .orderBy(asc(checklistItem.position))
    .all())
    items.get(item.item.queryId)?.push(item.item);
  const subjects = queries.flatMap((query, i) => {
    const roundQueryId = held[i]!.id;
    const common = { roundQueryId, origin: 'benchmark' as const, appendedBy: null, revision: 1, voided: 0 };
    return [
      {
        ...common,
        id: newId(),
        kind: 'query' as const,
        itemId: null,
        key: query.qid,
        wording: query.text,
        position: 0
      },
      ...(items.get(query.id) ?? []).map((item, place) => ({
        ...common,
        id: newId(),
        kind: 'item' as const,
        itemId: item.id,
        key: item.key,
        wording: item.text,
        position: place + 1
      }))
    ];
  });
  insertAll(tx, subject, subjects);
  const by = grant.actor.kind === 'person' ? grant.actor.id : null;
  insertAll(
    tx,
    subjectWording,
    subjects.map(({ id, wording }) => ({
      subjectId: id,
      revision: 1,
      text: wording,
      reason: 'as the round began',
      by,
      at: round.createdAt
    }))
  );
  return subjects.length;
}

/** Stops or lets go on all committing in a round. Nothing is lost: what people type meanwhile stays as their drafts. */
export function pauseRound(db: Db, grant: ProjectGrant<'manage'>, roundId: string, paused: boolean): void {
  write(db, (tx) => {
    const round = roundOf(tx, grant, roundId);
    if (round.status === 'finalised') refuse.closed(`The round ${round.name}`, 'it is finalised');
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
    const settings: RoundSettings = { ...round.settings, ...changes };
    const problems = settingsProblems(settings);
    if (problems.length > 0) refuse.invalid('The settings were not changed.', problems);
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
