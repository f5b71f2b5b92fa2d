import { describe, expect, it } from 'vitest';
import { createCommits, type Committing } from './commits.ts';

const soon = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const full = new Error('there is no room');
const lost = new Error('the lease is lost');

/** Commits of numbers to a disk that has everything at once, unless told otherwise. */
const committing = (
  write: (group: readonly number[]) => void,
  flushed: Committing['flushed'] = () => Promise.resolve()
) => {
  let numbers: number[] = [];
  const { put, end } = createCommits({
    write(group) {
      numbers = [];
      for (const work of group) work();
      write(numbers);
    },
    flushed,
    isFatal: (error) => error === lost,
    mayPass: (error) => error === full
  });
  return { put: (n: number, kept?: () => void) => put(() => numbers.push(n), kept), end };
};

describe('writes of one turn', () => {
  it('are committed together, in their order', async () => {
    const groups: number[][] = [];
    const { put } = committing((group) => groups.push([...group]));
    await Promise.all([1, 2, 3].map((n) => put(n)));
    await put(4);
    expect(groups).toEqual([[1, 2, 3], [4]]);
  });

  it('are kept once they are written, and acknowledged once the disk has them', async () => {
    const told: string[] = [];
    const { put } = committing(
      () => told.push('committed'),
      () => soon(5).then(() => void told.push('on the disk'))
    );
    await put(1, () => told.push('kept'));
    expect(told).toEqual(['committed', 'kept', 'on the disk']);
  });

  it('are refused if the disk does not take them', async () => {
    const { put } = committing(
      () => {},
      () => Promise.reject(new Error('the disk is broken'))
    );
    const outcomes = await Promise.allSettled([put(1), put(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('fail alone if one of them cannot be stored', async () => {
    const stored: number[] = [];
    const { put } = committing((group) => {
      if (group.includes(2)) throw new Error('two cannot be stored');
      stored.push(...group);
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => put(n)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(stored).toEqual([1, 3]);
  });

  it('fail together if the error concerns all of them', async () => {
    let tries = 0;
    const { put } = committing(() => {
      tries += 1;
      throw lost;
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => put(n)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(tries).toBe(1);
  });

  it('are held if there is no room, without being kept, and written once there is', async () => {
    const stored: number[] = [];
    const kept: number[] = [];
    let room = false;
    const { put } = committing((group) => {
      if (!room && group.includes(2)) throw full;
      stored.push(...group);
    });
    const writing = [1, 2, 3].map((n) => put(n, () => kept.push(n)));
    await soon(50);
    expect([stored, kept]).toEqual([
      [1, 3],
      [1, 3]
    ]);
    room = true;
    await Promise.all([...writing, put(4)]);
    expect(stored).toEqual([1, 3, 2, 4]);
    expect(kept).toEqual([1, 3, 2]);
  });

  it('fail if there is no room until the end, and are written at once at the end if there is', async () => {
    const stored: number[] = [];
    const { put, end } = committing((group) => {
      if (group.includes(2)) throw full;
      stored.push(...group);
    });
    const writing = Promise.allSettled([put(1), put(2)]);
    end();
    expect(stored).toEqual([1]);
    expect(await writing).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: full }]);
    end();
    expect(stored).toEqual([1]);
  });
});
