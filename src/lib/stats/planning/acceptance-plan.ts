import { acceptanceProbability, acceptanceProbabilityOfRate, withinRisk } from './acceptance.ts';
import { defined, undefinedBecause, type Estimate } from '../numbers/estimate.ts';

/** Defects of the lot that is just too bad: the first number above the allowed share. */
export const firstTooMany = (lot: number, allowed: number): number => Math.floor(allowed * lot + 1e-9) + 1;

/**
 * Smallest sample of an acceptance plan with a given acceptance number: a lot that has just more defects than allowed
 * passes with probability at most `beta`. With `acceptNumber` 0 it is `zeroAcceptanceSampleSize`.
 *
 * Formula: the smallest n with P(X ≤ c | n) ≤ β, X hypergeometric with floor(allowed · lot) + 1 defects, or binomial at the
 * allowed share for an unlimited lot. With c = 1 against 5 % of an unlimited lot, β = .05: 93.
 *
 * @param lot whole, or null = unlimited. @param allowed share of defects in [1e-6, 1).
 * @param acceptNumber c, whole, at most 100.
 * @returns n; undefined (`not-attainable`) if the lot holds no more than c + the allowed number, so that even the whole
 *   lot would pass.
 * @throws if an argument is outside its range.
 * Source: Schilling and Neubauer 2017, chapters 5 and 6.
 */
export const acceptanceSampleSize = (
  lot: number | null,
  allowed: number,
  beta: number,
  acceptNumber: number
): Estimate => {
  if (!(allowed >= 1e-6 && allowed < 1))
    throw new Error(`acceptanceSampleSize requires an allowed share between 1e-6 and 1, got ${allowed}`);
  if (!(beta > 0 && beta < 1)) throw new Error(`acceptanceSampleSize requires a risk in (0, 1), got ${beta}`);
  if (!(Number.isSafeInteger(acceptNumber) && acceptNumber >= 0 && acceptNumber <= 100))
    throw new Error(`acceptanceSampleSize requires a whole acceptance number up to 100, got ${acceptNumber}`);
  if (lot !== null && !(Number.isSafeInteger(lot) && lot >= 1))
    throw new Error(`acceptanceSampleSize requires a whole lot of at least 1, got ${lot}`);
  const keeps = (sample: number): boolean =>
    withinRisk(
      lot === null
        ? acceptanceProbabilityOfRate({ sample, acceptNumber }, allowed)
        : acceptanceProbability({ lot, sample, acceptNumber }, firstTooMany(lot, allowed)),
      beta
    );
  if (lot !== null && (firstTooMany(lot, allowed) > lot || !keeps(lot))) return undefinedBecause('not-attainable');
  let high = lot ?? 1;
  while (lot === null && !keeps(high)) high *= 2;
  let low = 0;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (keeps(middle)) high = middle;
    else low = middle + 1;
  }
  return defined(low);
};

/** A plan that keeps both risks, and how large they are. */
export interface TwoPointPlan {
  sample: number;
  acceptNumber: number;
  /** Probability that the lot that is just too bad passes. */
  passesBad: number;
  /** Probability that the good lot is sent back. */
  failsGood: number;
}

/**
 * Smallest acceptance plan for two risks: a lot with just more than the allowed share of defects passes with probability at
 * most `beta`, a lot at the good share is sent back with probability at most `alpha`.
 *
 * Takes c = 0, 1, 2, … with the smallest sample that keeps the first risk, until the second is kept too. For an unlimited
 * lot at .05 / .01 and α = β = .05: c = 4, n = 181.
 *
 * @param good share of defects of a good lot, below `allowed`.
 * @returns null if no plan with c up to 100 keeps both.
 * @throws if an argument is outside its range.
 * Source: Schilling and Neubauer 2017, chapter 5.
 */
export const twoPointPlan = (
  lot: number | null,
  { allowed, good, beta, alpha }: { allowed: number; good: number; beta: number; alpha: number }
): TwoPointPlan | null => {
  if (!(good >= 0 && good < allowed))
    throw new Error(`twoPointPlan requires a good share below the allowed one, got ${good}`);
  if (!(alpha > 0 && alpha < 1)) throw new Error(`twoPointPlan requires a risk in (0, 1), got ${alpha}`);
  for (let acceptNumber = 0; acceptNumber <= 100; acceptNumber++) {
    const size = acceptanceSampleSize(lot, allowed, beta, acceptNumber);
    if (size.value === null) return null;
    const plan = { sample: size.value, acceptNumber };
    const at = (defects: number, rate: number): number =>
      lot === null ? acceptanceProbabilityOfRate(plan, rate) : acceptanceProbability({ lot, ...plan }, defects);
    const failsGood = 1 - at(lot === null ? 0 : Math.floor(good * lot + 1e-9), good);
    if (withinRisk(failsGood, alpha))
      return { ...plan, passesBad: at(lot === null ? 0 : firstTooMany(lot, allowed), allowed), failsGood };
  }
  return null;
};
