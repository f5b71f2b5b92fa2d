import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { and, desc, eq, max } from 'drizzle-orm';
import { refuse, type Problem, fieldSays, problemAt } from '../../errors.ts';
import { judgeNames, judgesOf, metricsOf } from '../../scorer/runs/runs.server.ts';
import { record } from '../../server/audit/audit.ts';
import { authorize, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { studyLabels } from '../../studies/labels/labels.server.ts';
import type { LabelledUnit } from '../../studies/labels/labels.ts';
import { closedLabels } from '../adoption/embargo.server.ts';
import { embargoedItems } from '../monitoring/anchor-sets.server.ts';
import type { Improvement } from './improvements.server.ts';
import { majorityOf } from './item-outcomes.ts';
import { correctedLevel, heldOutOf, splitQueries } from './ladder.ts';
import { advisedOpenings, chancesOf, type PassingChance } from './passing-chance.ts';

const leadSays = sayingsOf('leadRefusals');

interface ImprovementInput {
  studyId: string;
  judgeId: string;
  /** From 1 to 20. */
  openings: number;
  /** Least gain in agreement that counts, from 0 to 0.5. */
  step: number;
  seed: number;
}

const CONFIDENCE = 0.95;
/** Fewer queries than this give no interval worth having; fewer of the training side show no fault. */
const FEWEST_QUERIES = 16;
const FEWEST_TRAINING = 5;

const reading = (grant: ProjectGrant<'manage'>): ProjectGrant<'read-results'> =>
  authorize(grant.actor, grant.resource, 'read-results');

interface ImprovableStudy {
  id: string;
  number: number;
  name: string;
  judges: { id: string; name: string }[];
  /** Queries and items on which a majority of people agrees. */
  queries: number;
  items: number;
  /** How many openings to plan; null with too few queries. */
  openings: number | null;
  /** Chances that a held-out test with so many openings passes; null with too few queries. */
  finds: PassingChance[] | null;
}

/** Items of a study with a label that more than half of its people gave. */
const withMajority = (db: Db, grant: ProjectGrant<'manage'>, studyId: string): LabelledUnit[] =>
  studyLabels(db, reading(grant), studyId).filter(({ humans }) => majorityOf(humans.map(({ label }) => label)) !== null); // prettier-ignore

/** Studies of a metric whose labels may be read now and are not split yet, with the judges of their runs. */
export function improvableStudies(db: Db, grant: ProjectGrant<'manage'>, metric: string): ImprovableStudy[] {
  const { study, improvement } = schema;
  const used = db.select({ id: improvement.studyId }).from(improvement).all().map(({ id }) => id); // prettier-ignore
  return db
    .select({ id: study.id, number: study.number, name: study.name, runId: study.runId })
    .from(study)
    .where(and(eq(study.projectId, grant.resource.id), eq(study.metric, metric)))
    .orderBy(desc(study.number))
    .all()
    .flatMap(({ runId, ...one }) => {
      if (runId === null || used.includes(one.id) || closedLabels(db, reading(grant), one.id) !== null) return [];
      const judges = judgesOf(db, runId);
      const names = judgeNames(judges);
      const labelled = withMajority(db, grant, one.id);
      const queries = new Set(labelled.map(({ qid }) => qid)).size;
      const size = { queries: heldOutOf(queries), itemsPerQuery: labelled.length / queries, step: 0 };
      const openings = queries < FEWEST_QUERIES ? null : advisedOpenings(size, CONFIDENCE);
      const finds = openings === null ? null : chancesOf({ ...size, level: correctedLevel(CONFIDENCE, openings) });
      return [
        { ...one, judges: judges.map(({ id }, at) => ({ id, name: names[at]! })), queries, items: labelled.length, openings, finds } // prettier-ignore
      ];
    });
}

/**
 * Splits the labels of a study by query, before anything is tried: which queries are held out, how often they may be opened and
 * which gain counts are fixed for good. A study's labels are split once: a second split would show improvers what the first one held out.
 */
export function planImprovement(db: Db, grant: ProjectGrant<'manage'>, input: ImprovementInput): Improvement {
  const projectId = grant.resource.id;
  const { openings, step, seed, judgeId, studyId } = input;
  const wrong = (column: string, wording: Saying): Problem => problemAt(column, wording);
  const problems = [
    ...(Number.isInteger(openings) && openings >= 1 && openings <= 20
      ? []
      : [wrong('openings', fieldSays('wholeFrom', { least: 1, most: 20 }))]),
    ...(step >= 0 && step <= 0.5 ? [] : [wrong('step', fieldSays('numberFrom', { least: 0, most: 0.5 }))]),
    ...(Number.isInteger(seed) && seed >= 0 ? [] : [wrong('seed', fieldSays('wholeOfAtLeast', { least: 0 }))])
  ];
  if (problems.length > 0) refuse.invalid(leadSays('notSplit'), problems);
  const study =
    db
      .select()
      .from(schema.study)
      .where(and(eq(schema.study.id, studyId), eq(schema.study.projectId, projectId)))
      .get() ?? refuse.notFound('study');
  const { runId, metric } = study;
  if (runId === null || metric === null) return refuse.conflict(leadSays('importedNoRun'));
  if (closedLabels(db, reading(grant), studyId) !== null) refuse.conflict(leadSays('embargo'));
  const judge = judgesOf(db, runId).find(({ id }) => id === judgeId) ?? refuse.notFound('judge of the study’s run');
  const row = metricsOf(db, runId).find((one) => one.metric === metric) ?? refuse.notFound('metric');
  const labelled = withMajority(db, grant, studyId);
  const qids = [...new Set(labelled.map(({ qid }) => qid))];
  if (qids.length < FEWEST_QUERIES) refuse.conflict(leadSays('fewForSplit', { n: qids.length, least: FEWEST_QUERIES }));
  const split = splitQueries(qids, seed);
  const anchors = embargoedItems(db, studyId);
  const free = new Set(labelled.filter(({ itemId }) => !anchors.has(itemId)).map(({ qid }) => qid));
  const left = split.training.filter((qid) => free.has(qid)).length;
  if (left < FEWEST_TRAINING)
    refuse.conflict(
      leadSays('fewForTraining', {
        ...{ hidden: labelled.filter(({ itemId }) => anchors.has(itemId)).length, labelled: labelled.length },
        ...{ left, least: FEWEST_TRAINING }
      })
    );
  return write(db, (tx) => {
    const there = tx
      .select({ number: schema.improvement.number })
      .from(schema.improvement)
      .where(eq(schema.improvement.studyId, studyId))
      .get();
    if (there)
      refuse.conflict(leadSays('splitAlready', { number: there.number })); // prettier-ignore
    const number = (tx.select({ n: max(schema.improvement.number) }).from(schema.improvement).where(eq(schema.improvement.projectId, projectId)).get()?.n ?? 0) + 1; // prettier-ignore
    const made = tx
      .insert(schema.improvement)
      .values({
        ...{ id: newId(), projectId, number, studyId, metric, judgeId: judge.id, runId, promptHash: row.promptHash },
        ...{ seed, heldOut: split.heldOut, splitHash: split.hash, openings, step, confidence: CONFIDENCE },
        createdBy: grant.actor.kind === 'person' ? grant.actor.id : null,
        ...{ createdByName: grant.actor.name, createdAt: Date.now() }
      })
      .returning()
      .get();
    const detail = { number, studyId, judge: judge.spec, seed, splitHash: split.hash, heldOut: split.heldOut.length, openings, step }; // prettier-ignore
    record(tx, grant.actor, {
      ...{ projectId, action: 'improvement.plan', entity: 'improvement', entityId: made.id },
      detail
    });
    return made;
  });
}
