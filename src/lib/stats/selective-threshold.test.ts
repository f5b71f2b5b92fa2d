import { describe, expect, it } from 'vitest';
import { selectiveThreshold } from './selective-threshold.ts';

describe('selective judging', () => {
  it('takes everything where there are no errors, with the bound 1 − δ^{1/n}', () => {
    const found = selectiveThreshold(
      Array.from({ length: 50 }, (_, i) => i / 50),
      Array(50).fill(true),
      { alpha: 0.1 }
    );
    expect(found).toMatchObject({ value: 0, coverage: 1, errors: 0 });
    expect(found.upperBound).toBeCloseTo(1 - 0.1 ** (1 / 50), 12);
  });

  it('stops before the unsure half that is wrong, and moves items of equal confidence together', () => {
    const confidence = [...Array(60).fill(0.9), ...Array(60).fill(0.5)];
    const correct = confidence.map((c) => c === 0.9);
    expect(selectiveThreshold(confidence, correct, { alpha: 0.05 })).toMatchObject({ value: 0.9, covered: 60 });
  });

  it('is undefined where the first testable threshold fails or items are too few', () => {
    expect(selectiveThreshold([0.9], [true], { alpha: 0.5 })).toMatchObject({ value: null, reason: 'not-attainable' });
    expect(selectiveThreshold(Array(40).fill(0.9), Array(40).fill(false), { alpha: 0.5 }).value).toBeNull();
  });
});
