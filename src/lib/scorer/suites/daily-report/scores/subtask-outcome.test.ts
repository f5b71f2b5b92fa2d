import { describe, expect, it } from 'vitest';
import { subtaskDetail } from '../units.ts';
import { dimensionScore, passCounts } from './dimension-scores.ts';
import { fraction } from './fraction.ts';
import { judged } from './judged.fixture.ts';
import { detailOfSubtask, subtaskOfDetail, subtaskOutcome, subtaskPasses } from './subtask-outcome.ts';

const outcome = (...parts: Parameters<typeof judged>) => subtaskOutcome(judged(...parts).parts);
const passes = (...parts: Parameters<typeof judged>) => subtaskPasses(judged(...parts).parts);

describe('the outcome of a subtask', () => {
  it('is ins times the mean of fac and rat', () => {
    // ½ · (3/4 + ½) / 2 = 5/16
    expect(outcome([1, 2], [3, 4], [1, 2])).toEqual(fraction(5, 16));
  });

  it('takes the mean over the rubrics that are present, and is ins if none is', () => {
    expect(outcome([1, 2], [2, 3], 'no-rubric')).toEqual(fraction(1, 3));
    expect(outcome([1, 1], 'absent', [1, 2])).toEqual(fraction(1, 2));
    expect(outcome([1, 2], 'no-rubric', 'absent')).toEqual(fraction(1, 2));
  });

  it('is unscored as soon as one part is', () => {
    expect(outcome('unscored', 'unscored', 'no-rubric')).toBeNull();
    expect(outcome([1, 1], 'unscored', [1, 1])).toBeNull();
    expect(outcome([1, 1], [1, 1], 'unscored')).toBeNull();
  });

  it('is 0 if the instruction is not followed and the rest was skipped', () => {
    expect(outcome([0, 1], 'skipped', 'skipped')).toEqual(fraction(0));
  });
});

describe('a subtask passes', () => {
  it('if every part that is present scores 1', () => {
    expect(passes([1, 1], [3, 3], [1, 1])).toBe(true);
    expect(passes([1, 1], 'absent', 'no-rubric')).toBe(true);
    expect(passes([1, 1], [2, 3], [1, 1])).toBe(false);
    expect(passes([0, 1], 'skipped', 'skipped')).toBe(false);
  });

  it('not if a part is below 1 beside an unscored one, and is open otherwise', () => {
    expect(passes([1, 2], 'unscored', [1, 1])).toBe(false);
    expect(passes([1, 1], 'unscored', [1, 2])).toBe(false);
    expect(passes([1, 1], 'unscored', [1, 1])).toBeNull();
    expect(passes('unscored', 'unscored', 'unscored')).toBeNull();
  });
});

describe('dimensions over subtasks', () => {
  const four = [
    judged([1, 1], [3, 4], [1, 2]),
    judged([1, 2], [1, 2], 'absent'),
    judged([0, 1], 'skipped', 'skipped'),
    judged([1, 1], 'no-rubric', 'no-rubric')
  ];

  it('Ins is the mean, Fac and Rat weigh each subtask by ins', () => {
    // Ins = (1 + ½ + 0 + 1) / 4; Fac = (1·¾ + ½·½) / (1 + ½) = 2/3; Rat = (1·½) / 1
    expect(dimensionScore(four, 'ins')).toMatchObject({ value: fraction(5, 8), scored: 4, unscored: 0 });
    expect(dimensionScore(four, 'fac')).toMatchObject({ value: fraction(2, 3), scored: 2, skipped: 1, absent: 0 });
    expect(dimensionScore(four, 'rat')).toMatchObject({ value: fraction(1, 2), scored: 1, skipped: 1, absent: 1 });
  });

  it('count what is unscored and leave it out of both sums', () => {
    const more = [...four, judged([1, 1], 'unscored', [1, 1]), judged('unscored', 'unscored', 'unscored')];
    expect(dimensionScore(more, 'ins')).toMatchObject({ value: fraction(7, 10), scored: 5, unscored: 1 });
    expect(dimensionScore(more, 'fac')).toMatchObject({ value: fraction(2, 3), unscored: 2 });
    expect(dimensionScore(more, 'rat')).toMatchObject({ value: fraction(3, 4), unscored: 1 });
  });

  it('are undefined with the reason if nothing is in the denominator', () => {
    const why = (...subtasks: Parameters<typeof dimensionScore>[0]) => dimensionScore(subtasks, 'fac').reason;
    expect(why()).toBe('The task has no subtasks.');
    expect(why(judged([0, 1], 'skipped', 'skipped'))).toBe(
      'No subtask with a rubric for factuality follows its instruction.'
    );
    expect(why(judged([1, 1], 'absent', [1, 1]))).toBe(
      'The report has nothing that a rubric for factuality applies to.'
    );
    expect(why(judged([1, 1], 'no-rubric', [1, 1]))).toBe('No subtask has a rubric for factuality.');
    expect(why(judged([1, 1], 'unscored', [1, 1]))).toBe('No subtask has a valid verdict on factuality.');
    expect(dimensionScore([], 'ins').value).toBeNull();
  });

  it('passes are counted among the subtasks of which it is known', () => {
    expect(passCounts([...four, judged([1, 1], 'unscored', [1, 1])])).toEqual({ passed: 1, decided: 4, open: 1 });
  });
});

describe('a stored subtask', () => {
  it('is read back with exact scores', () => {
    const one = judged([1, 2], [2, 3], 'absent', { key: 's2', importance: 'P2', group: 'a' });
    const stored = detailOfSubtask(one);
    expect(stored).toEqual({
      ...{ subtask: 's2', importance: 'P2', group: 'a', ins: 0.5, fac: 2 / 3, rat: null },
      states: { ins: 'scored', fac: 'scored', rat: 'absent' },
      outcome: 1 / 3,
      pass: false
    });
    expect(subtaskOfDetail(subtaskDetail.parse(JSON.parse(JSON.stringify(stored))))).toEqual(one);
  });

  it('counts as unscored if its state says scored and no score is there', () => {
    const stored = { ...detailOfSubtask(judged([1, 1], [1, 1], 'no-rubric')), fac: null };
    expect(subtaskOfDetail(stored).parts.fac).toEqual({ state: 'unscored' });
  });
});
