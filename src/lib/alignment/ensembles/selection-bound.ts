import {
  assumedEffectOf,
  coefficientBound,
  selectionCritical,
  shareBound,
  type AssumedEffect,
  type Contender,
  type Random,
  type ShareEvidence,
  type UndefinedReason
} from '../../stats/index.ts';
import { studentQuantile } from '../../stats/distributions/student-t.ts';
import type { AgreementMetric } from '../units/metric.ts';

/**
 * Agreement of the chosen ensemble with bounds that allow for its having been selected: they hold for whichever candidate the
 * procedure selects on such data.
 */
export interface CorrectedAgreement {
  /** Agreement as measured less what selecting adds to it on average. */
  value: number | null;
  /** Lower bound that the gate uses, and upper end; both null if `reason` is not. */
  low: number | null;
  high: number | null;
  reason: UndefinedReason | null;
  /** Critical value of the lower bound: the t quantile if there is nothing to select from, else more. */
  critical: number | null;
  /** Candidates that are not significantly behind the chosen one, which is one of them. */
  contenders: number;
  /** Of an agreement that is a mean over items: the design effect that was used, and items / design effect. */
  designEffect: number | null;
  effectiveItems: number | null;
  /** Assumed design effect as long as few items went wrong. */
  assumed: AssumedEffect | null;
  /** Of a coefficient: its standard error on Fisher's scale. */
  error: number | null;
}

/** Agreement of the selected candidate as it was measured. */
interface Measured {
  kind: AgreementMetric['kind'];
  value: number | null;
  reason?: UndefinedReason | undefined;
  /** What choosing it from among the candidates adds on average; null if that is not known. */
  choosing: number | null;
}

/** Items of each cluster, the weight of each item, and what unequal weights make of the selected candidate's error. */
interface Sampled {
  sizes: readonly number[];
  weights: readonly number[];
  /** Of a mean: the design effect that was observed. */
  designEffect: number | null;
  /** Of a coefficient: see `weightingError`. */
  least: number;
}

/** Bounds of the selected candidate's agreement: `shareBound` of a mean, `coefficientBound` of κ, with the critical value of the selection. */
export function correctedAgreement(
  { kind, value, reason, choosing }: Measured,
  contenders: readonly Contender[],
  winner: number | null,
  { sizes, weights, designEffect, least }: Sampled,
  { confidence, random }: { confidence: number; random: Random }
): CorrectedAgreement {
  const none: Omit<CorrectedAgreement, 'reason'> = {
    ...{ value: null, low: null, high: null, critical: null, contenders: 0 },
    ...{ designEffect: null, effectiveItems: null, assumed: null, error: null }
  };
  if (winner === null || value === null) return { ...none, reason: reason ?? 'no-pairs' };
  const less = choosing === null ? null : value - choosing;
  if (contenders[winner]!.utility === null) return { ...none, value: less, reason: 'undefined-replicates' };
  const clusters = sizes.length;
  const plain = studentQuantile(0.5 + confidence / 2, clusters - 1);
  const among = selectionCritical(contenders, winner, clusters, { random, confidence });
  const common = { ...none, value: less, critical: among.critical, contenders: among.contenders.length };
  if (kind === 'kappa') {
    const { influence } = contenders[winner]!;
    const bound = coefficientBound(value, influence, among.critical, least);
    if (bound.low === null) return { ...common, reason: bound.reason };
    const { high } = coefficientBound(value, influence, plain, least);
    return { ...common, low: bound.low, high, reason: null, error: bound.error };
  }
  const evidence: ShareEvidence = {
    ...{ share: value, items: weights.length, designEffect },
    assumed: assumedEffectOf(sizes, weights)
  };
  const bound = shareBound(evidence, among.critical);
  return {
    ...common,
    ...{ low: bound.low, high: shareBound(evidence, plain).high, reason: null },
    ...{ designEffect: bound.designEffect, effectiveItems: bound.effectiveItems, assumed: evidence.assumed }
  };
}
