import { describe, expect, it } from 'vitest';
import { reportScores } from '../../scorer/runs/run-scores.server.ts';
import { verdictLines } from '../../scorer/runs/run-verdicts.server.ts';
import { runByNumber } from '../../scorer/runs/runs.server.ts';
import { authorize } from '../../server/auth/authorize.ts';
import { importQueries } from '../../verification/benchmark/benchmark.server.ts';
import { aQuery, scene } from '../../verification/rounds/project.fixture.server.ts';
import type { JsonObject } from '../format/json-lines.ts';
import { exportReference } from './export.server.ts';
import { importReferenceResults } from './import.server.ts';
import { checklistRecord, depthRecord, documentFile, issuesRecord, reportEntry } from './reference.fixture.ts';
import type { ImportFile } from '../import/sniff.ts';

const gpt = { provider: 'openai', model: 'gpt-5' };
const gemini = { provider: 'gemini', model: 'models/gemini-2.5-pro' };
const texts = () => '# On a\n\nThe town has 12 parks. Later on, the town has 14 parks.\n';

const graded = (by: typeof gpt, evaluated: string): Record<string, JsonObject> => ({
  presentation: checklistRecord('p', '1111111110', by),
  coverage: checklistRecord('q', '10', by),
  consistency: issuesRecord(['It has “the town has 12 parks” and “the town has 14 parks”.', 'And more.'], {}, by),
  citation: issuesRecord([], {}, by),
  depth: depthRecord(
    [
      [4, 3],
      [4, 4]
    ],
    ['evaluated_model', 'tie'],
    { ...by, evaluated }
  )
});

function project(files: ImportFile[]) {
  const { db, lead, as } = scene();
  importQueries(db, lead, [aQuery('a', 'First?', 'Second?'), aQuery('b', 'First?', 'Second?')]);
  const done = importReferenceResults(db, lead, files, { textOf: texts });
  const read = authorize(as('lead'), lead.resource, 'read-results');
  const run = runByNumber(db, read, 1);
  return {
    done,
    exported: exportReference(db, read, run),
    verdicts: verdictLines(db, read, run).map(({ run: _run, judge: _judge, ...line }) => line),
    scores: reportScores(db, read, run).map(({ system, qid, metric, ensemble }) => [
      system,
      qid,
      metric,
      ensemble?.value
    ])
  };
}

const base = documentFile('reports_1.json', [
  reportEntry('open-deep-research', 'a'),
  reportEntry('aurora', 'a'),
  reportEntry('aurora', 'b')
]);
const results = [
  documentFile('one.json', [reportEntry('aurora', 'a', graded(gpt, 'aurora')), reportEntry('aurora', 'b', {})]),
  documentFile('two.json', [reportEntry('aurora', 'a', graded(gemini, 'aurora'))])
];
const filesOf = (files: Record<string, string>, wanted: RegExp): ImportFile[] =>
  Object.entries(files)
    .filter(([name]) => wanted.test(name))
    .map(([name, text]) => ({ name, bytes: Buffer.from(text) }));

describe('a run in the shapes of the reference scorer', () => {
  const first = project([base, ...results]);

  it('has its files: the reports, and for each judge lines, details and means', () => {
    expect(first.done.judges).toEqual(['openai/gpt-5', 'gemini/models/gemini-2.5-pro']);
    const stamp = '2025-10-31T01-38-49.407';
    const names = Object.keys(first.exported.files);
    expect(names.filter((name) => !name.includes('incremental'))).toEqual([
      'reports_run1.json',
      `reports_run1_graded_openai_gpt-5/detailed_results_${stamp}.json`,
      `reports_run1_graded_openai_gpt-5/summary_${stamp}.json`,
      `reports_run1_graded_gemini_models__gemini-2.5-pro/detailed_results_${stamp}.json`,
      `reports_run1_graded_gemini_models__gemini-2.5-pro/summary_${stamp}.json`,
      'reports/open-deep-research/qid_a_report.md',
      'reports/aurora/qid_a_report.md',
      'reports/aurora/qid_b_report.md'
    ]);
    expect(names.filter((name) => name.includes('gpt-5/incremental'))).toHaveLength(5);
  });

  it.each([
    ['details', /detailed_results/],
    ['lines', /_results\.jsonl|reports_run1\.json/]
  ])('comes back the same from its %s: verdict by verdict and score by score', (_what, wanted) => {
    const again = project(filesOf(first.exported.files, wanted));
    expect(again.scores).toEqual(first.scores);
    expect(again.verdicts.filter(({ state }) => state === 'judged')).toEqual(
      first.verdicts.filter(({ state }) => state === 'judged')
    );
    expect(again.verdicts.map(({ qid, metric, item, state }) => [qid, metric, item, state])).toEqual(
      first.verdicts.map(({ qid, metric, item, state }) => [qid, metric, item, state])
    );
    expect(again.exported.files).toEqual(first.exported.files);
    expect(again.done.notes.filter((note) => !note.includes('unscored'))).toEqual([]);
  });

  it('names the major flaws of both reports as they were imported, each beside its own text', () => {
    const name = Object.keys(first.exported.files).find((one) => /gpt-5\/detailed_results/.test(one))!;
    const { reports } = JSON.parse(first.exported.files[name]!) as { reports: JsonObject[] };
    const graded = reports.flatMap((report) => (report['depth_grading_results'] as JsonObject | undefined) ?? []);
    expect(graded[0]).toMatchObject({
      raw_comparison_1: { major_flaws: { A: ['A takes nothing apart at 4.'], B: [] } },
      raw_comparison_2: { major_flaws: { A: ['A takes nothing apart at 4.'], B: [] } }
    });
    const depth = first.verdicts.find(({ metric, state }) => metric === 'depth' && state === 'judged');
    expect(depth?.detail).toMatchObject({
      orders: [
        { flaws: { report: ['A takes nothing apart at 4.'], baseline: [] } },
        { flaws: { report: [], baseline: ['A takes nothing apart at 4.'] } }
      ]
    });
  });

  it('keeps a report without a result out of every mean, and a comparison without one from counting as two ties', () => {
    const name = Object.keys(first.exported.files).find((one) => /gpt-5\/summary/.test(one))!;
    const summary = JSON.parse(first.exported.files[name]!) as { results_by_model: Record<string, JsonObject> };
    expect(summary.results_by_model['aurora']).toEqual({
      presentation: { mean: 90, count: 1, min: 90, max: 90 },
      coverage: { mean: 50, count: 1, min: 50, max: 50 },
      consistency: { mean: 90, count: 1, min: 90, max: 90 },
      citation: { mean: 100, count: 1, min: 100, max: 100 },
      depth: { wins: 1, losses: 0, ties: 1, total: 2, decisive_games: 1, win_rate: 100 }
    });
  });
});
