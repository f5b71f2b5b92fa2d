import { upperGamma } from '../distributions/gamma.ts';
import { normalCdf, normalQuantile } from '../distributions/normal.ts';
import { studentCdf, studentQuantile } from '../distributions/student-t.ts';
import { SCREENING_SHARE } from '../ranking/contenders.ts';
import { shareBound, type ShareEvidence } from '../proportions/share-lower-bound.ts';

/** Candidates that a planned study will not tell apart: as many that are equally good, whose errors correlate alike. */
export interface PlannedContenders {
  /** 1 or more; 1 if there is nothing to select from. */
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
 * @returns 1 if the value is hardly above that of one candidate, 0 if it is that of independent ones or more.
 */
export const correlationOfContenders = (count: number, critical: number, clusters: number): number =>
  count <= 1 ? 1 : solve((rho) => plannedCritical({ count, correlation: rho }, clusters) <= critical, 0, 1);

/** Inputs of a decision by the lower bound of a share. */
interface ShareDecision extends Omit<ShareEvidence, 'share' | 'designEffect'> {
  clusters: number;
  /** True design effect. */
  designEffect: number;
  target: number;
  critical: number;
}

/** Beyond so many errors that would still do, their clustering is taken to be as expected. */
const MOST_SUMMED = 250;

/**
 * Probability that the lower bound of a candidate reaches a target, if its true share is p.
 *
 * Formula: the number of errors E is beta-binomial with the design effect D of the plan. How they cluster varies too: X pairs
 * of them share a cluster, Poisson with a mean of E(E − 1)/2 · (c + (1 − c) / (1 + G q/ρ)), q = 1 − p, ρ = (D − 1)/(m − 1),
 * c = (m − 1)/(n − 1) by chance alone, for n items in G clusters of m. The study observes the design effect
 * 1 + 2X/E − c (E − 1). The candidate passes with every E and X at which `shareBound`, the computation of the gate, reaches
 * the target.
 *
 * @returns 0 if even all right are not enough.
 * @throws if p is outside [0, 1].
 */
export const sharePassProbability = (p: number, decision: ShareDecision): number => {
  if (!(p >= 0 && p <= 1)) throw new Error(`sharePassProbability requires a share in [0, 1], got ${p}`);
  const { designEffect, assumed, target, critical, clusters } = decision;
  const [items, wrong] = [Math.round(decision.items), 1 - p];
  const low = (errors: number, observed: number): number =>
    shareBound({ share: 1 - errors / items, items, designEffect: errors === 0 ? null : observed, assumed }, critical)
      .low;
  if (items < 1 || low(0, 1) < target) return 0;
  if (wrong === 0) return 1;
  const size = items / clusters;
  const byChance = size > 1 ? (size - 1) / Math.max(1, items - 1) : 0;
  const icc = size > 1 ? Math.min(0.999, Math.max(0, (designEffect - 1) / (size - 1))) : 0;
  const together = byChance + (icc === 0 ? 0 : (1 - byChance) / (1 + (clusters * wrong) / icc));
  const most = lastWhere((errors) => low(errors, 0) >= target, 0, items);
  if (most > MOST_SUMMED) {
    const usual = (errors: number): number => 1 + Math.max(0, errors - 1) * (together - byChance);
    return errorsCdf(
      lastWhere((errors) => low(errors, usual(errors)) >= target, 0, items),
      items,
      wrong,
      designEffect
    );
  }
  let sum = 0;
  const chances = errorChances(most, items, wrong, designEffect);
  for (let errors = 0; errors <= most; errors++) {
    if (errors < 2 || together === 0) {
      sum += chances[errors]!;
      continue;
    }
    const pairs = (errors * (errors - 1)) / 2;
    const enough = lastWhere(
      (x) => low(errors, 1 + (2 * x) / errors - byChance * (errors - 1)) >= target,
      -1,
      Math.ceil(pairs)
    );
    if (enough >= 0) sum += chances[errors]! * (enough >= pairs ? 1 : upperGamma(enough + 1, pairs * together));
  }
  return Math.min(1, sum);
};

/** The largest whole number up to `high` for which a condition holds that, once lost, stays lost; `low` if it never holds. */
const lastWhere = (holds: (x: number) => boolean, low: number, high: number): number => {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (holds(middle)) from = middle;
    else to = middle - 1;
  }
  return from;
};

/** Chances of 0, 1, … errors: beta-binomial with the mean, and with the variance of binomial ones times the design effect. */
const errorChances = (most: number, items: number, wrong: number, designEffect: number): Float64Array => {
  // Pólya's urn: each draw adds `step` of what was drawn.
  const step = Math.max(0, (designEffect - 1) / Math.max(1, items - designEffect));
  let log = 0;
  for (let i = 0; i < items; i++) log += Math.log((1 - wrong + i * step) / (1 + i * step));
  const chances = new Float64Array(most + 1);
  chances[0] = Math.exp(log);
  for (let e = 1; e <= Math.min(most, items); e++) {
    log += Math.log(((items - e + 1) / e) * ((wrong + (e - 1) * step) / (1 - wrong + (items - e) * step)));
    chances[e] = Math.exp(log);
  }
  return chances;
};

/** Chance of at most so many errors. Where they are many, they are taken to be normal. */
const errorsCdf = (most: number, items: number, wrong: number, designEffect: number): number => {
  if (most >= items) return 1;
  if (items <= 20_000)
    return Math.min(
      1,
      errorChances(most, items, wrong, designEffect).reduce((sum, x) => sum + x, 0)
    );
  return normalCdf((most + 0.5 - items * wrong) / Math.sqrt(items * wrong * (1 - wrong) * designEffect));
};

/**
 * The same of the best of several candidates that are equally good, which passes if the luckiest of them does:
 * 1 − F(Φ⁻¹(1 − chance)), F of `largestErrorCdf`.
 */
export const chanceOfLuckiest = (chance: number, contenders: PlannedContenders): number => {
  const misses = 1 - chance;
  if (contenders.count <= 1 || misses <= 0 || misses >= 1) return chance;
  return Math.max(chance, 1 - largestErrorCdf(normalQuantile(misses), contenders));
};
