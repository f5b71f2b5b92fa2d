import {
  adjustPValues,
  clusterMean,
  influenceDifference,
  influenceShareInterval,
  weightingEffect,
  weightingErrorOfMean,
  type ClusterInfluence
} from '../../stats/index.ts';

/** A labelled unit of the study on which the adoption rests, with the ensemble's score there. */
export interface MeasuredUnit {
  system: string;
  qid: string;
  score: number | null;
  human: number | null;
  inclusion: number;
}

/** A share in [0, 1] with its 95% CI by query, and the labelled units that it rests on. */
export interface ErrorRate {
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

/** How the ensemble errs in the study, each unit weighted by the inverse of its chance of being drawn. */
export interface ErrorRates {
  /** Mean score where people say yes. */
  sensitivity: ErrorRate;
  /** 1 − mean score where people say no. */
  specificity: ErrorRate;
  /** Labelled units left out: people are evenly split, or the ensemble gave no answer. */
  split: number;
  unanswered: number;
  queries: number;
}

/** Whether the ensemble is right as often on one system as on all others together. */
export interface ErrorCheck {
  system: string;
  kind: 'sensitivity' | 'specificity';
  own: ErrorRate;
  others: ErrorRate;
  /** Own less the others', with its interval; null if there are too few labels on either side. */
  difference: { value: number; low: number | null; high: number | null } | null;
  /** p of no difference, by Holm over all checks that were made; null if none was. */
  pAdjusted: number | null;
  /** At the 5 % level; null if it was not checked. */
  differs: boolean | null;
}

/** With fewer labelled units of a kind on either side nothing is said about a difference. */
export const FEWEST_FOR_CHECK = 10;

const LEVEL = 0.05;

type Kind = ErrorCheck['kind'];
interface Decided {
  system: string;
  qid: string;
  /** How right the ensemble is: 1, 0 or between. */
  right: number;
  weight: number;
  kind: Kind;
}

const decidedUnits = (measured: readonly MeasuredUnit[]): Decided[] =>
  measured.flatMap(({ system, qid, score, human, inclusion }) => {
    if (score === null || human === null || human === 0.5) return [];
    const yes = human > 0.5;
    return [
      { system, qid, right: yes ? score : 1 - score, weight: 1 / inclusion, kind: yes ? 'sensitivity' : 'specificity' }
    ];
  });

function rightness(units: readonly Decided[]): ClusterInfluence | null {
  const [right, weights] = [units.map((unit) => unit.right), units.map(({ weight }) => weight)];
  const mean = clusterMean(
    right,
    units.map(({ qid }) => qid),
    weights
  );
  return mean && { ...mean, least: weightingErrorOfMean(right, weights) };
}

function rateOf(units: readonly Decided[]): ErrorRate {
  const mean = rightness(units);
  if (!mean) return { value: null, low: null, high: null, n: 0 };
  const effective = units.length / weightingEffect(units.map(({ weight }) => weight));
  const { interval } = influenceShareInterval(mean, { most: effective, observed: effective });
  return { value: mean.value, low: interval?.[0] ?? null, high: interval?.[1] ?? null, n: units.length };
}

export function errorRates(measured: readonly MeasuredUnit[]): ErrorRates {
  const units = decidedUnits(measured);
  const of = (kind: Kind): ErrorRate => rateOf(units.filter((unit) => unit.kind === kind));
  const labelled = measured.filter(({ human }) => human !== null);
  return {
    sensitivity: of('sensitivity'),
    specificity: of('specificity'),
    split: labelled.filter(({ human, score }) => human === 0.5 && score !== null).length,
    unanswered: labelled.filter(({ score }) => score === null).length,
    queries: new Set(units.map(({ qid }) => qid)).size
  };
}

/** Each system against all others, for both kinds of error, if both sides have enough labels. */
export function errorChecks(measured: readonly MeasuredUnit[]): ErrorCheck[] {
  const units = decidedUnits(measured);
  const systems = [...new Set(units.map(({ system }) => system))].sort();
  if (systems.length < 2) return [];
  const checks = systems.flatMap((system) =>
    (['sensitivity', 'specificity'] as const).map((kind) => {
      const ofKind = units.filter((unit) => unit.kind === kind);
      const own = ofKind.filter((unit) => unit.system === system);
      const others = ofKind.filter((unit) => unit.system !== system);
      const enough = Math.min(own.length, others.length) >= FEWEST_FOR_CHECK;
      const difference = enough ? influenceDifference(rightness(own)!, rightness(others)!) : null;
      return { system, kind, own: rateOf(own), others: rateOf(others), difference };
    })
  );
  const tested = checks.flatMap((check, place) => {
    const p = check.difference?.p ?? null;
    return p === null ? [] : [{ place, p }];
  });
  const adjusted = adjustPValues(
    tested.map(({ p }) => p),
    'holm'
  );
  const byPlace = new Map(tested.map(({ place }, i) => [place, adjusted[i]!]));
  return checks.map(({ difference, ...check }, place) => {
    const pAdjusted = byPlace.get(place) ?? null;
    return {
      ...check,
      difference:
        difference && pAdjusted !== null
          ? { value: difference.value, low: difference.interval?.[0] ?? null, high: difference.interval?.[1] ?? null }
          : null,
      pAdjusted,
      differs: pAdjusted === null ? null : pAdjusted <= LEVEL
    };
  });
}
