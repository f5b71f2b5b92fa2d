import { join } from 'node:path';
import { currentAdoption } from '../lib/alignment/adoption/decisions.server.ts';
import type { CorrectedMetric } from '../lib/alignment/corrected/corrected.ts';
import { correctedScores, correctingAdoption, whyUncorrected } from '../lib/alignment/corrected/corrected.server.ts';
import {
  heldTogether,
  holdSystems,
  type HeldResult,
  type HeldSystem
} from '../lib/alignment/corrected/requirements.ts';
import { refuse } from '../lib/errors.ts';
import { judgeSpec, makeJudge } from '../lib/scorer/judges/index.ts';
import { withStoredServers } from '../lib/scorer/judges/endpoints/stored-servers.server.ts';
import { scriptFiles } from '../lib/scorer/judges/scripted/script-files.ts';
import { RunDriver } from '../lib/scorer/runs/driving/driver.server.ts';
import type { NamedJudge } from '../lib/scorer/runs/new-run.server.ts';
import { configOf, judgesById, type Run } from '../lib/scorer/runs/runs.server.ts';
import { unscoredReasons } from '../lib/scorer/runs/run-verdicts.server.ts';
import { metricByName } from '../lib/scorer/suites/index.ts';
import { loadRubrics } from '../lib/scorer/suites/rubrics/rubrics.server.ts';
import { authorize, operator, type ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { projectsOf } from '../lib/server/projects.ts';
import { drive } from './drive.ts';
import { shownBesideOrDash } from './fail-if.ts';
import type { GateOptions } from './gate.ts';
import { junitOfGate, withJunitFile, writeJunitFile } from './junit-cases.ts';
import { printJson } from './outcome.ts';
import { pricesHere } from './make-run.ts';
import { dataFolder, openExisting } from './place.ts';
import { projectOf } from './project-of.ts';
import type { ScoreOptions } from './score-options.ts';
import { planScoring } from './score-plan.ts';
import { readWish } from './score-wish.ts';
import { textTable } from './table.ts';
import { typedCommand } from './typed-command.ts';
import { runNumbered } from './numbered-things.ts';
import { unscoredLines } from './unscored-lines.ts';

/** Scores with the adopted judges unless a run is named, tells what was compared, and returns what it comes to. */
export const runGate = (options: GateOptions): Promise<HeldResult> =>
  withJunitFile(options.junit, 'gate', () => gate(options));

async function gate(options: GateOptions): Promise<HeldResult> {
  const data = dataFolder(options.data);
  const { db, close } = await openExisting(data);
  try {
    loadRubrics(db);
    const names = [...new Set(options.require.map(({ metric }) => metricByName(metric).name))];
    const project = await projectOf(db, options.project);
    const reading = authorize(operator, project, 'read-results');
    const at = { db, data, reading, options };
    const metrics =
      options.run === undefined
        ? await scoreAdopted(at, names)
        : correctedScores(db, reading, runNumbered(db, reading, options.run));
    const held = holdSystems(options.require, ofSystems(metrics, options.system), {
      raw: options.raw === true,
      tolerates: toleratedBy(options)
    });
    const result = heldTogether(held);
    if (options.junit !== undefined) writeJunitFile(options.junit, junitOfGate(held));
    if (options.json) printJson({ result, systems: held.map(asData) });
    else console.log(`${heldTable(held)}\n\n${resultWords[result]}`);
    return result;
  } finally {
    close();
  }
}

/** Whether so many units may stay without a label. */
const toleratedBy =
  ({ maxUnscored: { of, most } }: GateOptions) =>
  (unanswered: number, all: number): boolean =>
    unanswered <= (of === 'units' ? most : (all * most) / 100);

interface At {
  db: Db;
  data: string;
  reading: ProjectGrant<'read-results'>;
  options: GateOptions;
}

/** Scores each metric with the judges that are adopted for it; a metric that cannot be compared is not asked at all. */
async function scoreAdopted({ db, data, reading, options }: At, names: readonly string[]): Promise<CorrectedMetric[]> {
  const scripts = scriptFiles(join(data, 'scripts'));
  const found: CorrectedMetric[] = [];
  for (const name of names) {
    const metric = metricByName(name);
    const judges = adoptedJudges(db, reading, name);
    const why = whyUncorrected(metric) ?? judges.why ?? correctingAdoption(db, reading, metric).why;
    if (why !== null) {
      found.push({ metric: name, title: metric.title, why, by: null });
      continue;
    }
    const plan = (how: 'resume' | 'again') => planned({ db, data, reading, options }, name, judges.named(scripts), how);
    const earlier = plan('resume');
    const scores = await scored({ db, data, reading, options }, name, earlier, scripts);
    // A run that is done stays as it is: answers that are missing in it, perhaps for want of a key, are asked for by a new one.
    const retries = earlier.status === 'done' && lacksAnswers(scores, options);
    found.push(...(retries ? await scored({ db, data, reading, options }, name, plan('again'), scripts) : scores));
  }
  return found;
}

/** Drives a run unless it is done, tells why units of it have no label, and returns the scores under a metric. */
async function scored(
  { db, reading, options }: At,
  metric: string,
  run: Run,
  scripts: ReturnType<typeof scriptFiles>
): Promise<CorrectedMetric[]> {
  const manage = authorize(operator, reading.resource, 'manage');
  const driver = new RunDriver(db, process.env, scripts);
  const paused = await drive(driver, db, { run, grant: manage }, typedCommand());
  if (paused !== null) refuse.conflict(paused);
  const done = runNumbered(db, reading, run.number);
  const scores = correctedScores(db, reading, done).filter((one) => one.metric === metric);
  if (run.status !== 'done' && lacksAnswers(scores, options)) {
    const reasons = unscoredLines(unscoredReasons(db, reading, done));
    console.error([`Run ${run.number} has units without a label:`, ...reasons].join('\n'));
    console.error(
      'Fix the cause, then run the gate again: stored answers are reused, and only missing ones are requested.'
    );
  }
  return scores;
}

/** Whether units of a compared system have no answer of the ensemble, more than are tolerated. */
function lacksAnswers(scores: readonly CorrectedMetric[], options: GateOptions): boolean {
  const tolerates = toleratedBy(options);
  return scores.some(
    (metric) =>
      metric.why === null &&
      metric.systems.some(({ units, unanswered }) => unanswered > 0 && !tolerates(unanswered, units + unanswered))
  );
}

/** The judges that are adopted for a metric as they were then; or why there are none to ask. */
function adoptedJudges(
  db: Db,
  reading: ProjectGrant<'read-results'>,
  metric: string
): { why: string | null; named(scripts: ReturnType<typeof scriptFiles>): NamedJudge[] } {
  const adoption = currentAdoption(db, reading, metric);
  const none = (why: string) => ({ why, named: () => [] });
  if (!adoption) return none('No ensemble is adopted for this metric. Adopt one first: voirdire adopt STUDY');
  const { valid, changed } = adoption.validity;
  if (!valid) return none(`The adoption is reopened: ${changed.join(' ')}`);
  const stored = judgesById(
    db,
    reading.resource.id,
    adoption.ensemble.judges.map(({ judgeId }) => judgeId)
  );
  const env = withStoredServers(db, process.env);
  return {
    why: null,
    named: (scripts) =>
      stored.map((judge) => {
        const config = configOf(judge);
        return { spec: judgeSpec(config), fingerprint: makeJudge(config, env, scripts).fingerprint, config };
      })
  };
}

/** The run over all requested reports: with `resume` an earlier one that asked the same, else a new one. */
function planned({ db, reading, options }: At, metric: string, judges: NamedJudge[], how: 'resume' | 'again'): Run {
  const { slug } = projectsOf(db, operator).find(({ id }) => id === reading.resource.id)!;
  const scoring: ScoreOptions = {
    ...{ metric: [metric], judge: judges.map(({ spec }) => spec), project: slug },
    ...{ [how]: true, cache: true, maxUnscored: options.maxUnscored },
    ...(options.system && { system: options.system }),
    ...(options.query && { query: options.query }),
    ...(options.budget !== undefined && { budget: options.budget }),
    ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
    ...(options.price && { price: options.price }),
    ...(options.outageWait !== undefined && { outageWait: options.outageWait })
  };
  const configs = judges.map(({ config }) => config);
  const wish = readWish(scoring, configs, [metricByName(metric)], pricesHere(db, configs));
  return planScoring(db, null, { options: scoring, wish, judges, rubrics: [] }).run;
}

/** Only the requested systems: a named run may hold others. Refused if the run has no scores of one. */
const ofSystems = (metrics: readonly CorrectedMetric[], asked: readonly string[] | undefined): CorrectedMetric[] =>
  metrics.map((metric) => {
    if (metric.why !== null || asked === undefined) return metric;
    const scored = metric.systems.map(({ system }) => system);
    const unknown = asked.filter((name) => !scored.includes(name));
    if (unknown.length > 0)
      refuse.invalid(
        `The run has no ${metric.metric} scores of ${unknown.join(', ')}. Systems with scores: ${scored.join(', ')}.`
      );
    return { ...metric, systems: metric.systems.filter(({ system }) => asked.includes(system)) };
  });

const resultWords: Record<HeldResult, string> = {
  pass: 'Pass: every interval lies on the required side of its limit.',
  fail: 'Fail: an interval lies entirely on the wrong side of its limit.',
  inconclusive: 'Inconclusive: an interval contains its limit. More reports narrow the interval.',
  broken: 'Broken: no valid comparison is possible.'
};

const asData = ({ requirement, ...rest }: HeldSystem) => ({ require: requirement.text, ...rest });

const heldTable = (held: readonly HeldSystem[]): string =>
  textTable(
    ['condition', 'system', 'score', 'value', '95% CI', 'units', 'result'],
    held.map(({ requirement, system, score, value, low, high, units, result, reason }) => [
      requirement.text,
      system ?? '–',
      score ?? '–',
      shownBesideOrDash(value, requirement.limit),
      low === null
        ? '–'
        : `${shownBesideOrDash(low, requirement.limit)} – ${shownBesideOrDash(high, requirement.limit)}`,
      String(units),
      result === 'inconclusive' || result === 'broken' ? `${result}: ${reason}` : result
    ]),
    ['left', 'left', 'left', 'right', 'right', 'right', 'left']
  );
