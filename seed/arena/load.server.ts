import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arenaUnits, type ArenaChoice } from '../../src/lib/exchange/import/talks/arena-units.server.ts';
import { readTranscript } from '../../src/lib/exchange/import/talks/read-transcript.ts';
import { tasksToDecide } from '../../src/lib/exchange/import/talks/tasks-to-decide.server.ts';
import type { Script } from '../../src/lib/scorer/judges/scripted/scripted.ts';
import { taskCheckNames } from '../../src/lib/scorer/making/makers/task-check.ts';
import { textHash } from '../../src/lib/scorer/runs/fingerprint.ts';
import type { Run } from '../../src/lib/scorer/runs/runs.server.ts';
import { taskDimensionNames } from '../../src/lib/scorer/suites/research-arena/ranking/comparison.ts';
import {
  difficulties,
  disciplineNames,
  families,
  languages,
  type Difficulty,
  type Family
} from '../../src/lib/scorer/suites/research-arena/vocabulary.ts';
import { authorize, operator } from '../../src/lib/server/auth/authorize.ts';
import type { Db } from '../../src/lib/server/db/client.ts';
import { personByEmail } from '../../src/lib/server/people.ts';
import type { Project } from '../../src/lib/server/projects.ts';
import { listStudies } from '../../src/lib/studies/planning/studies.server.ts';
import { acceptTasks } from '../../src/lib/verification/proposals/talks/accept-tasks.server.ts';
import { pickQueue, pickTask } from '../../src/lib/verification/proposals/talks/task-picks.server.ts';
import { importTalk, talksOf } from '../../src/lib/verification/proposals/talks/talks.server.ts';
import { administer, demoProject, peopleWith, resourceOf } from '../load/project.server.ts';
import { judgeArena } from './judging.server.ts';
import { makeOnce } from './making.server.ts';

/** Slug of the project in which tasks are made of a talk. */
const ARENA = 'classroom-heat';

interface SaidTask {
  family: Family;
  difficulty: Difficulty;
  task: string;
  deliverable: string;
  inspirations: number[];
  /** In the order of the dimensions. */
  points: number[];
  fails?: string[];
  reason?: string;
}

/** The demo judge's replies, and the preferences of the demo's people: tasks by number from 1, best first. */
interface Said {
  talk: { title: string; discipline: string; language: string };
  judge: string;
  inspirations: object[];
  tasks: SaidTask[];
  ranking: ArenaChoice;
  people: { email: string; likes: number[] }[];
}

const fileOf = (name: string): Buffer => readFileSync(join(import.meta.dirname, name));
const about = {
  name: 'Classroom heat',
  slug: ARENA,
  description:
    'Research tasks made of an invented seminar and ranked by a scripted model and two people, with two tasks in Chinese; three invented systems answer them, and two scripted judges and three people judge the reports.'
};

/** Brings a talk, its inspirations, tasks and their ranking into a project of its own. What is there already stays. */
export async function loadArena(db: Db): Promise<Project> {
  const project = demoProject(db, about);
  // Its studies come last.
  if (listStudies(db, authorize(operator, resourceOf(project), 'read-results')).length > 0) return project;
  const said = JSON.parse(fileOf('said.json').toString()) as Said;
  const lead = peopleWith('lead', db)[0]!;
  const manage = authorize(lead, resourceOf(project), 'manage');
  if (talksOf(db, manage).length === 0) {
    const read = readTranscript(fileOf('talk.vtt'), 'talk.vtt');
    if (!read.ok) throw new Error(`The talk of the demo cannot be read: ${JSON.stringify(read.problems)}`);
    importTalk(db, manage, said.talk, read.value, { disciplines: disciplineNames, languages: Object.keys(languages) });
  }
  const run = (maker: string, choice: ArenaChoice = {}) =>
    makeOnce(db, manage, { script: () => scriptOf(said) }, [said.judge], {
      ...{ maker, ...arenaUnits(db, manage, maker, choice)! }
    });
  await run('inspirations');
  await run('research-tasks');
  await run('task-check');
  const passing = tasksToDecide(db, manage).filter(({ passes }) => passes);
  acceptTasks(db, manage, passing.map(({ piece }) => piece.id)); // prettier-ignore
  const ranking = await run('task-comparison', said.ranking);
  for (const person of said.people) compare(db, project, ranking, said, person);
  await judgeArena(db, manage, said.tasks, peopleWith('annotator', db));
  return project;
}

const pointsOf = ({ points }: SaidTask): Record<string, number> =>
  Object.fromEntries(taskDimensionNames.map((name, at) => [name, points[at]!]));
const sumOf = ({ points }: SaidTask): number => points.reduce((sum, one) => sum + one, 0);

/** Replies of the demo judge to every question of the four makers. It prefers the first task shown if both have the same points. */
function scriptOf({ judge, inspirations, tasks }: Said): Script {
  const about = (metric: string, form: string, holds: string, reply: object) => ({
    ...{ report: textHash(''), metric, form, holds },
    reply: { ...reply }
  });
  const shown = ({ task, family, difficulty }: SaidTask) =>
    JSON.stringify({ task, family: families[family].title, difficulty: difficulties[difficulty] });
  const written = tasks.map(({ family, difficulty, task, deliverable, inspirations: named }) => ({ family, difficulty, task, deliverable, inspirations: named })); // prettier-ignore
  return {
    ...{ name: judge.replace('scripted:', ''), answers: [] },
    replies: [
      about('inspirations', 'inspirations', '', { inspirations }),
      about('research-tasks', 'research_tasks', '', { tasks: written }),
      ...tasks.map((one) =>
        about('task-check', 'task_check', JSON.stringify(one.task), {
          ...Object.fromEntries(taskCheckNames.map((name) => [name, !one.fails?.includes(name)])),
          reason: one.reason ?? ''
        })
      ),
      ...tasks.flatMap((a) =>
        tasks.map((b) =>
          about('task-comparison', 'task_comparison', `{"A":${shown(a)},"B":${shown(b)}}`, {
            ...{ a: pointsOf(a), b: pointsOf(b), better: sumOf(a) >= sumOf(b) ? 'a' : 'b' },
            confidence: Math.min(0.95, 0.55 + 0.08 * Math.abs(sumOf(a) - sumOf(b))),
            reason: 'By the points.'
          })
        )
      )
    ]
  };
}

/** A person's picks in all pairs, by the task that they like better. */
function compare(
  db: Db,
  project: Project,
  ranking: Run,
  { tasks }: Said,
  { email, likes }: Said['people'][number]
): void {
  const grant = authorize(personByEmail(db, administer, email), resourceOf(project), 'annotate');
  const placeOf = (text: string): number => likes.indexOf(1 + tasks.findIndex(({ task }) => task === text));
  for (let { next } = pickQueue(db, grant, ranking.id); next; { next } = pickQueue(db, grant, ranking.id))
    pickTask(db, grant, ranking.id, next.unitId, placeOf(next.left) < placeOf(next.right) ? 'left' : 'right');
}
