import { seededRandom } from '../../stats/index.ts';
import { correctedLevel, type ItemOutcome, openHeldOut } from './ladder.ts';

interface HeldOutSize {
  /** Held-out queries. */
  queries: number;
  itemsPerQuery: number;
  /** Two-sided level of one opening. */
  level: number;
  /** Least gain that counts, from 0 to 1. */
  step: number;
}

const WORLDS = 400;

/**
 * Probability that a version which fixes this share of items, and changes no other, passes one opening of the held-out test; simulated
 * with the test itself and a fixed seed. Items are fixed independently: a fault that sits in few queries is harder to see.
 *
 * @param gain Share of items that change from disagreement to agreement, between 0 and 1
 * @returns From 0 to 1, with a standard error of .025 at most
 */
export function passingChance({ queries, itemsPerQuery, level, step }: HeldOutSize, gain: number): number {
  const random = seededRandom(1);
  const each = Math.max(1, Math.round(itemsPerQuery));
  let passed = 0;
  for (let world = 0; world < WORLDS; world++) {
    const items = Array.from({ length: queries * each }, (_, at): ItemOutcome => ({
      qid: String(at % queries),
      before: false,
      after: random.unit() < gain
    }));
    passed += Number(openHeldOut(items, { level, step }).passed);
  }
  return passed / WORLDS;
}

export interface PassingChance {
  /** Share of items that a version fixes. */
  gain: number;
  chance: number;
}

/** The chances of versions that fix 5, 10 and 20 points. */
export const chancesOf = (size: HeldOutSize): PassingChance[] =>
  [0.05, 0.1, 0.2].map((gain) => ({ gain, chance: passingChance(size, gain) }));

/** The chance that a plan needs. It leaves room for what is not computed: faults that training items do not show, items that a rewrite breaks. */
const ENOUGH = 0.9;

/** Openings that a plan usually has, if the study is large enough for them. */
const USUAL_OPENINGS = 5;
const USUAL_GAIN = 0.1;

/** How many openings to plan: the most, up to the usual number, at which a gain of ten points passes in nine of ten cases; one if none. */
export const advisedOpenings = (size: Omit<HeldOutSize, 'level'>, confidence: number, gain = USUAL_GAIN): number =>
  Array.from({ length: USUAL_OPENINGS }, (_, at) => USUAL_OPENINGS - at).find(
    (openings) => passingChance({ ...size, level: correctedLevel(confidence, openings) }, gain) >= ENOUGH
  ) ?? 1;
