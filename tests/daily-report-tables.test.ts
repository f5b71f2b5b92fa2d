import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { figureFormats, writeComparison, writeFigure } from '../src/lib/exchange/export/run/run-figures.server.ts';
import { suiteComparison } from '../src/lib/scorer/leaderboard/comparison.server.ts';
import { suiteTables } from '../src/lib/scorer/leaderboard/figure-source.server.ts';
import { readReportVerdicts } from '../src/lib/scorer/runs/report-verdicts.server.ts';
import { runByNumber } from '../src/lib/scorer/runs/runs.server.ts';
import { metricByName } from '../src/lib/scorer/suites/index.ts';
import { authorize } from '../src/lib/server/auth/authorize.ts';
import { listReports } from '../src/lib/verification/benchmark/reports.server.ts';
import { scene } from '../src/lib/verification/rounds/project.fixture.server.ts';
import { importDailyRun } from './planted/daily-run.ts';

function place() {
  const { db, lead, as, project } = scene();
  const { number } = importDailyRun(db, lead);
  const read = authorize(as('lead'), { kind: 'project', id: project.id }, 'read-results');
  return { db, read, run: runByNumber(db, read, number) };
}

it('verdicts of subtasks from a file become DailyReport’s tables, a comparison of two systems and its files', async () => {
  const { db, read, run } = place();

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
  const csv = await writeComparison(db, read, run, { ...asked, format: 'csv' }, 'en');
  const rows = parse(csv as string, { columns: true, bom: true }) as Record<string, string>[];
  expect(rows).toHaveLength(6);
  expect(rows[0]).toMatchObject({ difference: '0.5' });
  for (const format of figureFormats) {
    expect((await writeComparison(db, read, run, { ...asked, format }, 'en')).length).toBeGreaterThan(100);
    for (const name of ['daily-report-overview', 'daily-report-cascade', 'daily-report-traces'])
      expect((await writeFigure(db, read, run, { name, format }, 'en')).length).toBeGreaterThan(100);
  }
  expect(() => writeComparison(db, read, run, { ...asked, b: 'nobody', format: 'csv' }, 'en')).toThrow('nobody');

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
