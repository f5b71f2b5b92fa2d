import { describe, expect, it } from 'vitest';
import { weightSum, weightsSumToOne } from './weights.ts';

describe('weights', () => {
  it.each([
    [[0.45, 0.3, 0.15, 0.1], true],
    [[0.35, 0.35, 0.35], true], // 1.05 exactly, although 0.35 + 0.35 + 0.35 is 1.0499999999999998
    [[0.7, 0.2, 0.15], true], // 1.05 exactly, although binary gives 1.0499999999999998
    [[0.65, 0.2, 0.1], true], // .95 exactly
    [[0.1, 0.8, 0.05], true],
    [[0.65, 0.2, 0.0999], false],
    [[0.35, 0.35, 0.3500000001], false],
    [[1e-7, 0.95], true],
    [[1e-7, 1.05], false],
    [[1e21, 1], false]
  ])('%j sum to 1 within .05, ends included: %s', (weights, expected) => {
    expect(weightsSumToOne(weights)).toBe(expected);
  });

  it('are summed as they are written', () => {
    expect([weightSum([0.1, 0.2]), weightSum([0.5, 0.5]), weightSum([0.7, 0.36]), weightSum([1e-7, 1])]).toEqual([
      ...['0.3', '1', '1.06', '1.0000001']
    ]);
  });
});
