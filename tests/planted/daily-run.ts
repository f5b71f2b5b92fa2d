import { importTraces } from '../../src/lib/exchange/import/traces/import-traces.server.ts';
import { importVerdicts } from '../../src/lib/exchange/import/verdicts/import-verdicts.server.ts';
import { smallMaterial } from '../../src/lib/scorer/suites/material.fixture.ts';
import type { ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import type { Db } from '../../src/lib/server/db/client.ts';
import { importQueries } from '../../src/lib/verification/benchmark/benchmark.server.ts';
import { importReports } from '../../src/lib/verification/benchmark/reports.server.ts';
import { aQuery, aReport } from '../../src/lib/verification/rounds/project.fixture.server.ts';

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

/**
 * A run of two systems on six tasks of one subtask, from a file of verdicts: aurora follows every instruction and has half of the facts right
 * on every other task; borealis follows none or half, with all facts right. One report has a trace.
 */
export function importDailyRun(db: Db, lead: ProjectGrant<'manage'>): { number: number } {
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
  importTraces(db, lead, Buffer.from('{"system":"aurora","qid":"q1","searches":12,"pages":3}\n'));
  return run;
}
