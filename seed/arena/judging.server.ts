import { liftEmbargo } from '../../src/lib/alignment/preregistration/preregistrations.server.ts';
import { importFiles } from '../../src/lib/exchange/import/import-files.server.ts';
import { parseJudgeSpec } from '../../src/lib/scorer/judges/index.ts';
import type { JudgeSources } from '../../src/lib/scorer/judges/scripted/sources.ts';
import { unitsWithInput } from '../../src/lib/scorer/making/unit-inputs.server.ts';
import { RunDriver } from '../../src/lib/scorer/runs/driving/driver.server.ts';
import { createRun } from '../../src/lib/scorer/runs/new-run.server.ts';
import { listRuns } from '../../src/lib/scorer/runs/run-progress.server.ts';
import type { Run } from '../../src/lib/scorer/runs/runs.server.ts';
import { researchTask } from '../../src/lib/scorer/suites/research-arena/material.ts';
import { disciplines, families } from '../../src/lib/scorer/suites/research-arena/vocabulary.ts';
import { recordedPages } from '../../src/lib/scorer/web/fetching/recorded.ts';
import { authorize, type Person, type ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import { write, type Db } from '../../src/lib/server/db/client.ts';
import { studyLabels } from '../../src/lib/studies/labels/labels.server.ts';
import { createStudy } from '../../src/lib/studies/planning/studies.server.ts';
import { importQueries, listQueries } from '../../src/lib/verification/benchmark/benchmark.server.ts';
import { listReports } from '../../src/lib/verification/benchmark/reports.server.ts';
import { acceptWaiting } from '../../src/lib/verification/proposals/made-acceptance.server.ts';
import { unitsToMake } from '../../src/lib/verification/proposals/made-sources.server.ts';
import { freezeVersion } from '../../src/lib/verification/release/versions.server.ts';
import { readSystems } from '../load/content.ts';
import { labelItems } from '../load/labelling.server.ts';
import { chance } from '../story/content.ts';
import { arenaLabel, arenaPages, arenaReport, judgedContent, judgedScript, type NamedTask } from './judged.ts';
import { finishRun, makeOnce } from './making.server.ts';

type Lead = ProjectGrant<'manage'>;

const METRICS = ['key-points', 'adaptive-criteria'] as const;
const SCORED = 'Key points and criteria of 24 reports by two judges';

/**
 * Has the tasks answered and judged: two tasks in Chinese, reports, criteria and key points by making runs, verdicts of two judges, the
 * leakage test, and the labels of three people. What is there already stays.
 *
 * @param told tasks of the talk in the order of `said.json`
 */
export async function judgeArena(
  db: Db,
  manage: Lead,
  told: readonly { task: string }[],
  people: readonly Person[]
): Promise<void> {
  const { judges, chinese, tasks } = judgedContent();
  const there = new Set(listQueries(db, manage).map(({ qid }) => qid));
  const fresh = chinese.filter(({ qid }) => !there.has(qid));
  importQueries(
    db,
    manage,
    fresh.map(({ qid, text, discipline, family, difficulty }) => ({
      ...{ qid, text, language: 'zh', items: [] },
      ...{ domain: disciplines[discipline], category: families[family].title },
      material: { 'research-arena': researchTask.parse({ discipline, family, difficulty, language: 'zh' }) }
    }))
  );
  const queries = listQueries(db, manage);
  const named = tasks.map((one): NamedTask => {
    const text = typeof one.task === 'number' ? told[one.task - 1]!.task : null;
    const query = queries.find(({ qid, text: wording }) => (text === null ? qid === one.task : wording === text)); // prettier-ignore
    if (!query) throw new Error(`The demo has no query of the task ${one.task}`);
    return { ...one, qid: query.qid, text: query.text };
  });
  const systems = readSystems();
  await importFiles(
    db,
    manage,
    systems.flatMap(({ name }) =>
      named.map((task) => ({ name: `${name}/qid_${task.qid}_report.md`, bytes: Buffer.from(arenaReport(task, name)) }))
    ),
    { systems: Object.fromEntries(systems.map(({ name, ...fields }) => [name, fields])) }
  );
  const sources: JudgeSources = {
    script: (name) => (judges.includes(name) ? judgedScript(name, judges.indexOf(name), named) : null)
  };
  const run = await judgedRun(
    db,
    manage,
    sources,
    judges.map((name) => `scripted:${name}`),
    named
  );
  write(db, (tx) => label(tx, manage, run, named, people));
}

async function judgedRun(
  db: Db,
  manage: Lead,
  sources: JudgeSources,
  judges: readonly string[],
  tasks: readonly NamedTask[]
): Promise<Run> {
  const web = recordedPages(arenaPages(tasks, Date.now()));
  const read = authorize(manage.actor, manage.resource, 'read-results');
  const known = listRuns(db, read).find(({ name }) => name === SCORED);
  if (known?.status === 'done') return known;
  const make = async (maker: string, by: readonly string[]) => {
    const units = await unitsWithInput(db, manage, maker, unitsToMake(db, manage, { source: 'query' }));
    return makeOnce(db, manage, sources, by, { maker, units }, web);
  };
  // Ferrule judges by what it made itself, and the leaderboard says so.
  for (const maker of ['arena-criteria', 'arena-key-points'])
    acceptWaiting(db, manage, (await make(maker, [judges[0]!])).id);
  await make('leakage', judges);
  const driver = new RunDriver(db, {}, sources, web);
  const run =
    known ??
    createRun(db, manage, {
      ...{ name: SCORED, versionId: freezeVersion(db, manage).version.id, metrics: [...METRICS] },
      judges: judges.map((spec) => driver.name(parseJudgeSpec(spec))),
      reportIds: listReports(db, manage).map(({ id }) => id),
      options: { concurrency: 16 }
    });
  return finishRun(manage, driver, run);
}

/** Reports that people judge whole in each study. */
const REPORTS = 9;

const studies = [
  { metric: 'key-points', kind: 'unit-key-point', name: 'Which key points do the reports support?', perReport: 4 },
  {
    metric: 'adaptive-criteria',
    kind: 'unit-task-criterion',
    name: 'How well do the reports meet the criteria?',
    perReport: 3
  }
] as const;

/** Three people on each unit of some reports: what judges are correlated with. */
function label(db: Db, manage: Lead, run: Run, tasks: readonly NamedTask[], people: readonly Person[]): void {
  const read = authorize(manage.actor, manage.resource, 'read-results');
  for (const { perReport, ...wanted } of studies) {
    const study = createStudy(db, manage, {
      ...{ ...wanted, runId: run.id, seed: 1, reveal: 'never', overlap: 3, sample: { reports: REPORTS, perReport } },
      people: people.map(({ id }) => id)
    });
    const units = new Map(studyLabels(db, read, study.id).map((unit) => [unit.itemId, unit]));
    for (const person of people)
      labelItems(db, person, study, (id) => {
        const { qid, systemName: system, item, text } = units.get(id)!;
        const task = tasks.find((one) => one.qid === qid)!;
        return {
          label: arenaLabel(person.name, task, { system, item, text }),
          chance: chance(`${person.name} ${qid} ${system} ${item}`)
        };
      });
    liftEmbargo(db, manage, study.id);
  }
}
