import { join } from 'node:path';
import { RunDriver } from '../lib/scorer/driver.server.ts';
import { judgeSpec, makeJudge, parseJudgeLine } from '../lib/scorer/judges/index.ts';
import { scriptFiles } from '../lib/scorer/judges/script-files.ts';
import { runByNumber, type NamedJudge } from '../lib/scorer/runs.server.ts';
import { runProgress } from '../lib/scorer/run-progress.server.ts';
import { metricByName } from '../lib/scorer/suites/index.ts';
import { authorize, operator } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { drive } from './drive.ts';
import { printJson } from './outcome.ts';
import { dataFolder, openExisting, openOrCreate } from './place.ts';
import type { ScoreOptions } from './score-options.ts';
import { checkFolder, planFiles, planProject, readFiles, type Planned } from './score-plan.ts';
import { resultsOf } from '../lib/exchange/run-files.server.ts';
import { scoreTable, writeResults } from './score-results.ts';

/** Scores, tells the scores, and returns whether no more units than allowed are without a verdict. */
export async function score(options: ScoreOptions): Promise<boolean> {
  const data = dataFolder(options.data);
  const scripts = scriptFiles(join(data, 'scripts'));
  options.metric.forEach(metricByName);
  const judges = options.judge.map(parseJudgeLine).map((config): NamedJudge => {
    const { fingerprint } = makeJudge(config, process.env, scripts);
    return { spec: judgeSpec(config), fingerprint, config };
  });
  const { db, close, planned } = await plan(data, judges, options);
  try {
    tellWhatIsLeftOut(db, planned);
    await drive(new RunDriver(db, process.env, scripts), db, planned, resumeCommand());
    const grant = authorize(operator, planned.grant.resource, 'read-results');
    const results = resultsOf(db, grant, runByNumber(db, grant, planned.run.number));
    if (options.out !== undefined) writeResults(options.out, results);
    if (options.json) printJson(results.summary);
    else {
      console.log(scoreTable(results.summary.systems));
      if (options.out !== undefined) console.log(`\nVerdicts and scores are in ${options.out}.`);
    }
    return tellUnscored(results.summary, options);
  } finally {
    close();
  }
}

async function plan(
  data: string,
  judges: NamedJudge[],
  options: ScoreOptions
): Promise<{ db: Db; close: () => void; planned: Planned }> {
  const sources = options.reports ? await readFiles(options) : null;
  if (sources) checkFolder(options.out!);
  const { db, close } = await (sources ? openOrCreate(options.out!) : openExisting(data));
  try {
    const planned = sources ? planFiles(db, sources, judges, options) : planProject(db, judges, options);
    return { db, close, planned };
  } catch (error) {
    close();
    throw error;
  }
}

/** A metric that needs a checklist passes over the reports whose query has none; nobody should find that out later. */
function tellWhatIsLeftOut(db: Db, { run }: Planned): void {
  const { lines } = runProgress(db, run.id);
  const most = Math.max(...lines.map(({ tasks }) => tasks));
  for (const [metric, tasks] of new Map(lines.map((line) => [line.metric, line.tasks])))
    if (tasks < most)
      console.error(
        `${metricByName(metric).title} is judged on ${tasks} of ${most} reports: the queries of the others have no checklist.`
      );
}

const MOST_REASONS = 10;

type Summary = ReturnType<typeof resultsOf>['summary'];

function tellUnscored({ units, unscored }: Summary, { maxUnscored }: ScoreOptions): boolean {
  if (units.unscored === 0) return true;
  const all = units.judged + units.abstained + units.unscored;
  console.error(`${units.unscored} of ${all} units have no verdict:`);
  for (const { metric, judge, reason, units: n } of unscored.slice(0, MOST_REASONS))
    console.error(`  ${n} (${metric}, ${judge}): ${reason}`);
  if (unscored.length > MOST_REASONS) console.error(`  … and ${unscored.length - MOST_REASONS} more reasons.`);
  console.error('With --again they are asked once more; what was answered is not.');
  const most = maxUnscored.of === 'units' ? maxUnscored.most : (all * maxUnscored.most) / 100;
  return units.unscored <= most;
}

/** The command line as it was given, with --resume. */
function resumeCommand(): string {
  const quoted = (word: string): string =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
  const words = process.argv.slice(2).filter((word) => word !== '--resume');
  return ['npx voirdire', ...words.map(quoted), '--resume'].join(' ');
}
