import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { leaderboardOf } from '../../../scorer/leaderboard/leaderboard.server.ts';
import { reportScores } from '../../../scorer/runs/run-scores.server.ts';
import { verdictLines } from '../../../scorer/runs/run-verdicts.server.ts';
import { runByNumber } from '../../../scorer/runs/runs.server.ts';
import { readRubric } from '../../../scorer/suites/rubrics/read-rubric.ts';
import { rubricMetricName } from '../../../scorer/suites/rubrics/rubric-protocol.ts';
import { authorize } from '../../../server/auth/authorize.ts';
import { schema } from '../../../server/db/client.ts';
import { importQueries } from '../../../verification/benchmark/benchmark.server.ts';
import { importReports } from '../../../verification/benchmark/reports.server.ts';
import { aQuery, aReport, problemsOf, scene } from '../../../verification/rounds/project.fixture.server.ts';
import { writeVerdictsJsonl } from '../../export/run/verdicts-jsonl.ts';
import { rowsAsLines } from '../../format/parquet/parquet-rows.ts';
import { parquetOfLines } from '../../format/parquet/parquet-table.ts';
import { bytesOf, prose } from '../queries/queries.fixture.ts';
import { readingAside } from '../aside/reading-aside.ts';
import { importVerdicts, importVerdictsAside } from './import-verdicts.server.ts';
import { inEnglish } from '../../../messages/say-in.ts';
import type { Refusal } from '../../../errors.ts';
import { atMost, processorTimeSince } from '../../../../../tests/timing.ts';

type Line = Record<string, unknown>;

/** Two systems on two queries; `a` has two items in its checklist, `b` one. */
function place() {
  const { db, lead, as, project } = scene();
  importQueries(db, lead, [aQuery('a', 'First?', 'Second?'), aQuery('b', 'Third?')]);
  importReports(
    db,
    lead,
    ['aurora', 'borealis'].flatMap((system) => ['a', 'b'].map((qid) => aReport(system, qid)))
  );
  const read = authorize(as('lead'), { kind: 'project', id: project.id }, 'read-results');
  const take = (lines: readonly (Line | string)[], name = 'Elsewhere') =>
    importVerdicts(
      db,
      lead,
      bytesOf(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')),
      { name }
    );
  const runOf = (number: number) => runByNumber(db, read, number);
  const scoresOf = (number: number) =>
    reportScores(db, read, runOf(number)).map(({ system, qid, metric, ensemble }) => [system, qid, metric, ensemble?.value, ensemble?.reason]); // prettier-ignore
  return { db, lead, read, take, runOf, scoresOf };
}

const on = (system: string, qid: string, metric: string, more: Line): Line => ({ system, qid, metric, judge: 'openai:gpt-5', ...more }); // prettier-ignore
const refused = (lines: readonly (Line | string)[]) =>
  problemsOf(() => place().take(lines)).map(({ row, column, reason }) => [row, column, reason]);

describe('a file of ready verdicts', () => {
  it('is scored by the metric’s own way, and what it lacks is unscored: 1 of 2 items are 50 %', () => {
    const { db, read, take, runOf, scoresOf } = place();
    const done = take([
      on('aurora', 'a', 'coverage', { item: 'c1', label: 'yes', rationale: 'It does.', quotes: ['Text.'] }),
      on('aurora', 'a', 'coverage', { item: 'c2', label: 'no' }),
      on('aurora', 'b', 'coverage', { item: 'c1', label: 'yes' }),
      on('borealis', 'a', 'coverage', { item: 'c1', label: 'yes' })
    ]);
    expect(done).toMatchObject({ metrics: ['coverage'], judges: ['openai:gpt-5'], reports: 3, units: { read: 4, missing: 1 } }); // prettier-ignore
    expect(inEnglish(done.notes)).toEqual(['1 unit without a verdict in the file is unscored']);
    expect(scoresOf(done.run.number)).toEqual([
      ['aurora', 'a', 'coverage', 50, null],
      ['aurora', 'b', 'coverage', 100, null],
      ['borealis', 'a', 'coverage', 100, null]
    ]);
    const run = runOf(done.run.number);
    expect(run).toMatchObject({ origin: 'imported', status: 'done' });
    expect(leaderboardOf(db, read, run).groups[0]!.systems[0]!.scores['coverage']).toMatchObject({ system: 'aurora', value: 75, n: 2 }); // prettier-ignore
    expect(verdictLines(db, read, run)).toMatchObject([
      { judge: 'imported:openai:gpt-5', label: 'yes', rationale: 'It does.', evidence: [{ quote: 'Text.' }] },
      {},
      {},
      {},
      { system: 'borealis', item: 'c2', state: 'unscored', reason: 'The file has no verdict of this judge on it.' }
    ]);
  });

  it('names the served model versions among the fields that are not taken, because nothing tells them again', () => {
    const { take } = place();
    const line = { item: 'c1', label: 'yes', served: ['gpt-5-2026-01'], run: 'First', self_judging: false };
    expect(inEnglish(take([on('aurora', 'b', 'coverage', line)]).notes)).toEqual(['Ignored fields: served (1)']);
  });

  it('takes issues with their count, claims with their sources, comparisons with their points, and repeats', () => {
    const { take, scoresOf } = place();
    const issue = { kind: 'issue', label: 'issue', detail: { kind: 'issue', grounded: true } };
    const order = (first: string, report: number) => ({
      ...{ first, rationale: 'So.', report: { x: report, y: 1 }, baseline: { x: 1, y: 1 } }
    });
    const url = 'https://example.org/';
    const done = take([
      on('aurora', 'a', 'consistency', { kind: 'count', item: 'count', label: '2' }),
      on('aurora', 'a', 'consistency', { ...issue, item: 'i1' }),
      on('aurora', 'a', 'consistency', { ...issue, item: 'i2' }),
      on('aurora', 'a', 'consistency', { kind: 'count', item: 'count', label: '0', repeat: 1 }),
      on('aurora', 'a', 'citation-accuracy', { kind: 'source', item: 's1', label: 'relevant', item_text: url, detail: { url, outcome: 'ok', content: null } }), // prettier-ignore
      on('aurora', 'a', 'citation-accuracy', { item: 'k1', label: 'supported', item_text: 'A claim.', detail: { url, source: 's1', place: null } }), // prettier-ignore
      on('aurora', 'a', 'depth', {
        ...{ item: 'comparison', label: 'win', baseline: 'borealis' },
        detail: { orders: [order('report', 5), order('baseline', 4)], report: 5.5, baseline: 2, consistent: true }
      })
    ]);
    expect(done.metrics).toEqual(['consistency', 'citation-accuracy', 'depth']);
    const values = Object.fromEntries(scoresOf(done.run.number).map(([, , metric, value]) => [metric, value]));
    // Two issues are 90 points and none 100, averaged over the two times; depth is the difference of points.
    expect(values).toMatchObject({ depth: 3.5, 'citation-accuracy': 100 });
    expect(values['consistency']).toBeGreaterThan(80);
  });

  it('takes the number of sources of a report that cites no page, whose accuracy stays undefined', () => {
    const { take, scoresOf } = place();
    const none = { kind: 'count', item: 'sources', label: '0', rationale: 'The report cites no web page.' };
    const done = take([on('aurora', 'a', 'citation-accuracy', none)]);
    expect(scoresOf(done.run.number)).toEqual([
      ['aurora', 'a', 'citation-accuracy', null, expect.stringContaining('cites no web page')]
    ]);
    expect(refused([on('aurora', 'a', 'coverage', none)])[0]![1]).toBe('kind');
  });

  it('finds a rubric that another process added to the project, and its score is the rubric’s', () => {
    const { db, lead, take, scoresOf } = place();
    const text = JSON.stringify({
      ...{ format: 'voirdire-rubric/1', name: 'elsewhere', version: '1', title: 'E', question: 'q' },
      ...{ aggregation: { kind: 'weighted-mean' }, criteria: [{ text: 'A', weight: 3 }, { text: 'B' }] }
    });
    const read = readRubric(text);
    if (!read.ok) throw new Error('no rubric');
    const metric = rubricMetricName(read.rubric, read.hash);
    const row = {
      id: 'r',
      projectId: lead.resource.id,
      metric,
      name: 'elsewhere',
      version: '1',
      title: 'E',
      hash: read.hash
    };
    db.insert(schema.rubric).values({ ...row, content: read.canonical, createdBy: null, createdAt: 0 }).run(); // prettier-ignore
    const done = take([
      on('aurora', 'a', metric, { item: 'c1', label: 'yes' }),
      on('aurora', 'a', metric, { item: 'c2', label: 'no' })
    ]);
    expect(scoresOf(done.run.number)).toEqual([['aurora', 'a', metric, 0.75, null]]);
  });

  it('is refused by line and field, with nothing imported, if it does not fit metric, unit, labels, reports or itself', () => {
    const fine = on('aurora', 'a', 'coverage', { item: 'c1', label: 'yes' });
    expect(refused([fine, on('aurora', 'a', 'coverage', { item: 'c2', label: 'maybe' })])).toEqual([[2, 'label', 'The label is not one of yes, no']]); // prettier-ignore
    expect(refused(['{"system": 1}'])[0]![0]).toBe(1);
    expect(refused([fine, 'no json'])[0]!.slice(0, 2)).toEqual([2, 'line']);
    expect(refused([fine, { ...fine, metric: 'beauty' }])[0]).toEqual([2, 'metric', 'The metric does not exist']);
    expect(refused([{ ...fine, kind: 'claim' }])[0]).toEqual([1, 'kind', 'Verdicts under coverage are of the kind item']); // prettier-ignore
    expect(refused([fine, { ...fine, system: 'cairn' }])[0]![2]).toContain('no report of cairn on a');
    expect(refused([fine, fine])[0]).toEqual([
      2,
      'item',
      'Line 1 already has a verdict of this judge on the same unit'
    ]);
    expect(refused([{ ...fine, item: 'c9' }])[0]).toEqual([1, 'item', 'The checklist or material of a has no such unit under coverage']); // prettier-ignore
    expect(refused([{ ...fine, state: 'unscored', label: null }])[0]).toEqual([1, 'reason', 'An unscored unit needs a reason']); // prettier-ignore
    expect(refused([{ ...fine, state: 'abstained' }])[0]![1]).toBe('label');
    expect(refused([{ ...fine, label: null, state: 'judged' }])[0]![1]).toBe('label');
    expect(refused([{ ...fine, detail: { kind: 'item' } }])[0]).toEqual([1, 'detail', 'Units of the kind item have no detail']); // prettier-ignore
    const pair = on('aurora', 'a', 'depth', { item: 'comparison', label: 'win' });
    expect(refused([pair])[0]![1]).toBe('baseline');
    expect(refused([{ ...pair, baseline: 'cairn' }])[0]![1]).toBe('baseline');
    const order = (first: string) => ({ first, rationale: '', report: { x: 4 }, baseline: { x: 1 } });
    const both = { orders: [order('report'), order('baseline')], report: 4, baseline: 1, consistent: true };
    const compared = (label: string, detail: object) =>
      refused([{ ...pair, label, baseline: 'borealis', detail: { ...both, ...detail } }])[0];
    expect(compared('loss', {})).toEqual([1, 'label', 'With 4 points to 1 the outcome is win; a difference of 1 point or less is a tie']); // prettier-ignore
    expect(compared('win', { orders: [], report: 2 })![1]).toBe('label');
    expect(compared('win', { report: 5 })).toEqual([1, 'detail.report', 'The mean of the points in the two orders is 4']); // prettier-ignore
    expect(compared('win', { orders: [order('report')] })![1]).toBe('detail.orders');
    expect(compared('win', { consistent: false })![1]).toBe('detail.consistent');
    const notCount = 'The label is not a count. Write a whole number from 0 in digits, such as 12';
    for (const label of ['two', '-1', '2.5', '02', '1e3', '9'.repeat(17)]) {
      const count = on('aurora', 'a', 'consistency', { kind: 'count', item: 'count', label });
      expect(refused([count])[0]).toEqual([1, 'label', notCount]);
    }
    const statements = { kind: 'statement-count', item: 'statements', label: '-1' };
    expect(refused([on('aurora', 'a', 'cited-statements', statements)])[0]).toEqual([1, 'label', notCount]);
    expect(refused([''])).toEqual([]);
  });

  it('is the same run again when it is written and read as Parquet, with empty lists and fields that some lines lack', async () => {
    const { db, read, lead, runOf } = place();
    const lines = [
      on('aurora', 'a', 'coverage', { item: 'c1', label: 'yes', rationale: '潮汐热泵', quotes: [] }),
      on('aurora', 'a', 'coverage', { item: 'c2', repeat: 1, state: 'unscored', reason: 'No answer.' }),
      on('aurora', 'a', 'consistency', { kind: 'count', item: 'count', label: '1' }),
      on('aurora', 'a', 'consistency', { kind: 'issue', item: 'i0', label: 'issue', item_text: 'x', detail: { kind: 'issue', grounded: true } }) // prettier-ignore
    ];
    const imported = async (text: string): Promise<string> => {
      const content = await rowsAsLines(await parquetOfLines(text));
      const { number } = importVerdicts(db, lead, content, { name: 'Same' }).run;
      return writeVerdictsJsonl(verdictLines(db, read, runOf(number)), []);
    };
    const file = await imported(lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(file).toContain('潮汐热泵');
    expect(await imported(file)).toBe(file);
  });

  it('is the same run again when the export of a run is imported, whatever judges said', () => {
    const { db, read, take, runOf, scoresOf } = place();
    const text = prose.filter((one) => one.trim() !== '');
    const said = fc.oneof(
      fc.record({ label: fc.constantFrom('yes', 'no'), rationale: text, quotes: fc.array(text, { maxLength: 2 }) }),
      fc.record({ state: fc.constant('abstained'), rationale: text }),
      fc.record({ state: fc.constant('unscored'), reason: text })
    );
    const lines = fc
      .tuple(
        fc.constantFrom('aurora', 'borealis'),
        fc.array(said, { minLength: 3, maxLength: 3 }),
        fc.nat(2),
        fc.array(text, { maxLength: 3 })
      ) // prettier-ignore
      .map(([system, [c1, c2, c3], repeat, issues]): Line[] => [
        on(system, 'a', 'coverage', { item: 'c1', ...c1 }),
        on(system, 'a', 'coverage', { item: 'c2', repeat, ...c2 }),
        on(system, 'b', 'coverage', { item: 'c1', judge: 'x y', ...c3 }),
        on(system, 'a', 'consistency', { kind: 'count', item: 'count', label: String(issues.length) }),
        ...issues.map(
          (rationale, at) =>
          on(system, 'a', 'consistency', { kind: 'issue', item: `i${at}`, label: 'issue', rationale, item_text: rationale, detail: { kind: 'issue', grounded: at === 0 } }) // prettier-ignore
        )
      ]);
    const exported = (number: number) => writeVerdictsJsonl(verdictLines(db, read, runOf(number)), []);
    fc.assert(
      fc.property(lines, (given) => {
        const first = take(given, 'Same').run.number;
        const file = exported(first);
        const second = take(file.trim().split('\n'), 'Same').run.number;
        expect(exported(second)).toBe(file);
        expect(scoresOf(second)).toEqual(scoresOf(first));
      }),
      { numRuns: 15 }
    );
  });
});

describe('a file of ready verdicts on a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-verdicts-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const aside = readingAside({ idleMs: 10_000 });
  const lines = ['c1', 'c2'].map((item) => JSON.stringify(on('aurora', 'a', 'coverage', { item, label: 'yes' })));
  const bring = (content: Uint8Array, { db, lead } = place(), most = 1_000) =>
    importVerdictsAside(db, lead, aside.lines(content, 'verdicts.jsonl', folder, most), { name: 'Elsewhere' });
  const problemsIn = (content: Uint8Array, most?: number) =>
    bring(content, place(), most).then(
      () => [],
      (error: Refusal) => error.problems.map(({ row, column, reason }) => [row, column, reason])
    );

  it('is the same run as from a command, as lines and as Parquet', async () => {
    const { take, scoresOf, ...scene } = place();
    const { run: _, ...same } = take(lines);
    const text = lines.join('\n');
    for (const content of [bytesOf(text), await parquetOfLines(text)]) {
      const { run, ...done } = await bring(content, { take, scoresOf, ...scene });
      expect(done).toEqual(same);
      expect(scoresOf(run.number)).toEqual(scoresOf(1));
    }
  });

  it('names line and field of problems, those of its metric as well', async () => {
    const wrong = [lines[0]!, '{"system": ', on('aurora', 'a', 'cover', { item: 'c2', label: 'yes' })];
    const content = (all: unknown[]) =>
      bytesOf(all.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n'));
    expect(await problemsIn(content(wrong))).toEqual([[2, 'line', expect.stringContaining('not JSON')]]);
    expect(await problemsIn(content([wrong[0], wrong[2]]))).toEqual([
      [2, 'metric', expect.stringContaining('does not exist')]
    ]);
  });

  it('is refused if it is made to exhaust the server, which hardly works on it', async () => {
    const began = process.threadCpuUsage();
    const brackets = bytesOf('['.repeat(20_000_000));
    expect(await problemsIn(brackets)).toEqual([[1, 'line', expect.stringContaining('longer than 1 MB')]]);
    const deep = (levels: number) =>
      `${lines[0]!.slice(0, -1)},"detail":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    expect(await problemsIn(bytesOf(deep(300)))).toEqual([[1, 'line', expect.stringContaining('100 levels')]]);
    expect(await problemsIn(bytesOf(deep(100_000)))).toEqual([[1, 'line', expect.stringContaining('500 levels')]]);
    expect(await problemsIn(bytesOf(`${lines[0]}\n`.repeat(300_000)), 1_000)).toEqual([
      [null, 'file', expect.stringContaining('more than 1,000 lines')]
    ]);
    expect(processorTimeSince(began)).toBeLessThan(atMost(400));
  });
});
