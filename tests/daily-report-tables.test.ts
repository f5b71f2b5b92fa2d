import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { importTraces } from '../src/lib/exchange/import/traces/import-traces.server.ts';
import { importVerdicts } from '../src/lib/exchange/import/verdicts/import-verdicts.server.ts';
import { figureFormats, writeComparison, writeFigure } from '../src/lib/exchange/export/run/run-figures.server.ts';
import { suiteComparison } from '../src/lib/scorer/leaderboard/comparison.server.ts';
import { suiteTables } from '../src/lib/scorer/leaderboard/figure-source.server.ts';
import { readReportVerdicts } from '../src/lib/scorer/runs/report-verdicts.server.ts';
import { runByNumber } from '../src/lib/scorer/runs/runs.server.ts';
import { smallMaterial } from '../src/lib/scorer/suites/material.fixture.ts';
import { metricByName } from '../src/lib/scorer/suites/index.ts';
import { authorize } from '../src/lib/server/auth/authorize.ts';
import { importQueries } from '../src/lib/verification/benchmark/benchmark.server.ts';
import { importReports, listReports } from '../src/lib/verification/benchmark/reports.server.ts';
import { aQuery, aReport, scene } from '../src/lib/verification/rounds/project.fixture.server.ts';

const tasks = [1, 2, 3, 4, 5, 6].map((n) => `q${n}`);
const score = { satisfied: 1, partly: 0.5, 'not-satisfied': 0 } as const;

/** The two lines of a report whose one subtask is followed so far and has this share of its claims correct. */
function linesOf(system: string, qid: string, label: keyof typeof score, fac: number): string[] {
  const about = { system, qid, metric: 'daily-instruction', judge: 'elsewhere' };
  const ins = score[label];
  const known = { subtask: 's1', importance: 'P0', group: null };
  const outcome = ins * fac;
  return [
    {
      ...{ ...about, item: 's1/ins', label, evidence: [{ quote: 'Text', place: { block: 1, start: 0, end: 4 } }] },
      detail: { ...known, rubric: 'Is the height of the water stated?', unobtainable: null }
    },
    {
      ...{ ...about, item: 's1/outcome', kind: 'daily-subtask', label: outcome === 1 ? 'pass' : 'fail' },
      detail: {
        ...{ ...known, ins, fac: ins === 0 ? null : fac, rat: null },
        states: { ins: 'scored', fac: ins === 0 ? 'skipped' : 'scored', rat: 'absent' },
        ...{ outcome, pass: outcome === 1 }
      }
    }
  ].map((line) => JSON.stringify(line));
}

function place() {
  const { db, lead, as, project } = scene();
  const material = { 'daily-report': smallMaterial['daily-report'] };
  importQueries(
    db,
    lead,
    tasks.map((qid) => ({ ...aQuery(qid), material }))
  );
  importReports(
    db,
    lead,
    ['aurora', 'borealis'].flatMap((system) => tasks.map((qid) => aReport(system, qid)))
  );
  const lines = tasks.flatMap((qid, at) => [
    ...linesOf('aurora', qid, 'satisfied', at % 2 ? 1 : 0.5),
    ...linesOf('borealis', qid, at === 0 ? 'not-satisfied' : 'partly', 1)
  ]);
  const { run } = importVerdicts(db, lead, Buffer.from(lines.join('\n')), { name: 'Elsewhere' });
  const read = authorize(as('lead'), { kind: 'project', id: project.id }, 'read-results');
  return { db, lead, read, run: runByNumber(db, read, run.number) };
}

it('verdicts of subtasks from a file become DailyReport’s tables, a comparison of two systems and its files', async () => {
  const { db, lead, read, run } = place();
  importTraces(db, lead, Buffer.from('{"system":"aurora","qid":"q1","searches":12,"pages":3}\n'));

  const tables = new Map(suiteTables(db, read, run).map((table) => [table.name, table]));
  const cells = (name: string, system: string) => tables.get(name)!.rows.find((row) => row.system === system)!.cells;
  expect(cells('daily-report-overview', 'borealis')[2]).toMatchObject({ value: 2.5 / 6, n: 6 });
  // Of aurora half fails at facts, half passes; of borealis all fail at the instruction.
  expect(cells('daily-report-cascade', 'aurora').map(({ value }) => value)).toEqual([0, 0.5, 0, 0.5, 0]);
  expect(cells('daily-report-cascade', 'borealis').map(({ value }) => value)).toEqual([1, 0, 0, 0, 0]);
  expect(cells('daily-report-traces', 'aurora').slice(0, 2)).toMatchObject([
    { value: 12, n: 1 },
    { value: 3, n: 1 }
  ]);
  expect(cells('daily-report-types', 'aurora')[4]).toMatchObject({ value: 6 });

  const [summary, bySubtask] = suiteComparison(db, read, run, { a: 'aurora', b: 'borealis' });
  // Outcomes: (½ + 1) · 3 / 6 against (0 + 5 · ½) / 6.
  const outcome = summary!.rows.find(({ system }) => system === 'Outcome of subtasks')!.cells;
  expect(outcome.map(({ value }) => value)).toEqual([0.75, 2.5 / 6, 0.75 - 2.5 / 6]);
  expect(outcome[2]!.low).toBeLessThan(outcome[2]!.value!);
  expect(bySubtask!.rows).toHaveLength(6);
  const report = listReports(db, read, { qid: 'q1' }).find(({ system }) => system === 'aurora')!;
  expect(bySubtask!.rows.find(({ system }) => system === 'q1 · s1')!.cells[0]!.at).toEqual({
    report: report.id,
    block: 1
  });

  const asked = { name: 'daily-report-two-systems', a: 'aurora', b: 'borealis' };
  const csv = await writeComparison(db, read, run, { ...asked, format: 'csv' });
  const rows = parse(csv as string, { columns: true, bom: true }) as Record<string, string>[];
  expect(rows).toHaveLength(6);
  expect(rows[0]).toMatchObject({ difference: '0.5' });
  for (const format of figureFormats) {
    expect((await writeComparison(db, read, run, { ...asked, format })).length).toBeGreaterThan(100);
    for (const name of ['daily-report-overview', 'daily-report-cascade', 'daily-report-traces'])
      expect((await writeFigure(db, read, run, { name, format })).length).toBeGreaterThan(100);
  }
  expect(() => writeComparison(db, read, run, { ...asked, b: 'nobody', format: 'csv' })).toThrow('nobody');

  const shown = readReportVerdicts(
    db,
    read,
    { run, metric: metricByName('daily-instruction'), reportId: report.id },
    (key) => key,
    () => null
  ).tables;
  expect(shown.map(({ name }) => name)).toEqual(['daily-report-preference', 'daily-report-subtasks']);
  expect(shown[0]!.rows[0]!.cells.at(-1)).toMatchObject({ text: 'c0 = 0.5 is at least 0.5 and c1 = 1 at least 0.7; no P1 subtask has outcome 0, and the P2 groups do not all have it.' }); // prettier-ignore
});
