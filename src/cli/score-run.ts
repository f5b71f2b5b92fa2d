import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { demandQueueAddress } from '../lib/scorer/queue/connection.server.ts';
import { resultsOf, type RunResults } from '../lib/exchange/export/run/run-files.server.ts';
import { RunDriver } from '../lib/scorer/runs/driving/driver.server.ts';
import { failedSearchesIn, notFetchedIn } from '../lib/scorer/web/pages/fetching-again.server.ts';
import { estimateHere, estimatePlan } from '../lib/scorer/engine/estimate/estimate.server.ts';
import {
  allPlayers,
  describeJudge,
  destinationInWords,
  type Env,
  type JudgeFacts,
  judgeSpec,
  makeJudge,
  parseJudgeLine
} from '../lib/scorer/judges/index.ts';
import { withStoredServers } from '../lib/scorer/judges/endpoints/stored-servers.server.ts';
import { scriptFiles } from '../lib/scorer/judges/scripted/script-files.ts';
import { reportsToJudge } from '../lib/scorer/runs/judged-reports.server.ts';
import type { NamedJudge } from '../lib/scorer/runs/new-run.server.ts';
import { metricsOf, type Run, runByNumber } from '../lib/scorer/runs/runs.server.ts';
import { allSuites, findMetric, metricByName } from '../lib/scorer/suites/index.ts';
import type { Suite } from '../lib/scorer/suite.ts';
import { loadRubrics, rubricMetricOf } from '../lib/scorer/suites/rubrics/rubrics.server.ts';
import { authorize, operator } from '../lib/server/auth/authorize.ts';
import { date } from '../lib/stats/writing/days.ts';
import type { Db } from '../lib/server/db/client.ts';
import { signingKeyFile } from '../lib/server/signing/backup-key.ts';
import { signingKeyOf } from '../lib/server/signing/signing-key.ts';
import { refuse } from '../lib/errors.ts';
import { drive } from './drive.ts';
import { conditionInWords, checkSystems, unknownConditions } from './fail-if.ts';
import { collectGarbage, growHeapBy, letYoungGrow } from './heap.ts';
import { junitOfScores, withJunitFile, writeJunitFile } from './junit-cases.ts';
import { exportedHead, signFolder } from './leaving.ts';
import { printJson } from './outcome.ts';
import { databaseFile, dataFolder, hasDatabase, openExisting, openForgotten, openOrCreate } from './place.ts';
import { readOption } from './read-option.ts';
import { openLender, takenInWords } from './reply-lender.ts';
import { runLines } from './run-lines.ts';
import { rubricText } from './rubric-text.ts';
import { estimateText } from './score-estimate.ts';
import type { ScoreOptions } from './score-options.ts';
import { checkFolder, planScoring, readFiles, type Planned, type RubricFile, type Scoring } from './score-plan.ts';
import { readWish } from './score-wish.ts';
import { scoreTable, writeResults } from './score-results.ts';
import { typedCommand } from './typed-command.ts';
import { unscoredLines } from './unscored-lines.ts';
import { checkOutputFolder, resultsNotWritten } from './unwritten-results.ts';
import { many } from '../lib/stats/writing/figures.ts';

/** The environment with the servers that admins of the project's instance named. */
async function withServersOf(data: string): Promise<Env> {
  const { db, close } = await openExisting(data);
  try {
    return withStoredServers(db, process.env);
  } finally {
    close();
  }
}

type Outcome = 'done' | 'unscored' | 'threshold';

/** Scores, tells the scores, and returns how the command ends. */
export const runScore = (options: ScoreOptions): Promise<Outcome> =>
  withJunitFile(options.junit, 'score', () => score(options));

async function score(options: ScoreOptions): Promise<Outcome> {
  const data = dataFolder(options.data);
  const scripts = scriptFiles(join(data, 'scripts'));
  const rubrics = await readRubrics(data, options);
  options.metric.forEach(metricByName);
  const unknown = unknownConditions(options.failIf ?? [], options.metric);
  if (unknown !== null) refuse.invalid(unknown);
  const configs = readOption('--judge', () => options.judge.map(parseJudgeLine));
  const wish = readWish(options, configs);
  const queued = queueIn(options);
  const address = queued['VOIRDIRE_QUEUE'];
  if (address !== undefined) readOption('--queue', () => demandQueueAddress(address.trim()));
  const env = options.project === undefined ? process.env : await withServersOf(data);
  // An estimate asks no judge, so it needs no key.
  const made = configs.map((config) => (options.estimate ? describeJudge : makeJudge)(config, env, scripts));
  const judges = configs.map((config, at): NamedJudge => {
    const { fingerprint } = made[at]!;
    return { spec: judgeSpec(config), fingerprint, config };
  });
  const scoring = { options, wish, judges, rubrics };
  if (options.estimate) {
    await estimate(data, made, scoring);
    return 'done';
  }
  if (options.out !== undefined && options.project !== undefined) checkOutputFolder(options.out);
  const { db, close, planned, taken } = await plan(data, scoring);
  try {
    tellPrompts(planned);
    tellWhatIsLeftOut(db, planned);
    const models = made.flatMap(allPlayers);
    for (const { notes } of models) for (const note of [notes?.settings, notes?.ends]) if (note) console.error(note);
    for (const { spec, destination } of models) if (destination) console.error(destinationInWords(spec, destination));
    const again = options.fetchAgain === true ? 'not-fetched' : (options.fetchAgain ?? null);
    // The import leaves as much behind as calls under way need.
    collectGarbage();
    letYoungGrow(true);
    const lines = options.jsonLines ? runLines(planned) : null;
    lines?.planned();
    const paused = await drive(new RunDriver(db, queued, scripts), db, planned, resumeCommand(), {
      again,
      ...(lines && { hear: lines.progress })
    });
    // No call waits for the processor from here on, and results of all reports come on top of what calls left.
    letYoungGrow(false);
    growHeapBy(20);
    collectGarbage();
    const grant = authorize(operator, planned.grant.resource, 'read-results');
    const results = resultsOf(db, grant, runByNumber(db, grant, planned.run.number));
    const checked = checkSystems(options.failIf ?? [], results.summary.systems);
    try {
      if (options.out !== undefined) await writeSigned(db, planned, options, data, results);
      if (options.junit !== undefined)
        writeJunitFile(options.junit, junitOfScores(results, checked, areFew(results.summary, options)));
    } catch (error) {
      throw resultsNotWritten(error, paused, resumeCommand());
    }
    if (options.json) printJson(results.summary);
    else if (lines === null) {
      console.log(scoreTable(results));
      if (options.out !== undefined)
        console.log(`\nVerdicts, scores and the leaderboard were written to ${options.out}.`);
    }
    tellUnscored(results.summary);
    const failed = checked.filter(({ result }) => result !== 'not-met');
    for (const one of failed) console.error(conditionInWords(one));
    if (options.replies !== undefined) console.error(takenInWords(taken(), options.replies));
    if (paused !== null) console.error(paused);
    else tellNotFetched(db, planned);
    const open =
      !areFew(results.summary, options) || paused !== null || failed.some(({ result }) => result === 'undefined');
    const outcome = open ? 'unscored' : failed.length > 0 ? 'threshold' : 'done';
    lines?.ended(outcome, results.summary);
    return outcome;
  } finally {
    close();
  }
}

/**
 * Writes the files of a run with one signature beside their folder, and records them. Without a project the run has a database of its
 * own in that folder: the instance of the data folder signs, if there is one, else a key that is made beside that database.
 */
async function writeSigned(
  db: Db,
  { run, grant: { resource } }: Planned,
  options: ScoreOptions,
  data: string,
  results: RunResults
): Promise<void> {
  const folder = options.out!;
  const names = writeResults(folder, results, await exportedHead(db));
  const instance = options.project === undefined && existsSync(databaseFile(data)) ? databaseFile(data) : null;
  const own = options.project === undefined ? databaseFile(folder) : databaseFile(data);
  const key = signingKeyOf(instance ?? own);
  const grant = authorize(operator, resource, 'read-results');
  const signature = await signFolder(db, grant, { entity: 'run', entityId: run.id }, folder, names, key);
  console.error(`Signature: ${signature}, key ${key.fingerprint} (${signingKeyFile(instance ?? own)}).`);
}

interface Opened {
  db: Db;
  close: () => void;
  planned: Planned;
  taken: () => number;
}

/** The metrics of a shipped suite: those that were named besides, or all. */
function addMetricsOf(suite: Suite, options: ScoreOptions): void {
  const own = suite.metrics.map(({ name }) => name);
  if (!options.metric.some((name) => own.includes(name))) options.metric.push(...own);
}

/** Makes the rubrics of files and of the database known, and adds the metrics of suites and files to those that are judged. */
async function readRubrics(data: string, options: ScoreOptions): Promise<RubricFile[]> {
  const shipped = (options.suite ?? []).flatMap((name) => allSuites().find((suite) => suite.name === name) ?? []);
  for (const suite of shipped) addMetricsOf(suite, options);
  const suites = allSuites().map(({ name }) => name);
  const otherwise = `choose one of the suites ${suites.join(', ')}, or check the path of the rubric file`;
  const files = (options.suite ?? [])
    .filter((name) => !shipped.some((suite) => suite.name === name))
    .map((name) => ({ name, text: rubricText(name, otherwise) }));
  for (const { name, text } of files) {
    const { name: metric } = rubricMetricOf(text, name);
    if (!options.metric.includes(metric)) options.metric.push(metric);
  }
  const folder = options.reports ? options.out : data;
  const unknown = options.metric.some((name) => findMetric(name) === undefined);
  if (unknown && folder !== undefined && hasDatabase(folder)) {
    const { db, close } = await openExisting(folder);
    loadRubrics(db);
    close();
  }
  return files;
}

async function plan(data: string, scoring: Scoring): Promise<Opened> {
  const { options } = scoring;
  const sources = await readFiles(options);
  if (sources) checkFolder(options.out!);
  const lender = openLender(options);
  const { db, close: closeOwn } = await (sources ? openOrCreate(options.out!) : openExisting(data));
  const close = (): void => {
    closeOwn();
    lender?.close();
  };
  try {
    const taken = lender?.lendTo(db) ?? (() => 0);
    return { db, close, planned: planScoring(db, sources, scoring), taken };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Prints what the run would take, with --resume what is left of it. It is planned as it would be, and forgotten: nothing is
 * asked and nothing is written.
 */
async function estimate(data: string, made: JudgeFacts[], scoring: Scoring): Promise<void> {
  const { options } = scoring;
  const sources = await readFiles(options);
  const lender = openLender(options);
  const { db, close } = await (sources ? openForgotten(options.out) : openExisting(data));
  try {
    lender?.lendTo(db);
    const plan = (tx: Db): Run => {
      const planned = planScoring(tx, sources, scoring);
      tellPrompts(planned);
      tellWhatIsLeftOut(tx, planned);
      return planned.run;
    };
    // Reports out of files are in a database that is forgotten anyway, and their texts are still to be read.
    const question = estimatePlan(db, plan, made, { keep: sources !== null });
    const told = await estimateHere(db, question);
    if (options.json) printJson(told);
    else console.log(estimateText(told, question.plan.run.options.prices));
  } finally {
    close();
    lender?.close();
  }
}

/** Names versions of prompts that were not typed: those with which judges were adopted. */
function tellPrompts({ adopted }: Planned): void {
  for (const [name, { version, by, at }] of Object.entries(adopted))
    console.error(
      `${metricByName(name).title}: prompt version ${version}, as used for the adoption by ${by} on ${date(at)}. To change it, use --prompt ${name}@VERSION.`
    );
}

/** A metric may have nothing to judge in some reports, which is told before the run. */
function tellWhatIsLeftOut(db: Db, { run, reports }: Planned): void {
  for (const { metric: name } of metricsOf(db, run.id)) {
    const { title, protocol, material } = metricByName(name);
    const judged = reportsToJudge(db, run, name);
    const why = protocol.compares
      ? 'the others are reports of the baseline, or answer queries without a report of the baseline'
      : material !== undefined
        ? `the queries of the others have no ${material} material`
        : 'the queries of the others have no checklist';
    if (judged < reports) console.error(`${title} is judged on ${judged} of ${many(reports, 'report')}: ${why}.`);
  }
}

type Summary = ReturnType<typeof resultsOf>['summary'];

const allUnits = ({ units: { judged, abstained, unscored } }: Summary): number => judged + abstained + unscored;

/** Whether so many units may stay unscored. */
function areFew(summary: Summary, { maxUnscored: { of, most } }: ScoreOptions): boolean {
  return summary.units.unscored <= (of === 'units' ? most : (allUnits(summary) * most) / 100);
}

function tellUnscored(summary: Summary): void {
  const { run, units, unscored } = summary;
  if (units.unscored === 0) return;
  const all = allUnits(summary);
  console.error(
    `Run ${run.number} is incomplete: ${units.unscored} of ${many(all, 'unit')} ${units.unscored === 1 ? 'is' : 'are'} unscored:`
  );
  for (const line of unscoredLines(unscored)) console.error(line);
  console.error('Retry them with --again; stored answers are reused.');
}

/** The run came to its end, but some pages could not be reached, or searches failed. */
function tellNotFetched(db: Db, { run }: Planned): void {
  const held = notFetchedIn(db, run.id);
  if (held)
    console.error(
      `${held.pages} of ${many(held.of, 'cited page')} could not be fetched from this machine (${held.note}). Claims that cite them are unscored. Retry with --fetch-again.`
    );
  const failed = failedSearchesIn(db, run.id);
  if (failed)
    console.error(
      `${many(failed.searches, 'web search', 'web searches')} failed. Units of ${many(failed.reports, 'report')} that need their results are unscored. Retry with --fetch-again.`
    );
}

/** The environment with the queue of `--queue`; without that option, this command scores by itself. */
const queueIn = ({ queue }: ScoreOptions): Env => {
  const { VOIRDIRE_QUEUE: usual, ...others } = process.env;
  const url = queue === true ? usual : queue;
  return url === undefined ? others : { ...others, VOIRDIRE_QUEUE: url };
};

/** The command line as it was typed, with --resume, which stands for --again too. */
const resumeCommand = (): string =>
  typedCommand({ '--resume': 0, '--again': 0, '--fetch-again': 'many' }, ['--resume']);
