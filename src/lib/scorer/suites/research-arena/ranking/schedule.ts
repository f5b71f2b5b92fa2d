import { seededRandom, shuffled } from '../../../../stats/index.ts';

/** Two tasks that are compared in a round, the first of them shown as A. */
interface ScheduledPair {
  /** From 1. */
  round: number;
  /** Within the round, from 1. */
  pair: number;
  a: string;
  b: string;
}

export interface Schedule {
  pairs: ScheduledPair[];
  /** Tasks without a pair in a round: one each round if their number is odd. */
  byes: { round: number; id: string }[];
}

/** The order of ids as text, by code unit. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Disjoint random pairs for each round, with random places A and B (arXiv 2509.01396, "Task Generation and Filtering"). It depends on
 * the set of ids and the seed alone, not on ratings. If the number of tasks is odd, the bye goes to the last in the random order
 * among those with the fewest byes.
 *
 * @throws if an id comes twice, or the number of rounds is not a whole number of 1 or more
 */
export function schedulePairs(ids: readonly string[], { rounds, seed }: { rounds: number; seed: number }): Schedule {
  if (new Set(ids).size !== ids.length) throw new Error('schedulePairs requires different ids');
  if (!(Number.isInteger(rounds) && rounds >= 1))
    throw new Error(`schedulePairs requires one round or more, got ${rounds}`);
  const random = seededRandom(seed);
  const sorted = [...ids].sort(byText);
  const byesOf = new Map<string, number>();
  const schedule: Schedule = { pairs: [], byes: [] };
  for (let round = 1; round <= rounds; round += 1) {
    const order = shuffled(sorted, random);
    if (order.length % 2 === 1) {
      const fewest = Math.min(...order.map((id) => byesOf.get(id) ?? 0));
      const at = order.findLastIndex((id) => (byesOf.get(id) ?? 0) === fewest);
      const [id] = order.splice(at, 1) as [string];
      byesOf.set(id, fewest + 1);
      schedule.byes.push({ round, id });
    }
    for (let at = 0; at < order.length; at += 2)
      schedule.pairs.push({ round, pair: at / 2 + 1, a: order[at]!, b: order[at + 1]! });
  }
  return schedule;
}
