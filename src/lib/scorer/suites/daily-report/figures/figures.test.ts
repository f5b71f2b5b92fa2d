import { describe, expect, it } from 'vitest';
import type { FigureTable } from '../../../figure-table.ts';
import type { Verdict } from '../../../verdict.ts';
import type { MissingVerdictRule } from '../../../score.ts';
import { dailyPreference } from '../judging/cascade-metrics.ts';
import { judged } from '../scores/judged.fixture.ts';
import { failsFirstAt } from './cascade.ts';
import { dailyReportFigures } from './index.ts';
import { judgedReports } from './judged-reports.ts';
import { type GivenReport, runOf, subtaskVerdict } from './run.fixture.ts';

const tableOf = (name: string, given: readonly GivenReport[]): FigureTable | null =>
  dailyReportFigures.find((one) => one.name === `daily-report-${name}`)!.table(runOf(given));
const cell = (table: FigureTable | null, system: string, column: string, group?: string) => {
  const at = table!.columns.findIndex(({ name }) => name === column);
  return table!.rows.find((row) => row.system === system && (group === undefined || row.group === group))!.cells[at]!;
};

/** A report with one perfect P0 subtask and, of the same importance, one as given. */
const report = (qid: string, ...more: Parameters<typeof judged>): GivenReport => ({
  ...{ system: 'aurora', qid, category: 'single-agent-web' },
  subtasks: [
    judged([1, 1], [1, 1], [1, 1], { key: 's1', importance: 'P0' }),
    judged(more[0], more[1], more[2], { key: 's2', importance: 'P1' })
  ]
});

describe('Table 3', () => {
  // q1: Ins 1.5/2, Fac (1 + ½·½)/1.5, pass 1/2, o = ½·½ = ¼ below .3: UserPref 1. q2: all 1: 4.
  const given = [report('q1', [1, 2], [1, 2], 'no-rubric'), report('q2', [1, 1], [1, 1], [1, 1])];
  const table = tableOf('overview', given);

  it('pools subtasks of a system, with the mean over tasks beside it', () => {
    expect(cell(table, 'aurora', 'UserPref')).toMatchObject({ value: 2.5, n: 2, low: null });
    expect(cell(table, 'aurora', 'pass')).toMatchObject({ value: 0.75, n: 4 });
    expect(cell(table, 'aurora', 'Ins').value).toBe(3.5 / 4);
    expect(cell(table, 'aurora', 'Fac')).toMatchObject({ value: 3.25 / 3.5, n: 3.5 });
    expect(cell(table, 'aurora', 'Rat')).toMatchObject({ value: 1, n: 3 });
    expect(cell(table, 'aurora', 'Ins mean')).toMatchObject({ value: 0.875, n: 2 });
    expect(cell(table, 'aurora', 'Fac mean').value).toBeCloseTo((1.25 / 1.5 + 1) / 2, 12);
  });

  it('has an interval by task from five tasks on', () => {
    const six = [1, 2, 3, 4, 5, 6].map((n) => report(`q${n}`, [n % 2, 1], n % 2 ? [1, 1] : 'skipped', 'no-rubric'));
    const { value, low, high, n } = cell(tableOf('overview', six), 'aurora', 'Ins');
    expect([value, n]).toEqual([0.75, 12]);
    expect(low).toBeLessThan(0.75);
    expect(high).toBeGreaterThan(0.75);
    expect(cell(tableOf('overview', six.slice(0, 4)), 'aurora', 'Ins').low).toBeNull();
  });

  it('groups systems by their kind, in the order of the paper', () => {
    const of = (system: string, category: GivenReport['category']): GivenReport => ({
      ...given[0]!,
      system,
      category: category!
    });
    const groups = tableOf('overview', [
      of('unknown', null),
      of('harness', 'agent-harness'),
      of('tools', 'single-agent-web'),
      of('several', 'multi-agent'),
      of('native', 'single-agent-deep-research')
    ])!.rows.map(({ group, system }) => [group, system]);
    expect(groups).toEqual([
      ['Deep-research agents', 'several'],
      ['Deep-research agents', 'native'],
      ['Models with search tools', 'tools'],
      ['Models in an agent harness', 'harness'],
      ['Kind of system not known', 'unknown']
    ]);
  });

  it('says why a figure is undefined, and leaves UserPref out of a report with an unscored subtask', () => {
    const open = tableOf('overview', [report('q1', [1, 1], 'unscored', 'no-rubric')]);
    expect(cell(open, 'aurora', 'UserPref')).toMatchObject({ value: null, n: 0, reason: 'No report has a UserPref.' });
    expect(cell(open, 'aurora', 'pass')).toMatchObject({ value: 1, n: 1 });
    const plain = tableOf('overview', [{ ...report('q1', [1, 1]), subtasks: [judged([1, 1])] }]);
    expect(cell(plain, 'aurora', 'Fac')).toMatchObject({ value: null, reason: 'No subtask has a factuality score.' });
  });

  it('leaves out a report that one judge could not judge, and UserPref if one judge has none', () => {
    const source = runOf(given);
    const [first, second] = source.rows;
    const failed = { ...second!.score!, value: null, figures: {} };
    const rows = [first!, { ...second!, perJudge: [...second!.perJudge, { judge: 'k', score: failed }] }];
    expect(judgedReports({ ...source, rows }).map(({ qid }) => qid)).toEqual(['q1']);
    const half = { ...failed, figures: { subtasks: 2, insBelow: 2, preference: null } };
    const other = [{ ...second!, perJudge: [...second!.perJudge, { judge: 'k', score: half }] }];
    expect(judgedReports({ ...source, rows: other })[0]!.figures).toMatchObject({ subtasks: 2, preference: null });
  });

  type Said = GivenReport['subtasks'] | 'abstained';
  /** Reports as several judges judged them, once or repeat by repeat (`again`): subtasks by judge, or that the judge abstained. */
  const judgedBySeveral = (
    reports: Record<string, Record<string, Said | { again: Said[] }>>,
    rule: MissingVerdictRule = 'all-judges'
  ) => {
    const source = runOf(Object.keys(reports).map((qid) => report(qid, [1, 1])));
    const rows = source.rows.map((row) => {
      const judges = Object.entries(reports[row.qid]!).map(([judge, said]) => ({
        judge,
        repeats: (typeof said === 'object' && 'again' in said ? said.again : [said]).map((one) =>
          one === 'abstained' ? [abstention] : one.map(subtaskVerdict)
        )
      }));
      const score = dailyPreference.combineJudges(judges, {}, rule);
      return { ...row, score, perJudge: score.perJudge };
    });
    return dailyReportFigures.find(({ name }) => name === 'daily-report-overview')!.table({ ...source, rows });
  };
  const abstention: Verdict = {
    ...{ item: 'report', kind: 'daily-preference', state: 'abstained', label: null, rationale: '', evidence: [] }
  };

  it('leaves a report out of a dimension that one judge could not judge, as the leaderboard does', () => {
    const half = [judged([1, 1], [1, 2], [1, 1], { importance: 'P0' })];
    const sound = [judged([1, 1], [1, 1], 'absent', { importance: 'P0' })];
    const failed = [judged([1, 1], 'unscored', [1, 1], { importance: 'P0' })];
    const table = judgedBySeveral({ q1: { j: half, k: half }, q2: { j: sound, k: failed } });
    // A sum of 0 for the failed judge would give (½ + ½·1) / (1 + ½) = ⅔.
    expect(cell(table, 'aurora', 'Fac')).toMatchObject({ value: 0.5, n: 1 });
    expect(cell(table, 'aurora', 'Fac mean')).toMatchObject({ value: 0.5, n: 1 });
    expect(cell(table, 'aurora', 'Ins')).toMatchObject({ value: 1, n: 2 });
    // Nothing failed on rationality: the report has no paragraph for one of the judges.
    expect(cell(table, 'aurora', 'Rat')).toMatchObject({ value: 1, n: 1.5 });
    expect(cell(table, 'aurora', 'pass')).toMatchObject({ value: 0, n: 1 });
  });

  it('leaves a report out of a dimension that has a value in no repeat, if one had nothing to judge and the other failed', () => {
    const half = [judged([1, 1], [1, 2], [1, 1], { importance: 'P0' })];
    const absent = [judged([1, 1], 'absent', [1, 1], { importance: 'P0' })];
    const failed = [judged([1, 1], 'unscored', [1, 1], { importance: 'P0' })];
    const sound = [judged([1, 1], [1, 1], [1, 1], { importance: 'P0' })];
    const reports = { q1: { j: half, k: half }, q2: { j: { again: [absent, failed] }, k: sound } };
    // The judge’s sums of 0 would count as if it had found nothing to judge both times: (½ + ½) / (1 + ½) = ⅔, and ¾ over tasks.
    expect(cell(judgedBySeveral(reports), 'aurora', 'Fac')).toMatchObject({ value: 0.5, n: 1 });
    expect(cell(judgedBySeveral(reports), 'aurora', 'Fac mean')).toMatchObject({ value: 0.5, n: 1 });
    expect(cell(judgedBySeveral(reports), 'aurora', 'Rat mean')).toMatchObject({ value: 1, n: 2 });
    expect(cell(judgedBySeveral(reports, 'answered'), 'aurora', 'Fac mean')).toMatchObject({ value: 0.75, n: 2 });
    const twice = { ...reports, q2: { j: { again: [absent, absent] }, k: sound } };
    expect(cell(judgedBySeveral(twice), 'aurora', 'Fac mean')).toMatchObject({ value: 0.75, n: 2 });
  });

  it('keeps a report in a dimension in which a judge that failed on another one had nothing to judge', () => {
    const half = [judged([1, 1], [1, 2], [1, 1], { importance: 'P0' })];
    const failedElsewhere = [judged([1, 1], 'absent', 'unscored', { importance: 'P0' })];
    const sound = [judged([1, 1], [1, 1], [1, 1], { importance: 'P0' })];
    const table = judgedBySeveral({ q1: { j: half, k: half }, q2: { j: failedElsewhere, k: sound } });
    // Sums of q2 are those of k beside 0: (½ + ½·1) / (1 + ½).
    expect(cell(table, 'aurora', 'Fac').value).toBeCloseTo(2 / 3, 12);
    expect(cell(table, 'aurora', 'Fac mean')).toMatchObject({ value: 0.75, n: 2 });
    expect(cell(table, 'aurora', 'Rat mean')).toMatchObject({ value: 1, n: 1 });
  });

  it('counts no claims of a judge that has none in any repeat, if one had nothing to judge and the other failed', () => {
    const absent = [subtaskVerdict(judged([1, 1], 'absent', [1, 1]))];
    const failed = [subtaskVerdict(judged([1, 1], 'unscored', [1, 1]))];
    const claimsOf = (again: Verdict[][]) =>
      dailyPreference.combineJudges([{ judge: 'j', repeats: again }], {}, 'all-judges').figures['claims'];
    expect(claimsOf([absent, failed])).toBeNull();
    expect(claimsOf([absent, absent])).toBe(0);
  });

  it('takes the mean over judges of a report’s own ratio in means over tasks, as the leaderboard does', () => {
    const one = (key: string, ins: [number, number], fac: [number, number]) =>
      judged(ins, fac, 'no-rubric', { key, importance: 'P0' });
    const table = judgedBySeveral({
      q1: { j: [one('s1', [1, 1], [1, 1]), one('s2', [1, 1], [1, 1])], k: [one('s1', [1, 2], [0, 1]), one('s2', [0, 1], [0, 1])] } // prettier-ignore
    });
    // Fac is 1 by one judge and 0 by the other. Sums over both are 1 of 1¼: Σ ins weighs judges by how lenient they are.
    expect(cell(table, 'aurora', 'Fac mean')).toMatchObject({ value: 0.5, n: 1 });
    expect(cell(table, 'aurora', 'Fac').value).toBe(0.8);
  });

  it('leaves out a judge that abstains, and keeps the report', () => {
    const own = [judged([1, 1], [1, 2], 'no-rubric', { importance: 'P0' })];
    const table = judgedBySeveral({ q1: { j: own, rules: 'abstained' }, q2: { j: own, rules: 'abstained' } });
    expect(cell(table, 'aurora', 'Fac')).toMatchObject({ value: 0.5, n: 2 });
    expect(cell(table, 'aurora', 'UserPref')).toMatchObject({ value: 3, n: 2 });
    expect(judgedBySeveral({ q1: { rules: 'abstained' } })).toBeNull();
  });

  it('is absent without judged reports', () => {
    for (const figure of dailyReportFigures) expect(figure.table(runOf([]))).toBeNull();
  });
});

describe('Figure 3', () => {
  it('is analysis minus retrieval, each pooled', () => {
    const given: GivenReport[] = [
      { ...report('a', [1, 1], [1, 1], 'no-rubric'), type: 'analysis' },
      { ...report('b', [0, 1], 'skipped', 'no-rubric'), type: 'retrieval' },
      { ...report('c', [1, 1], [1, 2], 'no-rubric'), type: 'retrieval' }
    ];
    const table = tableOf('types', given);
    // Ins 2/2 − 3/4; Fac 2/2 − (1 + 1 + ½)/3
    expect(cell(table, 'aurora', 'Ins')).toMatchObject({ value: 0.25, n: 3, low: null });
    expect(cell(table, 'aurora', 'Fac').value).toBeCloseTo(1 / 6, 12);
    expect(cell(table, 'aurora', 'analysis').value).toBe(1);
    expect(cell(table, 'aurora', 'retrieval').value).toBe(2);
    const one = tableOf('types', given.slice(0, 1));
    expect(cell(one, 'aurora', 'Ins')).toMatchObject({
      value: null,
      reason: 'One of the types has no score in instruction following.'
    });
    expect(tableOf('types', [report('q', [1, 1])])).toBeNull();
  });

  it('has an interval around 0 if both types are alike', () => {
    const given = Array.from({ length: 12 }, (_, n): GivenReport => ({
      ...report(`q${n}`, [n % 4 < 2 ? 1 : 0, 1], n % 4 < 2 ? [1, 1] : 'skipped', 'no-rubric'),
      type: n % 2 ? 'analysis' : 'retrieval'
    }));
    const { value, low, high } = cell(tableOf('types', given), 'aurora', 'Ins');
    expect(value).toBe(0);
    expect(low!).toBeLessThan(0);
    expect(high!).toBeGreaterThan(0);
  });
});

describe('Figure 4 and Table 6', () => {
  const claim = (label: string, checks: ('support' | 'unknown' | null)[]): Verdict => ({
    ...{
      item: `s1/claim-${label}-${checks.join()}`,
      kind: 'daily-claim',
      state: 'judged',
      label,
      rationale: '',
      evidence: []
    },
    detail: {
      ...{ kind: 'daily-claim', subtask: 's1', fact: 'A fact.', place: null, from: 'text', queries: [] },
      references: checks.map((check) => ({ url: 'https://a.example/', outcome: null, check, quote: '' }))
    }
  });
  const given: GivenReport[] = [
    {
      ...report('q1', [1, 1]),
      more: [claim('correct', ['support', null]), claim('incorrect', ['unknown']), claim('correct', [])],
      trace: { searches: 10, pages: 4, tokens: null }
    },
    { ...report('q2', [1, 1]), more: [claim('unknown', [])], trace: { searches: 20, pages: null, tokens: null } },
    { ...report('q3', [1, 1]), system: 'bare' }
  ];
  const table = tableOf('traces', given);

  it('means of traces count the reports that have one', () => {
    expect(cell(table, 'aurora', 'searches')).toMatchObject({ value: 15, n: 2 });
    expect(cell(table, 'aurora', 'pages')).toMatchObject({ value: 4, n: 1 });
    expect(cell(table, 'aurora', 'tokens')).toMatchObject({ value: null, n: 0 });
    expect(cell(table, 'bare', 'searches').reason).toBe('No trace of this system says how many searches.');
    expect(cell(table, 'bare', 'no-reference support').reason).toBe('No claim was verified.');
  });

  it('shares are of claims with and without a reference, and of pairs', () => {
    expect(cell(table, 'aurora', 'reference ratio')).toMatchObject({ value: 0.5, n: 4 });
    expect(cell(table, 'aurora', 'reference support')).toMatchObject({ value: 0.5, n: 2 });
    expect(cell(table, 'aurora', 'no-reference support')).toMatchObject({ value: 0.5, n: 2 });
    expect(cell(table, 'aurora', 'refer-claim consistency')).toMatchObject({ value: 1 / 3, n: 3 });
    expect(cell(table, 'aurora', 'consistency of pages read')).toMatchObject({ value: 0.5, n: 2 });
    expect(cell(table, 'bare', 'reference ratio').reason).toBe('No claim was verified.');
  });
});

describe('Figure 5', () => {
  it('is UserPref by domain, for all tasks and each type', () => {
    const given: GivenReport[] = [
      { ...report('q1', [1, 1]), domain: 'Law', type: 'analysis' },
      { ...report('q2', [0, 1]), domain: 'Law', type: 'retrieval' },
      { ...report('q3', [1, 1]), domain: null, type: 'retrieval' }
    ];
    const table = tableOf('domains', given);
    expect(table!.columns.map(({ title }) => title)).toEqual(['Law', 'Domain not known']);
    // q2: c1 = 0 is below .3, so 1.
    expect(cell(table, 'aurora', 'Law', 'All tasks')).toMatchObject({ value: 2.5, n: 2 });
    expect(cell(table, 'aurora', 'Law', 'Analysis tasks').value).toBe(4);
    expect(cell(table, 'aurora', 'Law', 'Retrieval tasks').value).toBe(1);
    expect(cell(table, 'aurora', 'no domain', 'Analysis tasks')).toMatchObject({
      value: null,
      reason: 'No report on such a task was judged.'
    });
    expect(tableOf('domains', [report('q', [1, 1])])).toBeNull();
  });
});

describe('where subtasks fail first', () => {
  it('is the first dimension below 1, open if an unscored part comes first', () => {
    expect(failsFirstAt(judged([1, 2], [0, 1], [0, 1]))).toBe('ins');
    expect(failsFirstAt(judged([1, 1], [2, 3], [0, 1]))).toBe('fac');
    expect(failsFirstAt(judged([1, 1], 'absent', [1, 2]))).toBe('rat');
    expect(failsFirstAt(judged([1, 1], 'unscored', [1, 2]))).toBe('open');
    expect(failsFirstAt(judged([1, 1], [2, 3], 'unscored'))).toBe('fac');
    expect(failsFirstAt(judged('unscored', 'unscored', 'unscored'))).toBe('open');
    expect(failsFirstAt(judged([1, 1], 'no-rubric', 'absent'))).toBe('passes');
  });

  it('is shared out by system and importance, five shares of 1', () => {
    const table = tableOf('cascade', [report('q1', [1, 1], [1, 2]), report('q2', [0, 1], 'skipped')])!;
    expect(cell(table, 'aurora', 'passes', 'All subtasks')).toMatchObject({ value: 0.5, n: 4 });
    expect(cell(table, 'aurora', 'fac', 'P1')).toMatchObject({ value: 0.5, n: 2 });
    expect(cell(table, 'aurora', 'ins', 'P0').value).toBe(0);
    expect([...new Set(table.rows.map(({ group }) => group))]).toEqual(['All subtasks', 'P0', 'P1']);
    for (const { cells } of table.rows) expect(cells.reduce((sum, { value }) => sum + value!, 0)).toBeCloseTo(1, 12);
  });
});

describe('Table 4', () => {
  const repeats = [
    report('q1', [1, 1], [1, 1]),
    { ...report('q1', [1, 2], [1, 1]), repeat: 1 },
    { ...report('q1', [1, 1], [1, 2]), repeat: 2 }
  ];

  it('is mean and standard deviation over repeats', () => {
    const table = tableOf('repeats', repeats);
    // o of s2 is ins × fac: 1, ½, ½, so UserPref is 4, 2, 2. Ins 1, ¾, 1; Fac 1, 1, ¾.
    expect(cell(table, 'aurora', 'UserPref')).toMatchObject({ value: 8 / 3, n: 3 });
    expect(cell(table, 'aurora', 'UserPref SD').value).toBeCloseTo(2 / Math.sqrt(3), 12);
    expect(cell(table, 'aurora', 'Ins SD').value).toBeCloseTo(Math.sqrt(1 / 48), 12);
    expect(cell(table, 'aurora', 'Fac SD').value).toBeCloseTo(Math.sqrt(1 / 48), 12);
    expect(cell(table, 'aurora', 'Rat SD').value).toBe(0);
    expect(cell(table, 'aurora', 'reports')).toMatchObject({ value: 1, n: 3 });
  });

  it('counts only reports that every repeat judged, and is absent if nothing was judged twice', () => {
    const more = tableOf('repeats', [...repeats, report('q2', [0, 1], 'skipped')]);
    expect(cell(more, 'aurora', 'Ins').value).toBeCloseTo(11 / 12, 12);
    expect(tableOf('repeats', [report('q1', [1, 1])])).toBeNull();
  });

  it('is not moved by a report that one repeat could not judge', () => {
    // q1 is judged alike both times. q2 has UserPref 4 in the first repeat, and none in the second, whose verdict on facts failed.
    const same = [0, 1].map((repeat) => ({ ...report('q1', [1, 2], [1, 2]), repeat }));
    const failed = [judged([1, 1], 'unscored', [1, 1], { importance: 'P0' })];
    const table = tableOf('repeats', [...same, report('q2', [1, 1], [1, 1]), { ...report('q2', [1, 1]), subtasks: failed, repeat: 1 }]); // prettier-ignore
    expect(cell(table, 'aurora', 'UserPref SD')).toMatchObject({ value: 0, n: 2 });
    expect(cell(table, 'aurora', 'Fac SD')).toMatchObject({ value: 0, n: 2 });
    expect(cell(table, 'aurora', 'UserPref').value).toBe(1);
    expect(cell(table, 'aurora', 'reports').value).toBe(2);
    expect(cell(table, 'aurora', 'rated').value).toBe(1);
  });
});
