import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFiles } from '../../src/lib/exchange/import/import-files.server.ts';
import { importTraces } from '../../src/lib/exchange/import/traces/import-traces.server.ts';
import { importVerdicts } from '../../src/lib/exchange/import/verdicts/import-verdicts.server.ts';
import { listRuns } from '../../src/lib/scorer/runs/run-progress.server.ts';
import { authorize, operator } from '../../src/lib/server/auth/authorize.ts';
import type { Db } from '../../src/lib/server/db/client.ts';
import type { Project } from '../../src/lib/server/projects.ts';
import { freezeVersion } from '../../src/lib/verification/release/versions.server.ts';
import { demoTasks } from '../daily-tasks.ts';
import { readQueries, readReports, readSystems } from '../load/content.ts';
import { writeDemoTasks } from '../load/demo-tasks.server.ts';
import { demoProject, peopleWith, resourceOf } from '../load/project.server.ts';
import { dailyVerdictLines, type DailySaid } from './verdict-lines.ts';

/** Slug of the project whose tasks are judged subtask by subtask. */
const DAILY = 'daily-questions';

const about = {
  name: 'Daily questions',
  slug: DAILY,
  description:
    'Two everyday tasks with subtasks, answered by three invented systems: instructions, claims with their evidence, reasoning and the preference computed from them.'
};
const bytesOf = (lines: readonly object[]): Buffer => Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));

/** Whether a file of the demo belongs to one of the tasks: its name ends in the qid. */
const isOfTask = ({ name }: { name: string }): boolean =>
  Object.keys(demoTasks).some((qid) => name.includes(`qid_${qid}_`));

/**
 * Brings two tasks with subtasks, the reports of three systems and what an invented judge says of every requirement, claim and paragraph
 * into a project of its own, as a file of ready verdicts would. What is there already stays.
 */
export async function loadDaily(db: Db): Promise<Project> {
  const project = demoProject(db, about);
  if (listRuns(db, authorize(operator, resourceOf(project), 'read-results')).length > 0) return project;
  const lead = peopleWith('lead', db)[0]!;
  const manage = authorize(lead, resourceOf(project), 'manage');
  await importFiles(db, manage, readQueries());
  await importFiles(db, manage, readReports().filter(isOfTask), {
    systems: Object.fromEntries(readSystems().map(({ name, ...fields }) => [name, fields]))
  });
  writeDemoTasks(db, manage);
  freezeVersion(db, manage);
  const said = JSON.parse(readFileSync(join(import.meta.dirname, 'said.json'), 'utf8')) as DailySaid;
  importTraces(db, manage, bytesOf(said.traces));
  importVerdicts(db, manage, bytesOf(dailyVerdictLines(said)), { name: 'Two tasks, subtask by subtask' });
  return project;
}
