import { expect, it } from 'vitest';
import type { ReportRow } from '$lib/scorer/leaderboard/index.ts';
import { leaderboard } from '$lib/scorer/leaderboard/index.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
import { metricTitle } from '$lib/scorer/suites/metric-words.ts';
import { boardOf } from './board.ts';

const row = (metric: string, value: number | null): ReportRow => ({
  ...{ system: 'gannet', qid: 'q1', metric, reportId: 'r', category: null, taskCategory: null, perJudge: [] },
  score: {
    ...{ value, reason: value === null ? 'It failed.' : null, n: 1, abstained: 0, unscored: 0, figures: {} },
    ...{ judges: 1, units: [], perJudge: [] }
  }
});

/** The reason why a system has no average, as the page of a run with these two metrics shows it. */
function reasonIn(language: string): string | null {
  const metrics = ['presentation', 'coverage'].map(metricByName);
  const board = leaderboard([row('presentation', 80), row('coverage', null)], metrics, null, metricTitle);
  const { groups } = boardOf(board, { sort: '', baseline: null, hrefOf: () => '', language });
  return groups[0]!.rows[0]!.average.reason;
}

it('names metrics without a value by their titles in the language of the page, also those that are not in the run', () => {
  expect(reasonIn('en')).toBe(
    'No average without a value for: Factual and logical consistency, Coverage, Citation association.'
  );
  expect(reasonIn('zh-Hans')).toMatch(/^以下指标没有值，因此没有平均分：\S/);
  expect(reasonIn('zh-Hans')).not.toMatch(/[a-z]/i);
});
