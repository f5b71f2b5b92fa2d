import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

/** Group commit to a disk that has everything at once, unless told otherwise. */
const grouping = (
  write: (group: readonly number[]) => void,
  {
    flushed = () => Promise.resolve(),
    isFatal = () => false,
    settled = () => {}
  }: { flushed?: () => Promise<void>; isFatal?: (e: unknown) => boolean; settled?: () => void } = {}
) => createGroupCommit<number>({ write, settled, flushed, isFatal });

const soon = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe('writes of one moment', () => {
  it('are committed together, in their order', async () => {
    const groups: number[][] = [];
    const { put } = grouping((group) => groups.push([...group]));
    await Promise.all([1, 2, 3].map((n) => put(n)));
    await put(4);
    expect(groups).toEqual([[1, 2, 3], [4]]);
  });

  it('are not acknowledged before the disk has them', async () => {
    let onDisk = false;
    const { put } = grouping(() => {}, { flushed: () => soon(5).then(() => void (onDisk = true)) });
    const writing = put(1).then(() => expect(onDisk).toBe(true));
    expect(onDisk).toBe(false);
    await writing;
  });

  it('are told apart from those that the disk has: written first, acknowledged after', async () => {
    const told: string[] = [];
    const { put } = grouping(() => told.push('committed'), {
      flushed: () => soon(5).then(() => void told.push('on the disk'))
    });
    await put(1, () => told.push('written'));
    expect(told).toEqual(['committed', 'written', 'on the disk']);
  });

  it('share a flush with all that were written while the disk was at work', async () => {
    const groups: number[][] = [];
    let flushes = 0;
    const { put } = grouping((group) => groups.push([...group]), {
      flushed: () => soon(30).then(() => void (flushes += 1))
    });
    const first = put(0);
    const meanwhile = await new Promise<Promise<void>[]>((resolve) => setImmediate(() => resolve([put(1), put(2)])));
    await Promise.all([first, ...meanwhile]);
    expect(groups).toEqual([[0], [1, 2]]);
    expect(flushes).toBe(2);
  });

  it('wait until a turn brings no further one, but not for long', async () => {
    const puttingFor = async (milliseconds: number): Promise<number> => {
      const groups: number[][] = [];
      const { put } = grouping((group) => groups.push([...group]));
      const writing: Promise<void>[] = [];
      for (const began = performance.now(); performance.now() - began < milliseconds;) {
        writing.push(put(writing.length));
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      await Promise.all(writing);
      return groups.length;
    };
    expect(await puttingFor(20)).toBeLessThan(4);
    expect(await puttingFor(120)).toBeGreaterThan(3);
  });

  it('that come quickly after each other gather for a moment', async () => {
    const groups: number[][] = [];
    const { put } = grouping((group) => groups.push([...group]));
    await put(0);
    const writing: Promise<void>[] = [];
    for (let n = 1; n <= 20; n += 1) {
      writing.push(put(n));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(writing);
    expect(groups.flat()).toHaveLength(21);
    expect(groups.length).toBeLessThan(15);
  });

  it('are refused where the disk does not take them', async () => {
    const { put } = grouping(() => {}, { flushed: () => Promise.reject(new Error('the disk is broken')) });
    const outcomes = await Promise.allSettled([put(1), put(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('fail alone where one of them can not be stored', async () => {
    const stored: number[] = [];
    const { put } = grouping((group) => {
      if (group.includes(2)) throw new Error('two can not be stored');
      stored.push(...group);
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => put(n)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(stored).toEqual([1, 3]);
  });

  it('are settled once for all of a group, after those that fail alone were tried alone', async () => {
    const told: string[] = [];
    const { put } = grouping(
      (group) => {
        if (group.includes(2)) throw new Error('two can not be stored');
        told.push(group.join());
      },
      { settled: () => told.push('settled') }
    );
    await Promise.allSettled([1, 2, 3].map((n) => put(n, () => told.push(`written ${n}`))));
    expect(told).toEqual(['1', '3', 'settled', 'written 1', 'written 3']);
  });

  it('fail together where the error concerns all of them', async () => {
    let tries = 0;
    const lost = new Error('lease lost');
    const { put } = grouping(
      () => {
        tries += 1;
        throw lost;
      },
      { isFatal: (error) => error === lost }
    );
    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => put(n)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(tries).toBe(1);
  });

  it('that nobody waits for go with the next commit, after those of it', async () => {
    const groups: number[][] = [];
    const { put, putLater } = grouping((group) => void groups.push([...group]));
    const later = putLater(1);
    await Promise.all([put(2), put(3), later]);
    expect(groups).toEqual([[2, 3, 1]]);
  });

  it('that nobody waits for are committed together after a while where no commit takes them along', async () => {
    const groups: number[][] = [];
    const { put, putLater } = grouping((group) => void groups.push([...group]));
    const first = putLater(1);
    await soon(2);
    expect(groups).toEqual([]);
    await Promise.all([first, putLater(2)]);
    expect(groups).toEqual([[1, 2]]);
    const [called] = [put(3), putLater(4)];
    await called;
    await putLater(5);
    expect(groups.flat()).toEqual([1, 2, 3, 4, 5]);
  });

  it('are written at once when asked to', async () => {
    const stored: number[] = [];
    const { put, flush } = grouping((group) => stored.push(...group));
    const writing = put(1);
    flush();
    expect(stored).toEqual([1]);
    await writing;
    flush();
    expect(stored).toEqual([1]);
  });
});
