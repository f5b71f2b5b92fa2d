import { binomialCdf } from './distributions/binomial.ts';
import { normalCdf, normalQuantile } from './distributions/normal.ts';
import { studentCdf, studentQuantile } from './distributions/student-t.ts';
import { SCREENING_SHARE } from './contenders.ts';
import { shareBound, type ShareEvidence } from './share-lower-bound.ts';

/** Candidates that a planned study will not tell apart: as many that are equally good, whose errors correlate alike. */
export interface PlannedContenders {
  /** 1 or more; 1 where there is nothing to select from. */
  count: number;
  /** Correlation of the errors of any two of them, in [0, 1]. */
  correlation: number;
}

export const ONE_CANDIDATE: PlannedContenders = { count: 1, correlation: 1 };

/** Half-width and steps of the integration over what the errors share. */
const REACH = 8;
const STEPS = 160;

/**
 * Probability that the largest of equally correlated standard normal errors is at most z: ∫ φ(u) Φ((z − √ρ u)/√(1 − ρ))^k du.
 *
 * @throws if there is no candidate or the correlation is outside [0, 1].
 */
export const largestErrorCdf = (z: number, { count, correlation }: PlannedContenders): number => {
  if (!(count >= 1 && correlation >= 0 && correlation <= 1))
    throw new Error(`largestErrorCdf requires candidates and a correlation in [0, 1], got ${count} and ${correlation}`);
  if (count === 1 || correlation > 1 - 1e-9) return normalCdf(z);
  if (z === Infinity || z === -Infinity) return z > 0 ? 1 : 0;
  const [shared, own] = [Math.sqrt(correlation), Math.sqrt(1 - correlation)];
  const step = (2 * REACH) / STEPS;
  let sum = 0;
  for (let i = 0; i <= STEPS; i++) {
    const u = -REACH + i * step;
    sum += Math.exp((-u * u) / 2) * normalCdf((z - shared * u) / own) ** count;
  }
  return Math.min(1, (sum * step) / Math.sqrt(2 * Math.PI));
};

/** The argument at which an increasing function reaches a value, between two ends. */
const solve = (reaches: (x: number) => boolean, low: number, high: number): number => {
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
};

/** Where the largest error of the contenders has the tail that the screening leaves, by contenders and confidence. */
const quantiles = new Map<string, number>();
const MOST_KEPT = 1000;

const largestErrorQuantile = (contenders: PlannedContenders, tail: number): number => {
  const key = `${contenders.count} ${contenders.correlation} ${tail}`;
  const known = quantiles.get(key);
  if (known !== undefined) return known;
  const wanted = 1 - tail * (1 - SCREENING_SHARE);
  const found = solve((x) => largestErrorCdf(x, contenders) >= wanted, 0, 8);
  if (quantiles.size >= MOST_KEPT) quantiles.clear();
  quantiles.set(key, found);
  return found;
};

/**
 * The critical value that `selectionCritical` will come to with such contenders.
 *
 * @param clusters 2 or more.
 */
export const plannedCritical = (contenders: PlannedContenders, clusters: number, confidence = 0.95): number => {
  const tail = (1 - confidence) / 2;
  const plain = studentQuantile(1 - tail, clusters - 1);
  if (contenders.count <= 1) return plain;
  return Math.max(plain, studentQuantile(normalCdf(largestErrorQuantile(contenders, tail)), clusters - 1));
};

/** The same tail of t with other degrees of freedom: a critical value of a study as one of another size would have it. */
export const carriedCritical = (critical: number, clusters: number, others: number): number =>
  clusters === others ? critical : studentQuantile(studentCdf(critical, clusters - 1), others - 1);

/**
 * The correlation at which so many contenders make a critical value that was found; what a plan takes from a study.
 *
 * @returns 1 where the value is hardly above that of one candidate, 0 where it is that of independent ones or more.
 */
export const correlationOfContenders = (
  count: number,
  critical: number,
  clusters: number,
  confidence = 0.95
): number =>
  count <= 1 ? 1 : solve((rho) => plannedCritical({ count, correlation: rho }, clusters, confidence) <= critical, 0, 1);

/** What a decision by the lower bound of a share rests on. */
export interface ShareDecision extends Omit<ShareEvidence, 'share' | 'designEffect'> {
  /** True design effect. */
  designEffect: number;
  target: number;
  critical: number;
  contenders?: PlannedContenders;
}

/**
 * Probability that the lower bound of the selected candidate reaches a target, if the true share of the contenders is p.
 *
 * Formula: X is binomial with items / design effect trials, rounded; k is the fewest successes at which `shareBound`, the
 * computation of the gate, reaches the target; P(X ≥ k) for one candidate. The best of several passes where the largest of
 * their errors suffices: 1 − F(Φ⁻¹(P(X < k))), F of `largestErrorCdf`.
 *
 * @returns 0 where even all right are not enough.
 * @throws if p is outside [0, 1].
 */
export const sharePassProbability = (p: number, decision: ShareDecision): number => {
  if (!(p >= 0 && p <= 1)) throw new Error(`sharePassProbability requires a share in [0, 1], got ${p}`);
  const { items, designEffect, assumed, target, critical, contenders = ONE_CANDIDATE } = decision;
  const trials = Math.max(1, Math.round(items / designEffect));
  const reaches = (k: number): boolean =>
    shareBound({ share: k / trials, items, designEffect, assumed }, critical).low >= target;
  if (!reaches(trials)) return 0;
  let [low, high] = [0, trials];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle + 1;
  }
  if (low === 0) return 1;
  const misses = binomialCdf(low - 1, trials, p);
  return misses <= 0 ? 1 : misses >= 1 ? 0 : 1 - largestErrorCdf(normalQuantile(misses), contenders);
};
