import {
  acceptanceProbability,
  acceptanceProbabilityOfRate,
  acceptanceSampleSize,
  firstTooMany,
  hypergeometricUpperBound,
  sampleSizeProportion,
  twoPointPlan,
  type TwoPointPlan
} from '../../stats/index.ts';
import { count, many } from '../../stats/writing/figures.ts';
import { wholeSteps, type Curve } from './curve.ts';
import type { PlannerInputs } from './inputs.ts';
import { chanceInWords, shown, shownPercent } from './words.ts';

/** The two readings of "deviates by no more than" for one size of a lot; null = unlimited. */
interface LotRow {
  lot: number | null;
  /** Items to estimate the share of defects with the allowed share as half-width. */
  estimation: number;
  /** Items to accept with c defects at most; null where the plan is impossible for so small a lot. */
  acceptance: number | null;
  /** Chance that good work passes the latter. */
  passesGood: number | null;
}

/** Sampling plans for an inspection, with what they let through. */
export interface PlannedInspection {
  lot: number | null;
  wanted: LotRow;
  rows: LotRow[];
  /** The plan that also lets good work pass, with the same risk; null where there is none. */
  fair: TwoPointPlan | null;
  /** Most defects in a finite lot that passes with c found, but for the risk; null without a lot or plan. */
  atMost: number | null;
  risk: number;
  /** Operating characteristic over the share of defects. */
  curves: Curve[];
  /** Last share of the chart. */
  to: number;
  answer: string;
  assumptions: string[];
}

const lots = [100, 300, 1000, 3000, null];

export function inspectionPlan(inputs: PlannerInputs): PlannedInspection {
  const { lot, allowed, accept, beta, good, confidence } = inputs;
  const rowFor = (size: number | null): LotRow => {
    const acceptance = acceptanceSampleSize(size, allowed, beta, accept).value;
    return {
      lot: size,
      estimation: sampleSizeProportion(allowed, { lot: size, confidence }),
      acceptance,
      passesGood: acceptance === null ? null : passes(size, { sample: acceptance, acceptNumber: accept }, good)
    };
  };
  const wanted = rowFor(lot);
  const bySize = (a: number | null, b: number | null): number => (a ?? Infinity) - (b ?? Infinity);
  const fair = good > 0 || lot === null ? twoPointPlan(lot, { allowed, good, beta, alpha: beta }) : null;
  const to = Math.min(1, 3 * allowed);
  const shares =
    lot === null
      ? wholeSteps(0, 40, 40).map((i) => (i * to) / 40)
      : wholeSteps(0, Math.max(2, Math.ceil(to * lot)), 40)
          .filter((defects) => defects <= lot)
          .map((defects) => defects / lot);
  const curveOf = (name: string, plan: { sample: number; acceptNumber: number }): Curve => ({
    name,
    points: shares.map((x) => ({ x, y: passes(lot, plan, x) }))
  });
  const nameOf = (plan: { sample: number; acceptNumber: number }): string =>
    `${count(plan.sample)} items, ${plan.acceptNumber === 0 ? 'none' : `at most ${plan.acceptNumber}`} defective`;
  const plans = [
    ...(wanted.acceptance === null ? [] : [{ sample: wanted.acceptance, acceptNumber: accept }]),
    ...(fair && !(fair.sample === wanted.acceptance && fair.acceptNumber === accept) ? [fair] : [])
  ];
  return {
    lot,
    wanted,
    rows: [...new Set([...lots, lot])].sort(bySize).map((size) => (size === lot ? wanted : rowFor(size))),
    fair,
    atMost:
      lot === null || wanted.acceptance === null
        ? null
        : hypergeometricUpperBound(lot, wanted.acceptance, Math.min(accept, wanted.acceptance), 1 - beta),
    risk: beta,
    curves: plans.map((plan) => curveOf(nameOf(plan), plan)),
    to,
    answer: answerOf(inputs, wanted, fair),
    assumptions: [
      `Estimation: half-width ${shown(allowed)} at ${shownPercent(confidence)} around a share of .5 (conservative), corrected for the lot size.`,
      lot === null
        ? `Acceptance: the smallest sample that passes a lot with ${shownPercent(allowed)} defective with probability at most ${shown(beta)}; binomial, for an unlimited lot.`
        : `Acceptance: the smallest sample that passes a lot with ${many(firstTooMany(lot, allowed), 'defect')}, the first number above ${shownPercent(allowed)}, with probability at most ${shown(beta)}; hypergeometric.`,
      'Items are drawn from the lot with equal probability, and inspectors detect every defect.',
      'The curve shows which lots pass. A plan that accepts no defect needs the fewest items but rejects many good lots.'
    ]
  };
}

/** Chance that work with such a share of defects passes; in a finite lot the defects are rounded down to whole ones. */
const passes = (lot: number | null, plan: { sample: number; acceptNumber: number }, share: number): number =>
  lot === null
    ? acceptanceProbabilityOfRate(plan, share)
    : acceptanceProbability({ lot, ...plan }, Math.floor(share * lot + 1e-9));

function answerOf(
  { lot, allowed, accept, good, beta }: PlannerInputs,
  { estimation, acceptance, passesGood }: LotRow,
  fair: TwoPointPlan | null
): string {
  const from = lot === null ? 'an unlimited lot' : `a lot of ${count(lot)}`;
  const estimate = `To estimate the share of defects in ${from} to ± ${shownPercent(allowed)}: ${many(estimation, 'item')}.`;
  if (acceptance === null)
    return `${estimate} No plan that accepts ${accept} is possible, because ${from} would always pass. Accept fewer defects, or inspect all items.`;
  const none = accept === 0 ? 'without a defect' : `with at most ${many(accept, 'defect')}`;
  const plan = `To accept it, with a lot of more than ${shownPercent(allowed)} defective passing at most ${shownPercent(beta)} of the time: ${many(acceptance, 'item')} ${none}.`;
  const oc = `A lot with ${shownPercent(good)} defective passes ${chanceInWords(passesGood ?? 0)} of the time.`;
  const same = fair && fair.sample === acceptance && fair.acceptNumber === accept;
  const better =
    !fair || same
      ? ''
      : ` A plan that rejects such a lot at most ${shownPercent(beta)}: ${many(fair.sample, 'item')}, at most ${fair.acceptNumber} defective.`;
  return `${estimate} ${plan} ${oc}${better}`;
}
