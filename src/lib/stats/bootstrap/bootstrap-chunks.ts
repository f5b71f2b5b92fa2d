import { summarise, type Bootstrap } from './bootstrap.ts';
import { seededRandom, splitMix64, type Random } from '../numbers/rng.ts';

/** Replicates of one chunk; part of what a seed means, so it does not change with the number of workers. */
const REPLICATES_PER_CHUNK = 500;

/** Number of chunks, and replicates of each, that make up so many replicates. */
export const chunkSizes = (replicates: number): number[] => {
  if (!(Number.isInteger(replicates) && replicates >= 1))
    throw new Error(`chunkSizes requires a positive number of replicates, got ${replicates}`);
  const whole = Math.floor(replicates / REPLICATES_PER_CHUNK);
  const rest = replicates % REPLICATES_PER_CHUNK;
  return [...new Array<number>(whole).fill(REPLICATES_PER_CHUNK), ...(rest > 0 ? [rest] : [])];
};

/** The generator of one chunk: seeded by the word number `chunk` of SplitMix64(seed), counted from 0. */
export const chunkRandom = (seed: number | bigint, chunk: number): Random => {
  const next = splitMix64(seed);
  let word = next();
  for (let i = 0; i < chunk; i++) word = next();
  return seededRandom(word);
};

/**
 * One bootstrap from its chunks, in their order: the same whichever thread drew a chunk, and when.
 *
 * @returns without interval for the reason of the first chunk that has none.
 * @throws if there is no chunk.
 */
export const joinChunks = (chunks: readonly Bootstrap[]): Bootstrap => {
  const [first] = chunks;
  if (!first) throw new Error('joinChunks requires at least one chunk');
  const redrawn = chunks.reduce((sum, chunk) => sum + chunk.redrawn, 0);
  const without = chunks.find((chunk) => chunk.interval === null);
  if (without) return { ...without, redrawn };
  const replicates = new Float64Array(chunks.reduce((sum, chunk) => sum + chunk.replicates.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    replicates.set(chunk.replicates, at);
    at += chunk.replicates.length;
  }
  return { ...first, ...summarise(replicates, first.confidence), redrawn };
};
