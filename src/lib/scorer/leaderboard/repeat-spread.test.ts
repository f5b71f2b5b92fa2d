import { describe, expect, it } from 'vitest';
import { repeatSpread } from './repeat-spread.ts';

const score = (repeats: (number | null)[], judge = 'a') => ({ metric: 'depth-rating', judges: [{ judge, repeats }] });

describe('repeatSpread', () => {
  it('is the mean over reports of the standard deviation over repeats', () => {
    // 4, 6, 8: variance 4; 5, 5, 5: 0. Mean of 2 and 0.
    expect(repeatSpread([score([4, 6, 8]), score([5, 5, 5])])).toEqual([
      { metric: 'depth-rating', judge: 'a', n: 2, deviation: 1, range: 4, same: 0.5 }
    ]);
  });

  it('does not depend on the order of repeats or reports', () => {
    const [there, back] = [
      [score([1, 9, 4]), score([2, 2, 3])],
      [score([3, 2, 2]), score([9, 4, 1])]
    ].map(repeatSpread);
    expect(back).toEqual(there);
  });

  it('leaves out a repeat without a score, and a report with fewer than two', () => {
    expect(repeatSpread([score([7, null, 9]), score([3, null, null])])).toMatchObject([{ n: 1, range: 2, same: 0 }]);
  });

  it('is undefined, not 0, where no report has two scores, and absent for judges that were asked once', () => {
    expect(repeatSpread([score([null, 3])])).toMatchObject([{ n: 0, deviation: null, range: null, same: null }]);
    expect(repeatSpread([score([]), score([5])])).toEqual([]);
  });
});
