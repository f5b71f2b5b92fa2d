import { expect, it } from 'vitest';
import { humanCeiling } from './human-ceiling.ts';

it('a scale of tenths gives what whole numbers give: means of equal sums tie', () => {
  // Means of the others of the last person: .3 + .2 + .1 and .2 + .2 + .2 are equal, though not as binary fractions.
  const whole = [
    [3, 2, 0],
    [2, 2, 9],
    [1, 2, 1],
    [5, 2, 8]
  ];
  const judge = [4, 5, 1];
  const tenths = humanCeiling(
    whole.map((own) => own.map((score) => score / 10)),
    judge.map((score) => score / 10)
  );
  const { humans, judge: judged, judgeVersusAll } = humanCeiling(whole, judge);
  expect(tenths).toMatchObject({ humans, judge: judged, judgeVersusAll });
  // The last person's others tie on the first two items: ranks 1.5, 1.5, 3 against 2, 1, 3.
  expect(tenths.humans[3]!.value).toBeCloseTo(Math.sqrt(3) / 2, 12);
});
