import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

const never = () => false;

describe('writes of one moment', () => {
  it('are committed together, in their order', async () => {
    const groups: number[][] = [];
    const { put } = createGroupCommit<number>((group) => groups.push([...group]), never);
    await Promise.all([1, 2, 3].map(put));
    await put(4);
    expect(groups).toEqual([[1, 2, 3], [4]]);
  });

  it('are not acknowledged before they are committed', async () => {
    let committed = false;
    const { put } = createGroupCommit<number>(() => void (committed = true), never);
    const writing = put(1).then(() => expect(committed).toBe(true));
    expect(committed).toBe(false);
    await writing;
  });

  it('wait longer for each other where a commit takes long', async () => {
    const slow = (milliseconds: number) => {
      const until = performance.now() + milliseconds;
      while (performance.now() < until);
    };
    const groups: number[] = [];
    const { put } = createGroupCommit<number>((group) => {
      slow(5);
      groups.push(group.length);
    }, never);
    await put(0);
    const writing: Promise<void>[] = [];
    for (let n = 1; n <= 5; n += 1) {
      writing.push(put(n));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(writing);
    expect(groups.length).toBeLessThan(6);
    expect(groups.reduce((sum, size) => sum + size, 0)).toBe(6);
  });

  it('fail alone where one of them can not be stored', async () => {
    const stored: number[] = [];
    const { put } = createGroupCommit<number>((group) => {
      if (group.includes(2)) throw new Error('two can not be stored');
      stored.push(...group);
    }, never);
    const outcomes = await Promise.allSettled([1, 2, 3].map(put));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(stored).toEqual([1, 3]);
  });

  it('fail together where the error concerns all of them', async () => {
    let tries = 0;
    const lost = new Error('lease lost');
    const { put } = createGroupCommit<number>(
      () => {
        tries += 1;
        throw lost;
      },
      (error) => error === lost
    );
    const outcomes = await Promise.allSettled([1, 2, 3].map(put));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(tries).toBe(1);
  });

  it('that nobody waits for go with the next commit, after those of it', async () => {
    const groups: number[][] = [];
    const { put, putLater } = createGroupCommit<number>((group) => void groups.push([...group]), never);
    const later = putLater(1);
    await Promise.all([put(2), put(3), later]);
    expect(groups).toEqual([[2, 3, 1]]);
  });

  it('that nobody waits for are committed together after a while where no commit takes them along', async () => {
    const groups: number[][] = [];
    const { putLater } = createGroupCommit<number>((group) => void groups.push([...group]), never);
    const first = putLater(1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    expect(groups).toEqual([]);
    await Promise.all([first, putLater(2)]);
    expect(groups).toEqual([[1, 2]]);
  });

  it('are committed at once when asked to', async () => {
    const stored: number[] = [];
    const { put, flush } = createGroupCommit<number>((group) => stored.push(...group), never);
    const writing = put(1);
    flush();
    expect(stored).toEqual([1]);
    await writing;
    flush();
    expect(stored).toEqual([1]);
  });
});
