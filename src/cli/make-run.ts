import { join } from 'node:path';
import { refuse } from '../lib/errors.ts';
import { estimateHere } from '../lib/scorer/engine/estimate/estimate.server.ts';
import {
  describeJudge,
  judgeSpec,
  makeJudge,
  modelConfigs,
  parseJudgeLine,
  type JudgeConfig
} from '../lib/scorer/judges/index.ts';
import { withStoredServers } from '../lib/scorer/judges/endpoints/stored-servers.server.ts';
import { scriptFiles } from '../lib/scorer/judges/scripted/script-files.ts';
import { makerByName, makers } from '../lib/scorer/making/makers.ts';
import { createMaking, draftingRuns, makerOf } from '../lib/scorer/making/making-runs.server.ts';
import { retriesOf, retryMaking } from '../lib/scorer/making/retried-making.server.ts';
import type { TokenPrice } from '../lib/scorer/runs/run-options.ts';
import { priceOfServer } from '../lib/scorer/runs/trial/server-limits.server.ts';
import { RunDriver } from '../lib/scorer/runs/driving/driver.server.ts';
import { runProgress, type RunProgress } from '../lib/scorer/runs/run-progress.server.ts';
import { changePace, type Run } from '../lib/scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { piecesOfRun } from '../lib/verification/proposals/made-pieces.server.ts';
import { drive } from './drive.ts';
import type { MakeOptions } from './make.ts';
import { unitsOfRun } from './make-units.ts';
import { makingNumbered } from './making-numbered.ts';
import { printJson } from './outcome.ts';
import { dataFolder } from './place.ts';
import { readOption } from './read-option.ts';
import { estimateText } from './score-estimate.ts';
import { readWish } from './score-wish.ts';
import { typedCommand } from './typed-command.ts';
import { many } from '../lib/stats/writing/figures.ts';

type Lead = ProjectGrant<'manage'>;

export function listMaking(db: Db, grant: Lead, json: boolean): void {
  const drafting = makers.filter(({ collects }) => !collects);
  const runs = draftingRuns(db, grant).map((run) => {
    const { state, tasks, tasksDone, unscored, spend } = runProgress(db, run.id);
    const { maker } = makerOf(db, run);
    return {
      ...{ number: run.number, name: run.name, maker: maker.name, state, tasks, tasksDone },
      ...{ failed: unscored, spent: spend.known }
    };
  });
  if (json) return printJson({ makers: drafting.map(({ name, title, about }) => ({ name, title, about })), runs });
  for (const { name, about } of drafting) console.log(`${name}: ${about}`);
  if (runs.length === 0) console.log('The project has no making runs.');
  for (const { number, maker, state, tasks, tasksDone, failed } of runs)
    console.log(`Run ${number}: ${maker}, ${state}, ${tasksDone} of ${tasks} done, ${failed} failed`);
}

/** Runs, or estimates; returns whether no more units than allowed are without a result. */
export async function runMaking(db: Db, grant: Lead, maker: string, options: MakeOptions): Promise<boolean> {
  if (makerByName(maker).collects)
    refuse.invalid('Reports are collected with voirdire collect. See voirdire collect --help.');
  const scripts = scriptFiles(join(dataFolder(options.data), 'scripts'));
  const configs = readOption('--judge', () => options.judge.map(parseJudgeLine));
  const judges = configs.map((config) => {
    const { fingerprint } = (options.estimate ? describeJudge : makeJudge)(
      config,
      withStoredServers(db, process.env),
      scripts
    );
    return { spec: judgeSpec(config), fingerprint, config };
  });
  const { judge, budget, price, limits, concurrency, deadline, tries, outageWait, cache, maxUnscored } = options;
  const given = { judge, cache, maxUnscored, ...(price && { price }), ...(limits && { limits }) };
  const wish = readWish(
    {
      ...{ metric: [], ...given },
      ...(budget !== undefined && { budget }),
      ...(concurrency !== undefined && { concurrency }),
      ...(deadline && { deadline }),
      ...(tries && { tries }),
      ...(outageWait !== undefined && { outageWait })
    },
    configs,
    [makerByName(maker)],
    pricesHere(db, configs)
  );
  const driver = new RunDriver(db, process.env, scripts);
  const plan = {
    ...{ maker, judges, options: wish.options },
    ...(options.name !== undefined && { name: options.name }),
    ...(options.prompt !== undefined && { prompt: options.prompt }),
    ...(options.resume === undefined ? await unitsOfRun(db, grant, maker, options) : { units: [] })
  };
  if (options.estimate) {
    const question = driver.planMaking(grant, plan);
    const told = await estimateHere(db, question);
    if (options.json) printJson({ units: plan.units.length, ...told });
    else console.log(`${many(plan.units.length, 'unit')}.\n${estimateText(told, question.plan.run.options.prices)}`);
    return true;
  }
  const runs =
    options.resume === undefined
      ? [createMaking(db, grant, plan)]
      : resumed(db, driver, grant, { maker, number: options.resume, pace: wish.options });
  const complete: boolean[] = [];
  for (const run of runs) {
    const resume = typedCommand({ '--resume': 1 }, ['--resume', String(run.number)]);
    const paused = await drive(driver, db, { run, grant }, resume);
    const progress = driver.progress(run.id);
    const { unscored, tasks } = progress;
    if (!options.json) tellResults(resultsOf(db, grant, run, progress));
    const missing = `${unscored} of ${many(tasks, 'unit')} ${unscored === 1 ? 'has' : 'have'} no result.`;
    if (paused !== null) console.error(paused);
    else if (unscored > 0)
      console.error(`${missing} Fix the cause, then request only the missing results in a new run:\n  ${resume}`);
    const most = maxUnscored.of === 'units' ? maxUnscored.most : (tasks * maxUnscored.most) / 100;
    complete.push(unscored <= most && paused === null);
  }
  const results = runs.map((run) => resultsOf(db, grant, run, driver.progress(run.id)));
  if (options.json) printJson(results.length === 1 ? results[0] : results);
  return complete.every(Boolean);
}

/** Prices that other runs of this database have for the same models. */
export const pricesHere = (db: Db, configs: readonly JudgeConfig[]): Record<string, TokenPrice> =>
  Object.fromEntries(
    configs
      .flatMap(modelConfigs)
      .map(judgeSpec)
      .flatMap((spec) => {
        const price = priceOfServer(db, spec);
        return price ? [[spec, price]] : [];
      })
  );

/** The run to continue; if it is done and lacks results, the runs that ask for those. */
function resumed(
  db: Db,
  driver: RunDriver,
  grant: Lead,
  { maker, number, pace }: { maker: string; number: number; pace: Parameters<typeof changePace>[3] }
): Run[] {
  const run = makingNumbered(db, grant, number);
  const own = makerOf(db, run).maker.name;
  if (own !== maker) refuse.invalid(`Making run ${run.number} creates ${own}, not ${maker}.`);
  const { concurrency, budget, limits, prices, searchPrice, calls, outageMinutes } = pace;
  const changed = changePace(db, grant, run, {
    ...(concurrency !== undefined && { concurrency }),
    ...(budget !== undefined && { budget }),
    ...(limits !== undefined && { limits }),
    ...(prices !== undefined && { prices }),
    ...(calls !== undefined && { calls }),
    ...(outageMinutes !== undefined && { outageMinutes }),
    ...(searchPrice !== undefined && { searchPrice })
  });
  if (retriesOf(db, changed).length === 0) return [changed];
  return retryMaking(db, grant, changed, (config) => driver.name(config));
}

export function showMaking(db: Db, grant: Lead, number: number, json: boolean): void {
  const run = makingNumbered(db, grant, number);
  const results = resultsOf(db, grant, run, runProgress(db, run.id));
  if (json) printJson(results);
  else tellResults(results);
}

/** @param progress of the process that works on the run, if there is one: a full disk does not take its state */
const resultsOf = (db: Db, grant: Lead, run: Run, progress: RunProgress) => ({
  ...{ run: run.number, name: run.name, maker: makerOf(db, run).maker.name, progress },
  results: piecesOfRun(db, grant.resource.id, run.id).map((row) => ({
    ...{ source: row.source, label: row.label, judge: row.judge, model: row.model, prompt: row.prompt },
    ...{ call: row.callId, state: row.state, text: row.text, why: row.why, reason: row.reason },
    ...{ decision: row.decision, accepted: row.decision === 'accepted' ? (row.decisionText ?? row.text) : null }
  }))
});

/** Further lines of a piece stand below its first one. */
const below = (text: string): string => text.replaceAll('\n', '\n    ');

function tellResults({ run, progress, results, maker }: ReturnType<typeof resultsOf>): void {
  console.log(
    `Making run ${run} (${maker}): ${progress.state}, ${progress.tasksDone} of ${progress.tasks} done, ${progress.unscored} failed.`
  );
  for (const [label, rows] of Map.groupBy(results, (row) => row.label)) {
    console.log(`\n${label}`);
    for (const { state, text, reason, decision, judge } of rows)
      console.log(
        {
          made: `  [${decision}] ${below(text)}`,
          finding: `  ${below(text)}`,
          dropped: `  dropped (${reason}): ${below(text)}`,
          nothing: `  ${judge}: nothing to draft`,
          unmade: `  failed (${judge}): ${reason}`
        }[state]
      );
  }
}
