import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { judgeNames, judgesOf, type Run } from '../../scorer/runs/runs.server.ts';
import { record } from '../../server/audit/audit.ts';
import { authorize, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { studyLabels } from '../../studies/labels/labels.server.ts';
import type { LabelledUnit } from '../../studies/labels/labels.ts';
import { embargoedItems } from '../monitoring/anchor-sets.server.ts';
import { changeOf, compareItems, type OutcomeChange, type ComparedItem } from './item-outcomes.ts';
import { correctedLevel, openHeldOut } from './ladder.ts';
import { chancesOf, type PassingChance } from './passing-chance.ts';

const improvementSays = sayingsOf('improvement');

const leadSays = sayingsOf('leadRefusals');

export type Improvement = typeof schema.improvement.$inferSelect;
type HeldOutOpening = typeof schema.improvementOpening.$inferSelect;

const reading = (grant: ProjectGrant<'manage'>): ProjectGrant<'read-results'> =>
  authorize(grant.actor, grant.resource, 'read-results');

/** Improvements of a metric, newest first. */
export const listImprovements = (db: Db, grant: ProjectGrant<'manage'>, metric: string): Improvement[] =>
  db
    .select()
    .from(schema.improvement)
    .where(and(eq(schema.improvement.projectId, grant.resource.id), eq(schema.improvement.metric, metric)))
    .orderBy(desc(schema.improvement.number))
    .all();

const openingsOf = (db: Db, improvementId: string): HeldOutOpening[] =>
  db
    .select()
    .from(schema.improvementOpening)
    .where(eq(schema.improvementOpening.improvementId, improvementId))
    .orderBy(asc(schema.improvementOpening.number))
    .all();

/** The version to beat: that of the last opening that passed, else the one of the study's own run. */
const bestOf = ({ runId, promptHash }: Improvement, openings: readonly HeldOutOpening[]) =>
  openings.findLast(({ passed }) => passed) ?? { runId, promptHash };

/** Runs of the judge under another version of the prompt than the one to beat, newest first. */
function candidateRuns(
  db: Db,
  improvement: Improvement,
  best: string
): (Pick<Run, 'id' | 'number' | 'name'> & { promptVersion: string; promptHash: string })[] {
  // prettier-ignore
  const { run, runJudge, runMetric } = schema;
  return db
    .select({
      id: run.id,
      number: run.number,
      name: run.name,
      promptVersion: runMetric.promptVersion,
      promptHash: runMetric.promptHash
    }) // prettier-ignore
    .from(run)
    .innerJoin(runMetric, and(eq(runMetric.runId, run.id), eq(runMetric.metric, improvement.metric)))
    .innerJoin(runJudge, and(eq(runJudge.runId, run.id), eq(runJudge.judgeId, improvement.judgeId)))
    .where(and(eq(run.projectId, improvement.projectId), inArray(run.status, ['done', 'paused', 'cancelled'])))
    .orderBy(desc(run.number))
    .all()
    .filter(({ promptHash }) => promptHash !== best);
}

/** Labels of a study beside the judge of two runs. */
function comparedIn(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  { studyId, judgeId }: Improvement,
  runs: { before: string; after: string }
): { items: ComparedItem[]; missing: LabelledUnit[] } {
  const before = studyLabels(db, grant, studyId, { runId: runs.before, whole: true });
  const after = runs.after === runs.before ? before : studyLabels(db, grant, studyId, { runId: runs.after, whole: true }); // prettier-ignore
  return compareItems(before, after, judgeId);
}

interface ImprovementView {
  improvement: Improvement;
  judge: string;
  openings: HeldOutOpening[];
  left: number;
  level: number;
  trainingQueries: number;
  candidates: ReturnType<typeof candidateRuns>;
  chosen: number | null;
  over: boolean;
  /** Chances that one opening passes. */
  finds: PassingChance[];
  /** Held-out items, with a majority among people. */
  heldOutItems: number;
  /** Labelled items of the training side that anchor sets hold: not among `training`. */
  anchored: number;
  /** Of the training side only. Nothing of a held-out query is here, nor an item of an anchor set. */
  training: (ComparedItem & { change: OutcomeChange })[];
  /** Why the held-out side cannot be opened with the chosen run; null if it can. */
  obstacle: OpeningObstacle | null;
}

/** Why no further opening is possible: the improvement has ended, all openings are used, no run has another version, or that version was tested. */
type OpeningObstacle = 'ended' | 'used' | 'noRun' | 'tested';

/** An improvement for people: disagreements of the training side under the best version and a candidate, and past openings. */
export function improvementView(
  db: Db,
  grant: ProjectGrant<'manage'>,
  improvement: Improvement,
  runNumber: number | null
): ImprovementView {
  const openings = openingsOf(db, improvement.id);
  const best = bestOf(improvement, openings);
  const candidates = candidateRuns(db, improvement, best.promptHash);
  const chosen = candidates.find(({ number }) => number === runNumber) ?? candidates[0] ?? null;
  const heldOut = new Set(improvement.heldOut);
  const { items } = comparedIn(db, reading(grant), improvement, {
    before: best.runId,
    after: chosen?.id ?? best.runId
  });
  const anchors = embargoedItems(db, improvement.studyId);
  const level = correctedLevel(improvement.confidence, improvement.openings);
  const heldOutItems = items.filter(({ qid }) => heldOut.has(qid)).length;
  const size = { queries: heldOut.size, itemsPerQuery: heldOutItems / heldOut.size };
  const inside = items.filter(({ qid }) => !heldOut.has(qid));
  const training = inside
    .filter(({ itemId }) => !anchors.has(itemId))
    .map((item) => ({ ...item, change: changeOf(item) }));
  const judges = judgesOf(db, improvement.runId);
  const names = judgeNames(judges);
  const left = improvement.openings - openings.length;
  return {
    ...{ improvement, openings, left, candidates, training, chosen: chosen?.number ?? null },
    ...{ anchored: inside.length - training.length, over: isOver(improvement, openings.length) },
    ...{ heldOutItems, finds: chancesOf({ ...size, level, step: improvement.step }) },
    judge: names[judges.findIndex(({ id }) => id === improvement.judgeId)] ?? improvement.judgeId,
    level,
    trainingQueries: new Set(training.map(({ qid }) => qid)).size,
    obstacle: obstacleTo(improvement, openings, left, chosen)
  };
}

/** Whether versions may still be tested on the held-out side. Until it is over, later versions are compared with training labels only. */
const isOver = ({ endedAt, openings }: Pick<Improvement, 'endedAt' | 'openings'>, used: number): boolean =>
  endedAt !== null || used >= openings;

/**
 * Gives up the openings that are left. From then on versions made since the split are compared with all labels of the study, and one
 * that passed may be adopted.
 */
export function endImprovement(db: Db, grant: ProjectGrant<'manage'>, improvement: Improvement): void {
  if (improvement.projectId !== grant.resource.id) refuse.notFound('improvement');
  write(db, (tx) => {
    const now = tx.select().from(schema.improvement).where(eq(schema.improvement.id, improvement.id)).get()!;
    const used = openingsOf(tx, improvement.id).length;
    if (isOver(now, used)) refuse.conflict(leadSays('improvementEnded'));
    tx.update(schema.improvement).set({ endedAt: Date.now() }).where(eq(schema.improvement.id, improvement.id)).run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      ...{ action: 'improvement.end', entity: 'improvement', entityId: improvement.id },
      detail: { number: improvement.number, used, openings: improvement.openings }
    });
  });
}

function obstacleTo(
  { endedAt }: Pick<Improvement, 'endedAt'>,
  openings: readonly HeldOutOpening[],
  left: number,
  chosen: { promptHash: string } | null
): OpeningObstacle | null {
  if (endedAt !== null) return 'ended';
  if (left <= 0) return 'used';
  if (chosen === null) return 'noRun';
  if (openings.some(({ promptHash }) => promptHash === chosen.promptHash)) return 'tested';
  return null;
}

/**
 * Opens the held-out labels once for the prompt of a run: is it better than the best so far? One of the planned openings is used,
 * whatever comes of it. The run has to judge every held-out item, so that none can be left out.
 */
export function openImprovement(
  db: Db,
  grant: ProjectGrant<'manage'>,
  improvement: Improvement,
  runNumber: number
): HeldOutOpening {
  if (improvement.projectId !== grant.resource.id) return refuse.notFound('improvement');
  return write(db, (tx) => {
    const now = tx.select().from(schema.improvement).where(eq(schema.improvement.id, improvement.id)).get()!;
    const openings = openingsOf(tx, improvement.id);
    const best = bestOf(improvement, openings);
    const run = candidateRuns(tx, improvement, best.promptHash).find(({ number }) => number === runNumber) ?? null;
    const obstacle = obstacleTo(now, openings, improvement.openings - openings.length, run);
    if (obstacle !== null || run === null)
      return refuse.conflict(improvementSays('obstacle', { reason: obstacle ?? 'noRun' }));
    const heldOut = new Set(improvement.heldOut);
    const { items, missing } = comparedIn(tx, reading(grant), improvement, { before: best.runId, after: run.id });
    const inside = items.filter(({ qid }) => heldOut.has(qid));
    const absent = missing.filter(({ qid }) => heldOut.has(qid)).length;
    if (absent > 0 || inside.length === 0)
      refuse.conflict(
        leadSays('heldOutIncomplete', {
          ...{ number: run.number, judged: inside.length, all: inside.length + absent }
        })
      );
    const { before, after, interval, level, passed, queries } = openHeldOut(
      inside.map(({ qid, majority, ...said }) => ({ qid, before: said.before === majority, after: said.after === majority })), // prettier-ignore
      { level: correctedLevel(improvement.confidence, improvement.openings), step: improvement.step }
    );
    const opening = tx
      .insert(schema.improvementOpening)
      .values({
        ...{ id: newId(), improvementId: improvement.id, number: openings.length + 1, runId: run.id },
        ...{ promptVersion: run.promptVersion, promptHash: run.promptHash, against: best.promptHash, passed },
        ...{ items: inside.length, queries, before, after, low: interval?.[0] ?? null, high: interval?.[1] ?? null },
        ...{ level, openedBy: grant.actor.kind === 'person' ? grant.actor.id : null },
        ...{ openedByName: grant.actor.name, at: Date.now() }
      })
      .returning()
      .get();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      ...{ action: 'improvement.open', entity: 'improvement', entityId: improvement.id },
      detail: { number: improvement.number, opening: opening.number, run: run.number, prompt: run.promptHash, passed }
    });
    return opening;
  });
}
