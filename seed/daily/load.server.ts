import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFiles } from '../../src/lib/exchange/import/import-files.server.ts';
import { importTraces } from '../../src/lib/exchange/import/traces/import-traces.server.ts';
import { importVerdicts } from '../../src/lib/exchange/import/verdicts/import-verdicts.server.ts';
import { listRuns } from '../../src/lib/scorer/runs/run-progress.server.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { write, type Db } from '../../src/lib/server/db/client.ts';
import { personByEmail } from '../../src/lib/server/people.ts';
import { addRole, createProject, projectsOf, type Project } from '../../src/lib/server/projects.ts';
import { editMaterial, materialRevisions } from '../../src/lib/verification/benchmark/material.server.ts';
import { freezeVersion } from '../../src/lib/verification/release/versions.server.ts';
import { importTopics } from '../../src/lib/verification/topics/topics.server.ts';
import { demoTasks, demoTopics } from '../daily-tasks.ts';
import { readPeople, readQueries, readReports, readSystems } from '../load/content.ts';
import { dailyVerdictLines, type DailySaid } from './verdict-lines.ts';

/** Slug of the project whose tasks are judged subtask by subtask. */
const DAILY = 'daily-questions';

const administer = authorize(operator, instance, 'administer');
const resourceOf = ({ id }: Project) => ({ kind: 'project', id }) as const;
const bytesOf = (lines: readonly object[]): Buffer => Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));

/** Whether a file of the demo belongs to one of the tasks: its name ends in the qid. */
const isOfTask = ({ name }: { name: string }): boolean =>
  Object.keys(demoTasks).some((qid) => name.includes(`qid_${qid}_`));

/**
 * Brings two tasks with subtasks, the reports of three systems and what an invented judge says of every requirement, claim and paragraph
 * into a project of its own, as a file of ready verdicts would. What is there already stays.
 */
export async function loadDaily(db: Db): Promise<Project> {
  const project = projectsOf(db, operator).find(({ slug }) => slug === DAILY) ?? makeProject(db);
  const lead = personByEmail(db, administer, readPeople().find(({ role }) => role === 'lead')!.email);
  const manage = authorize(lead, resourceOf(project), 'manage');
  const read = authorize(lead, resourceOf(project), 'read-results');
  if (listRuns(db, read).length > 0) return project;
  await importFiles(db, manage, readQueries());
  await importFiles(db, manage, readReports().filter(isOfTask), {
    systems: Object.fromEntries(readSystems().map(({ name, ...fields }) => [name, fields]))
  });
  importTopics(db, manage, demoTopics);
  for (const [qid, content] of Object.entries(demoTasks))
    if (!materialRevisions(db, manage, qid).some(({ suite }) => suite === 'daily-report'))
      editMaterial(db, manage, { qid, suite: 'daily-report', content, reason: '', revision: 0 });
  freezeVersion(db, manage);
  const said = JSON.parse(readFileSync(join(import.meta.dirname, 'said.json'), 'utf8')) as DailySaid;
  importTraces(db, manage, bytesOf(said.traces));
  importVerdicts(db, manage, bytesOf(dailyVerdictLines(said)), { name: 'Two tasks, subtask by subtask' });
  return project;
}

function makeProject(db: Db): Project {
  return write(db, (tx) => {
    const project = createProject(tx, administer, {
      name: 'Daily questions',
      slug: DAILY,
      description:
        'Two everyday tasks with subtasks, answered by three invented systems: instructions, claims with their evidence, reasoning and the preference computed from them.',
      demo: true
    });
    const manage = authorize(operator, resourceOf(project), 'manage');
    for (const { email, role } of readPeople()) addRole(tx, manage, personByEmail(tx, administer, email).id, role);
    return project;
  });
}
