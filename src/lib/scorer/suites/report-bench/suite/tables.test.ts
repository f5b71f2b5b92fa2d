import { describe, expect, it } from 'vitest';
import type { EnsembleScore, Score } from '../../../score.ts';
import type { ReportRow } from '../../../suite.ts';
import { judgeTable } from './tables.ts';

const scored = (own: Partial<Score>): Score => ({
  ...{ value: null, reason: null, n: 0, abstained: 0, unscored: 0, figures: {} },
  ...own
});

/** A report under one metric, as each judge scored it. */
const row = (metric: string, qid: string, perJudge: Record<string, Score>): ReportRow => ({
  ...{ metric, system: 'aurora', category: null, taskCategory: null, qid, reportId: qid, domain: null },
  score: { ...scored({}), judges: 0, units: [], perJudge: [] } as EnsembleScore,
  perJudge: Object.entries(perJudge).map(([judge, score]) => ({ judge, score }))
});

const reasonsOf = (judge: string, rows: readonly ReportRow[]): (string | null)[] =>
  judgeTable(rows)!
    .rows.find(({ group }) => group === judge)!
    .cells.map(({ reason }) => reason);

describe('an empty cell of a table of ReportBench', () => {
  it('does not claim anything of reports that a judge failed on or abstained from', () => {
    const both = { rules: scored({ abstained: 1 }), failing: scored({ unscored: 1 }), other: scored({}) };
    const rows = ['references', 'cited-statements', 'uncited-statements'].map((metric) => row(metric, 'q1', both));
    const unknown = 'Judges failed on, or abstained from, every report.';
    expect(reasonsOf('rules', rows)).toEqual([unknown, unknown, unknown, unknown]);
    expect(reasonsOf('failing', rows)).toEqual([unknown, unknown, unknown, unknown]);
    expect(reasonsOf('other', rows)).toEqual([
      'No report cites a scholarly work.',
      'No report has a value.',
      'No report has a cited statement that was decided.',
      'No report has a statement without citation that was decided.'
    ]);
  });

  it('names a metric that the run does not have', () => {
    const rows = [row('references', 'q1', { a: scored({ value: 50 }), b: scored({ value: 40 }) })];
    const absent = 'The run does not have the metric for it.';
    expect(reasonsOf('a', rows)).toEqual([null, 'No report has a value.', absent, absent]);
  });
});
