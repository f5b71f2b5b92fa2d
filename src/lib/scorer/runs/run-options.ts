import type { MissingVerdictRule } from '../score.ts';

/** US dollars per million tokens. */
export interface TokenPrice {
  input: number;
  output: number;
  /** Input read from the provider's prompt cache; absent if unknown. */
  cachedInput?: number;
  /** Input written to that cache; absent if it costs what other input costs. */
  cacheWrite?: number;
  /** ISO date of the price; null if a person gave it. */
  asOf: string | null;
  /** Price of a whole request if its input is longer than `above` tokens. */
  long?: { above: number; input: number; output: number };
  /** Costs that the figures leave out, in words for people. */
  note?: string;
}

/** US dollars per 1,000 requests to a search provider. */
export interface SearchPrice {
  per1000: number;
  /** ISO date of the price; null if a person gave it for the run, or if searches cost nothing. */
  asOf: string | null;
}

export interface ProviderLimits {
  requestsPerMinute?: number;
  tokensPerMinute?: number;
  /** Calls under way at once. */
  concurrency?: number;
}

/** Limits of a call to a judge. */
export interface CallOptions {
  /** Seconds after which a try is given up. */
  deadlineSeconds: number;
  /** Tries before a call has failed for good. */
  tries: number;
}

/** Questions that a batch did not answer: asked by single calls, or left until the run is resumed. */
export type BatchRest = 'single' | 'leave';

/** Options of a run besides reports, metrics and judges; recorded with it. */
export interface RunOptions {
  /** Reports under way at once, over all judges. */
  concurrency: number;
  /** Whether replies and pages of other runs may be used. */
  useCache: boolean;
  /** Whether every question is asked anew, though pages and searches of other runs may be used: what a check of anchors does. */
  freshReplies?: boolean;
  /** The anchor set that the run checks; such a run is not shown unless it is asked for. */
  check?: { setId: string; trigger: 'manual' | 'schedule'; askedBy: string };
  /** How often each question is asked of each language model; judges made of code answer once. */
  repeats: number;
  ensemble: MissingVerdictRule;
  /** US dollars that the run may spend; null for no cap. */
  budget: number | null;
  /** By judge spec, as the prices were when the run was made. Without an entry the cost is unknown. */
  prices: Record<string, TokenPrice>;
  /** By provider, e.g. `openai`. */
  limits: Record<string, ProviderLimits>;
  /** Deadline and tries by judge spec, as they were when the run was made. Without an entry: 180 seconds, five tries. */
  calls?: Record<string, CallOptions>;
  /** Ask by batches, and what of questions that a batch did not answer. Absent: single calls. */
  batches?: BatchRest;
  /** Minutes that a judge's server may stay without an answer before the run pauses; 0: its failures are tries. Absent: 30. */
  outageMinutes?: number;
  /** ISO date on which reports without a date of their own were collected; null or absent if nothing depends on it. */
  collected?: string | null;
  /** Which wording of queries and items is asked: with placeholders, which are filled, or the one without. */
  texts?: 'with-placeholders' | 'placeholder-free';
  /** The search provider of metrics that need one; see `SearchProvider.identity`. Absent if none does. */
  search?: string;
  /** Price of its searches when the run was made. Absent if that is unknown. */
  searchPrice?: SearchPrice;
  /**
   * Web search by judges that can search: under the metrics that are published with it, or under none. Absent is `off`: runs
   * made before there was the choice stay as they were. A judge's own setting `webSearch` overrides it.
   */
  webSearch?: 'as-published' | 'off';
}

export const OUTAGE_MINUTES = 30;
/** Three days. */
export const MOST_OUTAGE_MINUTES = 4_320;

export const defaultRunOptions: RunOptions = {
  concurrency: 8,
  useCache: true,
  repeats: 1,
  ensemble: 'all-judges',
  budget: null,
  prices: {},
  limits: {}
};
