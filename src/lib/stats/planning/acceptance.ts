import { binomialCdf } from '../distributions/binomial.ts';
import { hypergeometricCdf } from '../distributions/hypergeometric.ts';

/** An acceptance sampling plan: draw `sample` items, accept the lot if at most `acceptNumber` of them are defective. */
interface SamplingPlan {
  /** Items in the lot; null = so large that drawing does not deplete it. */
  lot: number | null;
  sample: number;
  acceptNumber: number;
}

const whole = (name: string, values: Record<string, number>): void => {
  for (const [what, value] of Object.entries(values))
    if (!(Number.isSafeInteger(value) && value >= 0)) throw new Error(`${name} requires a whole ${what}, got ${value}`);
};

/**
 * Probability that a sampling plan accepts a lot with `defects` defective items: one point of its operating characteristic.
 *
 * Formula: P(X ≤ acceptNumber), X hypergeometric(lot, defects, sample).
 *
 * @throws if a count is not whole, or more defects or samples than items are asked for, or the lot is null (use
 *   `acceptanceProbabilityOfRate`).
 */
export const acceptanceProbability = (plan: SamplingPlan, defects: number): number => {
  const { lot, sample, acceptNumber } = plan;
  if (lot === null) throw new Error('acceptanceProbability requires a finite lot');
  whole('acceptanceProbability', { lot, sample, acceptNumber, defects });
  if (sample > lot || defects > lot)
    throw new Error(`acceptanceProbability requires sample and defects within the lot of ${lot}`);
  return hypergeometricCdf(acceptNumber, lot, defects, sample);
};

/** The same for an unlimited lot with a given rate of defects in [0, 1]: P(X ≤ acceptNumber), X binomial(sample, rate). */
export const acceptanceProbabilityOfRate = (plan: Omit<SamplingPlan, 'lot'>, rate: number): number => {
  if (!(rate >= 0 && rate <= 1)) throw new Error(`acceptanceProbabilityOfRate requires a rate in [0, 1], got ${rate}`);
  whole('acceptanceProbabilityOfRate', { sample: plan.sample, acceptNumber: plan.acceptNumber });
  return binomialCdf(plan.acceptNumber, plan.sample, rate);
};

/**
 * Operating characteristic of a plan: probability of acceptance at each number of defects. Draw it wherever a plan is
 * chosen: c = 0, n = 59 passes a lot with 2.5 % defective only 22 % of the time.
 */
export const operatingCharacteristic = (plan: SamplingPlan, defects: readonly number[]): number[] =>
  defects.map((d) => acceptanceProbability(plan, d));

/**
 * Smallest sample of a zero-acceptance plan (c = 0): no defect found allows to say that the rate of defects is not above
 * `ltpd`, with risk at most `beta`.
 *
 * Formula: the smallest n with P(no defect in n | D) ≤ β, D = floor(ltpd · lot) + 1, the first number of defects above the
 * limit; for an unlimited lot the smallest n with (1 − ltpd)ⁿ ≤ β.
 *
 * @returns n; the whole lot if even that is not enough to tell (D > lot).
 * @throws if ltpd or beta is outside (0, 1) or the lot is not whole.
 */
export const zeroAcceptanceSampleSize = (lot: number | null, ltpd: number, beta: number): number => {
  for (const share of [ltpd, beta])
    if (!(share >= 1e-9 && share < 1))
      throw new Error(`zeroAcceptanceSampleSize requires shares between 1e-9 and 1, got ${share}`);
  if (lot === null) return Math.ceil(Math.log(beta) / Math.log1p(-ltpd) - 1e-12);
  whole('zeroAcceptanceSampleSize', { lot });
  const defects = Math.floor(ltpd * lot + 1e-9) + 1;
  if (defects > lot) return lot;
  return smallest(0, lot, (n) => withinRisk(hypergeometricCdf(0, lot, defects, n), beta));
};

/**
 * Exact upper bound for the number of defects in a lot after finding `found` in a sample.
 *
 * Formula: the largest D with P(X ≤ found | D) > 1 − confidence, X hypergeometric(lot, D, sample).
 *
 * @returns a count of items of the lot.
 * @throws if counts are not whole or not found ≤ sample ≤ lot.
 */
export const hypergeometricUpperBound = (lot: number, sample: number, found: number, confidence = 0.95): number => {
  whole('hypergeometricUpperBound', { lot, sample, found });
  if (!(found <= sample && sample <= lot))
    throw new Error(`hypergeometricUpperBound requires found ≤ sample ≤ lot, got ${found}, ${sample}, ${lot}`);
  const most = lot - sample + found;
  const excluded = (d: number): boolean => withinRisk(hypergeometricCdf(found, lot, d, sample), 1 - confidence);
  return smallest(found, most + 1, (d) => d > most || excluded(d)) - 1;
};

/** Whether a chance is at most a risk. One that equals it but for rounding is: 3 of 60 is no more than .05. */
export const withinRisk = (chance: number, risk: number): boolean => chance <= risk * (1 + 1e-9);

/** Smallest integer in [low, high] with the property, which holds from some point on and at `high`. */
const smallest = (low: number, high: number, holds: (n: number) => boolean): number => {
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};
