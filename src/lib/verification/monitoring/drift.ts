import { fisherExact } from '../../stats/significance/fisher-exact.ts';
import type { Proportion } from '../../stats/proportions/proportion.ts';
import { wilson } from '../../stats/proportions/wilson.ts';

/** How often an annotator's ratings were agreed with, over time. */
export interface Drift {
  /** In the order in which they were given, a block of some ratings each; the last may be smaller. */
  blocks: { from: number; to: number; agreed: Proportion }[];
  /** All judged ratings. */
  all: Proportion;
  /** The earlier half against the later one. */
  firstHalf: Proportion;
  secondHalf: Proportion;
  /** Two-sided p of Fisher's exact test between the halves; null with fewer than 10 judged ratings. */
  p: number | null;
  /** Fewer agree in the second half, and not by chance at 5 %. Of several annotators, correct for looking at all. */
  falling: boolean;
}

const FEWEST = 10;
/** Ratings in a block. */
const BLOCK = 20;

/**
 * Cuts the ratings of one annotator into blocks by time.
 *
 * @param ratings `agrees` is null if the rating is not judged yet: such ratings are left out
 */
export function driftOf(ratings: readonly { at: number; agrees: boolean | null }[]): Drift {
  const judged = ratings
    .filter((one): one is { at: number; agrees: boolean } => one.agrees !== null)
    .sort((a, b) => a.at - b.at);
  const share = (part: typeof judged): Proportion => wilson(part.filter(({ agrees }) => agrees).length, part.length);
  const half = Math.ceil(judged.length / 2);
  const [first, second] = [judged.slice(0, half), judged.slice(half)];
  const [a, b] = [share(first), share(second)];
  const p = judged.length < FEWEST ? null : fisherExact(a.k, a.n, b.k, b.n);
  return {
    blocks: Array.from({ length: Math.ceil(judged.length / BLOCK) }, (_, i) => {
      const part = judged.slice(i * BLOCK, (i + 1) * BLOCK);
      return { from: part[0]!.at, to: part.at(-1)!.at, agreed: share(part) };
    }),
    all: share(judged),
    firstHalf: a,
    secondHalf: b,
    p,
    falling: p !== null && p < 0.05 && b.k * a.n < a.k * b.n
  };
}
