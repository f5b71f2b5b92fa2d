import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../../messages/words.ts';
import { readingTime, timeInWords } from './reading-time.ts';
import { designEffectOf, designInWords, kishEffect, sizeThatAnItemSees } from './sample-design.ts';

const words = messagesIn('en', 'planFigures');

describe('the design of a sample', () => {
  it('sees clusters as an item does: 4 of 6 items in one query of 4, 2 in one of 2, (16 + 4) ∕ 6', () => {
    expect(sizeThatAnItemSees(['a', 'a', 'b', 'a', 'b', 'a'])).toBeCloseTo(20 / 6, 12);
    expect(sizeThatAnItemSees(['a', 'b', 'c'])).toBe(1);
  });

  it('counts unequal chances: weights 1, 1, 2, 4 have 4 · 22 ∕ 64', () => {
    expect(kishEffect([1, 1, 1 / 2, 1 / 4])).toBeCloseTo(88 / 64, 12);
    expect(kishEffect([0.1, 0.1, 0.1])).toBeCloseTo(1, 12);
    expect(kishEffect([0.2, 0.2, 0.1, 0.05])).toBeCloseTo(kishEffect([1, 1, 0.5, 0.25]), 12);
  });

  it('is 1 for single items with equal chances, and the product of both effects else', () => {
    expect(designEffectOf({ perQuery: 1, weighting: 1 })).toBe(1);
    expect(designEffectOf({ perQuery: 11, weighting: 1.5 })).toBeCloseTo(1.5 * 2, 12);
    expect(designEffectOf({ perQuery: 11, weighting: 1 }, 0)).toBe(1);
  });

  it('is said with what it rests on', () => {
    expect(designInWords({ perQuery: 11, weighting: 1 }, 40, words)).toBe(
      'Design effect 2.00: on average 11.0 items share a query, at an ICC of .1. 40 items are about as informative as 20 independent ones.'
    );
    expect(designInWords({ perQuery: 1, weighting: 1.5 }, 9, words)).toBe(
      'Design effect 1.50: on average 1.0 items share a query, at an ICC of .1, and unequal inclusion probabilities contribute 1.50. 9 items are about as informative as 6 independent ones.'
    );
  });
});

describe('the time that a plan asks for', () => {
  it('is words at 250 to 200 a minute and 30 seconds a label: 10,000 words and 20 labels', () => {
    expect(readingTime(10_000, 20)).toEqual({ words: 10_000, labels: 20, leastMinutes: 50, mostMinutes: 60 });
    expect(readingTime(0, 0)).toMatchObject({ leastMinutes: 0, mostMinutes: 0 });
  });

  it.each([
    [50, 60, '50 to 60 minutes'],
    [0.2, 0.3, '1 minute'],
    [0, 0, '1 minute'],
    [30.4, 30.5, '31 minutes'],
    [100, 120, '1.7 to 2 hours'],
    [150, 186, '2.5 to 3.1 hours']
  ])('of %f to %f minutes is said as %s', (leastMinutes, mostMinutes, said) => {
    expect(timeInWords({ leastMinutes, mostMinutes }, words)).toBe(said);
  });
});
