import { ASSUMED_ICC, assumedEffect } from '../proportions/share-lower-bound.ts';

/**
 * The assumed design effect counts for this much of its weight in `shareBound`: the bound holds at many looks, of which the early
 * ones, with few errors, are wide anyway. With all of it a study whose items are independent takes 5% more queries; with none .18 of
 * studies of 60 queries with 20 items pass though the truth lies .001 below .95 (correlation .2), with this share .02.
 */
const SHARE_OF_ASSUMPTION = 0.4;

/**
 * Intra-cluster correlation that an interval assumes as long as few items went wrong: half of the cautious one. It has to be wrong as often as it says, neither
 * more nor less, so that it lies between independent items and those that are quite alike.
 */
const EXPECTED_ICC = ASSUMED_ICC / 2;

/** Least design effect of an interval: graded agreement varies less than yes or no, but a few equal scores are no proof that it does not vary. */
const LEAST_EFFECT = 0.5;

/** Weighted mean of observations in [0, 1] that come one after another, with its error, a floor for it, and the error that an interval takes. */
export class RunningMean {
  n = 0;
  private total = 0;
  private sum = 0;
  /** Σ w², Σ w²x, Σ w²x² and Σ w²/items. */
  private w2 = 0;
  private w2x = 0;
  private w2xx = 0;
  private w2items = 0;
  /** Σ items and Σ items². */
  private items = 0;
  private items2 = 0;

  /** @param items independent items that the observation is a mean of; Infinity: no floor. */
  add(x: number, weight = 1, items = Infinity): void {
    if (!(x >= 0 && x <= 1)) throw new Error(`RunningMean requires observations in [0, 1], got ${x}`);
    if (!(weight > 0 && Number.isFinite(weight)))
      throw new Error(`RunningMean requires positive weights, got ${weight}`);
    if (!(items > 0)) throw new Error(`RunningMean requires items above 0, got ${items}`);
    const square = weight * weight;
    this.n++;
    this.total += weight;
    this.sum += weight * x;
    this.w2 += square;
    this.w2x += square * x;
    this.w2xx += square * x * x;
    this.w2items += square / items;
    this.items += items;
    this.items2 += items * items;
  }

  /** As it is now, whatever is added later. */
  copy(): RunningMean {
    return Object.assign(new RunningMean(), this);
  }

  /** The mean of the same observations if each of them were 1. */
  perfect(): RunningMean {
    return Object.assign(this.copy(), { sum: this.total, w2x: this.w2, w2xx: this.w2 });
  }

  /** At least one observation. */
  mean(): number {
    return Math.max(0, Math.min(1, this.sum / this.total));
  }

  /** Standard error of the mean; at least two observations. */
  error(): number {
    const mean = this.mean();
    const residuals = this.w2xx - 2 * mean * this.w2x + mean * mean * this.w2;
    return residuals <= 1e-14 * this.w2 ? 0 : Math.sqrt(((this.n / (this.n - 1)) * residuals) / this.total ** 2);
  }

  /**
   * Standard error that the mean of items has at least if the true mean is p: √(p(1 − p) d Σ(w²/items)) / Σw. The design
   * effect d is as in `shareBound`, for a few errors that happen to lie apart tell nothing of how alike the items are.
   */
  floor(p: number): number {
    return Math.sqrt((p * (1 - p) * this.w2items * Math.max(1, this.designEffect(ASSUMED_ICC))) / this.total ** 2);
  }

  /**
   * Standard error that the mean of items has if the true mean is p, for an interval that has to hold once: the floor is the cautious one of a bound that
   * decides at many looks. The observed error if no items are named.
   */
  errorAt(p: number): number {
    if (!Number.isFinite(this.items2)) return this.error();
    const effect = Math.max(LEAST_EFFECT, this.designEffect(EXPECTED_ICC));
    return Math.sqrt((p * (1 - p) * this.w2items * effect) / this.total ** 2);
  }

  /** Skewness that the mean of items has if the true mean is p: left-skewed near 1. 0 if no items are named. */
  skewness(p: number): number {
    return Number.isFinite(this.items2) ? ((1 - 2 * p) * this.errorAt(p)) / (p * (1 - p)) : 0;
  }

  /** As in `shareBound`: the observed design effect, drawn towards the one of an assumed correlation while few items went wrong. */
  private designEffect(icc: number): number {
    if (!Number.isFinite(this.items2)) return 1;
    const mean = this.mean();
    const { effect, weight: full } = assumedEffect(Math.max(1, this.items2 / this.items), { icc });
    const weight = SHARE_OF_ASSUMPTION * full;
    const wrong = this.items * Math.min(mean, 1 - mean);
    const independent = (mean * (1 - mean) * this.w2items) / this.total ** 2;
    const observed = this.n < 2 || independent <= 0 ? 1 : this.error() ** 2 / independent;
    return weight + wrong === 0 ? effect : (weight * effect + wrong * observed) / (weight + wrong);
  }

  /** Whether a true mean is within the bounds: `normal` standard errors of the floor or `student` of the observed error. */
  within(p: number, normal: number, student: number): boolean {
    return Math.abs(this.mean() - p) <= Math.max(student * this.error(), normal * this.floor(p)) + 1e-15;
  }

  /** All true means that are within the bounds: an interval around the mean. */
  bounds(normal: number, student: number): { low: number; high: number } {
    const mean = this.mean();
    const last = (end: number): number => {
      if (this.within(end, normal, student)) return end;
      let [inside, outside] = [mean, end];
      for (let i = 0; i < 50; i++) {
        const middle = (inside + outside) / 2;
        if (this.within(middle, normal, student)) inside = middle;
        else outside = middle;
      }
      return inside;
    };
    return { low: last(0), high: last(1) };
  }
}
