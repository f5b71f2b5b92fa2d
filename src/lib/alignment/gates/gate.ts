import { clusterBoundedMean, ENOUGH_CLUSTERS, reaches, withoutRounding } from '../../stats/index.ts';
import type { Saying } from '../../messages/sayings.ts';
import type { Observation, Units } from '../units/units.ts';
import type { GateName } from '../preregistration/gate-names.ts';

/**
 * A gate passes only on a bound: its whole interval is on the right side of the threshold. Absence of evidence is
 * `undecided` or `not-tested`, and neither lets an ensemble be adopted.
 */
export type GateState =
  | 'pass'
  | 'fail'
  /** The data allow both, or are too few to tell. */
  | 'undecided'
  /** It could be measured, but nothing was collected that would tell. */
  | 'not-tested'
  /** The property cannot exist here, as position bias on a scale without positions. Named apart, never counted as passed. */
  | 'not-applicable';

/** One of several things that a gate looked at: a person, an answer, a kind of bias. */
export interface GatePart {
  name: string;
  value: number | null;
  low: number | null;
  high: number | null;
  /** p before Benjamini–Yekutieli, if it is a test. */
  p: number | null;
  n: number;
  /** Queries that it rests on; null if it is not resampled by query. */
  clusters?: number | null;
  /** Threshold or margin of its own; null if it has none. */
  threshold?: number | null;
  state: GateState;
  items: string[];
  /** Its name for readers of any language, and inside a sentence; absent if the name is that of a person. */
  said?: Saying;
  inside?: Saying;
  /** Why it has no value, in a few words; absent if it has one. */
  why?: Saying;
  /** To collect if it is open, as the end of a sentence. */
  need?: Saying;
}

export interface Gate {
  name: GateName;
  state: GateState;
  /** Name of the measured quantity. */
  measure: string;
  value: number | null;
  low: number | null;
  high: number | null;
  /** The lower end has to reach it; of an `equivalence`, the margin on both sides of 0 within which both ends have to lie. */
  threshold: number;
  /** Kind of `value` and `threshold`: a share, a coefficient such as κ, a number of things, a correlation, a difference of two of these, a bias in shares of the scale's range. */
  unit: 'share' | 'coefficient' | 'count' | 'correlation' | 'difference' | 'equivalence';
  n: number;
  clusters: number;
  /** Finding in sentences, for readers of any language. */
  said: readonly Saying[];
  /** The same in English, for documents, exports and the command line. */
  finding: string;
  parts: GatePart[];
  /** Ids of the items behind it. */
  items: string[];
}

/** Passed if the whole interval reaches the threshold, failed if all of it is below, else undecided; without an interval too. */
export function surelyReaches(low: number | null, high: number | null, threshold: number): GateState {
  if (low === null || high === null) return 'undecided';
  if (reaches(low, threshold)) return 'pass';
  return reaches(high, threshold) ? 'undecided' : 'fail';
}

/** Two one-sided tests of equivalence: passed if the interval is inside ±margin, failed if it is wholly outside. */
export function surelyWithin(low: number | null, high: number | null, margin: number): GateState {
  if (low === null || high === null) return 'undecided';
  const [from, to] = [withoutRounding(low), withoutRounding(high)];
  if (from > -margin && to < margin) return 'pass';
  return from > margin || to < -margin ? 'fail' : 'undecided';
}

/** The state of a gate of which every part that can exist has to pass. */
export function worst(states: readonly GateState[]): GateState {
  for (const state of ['fail', 'undecided', 'not-tested', 'pass'] as const) if (states.includes(state)) return state;
  return 'not-applicable';
}

/** A percentile interval from so few queries is too narrow to decide anything by. */
export const cautious = (state: GateState, clusters: number): GateState =>
  (state === 'fail' || state === 'pass') && clusters < ENOUGH_CLUSTERS ? 'undecided' : state;

/** A share with bounds by query that a gate may decide by: they hold near 1 and for few items as well. */
export function boundedShare(
  units: Units,
  seen: readonly Observation[],
  confidence: number
): { value: number | null; low: number | null; high: number | null; n: number; clusters: number } {
  const { value, interval, n, clusters } = clusterBoundedMean(
    seen.map((one) => one.value),
    seen.map(({ unit }) => units.cluster[unit]!),
    { range: 1, confidence, weights: seen.map(({ unit }) => units.weights[unit]!) }
  );
  return {
    value,
    low: interval && Math.max(0, interval[0]),
    high: interval && Math.min(1, interval[1]),
    n,
    clusters
  };
}
