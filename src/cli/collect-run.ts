import { join } from 'node:path';
import { refuse } from '../lib/errors.ts';
import { estimateHere } from '../lib/scorer/engine/estimate/estimate.server.ts';
import { describeJudge, judgeSpec, makeJudge, parseJudgeLine, type Env } from '../lib/scorer/judges/index.ts';
import { withStoredServers } from '../lib/scorer/judges/endpoints/stored-servers.server.ts';
import { scriptFiles } from '../lib/scorer/judges/scripted/script-files.ts';
import { TYPED_COMMANDS, typedCommands } from '../lib/scorer/judges/systems/commands.ts';
import { reports } from '../lib/scorer/making/makers/reports.ts';
import { createMaking, makerOf } from '../lib/scorer/making/making-runs.server.ts';
import { RunDriver } from '../lib/scorer/runs/driving/driver.server.ts';
import type { RunProgress } from '../lib/scorer/runs/run-progress.server.ts';
import { changePace, type Run } from '../lib/scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { placeReport, systemOfPiece } from '../lib/exchange/import/collected/collected-reports.server.ts';
import { collectionPlan, type NamedSystem } from '../lib/exchange/import/collected/collection-plan.server.ts';
import { acceptWaiting, type AcceptedPieces } from '../lib/verification/proposals/made-acceptance.server.ts';
import { piecesOfRun } from '../lib/verification/proposals/made-pieces.server.ts';
import type { CollectOptions } from './collect.ts';
import { drive } from './drive.ts';
import { pricesHere } from './make-run.ts';
import { makingNumbered } from './making-numbered.ts';
import { printJson } from './outcome.ts';
import { dataFolder } from './place.ts';
import { readOption, WrongOption } from './read-option.ts';
import { estimateText } from './score-estimate.ts';
import { readWish, type Wish } from './score-wish.ts';
import { typedCommand } from './typed-command.ts';
import { resultsNotWritten } from './unwritten-results.ts';
import { many } from '../lib/stats/writing/figures.ts';

type Lead = ProjectGrant<'manage'>;

/** Reads `NAME=MODEL SETTING=VALUE …`. */
function readSystem(text: string): { name: string; line: string } {
  const [, name = '', line = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (name.trim() === '' || line.trim() === '')
    return refuse.invalid(
      `--system ${JSON.stringify(text)} is not valid. Write NAME=MODEL, e.g. 'OpenAI=openai-research:o4-mini-deep-research'.`
    );
  return { name: name.trim(), line: line.trim() };
}

/** Collects, or estimates; returns whether no more reports than allowed are missing. */
export async function collect(db: Db, grant: Lead, options: CollectOptions): Promise<boolean> {
  const env: Env = {
    ...process.env,
    ...(options.command && { [TYPED_COMMANDS]: readOption('--command', () => typedCommands(options.command!)) })
  };
  const scripts = scriptFiles(join(dataFolder(options.data), 'scripts'));
  const driver = new RunDriver(db, env, scripts);
  if (options.resume !== undefined) return finish(db, grant, driver, resumed(db, grant, options), options);
  const written = readOption('--system', () => (options.system ?? []).map(readSystem));
  if (written.length === 0)
    throw new WrongOption(
      'invalid-input',
      "Name at least one system under test with --system 'NAME=MODEL', or a collection with --resume."
    );
  const configs = readOption('--system', () => written.map(({ line }) => parseJudgeLine(line)));
  const systems = configs.map((config, at): NamedSystem => {
    const { fingerprint } = (options.estimate ? describeJudge : makeJudge)(config, withStoredServers(db, env), scripts);
    return { name: written[at]!.name, asked: { spec: judgeSpec(config), fingerprint, config } };
  });
  const { options: run } = wishOf(options, configs, db);
  const { qid, domain, name, prompt, tries, repeat } = options;
  const plan = collectionPlan(
    db,
    grant,
    {
      systems,
      ...(qid && { qids: qid }),
      ...(domain !== undefined && { domain }),
      ...(name !== undefined && { name }),
      ...(prompt !== undefined && { prompt }),
      ...(tries !== undefined && { tries }),
      options: { ...run, ...(repeat !== undefined && { repeats: repeat }) }
    },
    Date.now()
  );
  if (!options.estimate) return finish(db, grant, driver, createMaking(db, grant, plan), options);
  const question = driver.planMaking(grant, plan);
  const told = await estimateHere(db, question);
  const asked = plan.units.length * systems.length * (repeat ?? 1);
  if (options.json) printJson({ reports: asked, ...told });
  else console.log(`${many(asked, 'report')}.\n${estimateText(told, question.plan.run.options.prices)}`);
  return true;
}

function wishOf(options: CollectOptions, configs: Parameters<typeof readWish>[1], db: Db): Wish {
  const { budget, price, limits, concurrency, deadline, tries, outageWait, maxUnscored } = options;
  return readWish(
    {
      ...{ metric: [], judge: [], cache: true, maxUnscored },
      ...(budget !== undefined && { budget }),
      ...(price && { price }),
      ...(limits && { limits }),
      ...(concurrency !== undefined && { concurrency }),
      ...(deadline && { deadline }),
      ...(tries !== undefined && { tries: [String(tries)] }),
      ...(outageWait !== undefined && { outageWait })
    },
    configs,
    [reports],
    pricesHere(db, configs)
  );
}

/** Options that belong to the plan of a collection, which a resumed one keeps. */
const planned = ['system', 'qid', 'domain', 'repeat', 'tries', 'deadline', 'prompt', 'name', 'estimate'] as const;

/** The same options as they are typed, with their number of values. */
const plannedFlags: Parameters<typeof typedCommand>[0] = {
  ...({ '--system': 'many', '--qid': 'many', '--deadline': 'many', '--estimate': 0 } as const),
  ...({ '--domain': 1, '--repeat': 1, '--tries': 1, '--prompt': 1, '--name': 1, '--resume': 1 } as const)
};

function resumed(db: Db, grant: Lead, options: CollectOptions): Run {
  const [given] = planned.filter((name) => options[name] !== undefined);
  if (given !== undefined)
    return refuse.invalid(
      `--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} cannot be changed by --resume, because the collection keeps its plan. Leave it out, or start a new collection.`
    );
  const run = makingNumbered(db, grant, options.resume!);
  const { maker } = makerOf(db, run);
  if (maker.name !== reports.name)
    return refuse.invalid(
      `Making run ${run.number} creates ${maker.name}. Resume it with voirdire make run ${maker.name}.`
    );
  const { concurrency, budget, limits, prices } = wishOf(options, [], db).options;
  return changePace(db, grant, run, {
    ...(concurrency !== undefined && { concurrency }),
    ...(budget !== undefined && { budget }),
    ...(limits !== undefined && { limits }),
    ...(prices !== undefined && Object.keys(prices).length > 0 && { prices })
  });
}

/** Drives a collection to its end and adds what came, also if it was stopped on its way. */
async function finish(db: Db, grant: Lead, driver: RunDriver, run: Run, options: CollectOptions): Promise<boolean> {
  const resume = typedCommand(plannedFlags, ['--resume', String(run.number)]);
  const { paused, stopped } = await drive(driver, db, { run, grant }, resume).then(
    (reason) => ({ paused: reason, stopped: null }),
    (error: Error) => ({ paused: error.message, stopped: error })
  );
  const added = options.add ? addWaiting(db, grant, run, paused, resume) : { accepted: 0, refused: [] };
  // Its refusal is the document of --json.
  const progress = driver.progress(run.id);
  const told = { run: run.number, progress, added, results: resultsOf(db, grant, run) };
  if (stopped === null || !options.json) tell(told, options.json === true);
  if (stopped !== null) throw stopped;
  if (paused !== null) console.error(paused);
  const { unscored, tasks } = progress;
  const { of, most } = options.maxUnscored;
  return unscored <= (of === 'units' ? most : (tasks * most) / 100) && paused === null && added.refused.length === 0;
}

/** @param paused why the collection paused or was stopped; null if it came to its end */
function addWaiting(db: Db, grant: Lead, run: Run, paused: string | null, resume: string): AcceptedPieces {
  try {
    return acceptWaiting(db, grant, run.id, undefined, placeReport);
  } catch (error) {
    throw resultsNotWritten(error, paused, resume);
  }
}

const resultsOf = (db: Db, { resource }: Lead, run: Run) =>
  piecesOfRun(db, resource.id, run.id).map((row) => ({
    ...{ qid: row.label, system: systemOfPiece(db, row), asked: row.judge, model: row.model },
    ...{ state: row.state === 'made' ? (row.decision ?? 'waiting') : 'failed', reason: row.reason },
    ...{ report: row.placed, characters: row.text.length, repeat: row.repeat }
  }));

interface Told {
  /** Number of the collection. */
  run: number;
  progress: RunProgress;
  added: AcceptedPieces;
  results: ReturnType<typeof resultsOf>;
}

function tell({ run, progress, added, results }: Told, json: boolean): void {
  if (json) return printJson({ run, progress, added: added.accepted, notAdded: added.refused, results });
  const came = results.filter(({ state }) => state !== 'failed').length;
  console.log(
    `Collection ${run}: ${progress.state}, ${came} of ${many(progress.tasks, 'report')} came, ${progress.unscored} failed, ${added.accepted} added to the project.`
  );
  for (const { qid, system, state, reason, characters, model } of results)
    console.log(
      state === 'failed'
        ? `  ${qid}  ${system}: failed. ${reason}`
        : `  ${qid}  ${system}: ${characters.toLocaleString('en')} characters${model === null ? '' : `, ${model}`}${state === 'waiting' ? ', waiting for review' : ''}`
    );
  for (const { label, reason } of added.refused) console.log(`  ${label}: not added. ${reason}`);
}
