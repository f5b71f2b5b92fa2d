import { LRUCache } from 'lru-cache';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Metric } from '../../scorer/metric.ts';
import { aggregationOf, aggregatorOf } from '../../scorer/leaderboard/index.ts';
import { judgeNames, judgesOf, metricIn, metricsOf, type Run } from '../../scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { deletionsSeen } from '../../server/db/deletions-seen.ts';
import { namesSeen } from '../../server/db/names-seen.ts';
import { shownTo } from '../../studies/judging/leases/lease-rules.server.ts';
import { studyLabels, studyScale } from '../../studies/labels/labels.server.ts';
import { currentAdoption, currentDecision, type Adoption } from '../adoption/decisions.server.ts';
import { adoptedEnsemble, type Validity } from '../adoption/adoptions.ts';
import type { JudgeEnsemble } from '../ensembles/ensembles.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { isMeanOfUnits, saidByPeople, scaleOfUnits, scoreBy, whyNoCorrection, whyNoMean } from './corrected-units.ts';
import type { MeasuredUnit } from './corrected-errors.ts';
import {
  correction,
  type CorrectedBy,
  type CorrectedMetric,
  type CorrectedUnit,
  type Correction
} from './corrected.ts';
import { ensembleByName } from '../report/rater-names.ts';

/**
 * The run's metrics with their scores corrected by the labels of people, as far as an adopted ensemble judged the run.
 *
 * Only the adopted judges count, by the adopted rule and with the prompt that was adopted, even if other judges judged the run
 * as well; of repeated answers the first, as in the study. A decision that is open again still gives its grounds: the labels
 * measured these judges, and these judges judged the run.
 */
export function correctedScores(db: Db, grant: ProjectGrant<'read-results'>, run: Run): CorrectedMetric[] {
  return metricsOf(db, run.id).map((row) => correctedMetric(db, grant, run, metricIn(row), row.promptHash));
}

function correctedMetric(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  metric: Metric,
  promptHash: string
): CorrectedMetric {
  const named = { metric: metric.name, title: metric.title };
  const correcting = correctingAdoption(db, grant, metric);
  if (correcting.why !== null) return { ...named, ...correcting };
  const { adoption, study, by, scale } = correcting;
  const ids = judgesOf(db, run.id).map(({ id }) => id);
  const missing = adoption.ensemble.judges.filter(({ judgeId }) => !ids.includes(judgeId));
  if (missing.length > 0)
    return {
      ...named,
      why: `This run was judged without ${judgeNames(missing).join(', ')} as adopted; the labels do not apply to other judges.`,
      by
    };
  if (promptHash !== adoption.ensemble.prompt.hash)
    return { ...named, why: 'This run used a different prompt version than the adopted one.', by };
  const ensemble = adoptedEnsemble(adoption.ensemble);
  const key = `${adoption.id} ${labelRevision(db, adoption.studyId)}`;
  const made = remembered(db, run, `${metric.name} ${key}`, () =>
    correctionBy(db, grant, {
      ...{ run, metric: metric.name, ensemble, scale, study: { id: adoption.studyId, runId: study.runId } },
      measuredOn: adoption.runId
    })
  );
  return { ...named, why: null, by, repeats: run.options.repeats, ...made };
}

interface Correcting {
  why: null;
  adoption: Adoption & { validity: Validity };
  study: StudyFound;
  by: CorrectedBy;
  scale: LabelScale;
}

/** The adopted ensemble whose labels can correct a metric's scores in any run; or why no run's scores can be corrected. */
export function correctingAdoption(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  metric: Metric
): Correcting | { why: string; by: CorrectedBy | null } {
  const never = whyUncorrected(metric);
  if (never !== null) return { why: never, by: null };
  const decision = currentDecision(db, grant, metric.name);
  if (!decision)
    return { why: 'No ensemble is adopted, because no decision has been recorded for this metric.', by: null };
  if (!decision.ensemble)
    return { why: 'No ensemble is adopted, because the decision in force rejects adoption.', by: null };
  const adoption = { ...decision, ensemble: decision.ensemble };
  const study = studyOf(db, grant, adoption.studyId);
  if (study === null)
    return { why: 'Corrected scores are shown once the study of the adopted ensemble is closed.', by: null };
  const by = adoptedBy(db, adoption, study);
  const scale = scaleOfUnits(metric.protocol.unit.kind, studyScale(db, grant, adoption.studyId));
  if (scale === null) return { why: `Study ${study.number} did not sample the units of this score.`, by };
  return { why: null, adoption, study, by, scale };
}

/** Why scores under a metric are never corrected; null if they may be. */
export function whyUncorrected(metric: Metric): string | null {
  const { kind } = metric.protocol.unit;
  if (!isMeanOfUnits(kind)) return whyNoCorrection(kind);
  return aggregationOf(metric).by === 'mean' ? null : whyNoMean(aggregatorOf(metric).title);
}

/** An ensemble's scores in a run, and the labels that correct them. */
interface CorrectedFrom {
  run: Pick<Run, 'id'>;
  metric: string;
  ensemble: JudgeEnsemble;
  scale: LabelScale;
  /** With its own run; null if its labels came without one. */
  study: { id: string; runId: string | null };
  /** The run that says how far the ensemble agrees with people; null for the study's own. */
  measuredOn: string | null;
}

/**
 * Scores of a run's systems by an ensemble, corrected by a study's labels. Labels say what people think of the run's items as far
 * as it judged them unchanged, and what the judges are worth on the run `measuredOn`.
 */
export function correctionBy(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  { run, metric, ensemble, scale, study, measuredOn }: CorrectedFrom
): Correction {
  const labels = studyLabels(db, grant, study.id, { runId: run.id });
  const measuredLabels = studyLabels(db, grant, study.id, { runId: measuredOn ?? undefined });
  const peopleSay = ({ humans }: (typeof labels)[number]): number | null =>
    saidByPeople(
      scale,
      humans.map(({ label }) => label)
    );
  const drawn = new Map(
    labels.map((unit) => [
      unitKey(unit.reportId, unit.item),
      { inclusion: unit.inclusionProbability, human: peopleSay(unit) }
    ])
  );
  const frame = new Set(study.runId === null ? [] : reportsIn(db, study.runId));
  const units = unitsOfEnsemble(db, run, metric, ensemble.judgeIds).map(
    ({ system, qid, reportId, item, given }): CorrectedUnit => {
      const label = drawn.get(unitKey(reportId, item));
      return {
        ...{ system, qid, reportId, score: scoreBy(ensemble, scale, given) },
        ...{ human: label?.human ?? null, inclusion: label?.inclusion ?? null, drawnFrom: frame.has(reportId) }
      };
    }
  );
  const measured = measuredLabels.map((unit): MeasuredUnit => ({
    ...{ system: unit.systemName, qid: unit.qid, score: scoreBy(ensemble, scale, unit.judges) },
    ...{ human: peopleSay(unit), inclusion: unit.inclusionProbability }
  }));
  return correction(units, measured);
}

interface StudyFound {
  number: number;
  name: string;
  /** Null if the labels came without a run of ours. */
  runId: string | null;
  run: number | null;
}

/** The study of a decision; null if the reader may not know of it, as viewers of open studies. */
const studyOf = (db: Db, grant: ProjectGrant<'read-results'>, studyId: string): StudyFound | null =>
  db
    .select({ number: schema.study.number, name: schema.study.name, runId: schema.study.runId, run: schema.run.number })
    .from(schema.study)
    .leftJoin(schema.run, eq(schema.run.id, schema.study.runId))
    .where(and(eq(schema.study.id, studyId), shownTo(grant)))
    .get() ?? null;

/** The adoption in force of a metric with its study, as files name it; null if no ensemble is adopted, or its study is not shown to the reader. */
export function adoptionInWords(db: Db, grant: ProjectGrant<'read-results'>, metric: string): CorrectedBy | null {
  const adoption = currentAdoption(db, grant, metric);
  const study = adoption && studyOf(db, grant, adoption.studyId);
  return adoption && study && adoptedBy(db, adoption, study);
}

function adoptedBy(db: Db, adoption: Adoption & { validity: Validity }, study: StudyFound): CorrectedBy {
  const { judges, rule } = adoption.ensemble;
  return {
    ensemble: ensembleByName(judgeNames(judges), rule),
    study: { number: study.number, name: study.name },
    run: study.run,
    decidedAt: adoption.decidedAt,
    escalated: adoption.outcome === 'adopt-with-escalation',
    changed: adoption.validity.changed,
    said: adoption.validity.said
  };
}

const unitKey = (reportId: string, item: string): string => JSON.stringify([reportId, item]);

const reportsIn = (db: Db, runId: string): string[] =>
  db
    .select({ id: schema.runReport.reportId })
    .from(schema.runReport)
    .where(eq(schema.runReport.runId, runId))
    .all()
    .map(({ id }) => id);

/** A unit of a run with what some of its judges first answered. */
interface AnsweredUnit {
  system: string;
  qid: string;
  reportId: string;
  item: string;
  given: { judgeId: string; state: 'judged' | 'abstained' | 'unscored'; label: string | null }[];
}

/** Every unit of the run under the metric with what these judges first answered. */
export function unitsOfEnsemble(
  db: Db,
  run: Pick<Run, 'id'>,
  metric: string,
  judgeIds: readonly string[]
): AnsweredUnit[] {
  const { verdict, report, query, system } = schema;
  const reports = new Map(
    db
      .select({ id: report.id, qid: query.qid, system: system.name })
      .from(schema.runReport)
      .innerJoin(report, eq(report.id, schema.runReport.reportId))
      .innerJoin(query, eq(query.id, report.queryId))
      .innerJoin(system, eq(system.id, report.systemId))
      .where(eq(schema.runReport.runId, run.id))
      .all()
      .map(({ id, ...of }) => [id, of])
  );
  const units = new Map<string, AnsweredUnit>();
  const rows = db
    .select({
      reportId: verdict.reportId,
      item: verdict.item,
      judgeId: verdict.judgeId,
      state: verdict.state,
      label: verdict.label
    })
    .from(verdict)
    .where(
      and(
        eq(verdict.runId, run.id),
        eq(verdict.metric, metric),
        eq(verdict.repeat, 0),
        inArray(verdict.judgeId, [...judgeIds])
      )
    )
    .orderBy(asc(verdict.reportId), asc(verdict.item))
    .all();
  for (const { reportId, item, ...given } of rows) {
    const of = reports.get(reportId);
    if (!of) continue;
    const key = unitKey(reportId, item);
    const unit = units.get(key) ?? { system: of.system, qid: of.qid, reportId, item, given: [] };
    unit.given.push(given);
    units.set(key, unit);
  }
  return [...units.values()];
}

/** Labels are only ever added, so that their number tells one state of a study from another. */
function labelRevision(db: Db, studyId: string): number {
  const { assignment, humanVerdict } = schema;
  return db
    .select({ n: sql<number>`count(*)` })
    .from(humanVerdict)
    .innerJoin(assignment, eq(assignment.id, humanVerdict.assignmentId))
    .where(eq(assignment.studyId, studyId))
    .get()!.n;
}

const MOST_KEPT = 8;
const kept = new WeakMap<Db, LRUCache<string, Correction>>();

/** Corrections of runs that are done, whose verdicts never change again; systems and queries may be renamed. */
function remembered(db: Db, run: Run, key: string, compute: () => Correction): Correction {
  if (run.status !== 'done') return compute();
  const known = kept.get(db) ?? new LRUCache<string, Correction>({ max: MOST_KEPT });
  kept.set(db, known);
  const whole = `${run.id} ${run.finishedAt} ${deletionsSeen(db)} ${namesSeen(db, run.projectId)} ${key}`;
  const made = known.get(whole) ?? compute();
  known.set(whole, made);
  return made;
}
