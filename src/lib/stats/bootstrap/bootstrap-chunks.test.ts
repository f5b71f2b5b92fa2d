import { describe, expect, it } from 'vitest';
import { bootstrap } from './bootstrap.ts';
import { chunkRandom, chunkSizes, joinChunks } from './bootstrap-chunks.ts';
import { seededRandom } from '../numbers/rng.ts';

const values = [3, 1, 4, 1, 5, 9, 2, 6];
const mean = (drawn: Uint32Array): number => drawn.reduce((sum, i) => sum + values[i]!, 0) / drawn.length;
const chunk = (seed: number, at: number, replicates: number) =>
  bootstrap(8, mean, { random: chunkRandom(seed, at), replicates });

describe('a bootstrap in chunks', () => {
  it('has chunks of five hundred replicates and one of the rest', () => {
    expect(chunkSizes(1200)).toEqual([500, 500, 200]);
    expect(chunkSizes(1000)).toEqual([500, 500]);
    expect(chunkSizes(1)).toEqual([1]);
    expect(() => chunkSizes(0)).toThrow('positive number');
  });

  it('draws each chunk from a generator of its own: no two are alike', () => {
    const firsts = Array.from({ length: 50 }, (_, i) => chunkRandom(7, i).u32());
    expect(new Set(firsts).size).toBe(50);
    expect(chunkRandom(7, 3).u32()).toBe(chunkRandom(7, 3).u32());
    expect(chunkRandom(8, 3).u32()).not.toBe(chunkRandom(7, 3).u32());
  });

  it('joins to the replicates in order, with the interval of all of them', () => {
    const chunks = [0, 1, 2].map((at) => chunk(1, at, 500));
    const joined = joinChunks(chunks);
    expect(Array.from(joined.replicates)).toEqual(chunks.flatMap((one) => Array.from(one.replicates)));
    expect(joined.value).toBe(mean(Uint32Array.from(values.keys())));
    const whole = bootstrap(8, mean, { random: seededRandom(5), replicates: 1500 });
    expect(joined.se! / whole.se!).toBeCloseTo(1, 0);
    expect(joined.interval![0]).toBeLessThan(joined.value!);
  });

  it('has no interval if a chunk has none, and keeps the reason', () => {
    const undefinedChunk = bootstrap(8, (drawn) => (drawn[0] === 0 && drawn[7] === 7 ? 1 : null), {
      ...{ random: chunkRandom(1, 1), replicates: 500 }
    });
    const joined = joinChunks([chunk(1, 0, 500), undefinedChunk]);
    expect(joined).toMatchObject({ interval: null, intervalReason: 'undefined-replicates' });
    expect(joined.redrawn).toBeGreaterThan(0);
  });
});
