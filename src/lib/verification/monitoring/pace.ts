import { quantile } from '../../stats/numbers/quantile.ts';
import type { Proportion } from '../../stats/proportions/proportion.ts';
import { wilson } from '../../stats/proportions/wilson.ts';
import type { SubjectKind } from '../vocabulary/labels.ts';

interface TimedRating {
  subjectId: string;
  qid: string;
  key: string;
  kind: SubjectKind;
  /** Words of the wording that was rated. */
  words: number;
  /** Null if unknown. */
  seconds: number | null;
}

/** How long an annotator takes. */
export interface Pace {
  /** Ratings with a recorded time, and those without. */
  timed: number;
  untimed: number;
  /** Quartiles in seconds by kind; null without times. */
  query: PaceQuartiles | null;
  item: PaceQuartiles | null;
  /** Ratings that were given faster than the wording can be read. */
  tooFast: Proportion;
  fastest: TimedRating[];
}

interface PaceQuartiles {
  n: number;
  q1: number;
  median: number;
  q3: number;
}

/** Words per second above which reading is not attentive: some 500 in a minute. */
const WORDS_PER_SECOND = 8;
const SHOWN = 20;

/** Shortest time in seconds in which a wording can be read and rated. */
export const leastSeconds = (words: number): number => Math.max(1, words / WORDS_PER_SECOND);

export function paceOf(ratings: readonly TimedRating[]): Pace {
  const timed = ratings.filter((one): one is TimedRating & { seconds: number } => one.seconds !== null);
  const fast = timed.filter(({ seconds, words }) => seconds < leastSeconds(words));
  const quartiles = (kind: SubjectKind): PaceQuartiles | null => {
    const seconds = timed.filter((one) => one.kind === kind).map((one) => one.seconds);
    if (seconds.length === 0) return null;
    const at = (p: number): number => quantile(seconds, p).value!;
    return { n: seconds.length, q1: at(0.25), median: at(0.5), q3: at(0.75) };
  };
  return {
    timed: timed.length,
    untimed: ratings.length - timed.length,
    query: quartiles('query'),
    item: quartiles('item'),
    tooFast: wilson(fast.length, timed.length),
    fastest: [...fast].sort((a, b) => a.seconds / a.words - b.seconds / b.words).slice(0, SHOWN)
  };
}
