import { joinSentences } from '../../messages/sentences.ts';
import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
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
import { count } from '../../stats/writing/figures.ts';
import { wholeSteps, type Curve } from './curve.ts';
import type { PlannerInputs } from './inputs.ts';
import { chanceInWords, shown, shownPercent } from './words.ts';

type PlannerWords = Words<Messages['plannerAnswers']>;

/** The two readings of "deviates by no more than" for one size of a lot; null = unlimited. */
interface LotRow {
  lot: number | null;
  /** Items to estimate the share of defects with the allowed share as half-width. */
  estimation: number;
  /** Items to accept with c defects at most; null if the plan is impossible for so small a lot. */
  acceptance: number | null;
  /** Chance that good work passes the latter. */
  passesGood: number | null;
}

/** Sampling plans for an inspection, with what they let through. */
export interface PlannedInspection {
  lot: number | null;
  wanted: LotRow;
  rows: LotRow[];
  /** The plan that also lets good work pass, with the same risk; null if there is none. */
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

export function inspectionPlan(inputs: PlannerInputs, words: PlannerWords): PlannedInspection {
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
      ? wholeSteps(40, 40).map((i) => (i * to) / 40)
      : wholeSteps(Math.max(2, Math.ceil(to * lot)), 40)
          .filter((defects) => defects <= lot)
          .map((defects) => defects / lot);
  const curveOf = (name: string, plan: { sample: number; acceptNumber: number }): Curve => ({
    name,
    points: shares.map((x) => ({ x, y: passes(lot, plan, x) }))
  });
  const nameOf = (plan: { sample: number; acceptNumber: number }): string =>
    words.curvePlan({ items: plan.sample, accept: plan.acceptNumber });
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
    answer: answerOf(inputs, wanted, fair, words),
    assumptions: [
      words.estimation({ half: shown(allowed), confidence: shownPercent(confidence) }),
      lot === null
        ? words.acceptanceUnlimited({ allowed: shownPercent(allowed), beta: shown(beta) })
        : words.acceptance({
            ...{ n: firstTooMany(lot, allowed), allowed: shownPercent(allowed), beta: shown(beta) }
          }),
      words.goodLots({ good: shownPercent(good) }),
      words.drawnEqually,
      words.whichPass
    ]
  };
}

/** The most whole defects within a share of a lot. */
const mostWithin = (share: number, lot: number): number => Math.floor(share * lot + 1e-9);

/** Chance that work with such a share of defects passes; in a finite lot the defects are rounded down to whole ones. */
const passes = (lot: number | null, plan: { sample: number; acceptNumber: number }, share: number): number =>
  lot === null
    ? acceptanceProbabilityOfRate(plan, share)
    : acceptanceProbability({ lot, ...plan }, mostWithin(share, lot));

/** Chance of good work to pass, with its number of defects if its share of the lot is no whole number. */
function goodPasses(
  lot: number | null,
  share: number,
  said: { good: string; chance: string },
  words: PlannerWords
): string {
  const isWhole = lot === null || Math.abs(share * lot - Math.round(share * lot)) < 1e-9;
  return isWhole ? words.goodPasses(said) : words.goodCountPasses({ ...said, n: mostWithin(share, lot) });
}

function answerOf(
  { lot, allowed, accept, good, beta }: PlannerInputs,
  { estimation, acceptance, passesGood }: LotRow,
  fair: TwoPointPlan | null,
  words: PlannerWords
): string {
  const from = lot === null ? 'none' : count(lot);
  const estimate = words.estimate({ lot: from, allowed: shownPercent(allowed), items: estimation });
  if (acceptance === null) return `${estimate} ${words.noPlan({ n: accept, lot: from })}`;
  const told = [
    estimate,
    words.accept({ allowed: shownPercent(allowed), beta: shownPercent(beta), items: acceptance, accept }),
    goodPasses(lot, good, { good: shownPercent(good), chance: chanceInWords(passesGood ?? 0, words) }, words)
  ];
  if (fair && !(fair.sample === acceptance && fair.acceptNumber === accept))
    told.push(words.fair({ beta: shownPercent(beta), items: fair.sample, accept: fair.acceptNumber }));
  return joinSentences(told);
}
