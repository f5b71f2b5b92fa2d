import { describe, expect, it } from 'vitest';
import { traceOfReport } from '../../../scorer/report/report-traces.server.ts';
import { authorize } from '../../../server/auth/authorize.ts';
import { importQueries } from '../../../verification/benchmark/benchmark.server.ts';
import { importReports, listReports } from '../../../verification/benchmark/reports.server.ts';
import {
  aQuery,
  aReport,
  auditActions,
  problemsOf,
  scene
} from '../../../verification/rounds/project.fixture.server.ts';
import { tracesJsonl } from '../../export/traces/traces-jsonl.server.ts';
import { bytesOf } from '../queries/queries.fixture.ts';
import { importTraces } from './import-traces.server.ts';
import { inEnglish } from '../../../messages/say-in.ts';

type Line = Record<string, unknown>;

/** A project with reports of two systems on two queries. */
function place() {
  const { db, lead, as, project } = scene();
  importQueries(db, lead, [aQuery('a', 'First?'), aQuery('b', 'Second?')]);
  importReports(
    db,
    lead,
    ['aurora', 'borealis'].flatMap((system) => ['a', 'b'].map((qid) => aReport(system, qid)))
  );
  const read = authorize(as('lead'), { kind: 'project', id: project.id }, 'read-results');
  const take = (lines: readonly (Line | string)[] | string) =>
    importTraces(
      db,
      lead,
      bytesOf(
        typeof lines === 'string'
          ? lines
          : lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
      )
    );
  const traceOf = (system: string, qid: string) =>
    traceOfReport(db, listReports(db, read, { qid }).find((one) => one.system === system)!.id);
  return { db, read, take, traceOf };
}

const refused = (lines: readonly (Line | string)[]) =>
  problemsOf(() => place().take(lines)).map(({ row, column, reason }) => [row, column, reason]);

describe('traces of systems', () => {
  const lines = [
    { system: 'aurora', qid: 'a', searches: 12, pages: 0, tokens: 30_500 },
    { system: 'Borealis', qid: 'b', searches: 3 }
  ];

  it('are kept with their reports, and what a line does not say is not known', () => {
    const { take, traceOf, db } = place();
    expect(take(lines)).toEqual({ traces: { added: 2, changed: 0, unchanged: 0 }, notes: [] });
    expect(traceOf('aurora', 'a')).toEqual({ searches: 12, pages: 0, tokens: 30_500 });
    expect(traceOf('borealis', 'b')).toEqual({ searches: 3, pages: null, tokens: null });
    expect(traceOf('aurora', 'b')).toBeNull();
    expect(auditActions(db)).toContain('traces.import');
  });

  it('come out as they went in, and imported again change nothing', () => {
    const first = place();
    first.take(lines);
    const file = tracesJsonl(first.db, first.read);
    const second = place();
    expect(second.take(file).traces).toEqual({ added: 2, changed: 0, unchanged: 0 });
    expect(tracesJsonl(second.db, second.read)).toBe(file);
    const before = auditActions(second.db);
    expect(second.take(file).traces).toEqual({ added: 0, changed: 0, unchanged: 2 });
    expect(auditActions(second.db)).toEqual(before);
  });

  it('are replaced by newer ones of the same report', () => {
    const { take, traceOf } = place();
    take(lines);
    expect(take([{ system: 'aurora', qid: 'a', pages: 7 }]).traces).toEqual({ added: 0, changed: 1, unchanged: 0 });
    expect(traceOf('aurora', 'a')).toEqual({ searches: null, pages: 7, tokens: null });
  });

  it('name fields that are not read', () => {
    expect(inEnglish(place().take([{ ...lines[0], minutes: 3 }]).notes)).toEqual(['Ignored fields: minutes (1)']);
  });

  it('are refused as a whole, with line and field', () => {
    const { take, traceOf } = place();
    expect(() => take([lines[0]!, { system: 'aurora', qid: 'z', searches: 1 }])).toThrow('Nothing was imported');
    expect(traceOf('aurora', 'a')).toBeNull();
    expect(refused([{ system: 'aurora', qid: 'z', searches: 1 }])).toEqual([
      [1, 'system, qid', 'The project has no report of aurora on z. Import the report first']
    ]);
    expect(refused([lines[0]!, lines[0]!])).toEqual([[2, 'qid', 'Line 1 already has a trace of aurora on this query']]);
    expect(refused([{ system: 'aurora', qid: 'a' }])).toEqual([
      [1, 'line', 'The line has no searches, pages or tokens. Add at least one of them']
    ]);
    for (const searches of [-1, 1.5, 1e300])
      expect(refused([{ system: 'aurora', qid: 'a', searches }])[0]!.slice(0, 2)).toEqual([1, 'searches']);
    expect(refused([{ system: 'aurora', qid: 'a', searches: '12' }])[0]!.slice(0, 2)).toEqual([1, 'searches']);
    expect(refused([{ qid: 'a', searches: 1 }])[0]!.slice(0, 2)).toEqual([1, 'system']);
    expect(refused(['{"system":"aurora"'])[0]!.slice(0, 2)).toEqual([1, 'line']);
    expect(() => place().take([])).toThrow('has no trace');
  });
});
