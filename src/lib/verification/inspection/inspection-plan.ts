import type { Saying } from '../../messages/sayings.ts';
import { type Problem, fieldSays, problemAt } from '../../errors.ts';
import {
  acceptanceProbability,
  hypergeometricUpperBound,
  withinRisk,
  zeroAcceptanceSampleSize
} from '../../stats/planning/acceptance.ts';
import { sampleSizeProportion } from '../../stats/planning/sample-size.ts';

/** The two readings of "disagrees by no more than 5 %". */
const readings = ['acceptance', 'estimation'] as const;
type InspectionReading = (typeof readings)[number];

export interface InspectionSettings {
  /**
   * `acceptance`: so many units that a batch just above the limit passes with at most the given risk.
   * `estimation`: so many that the share of disagreements is known to within `halfWidth`; it passes at or below the limit.
   */
  reading: InspectionReading;
  /** Largest share of ratings in disagreement, in (0, 1). */
  limit: number;
  /** Acceptance: disagreements in the sample that are still let through, unless a batch is drawn whole and they exceed the limit. */
  acceptNumber: number;
  /** Acceptance: chance of passing a batch that is just above the limit. */
  risk: number;
  /** Estimation: half-width of the 95% CI, as a share. */
  halfWidth: number;
  /** Where the queries of a batch go that does not pass. */
  onReturn: 'annotation' | 'review';
}

export const defaultInspection: InspectionSettings = {
  reading: 'acceptance',
  limit: 0.05,
  acceptNumber: 0,
  risk: 0.05,
  halfWidth: 0.05,
  onReturn: 'annotation'
};

export function inspectionProblems(settings: InspectionSettings): Problem[] {
  const problems: Problem[] = [];
  const wrong = (column: string, wording: Saying, found: unknown): void =>
    void problems.push(problemAt(column, wording, String(found)));
  const share = (value: number): boolean => value >= 0.001 && value <= 0.5;
  if (!readings.includes(settings.reading)) wrong('reading', fieldSays('readingChoice'), settings.reading);
  if (!share(settings.limit)) wrong('limit', fieldSays('shareFrom', { least: '0.1%', most: '50%' }), settings.limit);
  if (!share(settings.risk)) wrong('risk', fieldSays('shareFrom', { least: '0.1%', most: '50%' }), settings.risk);
  if (!share(settings.halfWidth))
    wrong('halfWidth', fieldSays('shareFrom', { least: '0.1%', most: '50%' }), settings.halfWidth);
  if (!(Number.isSafeInteger(settings.acceptNumber) && settings.acceptNumber >= 0 && settings.acceptNumber <= 50))
    wrong('acceptNumber', fieldSays('wholeFrom', { least: 0, most: 50 }), settings.acceptNumber);
  if (settings.onReturn !== 'annotation' && settings.onReturn !== 'review')
    wrong('onReturn', fieldSays('returnChoice'), settings.onReturn);
  return problems;
}

/** A plan for one batch: how many of its ratings are looked at again, and what that can tell. */
export interface InspectionPlan extends InspectionSettings {
  /** Ratings in the batch. */
  lot: number;
  sample: number;
}

/** One point of the operating characteristic: with so many ratings in disagreement in the batch, the chance that it passes. */
export interface OperatingPoint {
  defects: number;
  rate: number;
  accept: number;
}

/** The plan of a batch with that many ratings. */
export function planInspection(settings: InspectionSettings, lot: number): InspectionPlan {
  if (!(Number.isSafeInteger(lot) && lot >= 1))
    throw new Error(`planInspection requires a lot of at least 1, got ${lot}`);
  const sample =
    settings.reading === 'estimation'
      ? Math.min(lot, sampleSizeProportion(settings.halfWidth, { lot }))
      : acceptanceSample(lot, settings);
  return { ...settings, lot, sample };
}

function acceptanceSample(lot: number, { limit, risk, acceptNumber }: InspectionSettings): number {
  if (acceptNumber === 0) return zeroAcceptanceSampleSize(lot, limit, risk);
  const defects = Math.floor(limit * lot + 1e-9) + 1;
  if (defects > lot) return lot;
  let low = Math.min(lot, acceptNumber);
  let high = lot;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (withinRisk(acceptanceProbability({ lot, sample: middle, acceptNumber }, defects), risk)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Disagreements in the sample up to which the batch passes under the plan. If all of a small batch is drawn, nothing is left to
 * chance: no acceptance number lets more through than the limit.
 */
export function passesUpTo({ reading, lot, sample, limit, acceptNumber }: InspectionPlan): number {
  const withinLimit = Math.floor(limit * sample + 1e-9);
  if (reading === 'estimation') return withinLimit;
  return sample === lot ? Math.min(acceptNumber, withinLimit) : acceptNumber;
}

/** The plan's operating characteristic at some 40 shares of ratings in disagreement, from none to four times the limit. */
export function operatingPoints(plan: InspectionPlan): OperatingPoint[] {
  const most = Math.min(plan.lot, Math.max(4, Math.ceil(4 * plan.limit * plan.lot)));
  const step = Math.max(1, Math.ceil(most / 40));
  const numbers = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
  const acceptNumber = Math.min(plan.sample, passesUpTo(plan));
  return numbers.map((defects) => ({
    defects,
    rate: defects / plan.lot,
    accept: acceptanceProbability({ lot: plan.lot, sample: plan.sample, acceptNumber }, defects)
  }));
}

/** Decision of the gate on a batch: counts, and the conclusions that they allow on the whole batch. */
export interface GateVerdict {
  passes: boolean;
  lot: number;
  sample: number;
  disagreements: number;
  /** Disagreements up to which the batch would have passed. */
  passesUpTo: number;
  /** Share of the sample that disagrees. */
  rate: number;
  /** Exact upper bound at 95 %: at most so many ratings of the batch disagree. */
  upperBound: number;
  upperRate: number;
}

/** Holds the disagreements found in a sample against the plan. The bound is exact for drawing without replacement. */
export function gate(plan: InspectionPlan, disagreements: number): GateVerdict {
  const most = passesUpTo(plan);
  const upperBound = hypergeometricUpperBound(plan.lot, plan.sample, disagreements);
  return {
    passes: disagreements <= most,
    lot: plan.lot,
    sample: plan.sample,
    disagreements,
    passesUpTo: most,
    rate: disagreements / plan.sample,
    upperBound,
    upperRate: upperBound / plan.lot
  };
}
