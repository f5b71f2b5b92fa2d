import { dirname } from 'node:path';
import type { HeldSystem } from '../lib/alignment/corrected/requirements.ts';
import { isRefusal } from '../lib/errors.ts';
import { type JunitCase, writeJunit } from '../lib/exchange/export/run/junit.ts';
import type { RunResults } from '../lib/exchange/export/run/run-files.server.ts';
import type { VerdictLine } from '../lib/scorer/units/verdict-line.ts';
import { makeFolder, writeWhole } from '../lib/server/files/whole-files.ts';
import { conditionInWords, shownBesideOrDash, type CheckedSystem } from './fail-if.ts';
import { checkOutput } from './leaving.ts';
import { refusalText } from './outcome.ts';
import { systemFaultWords } from './system-faults.ts';

type Reported = Pick<RunResults, 'scores'> & {
  summary: Pick<RunResults['summary'], 'run' | 'metrics'>;
  verdicts: Iterable<Pick<VerdictLine, 'system' | 'qid' | 'metric' | 'judge' | 'state' | 'reason'>>;
};

/**
 * A run for CI servers: a suite with the conditions of `--fail-if`, then one for each metric with a case for each report. A system that
 * meets a condition is a failure. A report without a score is an error, and so is one with unscored units, with their reasons.
 *
 * @param allowed `--max-unscored` allows the unscored units of the run: their reasons stand in the output of a case that passes
 */
export function junitOfScores(results: Reported, checked: readonly CheckedSystem[], allowed: boolean): string {
  const { scores, summary } = results;
  const conditions = checked.map((one): JunitCase => {
    const [classname, name, message] = [one.condition.text, one.system, conditionInWords(one)];
    if (one.result === 'not-met') return { classname, name, output: message };
    return { classname, name, problem: { kind: one.result === 'met' ? 'failure' : 'error', message } };
  });
  const unscored = unscoredUnits(results.verdicts);
  const reportsUnder = (metric: string): JunitCase[] =>
    scores
      .filter((one) => one.metric === metric)
      .map(({ system, qid, ensemble }): JunitCase => {
        const named = { classname: system, name: qid };
        const units = unscored.get(keyOf({ metric, system, qid }));
        const value = ensemble?.value ?? null;
        const score = value === null ? null : `${metric}: ${value}`;
        const without = ensemble?.reason ?? 'Some judges have not judged the report.';
        const said = [score ?? without, ...(units ? [unitsInWords(units)] : [])].join(' ');
        const isError = value === null || (units !== undefined && !allowed);
        return isError ? { ...named, problem: { kind: 'error', message: said } } : { ...named, output: said };
      });
  return writeJunit(`voirdire: run ${summary.run.number}, ${summary.run.name}`, [
    { name: 'conditions', cases: conditions },
    ...summary.metrics.map(({ name }) => ({ name, cases: reportsUnder(name) }))
  ]);
}

const keyOf = ({ metric, system, qid }: { metric: string; system: string; qid: string }): string =>
  JSON.stringify([metric, system, qid]);

/** How many units of each report are unscored, by judge and reason. */
function unscoredUnits(verdicts: Reported['verdicts']): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const line of verdicts) {
    if (line.state !== 'unscored') continue;
    const key = keyOf(line);
    const reasons = found.get(key) ?? new Map<string, number>();
    const reason = `${line.judge}: ${line.reason ?? 'no reason was recorded'}`;
    found.set(key, reasons.set(reason, (reasons.get(reason) ?? 0) + 1));
  }
  return found;
}

function unitsInWords(reasons: ReadonlyMap<string, number>): string {
  const units = [...reasons.values()].reduce((sum, n) => sum + n, 0);
  const each = [...reasons].map(([reason, n]) => `${n} by ${reason}`).join('; ');
  return `${units} ${units === 1 ? 'verdict is' : 'verdicts are'} missing: ${each}`;
}

/** The outcome of a gate for CI servers: a suite for each metric with a case for each condition and system. */
export function junitOfGate(held: readonly HeldSystem[]): string {
  const caseOf = ({ requirement, system, result, value, low, high, reason }: HeldSystem): JunitCase => {
    const shown = (one: number | null): string => shownBesideOrDash(one, requirement.limit);
    const found = value === null ? '' : `${shown(value)}, 95% CI ${shown(low)} – ${shown(high)}`;
    const message = [found, reason].filter(Boolean).join('. ');
    const named = { classname: requirement.text, name: system ?? requirement.metric };
    if (result === 'pass') return { ...named, output: message };
    return { ...named, problem: { kind: result === 'fail' ? 'failure' : 'error', message } };
  };
  const byMetric = Map.groupBy(held, ({ requirement }) => requirement.metric);
  return writeJunit(
    'voirdire gate',
    [...byMetric].map(([name, systems]) => ({ name, cases: systems.map(caseOf) }))
  );
}

/**
 * Carries out a command that writes a JUnit file. A file that cannot be written is refused before calls are paid for. If the command
 * fails, the file holds that as an error: else a CI server would show the file of an earlier build, or none.
 *
 * @param path null or undefined without such a file
 * @param command its name, e.g. `gate`
 */
export async function withJunitFile<T>(path: string | undefined, command: string, work: () => Promise<T>): Promise<T> {
  if (path === undefined) return work();
  makeFolder(dirname(path));
  checkOutput(path);
  try {
    return await work();
  } catch (error) {
    const own = error instanceof Error ? error.message : String(error);
    const message = isRefusal(error) ? refusalText(error) : (systemFaultWords(error) ?? own);
    const problem = { kind: 'error', message } as const;
    const name = `voirdire ${command}`;
    try {
      writeWhole(path, writeJunit(name, [{ name: command, cases: [{ classname: name, name: 'completed', problem }] }]));
    } catch {
      // The error of the command is the one to tell.
    }
    throw error;
  }
}

/** Writes the file; its folder is made if there is none, so that a paid run does not end without its results. */
export function writeJunitFile(path: string, xml: string): void {
  makeFolder(dirname(path));
  writeWhole(path, xml);
}
