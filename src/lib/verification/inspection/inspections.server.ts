import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { refuse, worded, problemAt } from '../../errors.ts';
import { seededRandom } from '../../stats/numbers/rng.ts';
import { record } from '../../server/audit/audit.ts';
import { accountNames } from '../../server/people.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { insertAll } from '../../server/db/insert-all.ts';
import { concentrations, type Concentration } from './concentration.ts';
import { shuffled } from '../../stats/numbers/shuffle.ts';
import { lot } from '../assignments/dealing.ts';
import { inspectedUnits, type InspectionRow } from './gate.server.ts';
import {
  operatingPoints,
  planInspection,
  type GateVerdict,
  type InspectionPlan,
  type OperatingPoint
} from './inspection-plan.ts';
import type { RatingLabel, SubjectKind } from '../vocabulary/labels.ts';
import { readSubjects } from '../records/records.server.ts';
import { reviewedLabel, type SubjectRecord } from '../records/records.ts';
import { askedForIn, isAskedFor } from '../rounds/asked-for.server.ts';
import { roundOf } from '../rounds/rounds.server.ts';
import { workersIn } from '../rounds/workers.server.ts';
import { isBefore, type Stage } from '../vocabulary/stages.ts';

const leadSays = sayingsOf('leadRefusals');

/** Why a batch cannot be inspected: its inspection runs, `n` of its queries are not reviewed, or none waits for inspection. */
interface BatchObstacle {
  kind: 'running' | 'unreviewed' | 'none-ready';
  n: number;
}

export interface BatchRow {
  id: string;
  number: number;
  /** Queries of the batch by the stage that they are in. */
  inStage: Partial<Record<Stage, number>>;
  queries: number;
  /** Why no inspection can be started now; null if one can. */
  obstacle: BatchObstacle | null;
  /** Plan of the inspection that would start now, or of the one that is open; null if there is nothing to draw from. */
  plan: InspectionPlan | null;
  operating: OperatingPoint[];
  /** The newest first. */
  inspections: InspectionSummary[];
}

interface InspectionSummary {
  id: string;
  number: number;
  status: 'open' | 'passed' | 'returned';
  plan: InspectionPlan;
  verdict: GateVerdict | null;
  /** Drawn ratings, and of how many the subject has been rated anew. */
  drawn: number;
  rated: number;
  drawnAt: number;
  closedAt: number | null;
  note: string;
}

type InspectionReader = ProjectGrant<'manage' | 'review'>;

/** The batches of a round with their plans and inspections. Says of drawn ratings only how many there are. */
export function listBatches(
  db: Db,
  grant: InspectionReader,
  roundId: string,
  subjects: readonly SubjectRecord[] = readSubjects(db, { roundId })
): BatchRow[] {
  const round = roundOf(db, grant, roundId);
  const { inspectionBatch, inspection } = schema;
  const stages = queriesByBatch(db, roundId);
  const asked = askedForIn(db, roundId);
  const inspections = db
    .select({ inspection })
    .from(inspection)
    .innerJoin(inspectionBatch, eq(inspectionBatch.id, inspection.batchId))
    .where(eq(inspectionBatch.roundId, roundId))
    .orderBy(desc(inspection.number))
    .all()
    .map(({ inspection: row }) => row);
  return db
    .select()
    .from(inspectionBatch)
    .where(eq(inspectionBatch.roundId, roundId))
    .orderBy(asc(inspectionBatch.number))
    .all()
    .map(({ id, number }) => {
      const inStage = stages.get(id) ?? {};
      const own = inspections.filter(({ batchId }) => batchId === id);
      const units = drawable(subjects, id, asked);
      const running = own.find(({ status }) => status === 'open');
      const plan = running?.plan ?? (units.length > 0 ? planInspection(round.settings.inspection, units.length) : null);
      return {
        id,
        number,
        inStage,
        queries: Object.values(inStage).reduce((sum, n) => sum + n, 0),
        obstacle: running ? { kind: 'running', n: 0 } : obstacleOf(inStage),
        plan,
        operating: plan ? operatingPoints(plan) : [],
        inspections: own.map((row) => summary(db, row))
      };
    });
}

function queriesByBatch(db: Db, roundId: string): Map<string, Partial<Record<Stage, number>>> {
  const { roundQuery } = schema;
  const found = new Map<string, Partial<Record<Stage, number>>>();
  for (const { batchId, stage, n } of db
    .select({ batchId: roundQuery.batchId, stage: roundQuery.stage, n: sql<number>`count(*)` })
    .from(roundQuery)
    .where(and(eq(roundQuery.roundId, roundId), isAskedFor()))
    .groupBy(roundQuery.batchId, roundQuery.stage)
    .all())
    found.set(batchId, { ...found.get(batchId), [stage]: n });
  return found;
}

/** A batch is inspected as a whole: nothing of it may be before inspection any more. */
function obstacleOf(inStage: Partial<Record<Stage, number>>): BatchObstacle | null {
  const early = (Object.keys(inStage) as Stage[]).filter((stage) => isBefore(stage, 'inspection'));
  const n = early.reduce((sum, stage) => sum + inStage[stage]!, 0);
  if (n > 0) return { kind: 'unreviewed', n };
  return inStage.inspection ? null : { kind: 'none-ready', n: 0 };
}

/** The ratings of a batch that an inspection can draw: of what is handed out, after review. */
const drawable = (subjects: readonly SubjectRecord[], batchId: string, asked: ReadonlySet<string>) =>
  subjects
    .filter(
      ({ roundQueryId, ...subject }) =>
        subject.batchId === batchId && subject.stage === 'inspection' && subject.isHandedOut && asked.has(roundQueryId)
    )
    .flatMap((subject) =>
      subject.ratings.filter(({ review }) => review !== null).map((rating) => ({ subject, rating }))
    );

function summary(db: Db, row: InspectionRow): InspectionSummary {
  const units = inspectedUnits(db, row);
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    plan: row.plan,
    verdict: row.verdict,
    drawn: units.length,
    rated: units.filter(({ inspected }) => inspected !== null).length,
    drawnAt: row.drawnAt,
    closedAt: row.closedAt,
    note: row.note
  };
}

/**
 * Draws the sample of a batch and opens its inspection. The server draws, from the round's seed, the batch's number and the
 * inspection's number: no person chooses, and the same data give the same sample.
 */
export function startInspection(db: Db, grant: InspectionReader, batchId: string): InspectionSummary {
  return write(db, (tx) => {
    const { inspectionBatch, inspection, inspectionUnit, verificationRound } = schema;
    const { batch, round } =
      tx
        .select({ batch: inspectionBatch, round: verificationRound })
        .from(inspectionBatch)
        .innerJoin(verificationRound, eq(verificationRound.id, inspectionBatch.roundId))
        .where(and(eq(inspectionBatch.id, batchId), eq(verificationRound.projectId, grant.resource.id)))
        .get() ?? refuse.notFound('batch');
    if (round.status !== 'open') refuse.roundClosed(round.name, round.status);
    const before = tx
      .select()
      .from(inspection)
      .where(eq(inspection.batchId, batchId))
      .orderBy(desc(inspection.number))
      .all();
    if (before.some(({ status }) => status === 'open')) refuse.conflict(leadSays('inspectionOpen'));
    const obstacle = obstacleOf(queriesByBatch(tx, round.id).get(batchId) ?? {});
    if (obstacle)
      refuse.conflict(
        obstacle.kind === 'unreviewed'
          ? leadSays('batchUnreviewed', { number: batch.number, n: obstacle.n })
          : leadSays(obstacle.kind === 'running' ? 'batchRunning' : 'batchNotReady', { number: batch.number })
      );
    const units = drawable(readSubjects(tx, { roundId: round.id }), batchId, askedForIn(tx, round.id));
    const number = (before[0]?.number ?? 0) + 1;
    const seed = lot(round.settings.seed, 'inspection', String(batch.number), String(number));
    const plan = planInspection(round.settings.inspection, units.length);
    const drawn = shuffled(units, seededRandom(seed)).slice(0, plan.sample);
    requireInspectors(tx, grant, drawn);
    const row: InspectionRow = {
      id: newId(),
      batchId,
      number,
      seed,
      plan,
      status: 'open',
      verdict: null,
      note: '',
      drawnBy: grant.actor.kind === 'person' ? grant.actor.id : null,
      drawnAt: Date.now(),
      closedAt: null
    };
    tx.insert(inspection).values(row).run();
    insertAll(
      tx,
      inspectionUnit,
      drawn.map(({ subject, rating }, position) => ({
        inspectionId: row.id,
        ratingId: rating.id,
        subjectId: subject.id,
        label: reviewedLabel(rating),
        position
      }))
    );
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'inspection.start',
      entity: 'inspection',
      entityId: row.id,
      detail: { round: round.number, batch: batch.number, number, seed, lot: plan.lot, sample: plan.sample }
    });
    return summary(tx, row);
  });
}

/** Requires for every query with drawn ratings a reviewer who can inspect it and has worked on it in no other stage. */
function requireInspectors(tx: Db, grant: InspectionReader, drawn: readonly { subject: SubjectRecord }[]): void {
  const { queryInvolvement } = schema;
  const reviewers = workersIn(tx, grant.resource.id, 'reviewer');
  const hands = new Map(
    tx
      .select()
      .from(queryInvolvement)
      .all()
      .map(({ queryId, userId, stage }) => [`${queryId} ${userId}`, stage])
  );
  const queries = new Map(drawn.map(({ subject }) => [subject.queryId, subject.qid]));
  const without = [...queries].filter(
    ([queryId]) => !reviewers.some((id) => (hands.get(`${queryId} ${id}`) ?? 'inspection') === 'inspection')
  );
  if (without.length > 0)
    refuse.conflict(
      leadSays('noFreeReviewer', {
        n: without.length,
        qids: `${without
          .slice(0, 5)
          .map(([, qid]) => qid)
          .join(', ')}${without.length > 5 ? ' …' : ''}`
      })
    );
}

/** Findings of an inspection, for the lead: with names. */
interface InspectionReport extends InspectionSummary {
  batch: number;
  operating: OperatingPoint[];
  /** Drawn ratings whose subject the inspector labelled otherwise; empty while it is open. */
  disagreements: Disagreement[];
  /** Where they gather; empty while it is open. */
  concentrations: Concentration[];
}

interface Disagreement {
  subjectId: string;
  qid: string;
  kind: SubjectKind;
  key: string;
  wording: string;
  annotator: string;
  rated: RatingLabel;
  /** After its review. */
  reviewed: RatingLabel;
  inspected: RatingLabel;
  inspector: string;
  comment: string;
  reasons: string[];
}

export function inspectionReport(db: Db, grant: ProjectGrant<'manage'>, inspectionId: string): InspectionReport {
  const { inspection, inspectionBatch, verificationRound: round, rating } = schema;
  const found =
    db
      .select({ inspection, batch: inspectionBatch })
      .from(inspection)
      .innerJoin(inspectionBatch, eq(inspectionBatch.id, inspection.batchId))
      .innerJoin(round, eq(round.id, inspectionBatch.roundId))
      .where(and(eq(inspection.id, inspectionId), eq(round.projectId, grant.resource.id)))
      .get() ?? refuse.notFound('inspection');
  const closed = found.inspection.status !== 'open';
  const subjects = new Map(readSubjects(db, { roundId: found.batch.roundId }).map((one) => [one.id, one]));
  const names = accountNames(db);
  const authors = new Map(
    db
      .select({ id: rating.id, userId: rating.userId, label: rating.label })
      .from(rating)
      .innerJoin(schema.inspectionUnit, eq(schema.inspectionUnit.ratingId, rating.id))
      .where(eq(schema.inspectionUnit.inspectionId, inspectionId))
      .all()
      .map((row) => [row.id, row])
  );
  const units = closed
    ? inspectedUnits(db, found.inspection).flatMap((unit) => {
        const subject = subjects.get(unit.subjectId);
        const author = authors.get(unit.ratingId);
        return subject && author?.label && unit.inspected
          ? [{ unit, subject, inspected: unit.inspected, author, rated: author.label }]
          : [];
      })
    : [];
  const nameOf = (id: string): string => names.get(id)!;
  return {
    ...summary(db, found.inspection),
    batch: found.batch.number,
    operating: operatingPoints(found.inspection.plan),
    disagreements: units
      .filter(({ unit, inspected }) => inspected.label !== unit.label)
      .map(({ unit, subject, inspected, author, rated }) => ({
        subjectId: subject.id,
        qid: subject.qid,
        kind: subject.kind,
        key: subject.key,
        wording: subject.wording,
        annotator: nameOf(author.userId),
        rated,
        reviewed: unit.label,
        inspected: inspected.label,
        inspector: nameOf(inspected.userId),
        comment: inspected.comment,
        reasons: inspected.reasons
      })),
    concentrations: concentrations(
      units.map(({ unit, subject, inspected, author }) => ({
        disagrees: inspected.label !== unit.label,
        levels: {
          annotator: nameOf(author.userId),
          label: unit.label,
          category: subject.category ?? '',
          domain: subject.domain ?? '',
          kind: subject.kind
        }
      }))
    )
  };
}

/** Writes what those who do a returned batch again should know. Shown above their work. */
export function noteInspection(db: Db, grant: ProjectGrant<'manage'>, inspectionId: string, note: string): void {
  const text = note.replace(/\r\n?/g, '\n').trim();
  if (text.length > 4000)
    refuse.invalid(leadSays('noteNotSaved'), [problemAt('note', worded('atMostCharacters', { most: 4000 }))]);
  inspectionReport(db, grant, inspectionId);
  write(db, (tx) => {
    tx.update(schema.inspection).set({ note: text }).where(eq(schema.inspection.id, inspectionId)).run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'inspection.note',
      entity: 'inspection',
      entityId: inspectionId,
      detail: { note: text }
    });
  });
}
