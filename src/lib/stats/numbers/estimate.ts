/**
 * The one shape of an answer. A statistic that the data do not determine is `{ value: null, reason }`: never NaN, 0 or 1.
 * No NaN and no infinity leaves this library; misuse (arrays of unequal length, a label outside the declared scale, a
 * number that is not finite) throws a plain Error that names the function and the offending value.
 */
export type UndefinedReason =
  /** No unit was rated by both. */
  | 'no-pairs'
  /** No unit carries two values. */
  | 'no-pairable-values'
  /** Every rating is the same category, so agreement by chance is certain. */
  | 'single-category'
  /** One of the variables does not vary. */
  | 'zero-variance'
  /** No cluster or resample differs from another, so that an interval would have no width. */
  | 'no-variation'
  /** The estimate of a variance is below 0, so that no ratio of variances results. */
  | 'negative-variance'
  /** Nothing was observed. */
  | 'n=0'
  /** One observation cannot show a spread or an association. */
  | 'n<2'
  /** The count it would be divided by is 0, as precision when nothing was predicted positive. */
  | 'zero-denominator'
  /** Fewer than two raters. */
  | 'too-few-raters'
  /** Variation between clusters needs at least two of them. */
  | 'too-few-clusters'
  /** The statistic is undefined without one of the clusters, so that nothing can be said of its error. */
  | 'rests-on-one-cluster'
  /** Sensitivity + specificity ≤ 1: the judge's answer says nothing about the truth. */
  | 'judge-not-informative'
  /** The likelihood has no maximum at finite parameters, or none that is unique. */
  | 'no-finite-estimate'
  /** The resampled data left the statistic undefined so often that no interval can be given. */
  | 'undefined-replicates'
  /** No thing was found by both searches, so nothing says how many were missed. */
  | 'no-recaptures'
  /** Two people agree no more often than labels given at random would. */
  | 'agreement-at-chance'
  /** The categories have no order, so that there is no difference with a sign or a size. */
  | 'no-order'
  /** The plan’s first look at the data is still to come. */
  | 'no-look'
  /** No setting meets the requirement. */
  | 'not-attainable';

type Defined = { value: number; reason?: undefined };
export type Undefined = { value: null; reason: UndefinedReason };
export type Estimate = Defined | Undefined;

/** Ends of a confidence interval, in the unit of the estimate. */
export type Interval = readonly [low: number, high: number];

/** A category of a rating scale. Labels are compared with `===`: 1 and "1" differ. */
export type Label = string | number | boolean;

/** One rater's labels, item by item; null if the rater did not rate. */
export type Ratings = ArrayLike<Label | null>;

/** Measurements, item by item; null if there is none. */
export type Measurements = ArrayLike<number | null>;

/** An estimate that the data determine. */
export const defined = (value: number): Defined => ({ value });
/** An estimate that they do not, and why. */
export const undefinedBecause = (reason: UndefinedReason): Undefined => ({ value: null, reason });

/** `numerator / denominator`, undefined with the given reason if the denominator is 0. */
export const ratio = (numerator: number, denominator: number, reason: UndefinedReason = 'zero-denominator'): Estimate =>
  denominator === 0 ? undefinedBecause(reason) : defined(numerator / denominator);

/** The estimate alone, without the members that surround it in a larger result. */
export const bare = (e: Estimate): Estimate => (e.value === null ? undefinedBecause(e.reason) : defined(e.value));
