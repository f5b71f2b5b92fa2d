import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { authorize, instance, operator } from '../../../../server/auth/authorize.ts';
import { schema } from '../../../../server/db/client.ts';
import { memoryDatabase } from '../../../../server/db/memory.fixture.ts';
import { createProject } from '../../../../server/projects.ts';
import type { Metric } from '../../../metric.ts';
import type { FigureSource, ReportRow } from '../../../suite.ts';
import { keepReported, listReported } from './reported-figures.server.ts';
import { reportedScores, summariseReported } from './reported-summary.ts';
import { readTotals, type TotalsReading } from './results-of-suites.ts';

const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const totals = (name: string, text: string): TotalsReading => {
  const read = readTotals([{ name, text }], { system: 'aurora', judge: 'gpt' });
  if (!read.ok) throw new Error(read.problem);
  return read.value;
};
const race = (first: number) =>
  totals(
    'raw_results.jsonl',
    lines(
      { id: 1, prompt: 'Q', insight: 0.5, overall_score: first },
      { id: 2, prompt: 'R', insight: 0.25, overall_score: 0.5 },
      { id: 3, prompt: 'S', error: 'JSON never valid' }
    )
  );

describe('figures that a file reports', () => {
  it('are kept as they stand, once, with the newer value in the place of the older, and recorded', () => {
    const { db } = memoryDatabase();
    const { id } = createProject(db, authorize(operator, instance, 'administer'), { name: 'P' });
    const grant = authorize(operator, { kind: 'project', id }, 'manage');
    expect(listReported(db, id)).toEqual([]);
    expect(keepReported(db, grant, race(0.4), 'raw_results.jsonl')).toEqual({ added: 5, same: 0, replaced: 0 });
    expect(keepReported(db, grant, race(0.4), 'again.jsonl')).toEqual({ added: 0, same: 5, replaced: 0 });
    expect(keepReported(db, grant, race(0.3), 'newer.jsonl')).toEqual({ added: 0, same: 4, replaced: 1 });
    const kept = listReported(db, id);
    const said = kept.map(({ qid, figure, value, words, source }) => [qid, figure, value ?? words, source].join(' '));
    expect(said.sort()).toEqual([
      '1 insight 0.5 raw_results.jsonl',
      '1 overall_score 0.3 newer.jsonl',
      '2 insight 0.25 raw_results.jsonl',
      '2 overall_score 0.5 raw_results.jsonl',
      '3 overall_score JSON never valid raw_results.jsonl'
    ]);
    const overall = summariseReported(kept).find(({ figure }) => figure === 'overall_score');
    expect(overall).toMatchObject({ form: 'deep-research-bench-race', system: 'aurora', judge: 'gpt' });
    expect(overall).toMatchObject({ value: 0.4, n: 2, without: 1 });
    expect(db.select().from(schema.audit).where(eq(schema.audit.action, 'rubric.report')).all()).toHaveLength(2);
  });

  it('stand beside computed scores of the same form, and enter none of them', () => {
    const metric = { name: 'rubric-deep-research-bench-race-0123abcd', title: 'RACE' } as unknown as Metric;
    const row = (system: string, qid: string, value: number | null) =>
      ({ system, qid, metric: metric.name, score: value === null ? null : { value } }) as unknown as ReportRow;
    const source = {
      metrics: [metric],
      rows: [row('aurora', '1', 0.6), row('aurora', '2', 0.7), row('borealis', '1', null)],
      reported: () => race(0.3).figures.map((one) => ({ ...one, form: 'deep-research-bench-race', source: 'f', createdAt: 0 })) // prettier-ignore
    } as unknown as FigureSource;
    const table = reportedScores.table(source);
    expect(table?.columns.map(({ title }) => title)).toEqual([
      'Computed here',
      'Reported: insight, gpt',
      'Reported: overall_score, gpt'
    ]);
    const cells = table?.rows.map(({ system, cells: own }) => [system, ...own.map(({ value, text, n }) => [value ?? text, n])]); // prettier-ignore
    expect(cells).toEqual([
      ['aurora', [0.6499999999999999, 2], [0.375, 2], [0.4, 2]],
      ['borealis', ['–', 0], ['–', 0], ['–', 0]]
    ]);
    expect(table?.notes[0]).toContain('enter no mean');
    expect(reportedScores.table({ ...source, reported: () => [] })).toBeNull();
    expect(reportedScores.appliesTo([{ name: 'coverage' } as Metric])).toBe(false);
  });

  it('are read from means of DEER, tables of DeepScholar-Bench and summaries of Mind2Web 2', () => {
    const said = ({ figures }: TotalsReading) => figures.map(({ system, qid, figure, value, words }) => [system, qid, figure, value ?? words]); // prettier-ignore
    const deer = totals(
      'final/0007.json',
      JSON.stringify({ score_avgs: { x: 5.4 }, criteria_avgs: { x: { y: 'N/A' } } })
    );
    expect(said(deer)).toEqual([
      ['aurora', '0007', 'score_avgs.x', 5.4],
      ['aurora', '0007', 'criteria_avgs.x.y', 'N/A']
    ]);
    expect(said(totals('final.json', JSON.stringify({ score_avgs: { x: 5.4 } })))).toEqual([
      ['aurora', null, 'score_avgs.x', 5.4]
    ]);
    expect(said(totals('results.csv', 'baseline_name,cite_p,organization\nalpha,0.75,\n'))).toEqual([
      ['alpha', null, 'cite_p', 0.75],
      ['alpha', null, 'organization', 'empty']
    ]);
    expect(said(totals('cite_p/alpha.csv', 'folder_path,cite_p\nout/alpha/12,0.5\n'))).toEqual([
      ['aurora', '12', 'cite_p', 0.5]
    ]);
    expect(said(totals('a/task/summary.json', JSON.stringify([{ answer_name: 'one', score: 0.5, status: 'x', success: false }])))).toEqual([['aurora', 'task', 'one.score', 0.5], ['aurora', 'task', 'one.success', 0]]); // prettier-ignore
    const verdicts = readTotals([{ name: 'x', text: lines({ sample_id: 's', rubric_title: 't' }) }], { system: 'a', judge: null }); // prettier-ignore
    expect(verdicts.ok ? null : verdicts.problem).toContain('"rubric verdicts" takes');
  });
});
