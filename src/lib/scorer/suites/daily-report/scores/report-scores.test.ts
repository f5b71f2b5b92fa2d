import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../verdict.ts';
import { dailyFactuality, dailyPreference } from '../judging/cascade-metrics.ts';
import { judged } from './judged.fixture.ts';
import { pooledShares, scoreSubtasks, subtaskFigures, subtasksIn } from './report-scores.ts';
import { detailOfSubtask, type JudgedSubtask } from './subtask-outcome.ts';

const verdict = (one: JudgedSubtask): Verdict => ({
  ...{
    item: `${one.key}/outcome`,
    kind: 'daily-subtask',
    state: 'judged',
    label: 'scored',
    rationale: '',
    evidence: []
  },
  detail: { kind: 'daily-subtask', ...detailOfSubtask(one) }
});
const task = [
  judged([1, 1], [2, 3], [1, 1], { key: 's1', importance: 'P0' }),
  judged([1, 2], [1, 1], 'absent', { key: 's2', importance: 'P1' }),
  judged([0, 1], 'skipped', 'no-rubric', { key: 's3', importance: 'P2' })
];

describe('the score of a report', () => {
  const verdicts = task.map(verdict);

  it('has the same figures under every headline', () => {
    const all = (['ins', 'fac', 'rat', 'pass', 'preference'] as const).map((one) => scoreSubtasks(verdicts, one));
    for (const { figures } of all) {
      expect(Object.keys(figures)).toEqual(Object.keys(subtaskFigures));
      expect(figures).toEqual(all[0]!.figures);
    }
    // Ins 1.5 of 3; Fac (2/3 + ½) of 1.5; Rat 1 of 1. o = 5/6, ½, 0: c0 = 5/6, c1 = ½, so 2.
    expect(all[0]!.figures).toMatchObject({
      ...{ subtasks: 3, insAbove: 1.5, insBelow: 3, facAbove: 7 / 6, facBelow: 1.5, facAbsent: 0 },
      ...{ ratAbove: 1, ratBelow: 1, ratAbsent: 1, passed: 0, decided: 3, preference: 2, c0: 5 / 6, c1: 0.5 }
    });
    expect(all.map(({ value, n }) => [value, n])).toEqual([
      [50, 3],
      [100 * (7 / 9), 2],
      [100, 1],
      [0, 3],
      [2, 3]
    ]);
  });

  it('pools by figures that it has', () => {
    for (const { above, below } of Object.values(pooledShares)) {
      expect(subtaskFigures).toHaveProperty(above);
      expect(subtaskFigures).toHaveProperty(below);
    }
  });

  it('counts subtasks with an unscored part, and leaves UserPref without a value', () => {
    const more = [...verdicts, verdict(judged([1, 1], 'unscored', 'no-rubric', { key: 's4', importance: 'P2' }))];
    expect(scoreSubtasks(more, 'fac')).toMatchObject({ value: 100 * (7 / 9), n: 2, unscored: 1 });
    expect(scoreSubtasks(more, 'preference')).toMatchObject({
      ...{ value: null, n: 0, unscored: 1, reason: '1 subtask without an outcome: s4.' },
      figures: { preference: null, c0: null, c1: null, insBelow: 4 }
    });
  });

  it('of a report with nothing to judge in one dimension stand, although a judge failed in another', () => {
    const judges = (said: JudgedSubtask[]) => [
      { judge: 'j', repeats: [said.map(verdict)] },
      { judge: 'k', repeats: [[verdict(judged([1, 1], [1, 2], [1, 1], { importance: 'P0' }))]] }
    ];
    // Of j, no fact is in the report, and its verdict on a requirement without facts failed.
    const facts = judges([judged([1, 1], 'absent', 'not-judged'), judged('unscored', 'no-rubric', 'not-judged')]);
    expect(dailyFactuality.combineJudges(facts, {}, 'all-judges')).toMatchObject({ value: 50, judges: 1, unscored: 0 });
    const all = judges([judged([1, 1], 'absent', 'unscored', { importance: 'P0' })]);
    expect(dailyPreference.combineJudges(all, {}, 'all-judges')).toMatchObject({
      ...{ value: null, unscored: 1 },
      figures: { fac: 0.5, facBelow: 0.5, rat: null, ratBelow: null }
    });
  });

  it('of a report that could not be judged has the reason and no figure', () => {
    const failed: Verdict = {
      ...{ item: 'report', kind: 'daily-subtask', state: 'unscored', label: null, rationale: '', evidence: [] },
      reason: 'The judge could not be reached.'
    };
    const score = scoreSubtasks([failed], 'ins');
    expect(score).toMatchObject({ value: null, reason: 'The judge could not be reached.', n: 0, unscored: 1 });
    expect(new Set(Object.values(score.figures))).toEqual(new Set([null]));
  });

  it('without subtasks or decided ones says so', () => {
    expect(scoreSubtasks([], 'pass')).toMatchObject({ value: null, reason: 'The task has no subtasks.' });
    const open = [verdict(judged('unscored', 'unscored', 'unscored'))];
    expect(scoreSubtasks(open, 'pass').reason).toBe('No subtask is decided: each has an unscored part.');
    expect(subtasksIn([{ ...verdict(task[0]!), detail: undefined } as Verdict])).toEqual([]);
  });
});
