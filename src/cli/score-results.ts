import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeScoresCsv, type ScoreRow } from '../lib/exchange/scores-csv.ts';
import { writeSystemsCsv, type SystemRow } from '../lib/exchange/systems-csv.ts';
import { writeVerdictsJsonl } from '../lib/exchange/verdicts-jsonl.ts';
import {
  reportScores,
  systemScores,
  unscoredReasons,
  verdictLines,
  type SystemScore
} from '../lib/scorer/run-results.server.ts';
import { judgesOf, metricsOf, runProgress, type Run } from '../lib/scorer/runs.server.ts';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { table } from './table.ts';

/** How the files name all judges of a run together. */
const TOGETHER = 'mean of judges';

/** Everything that a finished run says, ready to be written down. */
export function resultsOf(db: Db, grant: ProjectGrant<'read-results'>, run: Run) {
  const scores = reportScores(db, grant, run);
  const { lines, calls, tasks } = runProgress(db, run.id);
  const sum = (state: 'judged' | 'abstained' | 'unscored'): number => lines.reduce((n, line) => n + line[state], 0);
  return {
    verdicts: verdictLines(db, grant, run),
    scores,
    summary: {
      run: { number: run.number, name: run.name, startedAt: iso(run.startedAt), finishedAt: iso(run.finishedAt) },
      metrics: metricsOf(db, run.id).map(({ metric, promptName, promptVersion, promptHash }) => ({
        name: metric,
        prompt: { name: promptName, version: promptVersion, hash: promptHash }
      })),
      judges: judgesOf(db, run.id).map(({ spec, fingerprint }) => ({ spec, fingerprint })),
      reports: new Set(scores.map(({ reportId }) => reportId)).size,
      judged: tasks,
      units: { judged: sum('judged'), abstained: sum('abstained'), unscored: sum('unscored') },
      unscored: unscoredReasons(db, grant, run),
      calls,
      systems: systemScores(scores)
    }
  };
}

type Results = ReturnType<typeof resultsOf>;

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Each file is written whole or not at all. */
export function writeResults(folder: string, { verdicts, scores, summary }: Results): void {
  mkdirSync(folder, { recursive: true });
  const files = {
    'verdicts.jsonl': writeVerdictsJsonl(verdicts),
    'scores.csv': writeScoresCsv(scoreRows(summary.run.name, scores)),
    'systems.csv': writeSystemsCsv(systemRows(summary.run.name, summary.systems)),
    'summary.json': `${JSON.stringify(summary, null, 2)}\n`
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.new`), content);
    renameSync(join(folder, `${name}.new`), join(folder, name));
  }
}

const scoreRows = (run: string, scores: Results['scores']): ScoreRow[] =>
  scores.flatMap(({ system, qid, metric, judges, ensemble }) => {
    const where = { run, system, qid, metric };
    const own = judges.flatMap(({ judge, score }) => (score ? [{ ...where, judge, ...score }] : []));
    if (!ensemble || judges.length < 2) return own;
    const { value, reason, n, abstained, unscored } = ensemble;
    return [...own, { ...where, judge: TOGETHER, value, reason, n, passed: null, abstained, unscored }];
  });

const systemRows = (run: string, systems: readonly SystemScore[]): SystemRow[] =>
  systems.flatMap(({ system, metric, value, n, reports, judges }) => {
    const where = { run, metric, system, reports };
    const own = judges.map((one) => ({ ...where, ...one }));
    return judges.length < 2 ? own : [...own, { ...where, judge: TOGETHER, value, n }];
  });

/** Means by system: a table for each metric. */
export function scoreTable(systems: readonly SystemScore[]): string {
  const metrics = [...new Set(systems.map(({ metric }) => metric))];
  return metrics
    .map((metric) => {
      const rows = systems.filter((one) => one.metric === metric);
      const judges = rows[0]!.judges.map(({ judge }) => judge);
      const together = judges.length > 1 ? [TOGETHER] : [];
      const shown = (value: number | null): string => (value === null ? '–' : value.toFixed(1));
      const cells = rows.map(({ system, judges: own, value, n, reports }) => [
        system,
        ...own.map((one) => shown(one.value)),
        ...(judges.length > 1 ? [shown(value)] : []),
        n === reports ? String(n) : `${n} of ${reports}`
      ]);
      const header = ['system', ...judges, ...together, 'reports'];
      const right = header.map((_, i) => (i === 0 ? ('left' as const) : ('right' as const)));
      return `${metric}, 0–100\n${table(header, cells, right)}`;
    })
    .join('\n\n');
}
