import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../stats/numbers/rng.ts';
import { labelsDiffer, drawAliases, revealObstacle } from './reveal.ts';
import { shuffled } from '../../stats/numbers/shuffle.ts';

describe('revealObstacle', () => {
  it('falls once the report is judged, or all reports if the study reveals at its end, or never', () => {
    const cases = [
      { here: 2, inStudy: 5 },
      { here: 0, inStudy: 3 },
      { here: 0, inStudy: 0 }
    ];
    const open = (policy: Parameters<typeof revealObstacle>[0]) =>
      cases.map((left) => revealObstacle(policy, left) === null);
    expect(open('after-report')).toEqual([false, true, true]);
    expect(open('on-difference')).toEqual([false, true, true]);
    expect(open('at-end')).toEqual([false, false, true]);
    expect(open('never')).toEqual([false, false, false]);
  });
});

describe('differs', () => {
  it('sees judges who differ from the person or from one another, and no abstention', () => {
    expect(labelsDiffer('yes', ['yes', 'no'])).toBe(true);
    expect(labelsDiffer('yes', ['no', 'no'])).toBe(true);
    expect(labelsDiffer('yes', ['yes', null])).toBe(false);
    expect(labelsDiffer('no', [])).toBe(false);
  });
});

describe('drawAliases', () => {
  it('names every judge once, by different letters, however many there are', () => {
    const random = seededRandom(1);
    for (const n of [1, 3, 19, 45]) {
      const judges = Array.from({ length: n }, (_, i) => `judge ${i}`);
      const drawn = drawAliases(judges, (things) => shuffled(things, random));
      expect(drawn.map((one) => one.judgeId).sort()).toEqual([...judges].sort());
      expect(new Set(drawn.map((one) => one.alias)).size).toBe(n);
    }
  });
});
