import { demoGoldList } from './gold-list.ts';
import { editMaterial, materialRevisions } from '../src/lib/verification/benchmark/material.server.ts';
import { join } from 'node:path';
import { preregister, liftEmbargo } from '../src/lib/alignment/preregistration/preregistrations.server.ts';
import { defaultAnalysisPlan, typedAs } from '../src/lib/alignment/preregistration/analysis-plan.ts';
import { importFiles } from '../src/lib/exchange/import/import-files.server.ts';
import { RunDriver } from '../src/lib/scorer/runs/driving/driver.server.ts';
import { parseJudgeSpec } from '../src/lib/scorer/judges/index.ts';
import { scriptFiles } from '../src/lib/scorer/judges/scripted/script-files.ts';
import { createRun } from '../src/lib/scorer/runs/new-run.server.ts';
import type { Run } from '../src/lib/scorer/runs/runs.server.ts';
import { listRuns } from '../src/lib/scorer/runs/run-progress.server.ts';
import { deepEval } from '../src/lib/scorer/suites/deep-eval/index.ts';
import { authorize, operator, type ProjectGrant } from '../src/lib/server/auth/authorize.ts';
import { write, type Db } from '../src/lib/server/db/client.ts';
import type { Project } from '../src/lib/server/projects.ts';
import { studyRaters } from '../src/lib/studies/labels/labels.server.ts';
import { createStudy, listStudies } from '../src/lib/studies/planning/studies.server.ts';
import { freezeVersion } from '../src/lib/verification/release/versions.server.ts';
import { listReports } from '../src/lib/verification/benchmark/reports.server.ts';
import { listSystems } from '../src/lib/verification/benchmark/systems.server.ts';
import { Annotating } from './load/annotating.server.ts';
import { readJudges, readQueries, readReports, readSystems } from './load/content.ts';
import { holdEveryKind } from './load/every-kind.server.ts';
import { writeDemoTasks } from './load/demo-tasks.server.ts';
import { addDemoPeople, demoPeople, type DemoPerson } from './load/people.server.ts';
import { demoProject, findDemoProject, peopleWith, resourceOf } from './load/project.server.ts';
import { writeScripts } from './load/scripts.ts';
import { draftDemo } from './load/drafting.server.ts';
import { Verifying } from './load/verifying.server.ts';
import { demoWeb, supplyTexts } from './load/web.server.ts';

export type { DemoPerson } from './load/people.server.ts';

export interface Demo {
  /** Its slug. */
  project: string;
  people: DemoPerson[];
}

/** Slug of the project that shows every page at work. */
const DEMO = 'demo';

const about = {
  name: 'Demo benchmark',
  slug: DEMO,
  description:
    'Eight invented research tasks, answered by three invented systems and judged by three scripted judges and by code. Everything in it was written for this demo.'
};

/**
 * Brings the demo benchmark into the database: people, project, reports, three runs, drafts, two rounds of verification and studies.
 * If it is there already, nothing changes; if an earlier start was interrupted, this one continues. The other project of the
 * demo is `loadStory`'s.
 */
export async function loadDemo(db: Db, data: string): Promise<Demo> {
  const found = findDemoProject(db, DEMO);
  const complete = found && listStudies(db, authorize(operator, resourceOf(found), 'read-results')).length > 0;
  const project = complete ? found : await load(db, data);
  return { project: project.slug, people: demoPeople(data) };
}

async function load(db: Db, data: string): Promise<Project> {
  await addDemoPeople(db, data);
  writeScripts(join(data, 'scripts'));
  const project = demoProject(db, about);
  const lead = peopleWith('lead', db)[0]!;
  const manage = authorize(lead, resourceOf(project), 'manage');
  await importFiles(db, manage, readQueries());
  await importFiles(db, manage, readReports(), {
    systems: Object.fromEntries(readSystems().map(({ name, ...fields }) => [name, fields]))
  });
  if (!materialRevisions(db, manage, 'water01').some(({ suite }) => suite === 'report-bench'))
    editMaterial(db, manage, { qid: 'water01', suite: 'report-bench', content: demoGoldList, reason: '', revision: 0 });
  writeDemoTasks(db, manage);
  const runs = await score(db, data, manage);
  await draftDemo(db, manage);
  write(db, (tx) => {
    verify(tx, manage);
    holdStudies(tx, manage, runs);
  });
  return project;
}

/** Reports that all others are compared with in depth. */
const BASELINE = 'tarn-agents';

/**
 * Runs of the demo: one for each study, and one with everything that DeepEval measures. Code cannot judge coverage,
 * so `rules` is not in the first. Direct ratings are what people’s points are compared with.
 */
const plans = [
  {
    name: 'Coverage, item by item and rated directly, by three scripted judges',
    metrics: ['coverage', 'coverage-rating'],
    judges: () => readJudges()
  },
  {
    name: 'Presentation by three scripted judges and rules',
    metrics: ['presentation'],
    judges: () => [...readJudges(), 'rules']
  },
  {
    name: 'All six metrics by three scripted judges and rules',
    metrics: deepEval.metrics.map(({ name }) => name),
    judges: () => [...readJudges(), 'rules']
  }
];

/** The runs of the demo in the order of `plans`, made and finished if they are not yet. */
async function score(db: Db, data: string, manage: ProjectGrant<'manage'>): Promise<Run[]> {
  const read = authorize(manage.actor, manage.resource, 'read-results');
  const driver = new RunDriver(db, {}, scriptFiles(join(data, 'scripts')), demoWeb(Date.now()));
  const baseline = listSystems(db, read).find(({ name }) => name === BASELINE)!.id;
  for (const [i, { name, metrics, judges }] of plans.entries()) {
    const known = listRuns(db, read).find(({ number }) => number === i + 1);
    if (!known && metrics.includes('citation-accuracy')) supplyTexts(db, manage);
    const run =
      known ??
      createRun(db, manage, {
        name,
        versionId: freezeVersion(db, manage).version.id,
        metrics,
        settings: { depth: { baseline } },
        judges: judges().map((spec) => driver.name(parseJudgeSpec(spec))),
        reportIds: listReports(db, manage).map(({ id }) => id),
        options: { concurrency: 16 }
      });
    if (run.status === 'done') continue;
    driver.start(manage, run.id);
    await driver.ended(run.id);
    // A disk that is full cannot store the reason: only the driver knows it.
    const { state, problem } = driver.progress(run.id);
    if (state !== 'done') throw new Error(`The run ${name} of the demo did not end well: ${problem ?? state}`);
  }
  return listRuns(db, read).sort((a, b) => a.number - b.number);
}

/** One round that is through and one that has work in every stage. */
function verify(db: Db, manage: ProjectGrant<'manage'>): void {
  const verifying = new Verifying(db, manage, {
    annotators: peopleWith('annotator', db),
    reviewers: peopleWith('reviewer', db),
    adjudicators: peopleWith('adjudicator', db)
  });
  verifying.pilot();
  verifying.main();
}

/** One study that is complete, preregistered and unblinded, and one that the visitor can continue. */
function holdStudies(db: Db, manage: ProjectGrant<'manage'>, runs: readonly Run[]): void {
  const annotators = peopleWith('annotator', db);
  const common = { people: annotators.map(({ id }) => id), reveal: 'after-report' } as const;
  const reading = authorize(manage.actor, manage.resource, 'read-results');
  const annotating = new Annotating(db, reading);

  const coverage = createStudy(db, manage, {
    ...common,
    runId: runs[0]!.id,
    name: 'Do the reports deliver what was asked?',
    metric: 'coverage',
    sample: { items: 72 },
    overlap: 3,
    seed: 1,
    guideline:
      'Yes only if the report delivers everything that the item asks for. A remark in passing is not enough. Judge from the report alone.'
  });
  const judges = studyRaters(db, reading, coverage.id).judges.map(({ judgeId }) => judgeId);
  const wanted = { ...defaultAnalysisPlan(judges), target: 0.85, floor: 0.8, items: 60 };
  preregister(db, manage, coverage.id, { ...typedAs(wanted), reason: '' });
  for (const person of annotators) annotating.work(person, coverage, { share: 1, reveal: true });
  liftEmbargo(db, manage, coverage.id);

  const presentation = createStudy(db, manage, {
    ...common,
    runId: runs[1]!.id,
    name: 'Are the reports well presented?',
    metric: 'presentation',
    sample: { items: 96 },
    overlap: 2,
    seed: 1,
    guideline: 'Read the whole report before the first answer. One clear breach of the item is a no.'
  });
  for (const person of annotators) annotating.work(person, presentation, { share: 1 / 4, reveal: false });
  holdEveryKind(db, manage, runs, annotators);
}
