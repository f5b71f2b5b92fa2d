import { describe, expect, it } from 'vitest';
import { selectiveThreshold } from './selective-threshold.ts';

describe('selective judging', () => {
  it('takes everything if there are no errors, with the bound 1 − δ^{1/n}', () => {
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

  it('is undefined if the first testable threshold fails or items are too few', () => {
    expect(selectiveThreshold([0.9], [true], { alpha: 0.5 })).toMatchObject({ value: null, reason: 'not-attainable' });
    expect(selectiveThreshold(Array(40).fill(0.9), Array(40).fill(false), { alpha: 0.5 }).value).toBeNull();
  });

  it('with clusters of one item keeps the larger of Clopper–Pearson’s bound and the clustered one', () => {
    const correct = Array.from({ length: 100 }, (_, i) => i > 1);
    const alone = { alpha: 0.2, delta: 0.05, clusters: correct.map((_, i) => i) };
    const found = selectiveThreshold(Array(100).fill(1), correct, alone);
    const plain = selectiveThreshold(Array(100).fill(1), correct, { alpha: 0.2, delta: 0.05 });
    expect(found).toMatchObject({ covered: 100, errors: 2, clusters: 100, delta: 0.05 });
    expect(found.upperBound!).toBeGreaterThanOrEqual(plain.upperBound!);
    expect(found.upperBound!).toBeLessThan(plain.upperBound! + 0.02);
  });

  it('does not let errors that come together in clusters pass for many independent items', () => {
    // 8 errors in 200 items: alone they pass at 10 %, all in one of ten queries of 20 they do not.
    const correct = Array.from({ length: 200 }, (_, i) => !(i % 10 === 0 && i < 80));
    const of = (clusters?: number[]) =>
      selectiveThreshold(Array(200).fill(1), correct, { alpha: 0.1, delta: 0.05, ...(clusters ? { clusters } : {}) });
    expect(of().value).toBe(1);
    expect(of(correct.map((_, i) => i % 10)).value).toBeNull();
    expect(of(correct.map((_, i) => Math.floor(i / 2))).value).toBe(1);
  });

  it('uses the level of each threshold and weighs items if they stand for more', () => {
    const confidence = [...Array(60).fill(2), ...Array(60).fill(1)];
    const options = { alpha: 0.1, delta: (threshold: number) => (threshold === 2 ? 0.05 : 0.001) };
    expect(selectiveThreshold(confidence, Array(120).fill(true), options)).toMatchObject({ value: 1, delta: 0.001 });
    const weighted = selectiveThreshold(confidence, [...Array(60).fill(true), ...Array(60).fill(false)], {
      alpha: 0.1,
      delta: 0.05,
      clusters: confidence.map((_, i) => i),
      weights: confidence.map((c) => (c === 2 ? 3 : 1))
    });
    expect(weighted).toMatchObject({ value: 2, covered: 60, coverage: 0.75 });
    expect(() => selectiveThreshold([1], [2], { alpha: 0.1 })).toThrow('shares in [0, 1], got 2');
  });
});
