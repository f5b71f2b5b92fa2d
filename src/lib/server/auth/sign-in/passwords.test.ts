import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { inTurn } from './passwords.ts';
import { hashPassword, passwordMatches } from './passwords.ts';

describe('inTurn', () => {
  it('runs two at once, the others in the order in which they came, also after a failure', async () => {
    const turn = inTurn(2);
    let now = 0;
    let most = 0;
    const begun: number[] = [];
    const all = Array.from({ length: 20 }, (_, i) =>
      turn(async () => {
        begun.push(i);
        most = Math.max(most, (now += 1));
        await new Promise((resolve) => setTimeout(resolve, i % 3));
        now -= 1;
        if (i % 4 === 0) throw new Error(`piece ${i}`);
        return i;
      })
    );
    const ended = await Promise.allSettled(all);
    expect(most).toBe(2);
    expect(begun).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(5);
    expect(await turn(() => Promise.resolve('free again'))).toBe('free again');
  });
});

describe('passwordMatches', () => {
  it('leaves threads to what saves and reads while 60 passwords are checked', async () => {
    const stored = await hashPassword('four unrelated words', {});
    let checked = 0;
    const checks = Array.from({ length: 60 }, () => passwordMatches(stored, 'a guess').then(() => (checked += 1)));
    await readFile(import.meta.filename);
    // Every thread of the pool used to hash all 60 before a file was read.
    expect(checked).toBeLessThan(30);
    expect(await Promise.all(checks)).toHaveLength(60);
  });
});
