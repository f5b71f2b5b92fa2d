import { existsSync, readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { adoptedPrompts, type AdoptedPrompt } from '../lib/alignment/adoption/decisions.server.ts';
import { refuse } from '../lib/errors.ts';
import { importSources, readSources, type ReadSource } from '../lib/exchange/import/import-sources.server.ts';
import { ofQueries } from '../lib/scorer/runs/subset/chosen-queries.ts';
import { createRun, findRun, type NamedJudge, type NewRun } from '../lib/scorer/runs/new-run.server.ts';
import { changePace, type Run } from '../lib/scorer/runs/runs.server.ts';
import type { MetricSettings } from '../lib/scorer/metric.ts';
import { listRuns } from '../lib/scorer/runs/run-progress.server.ts';
import { inEnglish } from '../lib/messages/say-in.ts';
import { metricByName } from '../lib/scorer/suites/index.ts';
import { metricInRunName } from '../lib/scorer/suites/metric-words.ts';
import { addRubric } from '../lib/scorer/suites/rubrics/rubrics.server.ts';
import { authorize, instance, operator, type ProjectGrant } from '../lib/server/auth/authorize.ts';
import { write, type Db } from '../lib/server/db/client.ts';
import { createProject, projectsOf } from '../lib/server/projects.ts';
import { listReports } from '../lib/verification/benchmark/reports.server.ts';
import { listSystems } from '../lib/verification/benchmark/systems.server.ts';
import { freezeVersion } from '../lib/verification/release/versions.server.ts';
import { hasDatabase } from './place.ts';
import type { ScoreOptions } from './score-options.ts';
import type { Wish } from './score-wish.ts';
import { contentPaths, readPath } from './sources.ts';
import { projectNamed } from './project-named.ts';

/** A rubric as a file holds it. */
export interface RubricFile {
  name: string;
  text: string;
}

/** Plan of a run from the command line: reports, judges and options. */
export interface Scoring {
  options: ScoreOptions;
  wish: Wish;
  judges: NamedJudge[];
  rubrics: RubricFile[];
}

export interface Planned {
  run: Run;
  grant: ProjectGrant<'manage'>;
  /** How many reports it has. */
  reports: number;
  /** Versions of prompts that it took from decisions in force, by metric. */
  adopted: Record<string, AdoptedPrompt>;
}

const managing = (id: string): ProjectGrant<'manage'> => authorize(operator, { kind: 'project', id }, 'manage');

/**
 * Reads the files that are to be scored, null with a project, and tells what was left out of them. Nothing is written before all
 * of it is known to be sound.
 */
export async function readFiles(options: ScoreOptions): Promise<ReadSource[] | null> {
  if (!options.reports) return null;
  const [system, ...more] = options.system ?? [];
  if (more.length > 0)
    refuse.invalid(
      'With --reports, --system accepts one name. Score the reports of each system separately, or name the systems in the files.'
    );
  const reports = await readSources(
    options.reports.map((path) => readPath(path, system)),
    { kind: 'reports', ...(system === undefined ? {} : { system }) }
  );
  const queries = await readSources((options.queries ?? []).flatMap(contentPaths).map((path) => readPath(path)));
  const wrong = queries.find(({ content }) => content.kind === 'reports');
  if (wrong) refuse.invalid(`${wrong.name} contains reports. Pass it with --reports.`);
  const read = [...queries, ...reports];
  for (const { name, notes } of read) for (const note of inEnglish(notes)) console.error(`Note on ${name}: ${note}.`);
  return read;
}

/** A folder that is empty, or holds a database of ours: whether that has a run is seen when it is open. */
export function checkFolder(folder: string): void {
  if (existsSync(folder) && !hasDatabase(folder) && readdirSync(folder).length > 0)
    refuse.conflict(`The folder ${folder} is not empty and does not contain a run. Choose another folder with --out.`);
}

/**
 * The run over the reports of files, which are imported, or of a project: made, or found again to be resumed.
 *
 * @param sources Null with a project
 */
export const planScoring = (db: Db, sources: ReadSource[] | null, scoring: Scoring): Planned =>
  sources ? planFiles(db, sources, scoring) : planProject(db, scoring);

/** In a database of its own. */
function planFiles(db: Db, sources: ReadSource[], scoring: Scoring): Planned {
  const { options, rubrics } = scoring;
  const folder = options.out ?? '.';
  return write(db, (tx) => {
    const project =
      projectsOf(tx, operator)[0] ??
      createProject(tx, authorize(operator, instance, 'administer'), {
        name: basename(resolve(folder)),
        slug: 'files'
      });
    const grant = managing(project.id);
    const earlier = listRuns(tx, authorize(operator, grant.resource, 'read-results'))[0];
    // An estimate leaves nothing in the folder, and what that has answered counts.
    if (earlier && !options.resume && !options.again && !options.fetchAgain && !options.estimate)
      refuse.conflict(
        `The folder ${folder} already contains a run. Resume it with --resume, retry failed calls with --again, or choose another folder.`
      );
    for (const { name, text } of rubrics) addRubric(tx, grant, text, name);
    importSources(tx, grant, sources, { createQueries: options.createQueries === true });
    const sought = seekRun(tx, grant, scoring);
    if (!sought.found && earlier && !options.estimate)
      refuse.conflict(
        `The folder ${folder} contains a different run: ${earlier.metrics.join(', ')} by ${earlier.judges.join(', ')}. To resume it, use the same reports, queries, metrics and judges. For a new run, choose another folder.`
      );
    return resumeOrCreate(tx, grant, scoring, sought);
  });
}

const planProject = (db: Db, scoring: Scoring): Planned =>
  write(db, (tx) => {
    const grant = managing(projectNamed(tx, scoring.options.project!).id);
    for (const { name, text } of scoring.rubrics) addRubric(tx, grant, text, name);
    return resumeOrCreate(tx, grant, scoring, seekRun(tx, grant, scoring));
  });

/** Questions that a run would ask, and the earlier run that asks the same, if one is to be continued or repeated. */
interface Sought {
  asked: Omit<NewRun, 'name'>;
  found: Run | null;
  adopted: Record<string, AdoptedPrompt>;
}

function seekRun(tx: Db, grant: ProjectGrant<'manage'>, { options, wish, judges }: Scoring): Sought {
  const reading = authorize(operator, grant.resource, 'read-results');
  const unnamed = options.metric.filter((name) => !Object.hasOwn(wish.prompts, name));
  const given = {
    versionId: freezeVersion(tx, grant).version.id,
    metrics: options.metric,
    judges,
    reportIds: chosenReports(tx, grant, options).map(({ id }) => id),
    options: wish.options
  };
  const first = adoptedPrompts(tx, reading, unnamed);
  const wishes = [first, {}].map((adopted) => ({
    asked: { ...given, settings: settingsOf(tx, grant, options, wish, adopted) },
    adopted
  }));
  // A run that began before its judges were adopted is continued under the words that it began with.
  const sought = options.resume || options.again || options.fetchAgain ? wishes : [];
  for (const { asked, adopted } of sought) {
    const found = findRun(tx, reading, asked);
    if (found) return { asked, found, adopted };
  }
  if (options.fetchAgain)
    refuse.notFound('run of these reports, metrics and judges, so there are no pages to fetch again');
  return { ...wishes[0]!, found: null };
}

function resumeOrCreate(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  { options, wish, judges }: Scoring,
  { asked, found, adopted }: Sought
): Planned {
  const reports = asked.reportIds.length;
  if (found && (options.resume || options.fetchAgain)) {
    const { concurrency, budget, limits, prices, searchPrice, calls, outageMinutes, batches } = wish.options;
    const pace = {
      ...(concurrency !== undefined && { concurrency }),
      ...(budget !== undefined && { budget }),
      ...(limits !== undefined && { limits }),
      ...(calls !== undefined && { calls }),
      ...(outageMinutes !== undefined && { outageMinutes }),
      ...(batches !== undefined && { batches }),
      ...(options.price !== undefined && prices !== undefined && { prices }),
      ...(options.price !== undefined && searchPrice !== undefined && { searchPrice })
    };
    return { run: changePace(tx, grant, found, pace), grant, reports, adopted };
  }
  const run = createRun(tx, grant, {
    ...asked,
    // One more run of the same: an earlier one may have been made before there was web search by metric.
    ...(found && { options: { webSearch: found.options.webSearch ?? 'off', ...asked.options } }),
    name:
      options.name ??
      `${options.metric.map(metricInRunName).join(', ')} by ${judges.map(({ spec }) => spec).join(', ')}`
  });
  return { run, grant, reports, adopted };
}

/** The settings with versions of prompts, and with the baseline's id if a metric compares with one. */
function settingsOf(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  { metric, baseline }: ScoreOptions,
  { settings, prompts }: Wish,
  adopted: Readonly<Record<string, AdoptedPrompt>>
): Record<string, MetricSettings> {
  const worded = Object.fromEntries(
    metric.flatMap((name) => {
      const version = prompts[name] ?? adopted[name]?.version;
      return version === undefined || version === metricByName(name).prompt.version
        ? []
        : [[name, { ...settings[name], prompt: version }]];
    })
  );
  const chosen = { ...settings, ...worded };
  const compares = metric.filter((name) => metricByName(name).protocol.compares);
  if (baseline === undefined || compares.length === 0) return chosen;
  const systems = listSystems(tx, grant);
  const found = systems.find(({ name }) => name === baseline);
  if (!found)
    return refuse.invalid(
      `There is no baseline system ${baseline}. Systems: ${systems.map(({ name }) => name).join(', ') || 'none'}.`
    );
  const compared = compares.map((name) => [name, { ...chosen[name], baseline: found.id }]);
  return { ...chosen, ...Object.fromEntries(compared) };
}

function chosenReports(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  { project, system, query = [] }: ScoreOptions
): { id: string }[] {
  const all = ofQueries(listReports(tx, grant), query);
  if (project === undefined || system === undefined) return all;
  const names = new Set(all.map((report) => report.system));
  const unknown = system.filter((name) => !names.has(name));
  if (unknown.length > 0)
    refuse.invalid(
      `The project has no reports of ${unknown.join(', ')}. Systems with reports: ${[...names].join(', ') || 'none'}.`
    );
  return all.filter((report) => system.includes(report.system));
}
