import { describe, expect, it } from 'vitest';
import { repeatSpread } from './repeat-spread.ts';

const score = (repeats: (number | null)[], judge = 'a') => ({ metric: 'depth-rating', judges: [{ judge, repeats }] });

describe('repeatSpread', () => {
  it('is the consistency of a judge with itself over reports', () => {
    // 4, 6, 8: standard deviation 2; 5, 5, 5: 0. Means of the repeats: 4.5, 5.5, 6.5.
    const [spread] = repeatSpread([score([4, 6, 8]), score([5, 5, 5])]);
    expect(spread).toMatchObject({ metric: 'depth-rating', judge: 'a', items: 2, runMeans: [4.5, 5.5, 6.5] });
    expect(spread?.withinItemSd.value).toBeCloseTo(1);
    expect(spread?.sdOfRunMeans.value).toBeCloseTo(1);
    expect(spread?.allEqual.value).toBe(0.5);
  });

  it('keeps judges and metrics apart', () => {
    expect(
      repeatSpread([score([1, 1]), score([1, 2], 'b')]).map(({ judge, allEqual }) => [judge, allEqual.value])
    ).toEqual([
      ['a', 1],
      ['b', 0]
    ]);
  });

  it('takes a report whose last repeats are still missing with those that it has', () => {
    expect(repeatSpread([score([3, 3, 5]), score([4, 4])])).toMatchObject([{ items: 2, allEqual: { value: 0.5 } }]);
  });

  it('is undefined, not 0, if no report has two scores, and absent for judges that were asked once', () => {
    expect(repeatSpread([score([null, 3])])).toMatchObject([
      { withinItemSd: { value: null }, allEqual: { value: null } }
    ]);
    expect(repeatSpread([score([]), score([5])])).toEqual([]);
  });
});
