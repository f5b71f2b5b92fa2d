import { sayingsOf } from '../../messages/sayings.ts';
import { and, desc, eq, gt, max, sql } from 'drizzle-orm';
import { refuse, type Problem, fieldSays, problemAt } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { materialWrittenAfter } from '../benchmark/material.server.ts';
import { datasheetOf, lineagesOf } from './datasheet.server.ts';
import type { CountsByKind, Datasheet } from './datasheet.ts';
import { applyToBenchmark } from './final-wordings.server.ts';
import { sendBack, setAdjudicators, settleQueries } from '../inspection/gate.server.ts';
import { readSubjects } from '../records/records.server.ts';
import { moveTo, roundOf } from '../rounds/rounds.server.ts';
import { type VerificationRound } from '../rounds/round.server.ts';
import { settleSubject, type SettledSubject } from '../records/settling.ts';
import { isBefore, type Stage } from '../vocabulary/stages.ts';
import { subjectCounts } from './subject-counts.ts';
import { versionChanges, type VersionChange } from './version-changes.ts';
import type { VersionContent } from './versions.ts';
import { freezeVersion, listVersions, type DatasetVersion } from './versions.server.ts';
import { sameWording } from '../vocabulary/wording.ts';

const leadSays = sayingsOf('leadRefusals');

export interface FinalisationPreview {
  /** Queries that are before adjudication, by stage. */
  unfinished: Partial<Record<Stage, number>>;
  subjects: CountsByKind;
  /** Problems that prevent finalising the round even if the lead confirms: two kept items of a query with the same words. */
  problems: Problem[];
  /** True if every subject is settled. */
  settled: boolean;
  /** Subjects that are not settled or before adjudication. */
  open: SettledSubject[];
}

/** Preview of finalising a round now. */
export function previewFinalisation(db: Db, grant: ProjectGrant<'manage'>, roundId: string): FinalisationPreview {
  const round = roundOf(db, grant, roundId);
  const settled = settledSubjects(db, round);
  const unfinished: Partial<Record<Stage, number>> = {};
  for (const { subject } of settled)
    if (subject.kind === 'query' && isBefore(subject.stage, 'adjudication'))
      unfinished[subject.stage] = (unfinished[subject.stage] ?? 0) + 1;
  return {
    unfinished,
    subjects: subjectCounts(settled),
    problems: clashes(settled),
    settled: settled.every(({ settled: { state } }) => state !== 'open') && Object.keys(unfinished).length === 0,
    open: settled.filter(({ settled: { state } }) => state === 'open')
  };
}

/** Numbers of the last round with each query that a round after this one has taken up: that round decides about it. */
const takenUpLater = (db: Db, round: VerificationRound): Map<string, number> => {
  const { roundQuery, verificationRound } = schema;
  return new Map(
    db
      .select({ queryId: roundQuery.queryId, number: max(verificationRound.number) })
      .from(roundQuery)
      .innerJoin(verificationRound, eq(verificationRound.id, roundQuery.roundId))
      .where(and(eq(verificationRound.projectId, round.projectId), gt(verificationRound.number, round.number)))
      .groupBy(roundQuery.queryId)
      .all()
      .map(({ queryId, number }) => [queryId, number!])
  );
};

/** The subjects about which the round decides, each with its outcome now. */
function settledSubjects(db: Db, round: VerificationRound): SettledSubject[] {
  const later = takenUpLater(db, round);
  const subjects = readSubjects(db, { roundId: round.id }).filter(
    ({ queryId, archived }) => !later.has(queryId) && !archived
  );
  const all = subjects.map((subject): SettledSubject => {
    const settled = settleSubject(subject, round.settings);
    // Before adjudication nothing is settled, however well people agree so far.
    return isBefore(subject.stage, 'adjudication')
      ? {
          subject,
          settled: {
            ...settled,
            state: 'open',
            label: null,
            keep: subject.origin === 'benchmark',
            wording: subject.wording
          }
        }
      : { subject, settled };
  });
  const dropped = new Set(
    all.flatMap(({ subject, settled: { keep } }) => (subject.kind === 'query' && !keep ? [subject.roundQueryId] : []))
  );
  const written = materialWrittenAfter(db, round.projectId, round.createdAt);
  return all.map(({ subject, settled }) => {
    // Items and material leave the dataset with their query, whatever their labels are.
    if (dropped.has(subject.roundQueryId)) return { subject, settled: { ...settled, keep: false } };
    // The labels are of the text with which the round began.
    const keep = settled.keep || (subject.kind === 'material' && written.has(`${subject.queryId} ${subject.key}`));
    return { subject, settled: { ...settled, keep } };
  });
}

function clashes(settled: readonly SettledSubject[]): Problem[] {
  const kept = settled.filter(({ subject, settled: { keep } }) => keep && subject.kind === 'item');
  return kept.flatMap(({ subject, settled: { wording } }, i) => {
    const twin = kept
      .slice(0, i)
      .find((one) => one.subject.roundQueryId === subject.roundQueryId && sameWording(one.settled.wording, wording));
    return twin
      ? [
          problemAt(
            `item ${subject.qid} ${subject.key}`,
            fieldSays('sameTextAs', { key: twin.subject.key }),
            wording.slice(0, 160)
          )
        ]
      : [];
  });
}

interface FinalisedRound {
  version: DatasetVersion;
  /** False if an older version has the same content: then that one is named. */
  created: boolean;
  finalisationId: string;
}

/**
 * Makes the round into a dataset version: puts final wordings into the benchmark, removes dropped items, adds appended ones,
 * freezes, and stores lineage and datasheet with the version. With `includeOpen`, unsettled subjects stay in as they are and
 * are marked as open; without it, a round with open subjects is refused. Queries that a later round has taken up stay as
 * they are, and so do what is in the archive and material that was corrected during the round.
 */
export function finaliseRound(
  db: Db,
  grant: ProjectGrant<'manage'>,
  roundId: string,
  options: { includeOpen?: boolean } = {}
): FinalisedRound {
  return write(db, (tx) => {
    const round = roundOf(tx, grant, roundId);
    if (round.status === 'finalised') refuse.isClosed(leadSays('roundFinalisedReopen', { round: round.name }));
    const settled = settledSubjects(tx, round);
    const problems = clashes(settled);
    const open = settled.filter(({ settled: { state } }) => state === 'open');
    if (open.length > 0 && !options.includeOpen)
      problems.push(problemAt('round', fieldSays('subjectsOpen', { n: open.length })));
    if (problems.length > 0) refuse.invalid(leadSays('roundNotFinalised'), problems);
    const previous = listVersions(tx, grant)[0] ?? null;
    const lineage = lineagesOf(tx, settled);
    const keys = applyToBenchmark(tx, grant, settled, `dropped by round ${round.number}`);
    const { version, created } = freezeVersion(tx, grant);
    const finalisationId = newId();
    tx.insert(schema.finalisation)
      .values({
        id: finalisationId,
        roundId,
        versionId: version.id,
        previousId: previous && previous.id !== version.id ? previous.id : null,
        lineage: lineage.map((one, i) => ({ ...one, key: keys.get(settled[i]!.subject.id) ?? one.key })),
        datasheet: datasheetOf(tx, round, settled),
        by: grant.actor.kind === 'person' ? grant.actor.id : null,
        at: Date.now()
      })
      .run();
    tx.update(schema.verificationRound)
      .set({ status: 'finalised' })
      .where(eq(schema.verificationRound.id, roundId))
      .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'round.finalise',
      entity: 'verification-round',
      entityId: roundId,
      detail: {
        round: round.number,
        version: version.number,
        contentHash: version.contentHash,
        created,
        open: open.length
      }
    });
    return { version, created, finalisationId };
  });
}

/**
 * Opens a query for a stage again, also of a finalised round, which is then open and can be finalised into a new version.
 * Ratings and reviews stay and can be changed; decisions stay in the lineage and have to be made again. Going back to annotation
 * after a version takes up the settled wordings, which are then to be rated. Refused if a later round has the query, and for
 * adjudication if no decision about it would have to be made again.
 */
export function reopenQuery(
  db: Db,
  grant: ProjectGrant<'manage'>,
  input: { roundId: string; qid: string; stage: 'annotation' | 'review' | 'adjudication' }
): void {
  write(db, (tx) => {
    const round = roundOf(tx, grant, input.roundId);
    const { roundQuery, query, subject } = schema;
    const found =
      tx
        .select({ roundQuery })
        .from(roundQuery)
        .innerJoin(query, eq(query.id, roundQuery.queryId))
        .where(and(eq(roundQuery.roundId, round.id), eq(query.qid, input.qid)))
        .get()?.roundQuery ?? refuse.notFound('query in the round');
    if (!isBefore(input.stage, found.stage)) refuse.stageOrder(input.qid, found.stage);
    requireFree(tx, round, found, input);
    if (input.stage === 'annotation') takeUpSettled(tx, grant, round, found.id);
    tx.update(subject)
      .set({
        voided: sql`coalesce((select max(a.revision) from adjudication a where a.subject_id = ${subject.id}), 0)`
      })
      .where(eq(subject.roundQueryId, found.id))
      .run();
    setAdjudicators(tx, [found.id], { from: 'done', to: 'open' });
    if (input.stage === 'adjudication') toAdjudication(tx, round, found.id, input.qid);
    else sendBack(tx, [found.id], input.stage);
    if (round.status === 'finalised')
      tx.update(schema.verificationRound)
        .set({ status: 'open' })
        .where(eq(schema.verificationRound.id, round.id))
        .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'round-query.reopen',
      entity: 'round-query',
      entityId: found.id,
      detail: { round: round.number, qid: input.qid, from: found.stage, to: input.stage, was: round.status }
    });
  });
}

/** Of a finalised round, a query without anything to decide is done again: its round is open, and adjudicators can decide on what is unanimous. */
function toAdjudication(tx: Db, round: VerificationRound, roundQueryId: string, qid: string): void {
  moveTo(tx, [roundQueryId], 'adjudication');
  settleQueries(tx, round, [roundQueryId]);
  const { roundQuery } = schema;
  const now = tx.select({ stage: roundQuery.stage }).from(roundQuery).where(eq(roundQuery.id, roundQueryId)).get();
  if (now?.stage === 'done' && round.status !== 'finalised') refuse.conflict(leadSays('nothingDecided', { qid }));
}

function requireFree(
  tx: Db,
  round: VerificationRound,
  found: typeof schema.roundQuery.$inferSelect,
  { qid, stage: to }: { qid: string; stage: Stage }
): void {
  const { inspection } = schema;
  const later = takenUpLater(tx, round).get(found.queryId);
  if (later !== undefined) refuse.conflict(leadSays('queryInRound', { qid, number: later }));
  const drawn = tx
    .select({ id: inspection.id })
    .from(inspection)
    .where(and(eq(inspection.batchId, found.batchId), eq(inspection.status, 'open')))
    .get();
  // A query that comes back to a batch under inspection would pass with it uninspected.
  if (drawn && to !== 'adjudication') refuse.conflict(leadSays('underInspection', { qid }));
}

function takeUpSettled(tx: Db, grant: ProjectGrant<'manage'>, round: VerificationRound, roundQueryId: string): void {
  const by = grant.actor.kind === 'person' ? grant.actor.id : null;
  for (const subject of readSubjects(tx, { roundQueryIds: [roundQueryId] })) {
    const { wording, state } = settleSubject(subject, round.settings);
    if (state === 'open' || wording === subject.wording) continue;
    const revision = subject.revision + 1;
    tx.insert(schema.subjectWording)
      .values({ subjectId: subject.id, revision, text: wording, reason: 'as decided', by, at: Date.now() })
      .run();
    tx.update(schema.subject).set({ wording, revision }).where(eq(schema.subject.id, subject.id)).run();
  }
}

interface VersionRecord {
  version: Omit<DatasetVersion, 'content'>;
  /** Null for a version that no round made. */
  finalisation: { id: string; round: number; roundName: string; at: number; datasheet: Datasheet } | null;
  changes: VersionChange[];
  /** Of its content; empty if the project had none. */
  rubrics: NonNullable<VersionContent['rubrics']>;
  previous: number | null;
}

type VersionReader = ProjectGrant<'read-benchmark' | 'read-results' | 'manage'>;

/** Rounds on different queries can come to the same version: the one that says most of it describes it, and of equal ones the last. */
const byCoverage = [
  desc(sql`json_array_length(${schema.finalisation.lineage})`),
  desc(schema.finalisation.at)
] as const;

/** A version with its change log against the one before it and, if a round made it, its datasheet. */
export function versionRecord(db: Db, grant: VersionReader, number: number): VersionRecord {
  const { datasetVersion, finalisation, verificationRound } = schema;
  const mine = eq(datasetVersion.projectId, grant.resource.id);
  const version =
    db
      .select()
      .from(datasetVersion)
      .where(and(mine, eq(datasetVersion.number, number)))
      .get() ?? refuse.notFound('version');
  const made = db
    .select({ finalisation, round: verificationRound })
    .from(finalisation)
    .innerJoin(verificationRound, eq(verificationRound.id, finalisation.roundId))
    .where(eq(finalisation.versionId, version.id))
    .orderBy(...byCoverage)
    .limit(1)
    .get();
  const previous = db
    .select()
    .from(datasetVersion)
    .where(and(mine, sql`${datasetVersion.number} < ${number}`))
    .orderBy(desc(datasetVersion.number))
    .limit(1)
    .get();
  const { content, ...rest } = version;
  return {
    version: rest,
    finalisation: made
      ? {
          id: made.finalisation.id,
          round: made.round.number,
          roundName: made.round.name,
          at: made.finalisation.at,
          datasheet: made.finalisation.datasheet
        }
      : null,
    changes: versionChanges(previous?.content ?? null, content),
    rubrics: content.rubrics ?? [],
    previous: previous?.number ?? null
  };
}

/**
 * How every query and item of a version came to be, in the round that describes it; of one query if `qid` is given, also in another round
 * that came to the version. Empty if no round made it.
 */
export function versionLineage(db: Db, grant: VersionReader, number: number, qid?: string) {
  const { version } = versionRecord(db, grant, number);
  const { finalisation } = schema;
  const rows = db
    .select({ lineage: finalisation.lineage })
    .from(finalisation)
    .where(eq(finalisation.versionId, version.id))
    .orderBy(...byCoverage)
    .all();
  if (qid === undefined) return rows[0]?.lineage ?? [];
  return rows.map(({ lineage }) => lineage.filter((one) => one.qid === qid)).find((own) => own.length > 0) ?? [];
}
