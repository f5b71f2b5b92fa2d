import type { Saying } from '../../messages/sayings.ts';
import {
  clusterErrorInterval,
  clusterMean,
  clusterPpiMean,
  clusterRoganGladen,
  ENOUGH_CLUSTERS,
  influenceInterval,
  withoutRounding,
  type ClusterInfluence,
  type Interval,
  type UndefinedReason
} from '../../stats/index.ts';
import { errorChecks, errorRates, type ErrorCheck, type ErrorRates, type MeasuredUnit } from './corrected-errors.ts';
import { orderSystems, type CorrectedOrder } from './corrected-order.ts';

/** A unit that the adopted ensemble judged in a run: one checklist item of one report. */
export interface CorrectedUnit {
  system: string;
  qid: string;
  reportId: string;
  /** Score by the ensemble's rule, 0 … 1; null if it gave no answer. */
  score: number | null;
  /** Joint label of people, 0 … 1; null if no person labelled it. */
  human: number | null;
  /** The chance with which the study drew it; null if it did not. */
  inclusion: number | null;
  /** Whether the study drew from this report at all. */
  drawnFrom: boolean;
}

/** A score in points, 0 – 100, with a 95% CI whose unit is the query. */
export interface CorrectedFigure {
  value: number | null;
  low: number | null;
  high: number | null;
  /** Why there is no value; or no interval though there is a value. */
  reason: string | null;
}

export interface CorrectedSystem {
  system: string;
  /** Units that the ensemble answered, and those that it did not: they enter nothing. */
  units: number;
  unanswered: number;
  /** Answered units that people labelled, and the queries that these come from. */
  labelled: number;
  queries: number;
  /** Answered units of reports from which the study did not draw. */
  outside: number;
  /** The adopted ensemble alone, as the leaderboard counts: mean over queries. */
  raw: CorrectedFigure;
  /** Prediction-powered, from this system's own labels. `lambda`: how far it relies on the ensemble. */
  ppi: CorrectedFigure & { lambda: number | null };
  /** By the errors that the ensemble makes in the whole study. */
  roganGladen: CorrectedFigure;
}

/** The three scores with their names, in the order of display. */
export const correctedColumns = [
  { key: 'raw', name: 'adopted ensemble' },
  { key: 'ppi', name: 'PPI++' },
  { key: 'roganGladen', name: 'Rogan–Gladen' }
] as const satisfies readonly { key: keyof CorrectedSystem; name: string }[];

/** Scores of a run's systems under one metric, by the adopted ensemble and corrected by what people labelled. */
export interface Correction {
  /** Best raw score first. */
  systems: CorrectedSystem[];
  errors: ErrorRates;
  /** Whether the errors differ by system, which Rogan–Gladen takes for granted that they do not. */
  checks: ErrorCheck[];
  orders: { raw: CorrectedOrder; ppi: CorrectedOrder; roganGladen: CorrectedOrder };
  /** Queries with a labelled unit, fewer than intervals by query can be trusted with. */
  fewQueries: boolean;
  /** Systems on whose labelled units people and ensemble never differ: what is rarer than their number is not in the interval. */
  unerring: string[];
}

/** The adoption that a correction rests on. */
export interface CorrectedBy {
  /** The ensemble in words. */
  ensemble: string;
  study: { number: number; name: string };
  /** The run on which the study rests; null if its labels came without one. */
  run: number | null;
  decidedAt: number;
  /** Adopted only if its judges agree enough; the scores here take its answer everywhere. */
  escalated: boolean;
  /** Changes that open the decision again; empty if it is still valid. */
  changed: string[];
  /** The same as sayings. */
  said: Saying[];
}

/** One metric of a run: its scores corrected, or why they are not. */
export type CorrectedMetric = { metric: string; title: string } & (
  | ({ why: null; by: CorrectedBy; repeats: number } & Correction)
  | { why: string; by: CorrectedBy | null }
);

/**
 * Corrects systems' scores by the human labels of a study.
 *
 * All three scores are of one kind: the mean over the system's queries of the mean over the units of its reports, each unit in
 * 0 … 1, in points. *Raw* takes the ensemble's answers for it. *PPI++* adds what people say beyond the ensemble on the system's
 * own labelled units, weighted by the inverse of their chances; it supposes nothing of the judges. *Rogan–Gladen* turns the
 * raw score by the ensemble's sensitivity and specificity in the whole study: it needs no label of the system itself, and
 * supposes that the ensemble errs alike on all systems, which `checks` look at. Units on which people are evenly split count
 * ½ in PPI++ and are left out of sensitivity and specificity.
 *
 * @param units all units of the run, with the run's own answers of the ensemble.
 * @param measured the labelled units of the study, with the answers of the study's own run.
 */
export function correction(units: readonly CorrectedUnit[], measured: readonly MeasuredUnit[]): Correction {
  const errors = errorRates(measured);
  const found = [...Map.groupBy(units, ({ system }) => system)].map(([system, own]) => ofSystem(system, own, measured));
  const raw = found.map(({ shown, raw: influence }) => ({ system: shown.system, influence }));
  const place = (of: OfSystem): number => (of.raw === null ? -1 : withoutRounding(of.raw.value));
  found.sort((a, b) => place(b) - place(a) || (a.shown.system < b.shown.system ? -1 : 1));
  return {
    systems: found.map(({ shown }) => shown),
    errors,
    checks: errorChecks(measured),
    orders: {
      raw: orderSystems(raw),
      ppi: orderSystems(found.map(({ shown, ppi }) => ({ system: shown.system, influence: ppi }))),
      roganGladen: orderSystems(
        found.map(({ shown, roganGladen }) => ({ system: shown.system, influence: roganGladen }))
      )
    },
    fewQueries: errors.queries < ENOUGH_CLUSTERS,
    unerring: found.filter(({ unerring }) => unerring).map(({ shown }) => shown.system)
  };
}

interface OfSystem {
  shown: CorrectedSystem;
  raw: ClusterInfluence | null;
  ppi: ClusterInfluence | null;
  roganGladen: ClusterInfluence | null;
  unerring: boolean;
}

function ofSystem(system: string, all: readonly CorrectedUnit[], measured: readonly MeasuredUnit[]): OfSystem {
  const own = all.flatMap((unit) => (unit.score === null ? [] : [{ ...unit, score: unit.score }]));
  const labelled = own.filter(({ human, inclusion }) => human !== null && inclusion !== null);
  const judge = own.map(({ score }) => score);
  const cluster = own.map(({ qid }) => qid);
  const weights = weightsOf(own);
  const decided = measured.flatMap(({ score, human, ...unit }) =>
    score === null || human === null || human === 0.5 ? [] : [{ ...unit, score, human }]
  );

  const raw = clusterMean(judge, cluster, weights);
  const ppi = clusterPpiMean(
    {
      judge,
      cluster,
      weights,
      human: own.map(({ human, inclusion }) => (inclusion === null ? null : human)),
      inclusion: own.map(({ inclusion }) => inclusion)
    },
    { shares: true }
  );
  const rogan = clusterRoganGladen(
    { judge, cluster, weights },
    {
      positive: decided.map(({ human }) => human > 0.5),
      judge: decided.map(({ score }) => score),
      cluster: decided.map(({ qid }) => qid),
      weights: decided.map(({ inclusion }) => 1 / inclusion)
    }
  );
  return {
    shown: {
      system,
      units: own.length,
      unanswered: all.length - own.length,
      labelled: labelled.length,
      queries: new Set(labelled.map(({ qid }) => qid)).size,
      outside: own.filter(({ drawnFrom }) => !drawnFrom).length,
      raw: rawFigure(raw),
      ppi: { ...inPoints(ppi, whyNoPpi), lambda: ppi.value === null ? null : ppi.lambda },
      roganGladen: inPoints(rogan, whyNoRoganGladen)
    },
    raw,
    ppi: ppi.influence,
    roganGladen: rogan.influence,
    unerring: labelled.length > 0 && labelled.every(({ score, human }) => score === human)
  };
}

/** Each query counts alike, within it each report, within that each unit: the leaderboard's mean. */
function weightsOf(units: readonly { qid: string; reportId: string }[]): number[] {
  const inReport = Map.groupBy(units, ({ reportId }) => reportId);
  const reports = new Map(
    [...Map.groupBy(units, ({ qid }) => qid)].map(([qid, own]) => [
      qid,
      new Set(own.map(({ reportId }) => reportId)).size
    ])
  );
  return units.map(({ qid, reportId }) => 1 / (reports.get(qid)! * inReport.get(reportId)!.length));
}

function rawFigure(raw: ClusterInfluence | null): CorrectedFigure {
  if (raw === null)
    return { value: null, low: null, high: null, reason: 'The ensemble labelled no unit of this system.' };
  const { se, intervalReason } = influenceInterval(raw);
  // The form of the leaderboard's means: with one judge it is the same mean.
  const interval = se ? clusterErrorInterval(raw.value, { se, clusters: raw.clusters }, { range: [0, 1] }) : null;
  return {
    ...ends(interval),
    value: 100 * raw.value,
    reason: intervalReason === undefined ? null : whyNoInterval[intervalReason]
  };
}

interface Found {
  value: number | null;
  reason?: UndefinedReason;
  interval: Interval | null;
  intervalReason?: 'too-few-clusters' | 'zero-variance';
}

function inPoints(found: Found, why: Partial<Record<UndefinedReason, string>>): CorrectedFigure {
  const { value, reason, interval, intervalReason } = found;
  if (value === null) return { ...ends(null), value, reason: why[reason!] ?? `It is undefined (${reason}).` };
  return {
    ...ends(interval),
    value: 100 * value,
    reason: interval === null && intervalReason ? whyNoInterval[intervalReason] : null
  };
}

const ends = (interval: Interval | null): { low: number | null; high: number | null } => ({
  low: interval && Math.max(0, 100 * interval[0]),
  high: interval && Math.min(100, 100 * interval[1])
});

const whyNoInterval = {
  'too-few-clusters': 'Too few queries for an interval by query.',
  'zero-variance': 'There is no variance between queries.'
} as const;

const whyNoPpi: Partial<Record<UndefinedReason, string>> = {
  'n=0': 'No unit of this system that the ensemble labelled has a blind label.'
};

const whyNoRoganGladen: Partial<Record<UndefinedReason, string>> = {
  'n=0': 'The ensemble labelled no unit of this system.',
  'zero-denominator': 'Annotators used only one of the two labels, so one error rate is unknown.',
  'judge-not-informative':
    'Sensitivity and specificity sum to 1 or less, so the labels of the ensemble carry no information about those of annotators.'
};
