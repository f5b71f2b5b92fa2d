import { ENOUGH_CLUSTERS } from '../../stats/clusters.ts';

/** The gates that an ensemble passes before it may stand in for people, in the order in which they are shown. */
export const gateNames = [
  'agreement',
  'precision',
  'recall',
  'people',
  'unanimous',
  'bias',
  'consistency',
  'order',
  'queries',
  'items'
] as const;
export type GateName = (typeof gateNames)[number];

/** Gates of lists of issues; there are none in studies of anything else. */
export const listGates: readonly GateName[] = ['precision', 'recall'];

export type GateState =
  | 'pass'
  | 'fail'
  /** The data allow both. */
  | 'undecided'
  /** It could be measured, but nothing was collected that would tell. */
  | 'not-tested'
  /** There is nothing of the kind in this study that could go wrong. */
  | 'not-applicable';

/** One of several things that a gate looked at: a person, an answer, a kind of bias. */
export interface GatePart {
  name: string;
  value: number | null;
  low: number | null;
  high: number | null;
  /** p after Holm or Benjamini–Yekutieli, where it is a test. */
  p: number | null;
  n: number;
  state: GateState;
  items: string[];
}

export interface Gate {
  name: GateName;
  state: GateState;
  /** What it measures. */
  measure: string;
  value: number | null;
  low: number | null;
  high: number | null;
  /** What the lower end (or, without an interval, the value) is held against. */
  threshold: number;
  /** What `value` and `threshold` are: a share, a coefficient such as κ, a number of things, a correlation, a difference of two of these, a p-value. */
  unit: 'share' | 'coefficient' | 'count' | 'correlation' | 'difference' | 'p';
  n: number;
  clusters: number;
  /** What was found, in one sentence. */
  finding: string;
  parts: GatePart[];
  /** Ids of the items behind it. */
  items: string[];
}

/** Passed where the value reaches the threshold, failed where the whole interval is below it, open between. */
export const reaches = (value: number | null, high: number | null, threshold: number): GateState =>
  value === null
    ? 'not-tested'
    : value >= threshold
      ? 'pass'
      : high !== null && high < threshold
        ? 'fail'
        : 'undecided';

/** Passed where the whole interval reaches the threshold, failed where all of it is below, open between. */
export const surelyReaches = (low: number | null, high: number | null, threshold: number): GateState =>
  low === null || high === null ? 'undecided' : low >= threshold ? 'pass' : high < threshold ? 'fail' : 'undecided';

/** The state of a gate of which every part has to pass. */
export function worst(states: readonly GateState[]): GateState {
  for (const state of ['fail', 'undecided', 'not-tested', 'pass'] as const) if (states.includes(state)) return state;
  return 'not-applicable';
}

/** An interval from resampling so few queries is too narrow to fail anybody by. */
export const cautious = (state: GateState, clusters: number): GateState =>
  state === 'fail' && clusters < ENOUGH_CLUSTERS ? 'undecided' : state;
