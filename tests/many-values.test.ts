import { describe, expect, it } from 'vitest';
import { likelyScale } from '../src/lib/exchange/ratings/label-scale-text.ts';
import { numbersClaimed } from '../src/lib/scorer/judges/rules/numbers/number-claims.ts';

// More values than a function takes as arguments: `Math.max(...values)` and `push(...values)` exhaust the stack.
const MANY = 300_000;

describe('as many values as a file can hold', () => {
  it('are numbers that a sentence claims', () => {
    expect(numbersClaimed(`It was founded in ${'1999 '.repeat(MANY)}`)).toEqual(['1999']);
  });

  it('are labels whose scale is guessed', () => {
    expect(likelyScale(Array.from({ length: MANY }, (_, n) => String(n)))).toBe(`interval:0..${MANY - 1}`);
  });
});
