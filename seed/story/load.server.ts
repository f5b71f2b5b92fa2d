import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordAdoption } from '../../src/lib/alignment/adoption/adoptions.server.ts';
import { listDecisions } from '../../src/lib/alignment/adoption/decisions.server.ts';
import { anchorSets, createAnchorSet } from '../../src/lib/alignment/monitoring/anchor-sets.server.ts';
import { planCheck, setState } from '../../src/lib/alignment/monitoring/checks.server.ts';
import { defaultAnalysisPlan, typedAs } from '../../src/lib/alignment/preregistration/analysis-plan.ts';
import { liftEmbargo, preregister } from '../../src/lib/alignment/preregistration/preregistrations.server.ts';
import { studyProcedure } from '../../src/lib/alignment/procedure/procedure.server.ts';
import { chosenIn } from '../../src/lib/alignment/ensembles/selection.ts';
import { importFiles } from '../../src/lib/exchange/import/import-files.server.ts';
import { parseJudgeSpec } from '../../src/lib/scorer/judges/index.ts';
import type { JudgeSources } from '../../src/lib/scorer/judges/scripted/sources.ts';
import { lengthsOf } from '../../src/lib/scorer/report/lengths/report-lengths.server.ts';
import { RunDriver } from '../../src/lib/scorer/runs/driving/driver.server.ts';
import { createRun } from '../../src/lib/scorer/runs/new-run.server.ts';
import { listRuns } from '../../src/lib/scorer/runs/run-progress.server.ts';
import type { Run } from '../../src/lib/scorer/runs/runs.server.ts';
import { authorize, operator, type ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import { write, writesSeen, type Db } from '../../src/lib/server/db/client.ts';
import type { Project } from '../../src/lib/server/projects.ts';
import { studyLabels, studyRaters } from '../../src/lib/studies/labels/labels.server.ts';
import { createStudy, listStudies } from '../../src/lib/studies/planning/studies.server.ts';
import { freezeVersion } from '../../src/lib/verification/release/versions.server.ts';
import { listReports } from '../../src/lib/verification/benchmark/reports.server.ts';
import { demoProject, peopleWith, resourceOf } from '../load/project.server.ts';
import { labelItems } from '../load/labelling.server.ts';
import {
  chance,
  personLabel,
  storyBenchmark,
  storyJudges,
  storyReports,
  storyScript,
  storySystems
} from './content.ts';

/** Slug of the project in which the story is told. */
const STORY = 'summer-heat';
const METRIC = 'coverage';
const ANNOTATORS = 3;
const SCORED = 'Coverage of 72 reports by three judges';
const SCORED_AGAIN = 'The same reports, judged again in the autumn';
/** Checks of the anchor set before the judge is served in its later version; one more finds it. */
const CHECKS = 3;

const about = {
  name: 'Summer heat',
  slug: STORY,
  description:
    '24 invented research tasks about heat in towns, four of them in Chinese, answered by three invented systems. Judges were adopted on the labels of three people; one of them has changed since.'
};

/**
 * Brings the story of the demo into the database: a benchmark whose judges were adopted on blind labels and checked on an anchor set, and
 * one of which has been served in another model version since. Every figure is computed by the procedure. What is there already stays.
 *
 * @returns the project
 */
export async function loadStory(db: Db, data: string): Promise<Project> {
  writeStoryScripts(join(data, 'scripts'));
  const project = demoProject(db, about, ['lead', 'annotator']);
  const read = authorize(operator, resourceOf(project), 'read-results');
  const last = listRuns(db, read).find(({ name }) => name === SCORED_AGAIN);
  if (last?.status === 'done' && listDecisions(db, read).length > 0) return project;
  const lead = peopleWith('lead', db)[0]!;
  const manage = authorize(lead, resourceOf(project), 'manage');
  await importFiles(db, manage, storyBenchmark());
  await importFiles(db, manage, storyReports(), {
    systems: Object.fromEntries(storySystems().map(({ name, ...fields }) => [name, fields]))
  });
  const first = await score(db, manage, SCORED, scriptsAt(false));
  write(db, (tx) => decide(tx, manage, first));
  for (let check = 1; check <= CHECKS + 1; check++)
    await checkAnchors(db, manage, check, scriptsAt(check > CHECKS, check));
  await score(db, manage, SCORED_AGAIN, scriptsAt(true));
  return project;
}

/** Judges as runs find them from now on: in their later versions. */
function writeStoryScripts(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of storyJudges) {
    const file = join(folder, `${name}.json`);
    if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(storyScript(name, true))}\n`);
  }
}

const scriptsAt = (since: boolean, check = 0): JudgeSources => ({
  script: (name) => {
    const judge = storyJudges.find((one) => one === name);
    return judge === undefined ? null : { name, ...storyScript(judge, since, check) };
  }
});

/** Makes and finishes a run of all reports by the judges of `sources`, if that was not done before. */
async function score(db: Db, manage: ProjectGrant<'manage'>, name: string, sources: JudgeSources): Promise<Run> {
  const read = authorize(manage.actor, manage.resource, 'read-results');
  const driver = new RunDriver(db, {}, sources);
  const run =
    listRuns(db, read).find((known) => known.name === name) ??
    createRun(db, manage, {
      name,
      versionId: freezeVersion(db, manage).version.id,
      metrics: [METRIC],
      judges: storyJudges.map((judge) => driver.name(parseJudgeSpec(`scripted:${judge}`))),
      reportIds: listReports(db, manage).map(({ id }) => id),
      // A later version is to be asked anew.
      options: { concurrency: 16, useCache: false }
    });
  return finish(db, manage, driver, run);
}

/** Asks the judges of `sources` on the anchor set, if the check of that number was not made before. */
async function checkAnchors(
  db: Db,
  manage: ProjectGrant<'manage'>,
  number: number,
  sources: JudgeSources
): Promise<void> {
  const read = authorize(manage.actor, manage.resource, 'read-results');
  const driver = new RunDriver(db, {}, sources);
  for (const set of anchorSets(db, read)) {
    const { looks, underWay } = setState(db, read, set);
    if (looks.length >= number) continue;
    await finish(db, manage, driver, underWay ?? planCheck(db, manage, driver, set, 'schedule'));
    setState(db, read, set);
  }
}

async function finish(db: Db, manage: ProjectGrant<'manage'>, driver: RunDriver, run: Run): Promise<Run> {
  if (run.status !== 'done') {
    driver.start(manage, run.id);
    await driver.ended(run.id);
  }
  const read = authorize(manage.actor, manage.resource, 'read-results');
  const { state, problem } = driver.progress(run.id);
  if (state !== 'done') throw new Error(`The run ${run.name} of the demo did not end well: ${problem ?? state}`);
  return listRuns(db, read).find(({ id }) => id === run.id)!;
}

/** The study, what people said, and the decision on it: whatever the procedure recommends. */
function decide(db: Db, manage: ProjectGrant<'manage'>, run: Run): void {
  const read = authorize(manage.actor, manage.resource, 'read-results');
  if (listStudies(db, read).length > 0) return;
  const annotators = peopleWith('annotator', db).slice(0, ANNOTATORS);
  const study = createStudy(db, manage, {
    runId: run.id,
    name: 'Do the reports answer what was asked?',
    metric: METRIC,
    sample: { items: 216 },
    overlap: 3,
    seed: 1,
    people: annotators.map(({ id }) => id),
    reveal: 'never',
    guideline: 'Yes only if the report answers the item. A remark that leaves the point open is a no.'
  });
  const judges = studyRaters(db, read, study.id).judges.map(({ judgeId }) => judgeId);
  const usual = defaultAnalysisPlan(judges);
  // Scripted judges are asked once: they say the same every time.
  const gates = usual.gates.filter((gate) => gate !== 'consistency');
  const plan = { ...usual, gates, target: 0.85, floor: 0.8, lengthMargin: 0.2 };
  preregister(db, manage, study.id, { ...typedAs(plan), reason: '' });
  const units = new Map(studyLabels(db, read, study.id).map((unit) => [unit.itemId, unit]));
  for (const person of annotators)
    labelItems(db, person, study, (id) => {
      const { systemName, item } = units.get(id)!;
      return {
        label: personLabel(person.name, systemName, item),
        chance: chance(`${person.name} ${systemName} ${item}`)
      };
    });
  liftEmbargo(db, manage, study.id);
  // The gate of bias rests on the lengths of all reports.
  lengthsOf(db, read, run, 'all');
  const figures = studyProcedure(db, read, study.id);
  const { selection, verdict } = figures.procedure;
  const ensemble = chosenIn(selection);
  if (!ensemble || verdict.outcome !== 'adopt')
    throw new Error(`The procedure does not adopt the judges of the demo’s story: ${verdict.text}`);
  const reason = 'It passed every gate that we preregistered, and costs three calls a report.';
  const decision = { studyId: study.id, metric: METRIC, outcome: verdict.outcome, ...ensemble, reason };
  recordAdoption(db, manage, decision, {}, { study: figures, writes: writesSeen(db) });
  createAnchorSet(db, manage, { studyId: study.id, items: 144, loss: 0.1, flips: 0.1, everyDays: 7 }, 1);
}
