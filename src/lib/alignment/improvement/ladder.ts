import { clusterMean, influenceInterval, seededRandom, shuffled, type Interval } from '../../stats/index.ts';
import { fingerprint } from '../../scorer/runs/fingerprint.ts';

/** Queries of a study on two sides: those that an improver may look into, and those whose labels are held out. */
interface LabelSplit {
  training: string[];
  heldOut: string[];
  /** SHA-256 over seed and sides, so that a later change is noticed. */
  hash: string;
}

export const splitHash = (seed: number, training: readonly string[], heldOut: readonly string[]): string =>
  fingerprint({ seed, training: [...training].sort(), heldOut: [...heldOut].sort() });

/**
 * How many of so many queries are held out: two of three, since a test needs more queries than an editor who looks for faults.
 * Each side has at least one.
 */
export const heldOutOf = (queries: number): number => Math.min(queries - 1, Math.max(1, Math.round((2 * queries) / 3)));

/** Splits queries at random into a training and a held-out side. */
export function splitQueries(qids: readonly string[], seed: number): LabelSplit {
  if (qids.length < 2) throw new Error(`splitQueries requires two queries or more, got ${qids.length}`);
  const order = shuffled([...new Set(qids)].sort(), seededRandom(seed));
  const count = heldOutOf(order.length);
  const heldOut = order.slice(0, count).sort();
  const training = order.slice(count).sort();
  return { training, heldOut, hash: splitHash(seed, training, heldOut) };
}

/** One item under both prompts: whether the judge says what people say. */
export interface ItemOutcome {
  qid: string;
  before: boolean;
  after: boolean;
}

/** Result of an opening of the held-out side: figures, never items. */
export interface Opening {
  items: number;
  queries: number;
  /** Shares of items on which judge and people agree. */
  before: number;
  after: number;
  /** Two-sided interval of `after − before` at `level`; null if no query differs, or there is only one. */
  interval: Interval | null;
  level: number;
  /** The whole interval lies above the step. */
  passed: boolean;
}

/**
 * Two-sided level of the interval of one of several openings. A version passes on the lower end alone, which errs in at most
 * (1 − confidence) / openings of cases, so that all openings together err in at most 1 − confidence (Bonferroni).
 */
export const correctedLevel = (confidence: number, openings: number): number => {
  if (!(confidence > 0.5 && confidence < 1) || !Number.isInteger(openings) || openings < 1)
    throw new Error(`correctedLevel requires a confidence between 0.5 and 1 and a whole number of openings from 1 on`);
  return 1 - (2 * (1 - confidence)) / openings;
};

/**
 * Opens the held-out side once: does a new version agree with people on more items than the best so far, by more than the step? The
 * paired difference has an interval by query (linearised, t with one degree of freedom less than queries) at the level corrected for
 * the number of openings that was planned. Like a ladder (Blum and Hardt 2015, arXiv 1502.04585), a version that is not better by
 * more than the step changes nothing: the best so far stays the one to beat.
 *
 * @param step Least gain that counts, from 0 to 1
 * @throws without items
 */
export function openHeldOut(items: readonly ItemOutcome[], { level, step }: { level: number; step: number }): Opening {
  if (items.length === 0) throw new Error('openHeldOut requires items');
  const share = (of: (item: ItemOutcome) => boolean): number => items.filter(of).length / items.length;
  const mean = clusterMean(
    items.map(({ before, after }) => Number(after) - Number(before)),
    items.map(({ qid }) => qid)
  )!;
  const { interval } = influenceInterval(mean, level);
  return {
    items: items.length,
    queries: mean.clusters,
    before: share(({ before }) => before),
    after: share(({ after }) => after),
    interval,
    level,
    passed: interval !== null && interval[0] > step
  };
}
