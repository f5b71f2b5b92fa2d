import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder, run, type Ended } from '../../src/cli/command.fixture.ts';
import { openExisting } from '../../src/cli/place.ts';
import { reopenedAdoptions } from '../../src/lib/alignment/monitoring/reopened.server.ts';
import { attentionForSuccession } from '../../src/lib/alignment/succession/succession-attention.server.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { schema, type Db } from '../../src/lib/server/db/client.ts';
import { personByEmail } from '../../src/lib/server/people.ts';
import { projectBySlug } from '../../src/lib/server/projects.ts';
import { openAssignment, annotating } from '../../src/lib/studies/judging/annotating.fixture.ts';
import { nextStudyAssignment } from '../../src/lib/studies/judging/queue.server.ts';
import { commitVerdict } from '../../src/lib/studies/judging/verdicts.server.ts';
import { startOpenAi } from '../stand-ins/openai.ts';

/**
 * The second lap from the shell: judges are adopted, their provider swaps the model, monitoring finds it, and the judges of a
 * second run follow them on the labels of the first.
 */

/** A step with the time that it took and what it ended with. */
interface LapStep {
  name: string;
  seconds: number;
  ended: Ended;
}

export interface Lap {
  steps: Map<string, LapStep>;
  reports: number;
  labels: number;
  /** Requests of the judges, by step. */
  asked: Map<string, number>;
  /** The file of leaderboards that the comparison of successors wrote. */
  leaderboards: string;
  /** Texts of the project after the provider changed the version, before and after the switch. */
  reopened: { before: string[]; after: string[] };
  undecided: { before: number; after: number };
}

interface LapOptions {
  /** Folder of reports as `voirdire import` reads them. */
  folder: string;
  /** Items of the study and of the anchor set. */
  items: number;
  anchors: number;
  /** Named as each step ends. */
  log?: (step: LapStep) => void;
}

const slug = 'heat';
const here = ['--project', slug];
const JUDGES = ['openai:judge-a', 'openai:judge-b', 'openai:judge-c'];
const judges = JUDGES.flatMap((judge) => ['--judge', judge]);
const NEXT = 'openai:judge-d';
const VERSION = 'judge-2026-11-12';
const PEOPLE = ['ana@lab.example', 'ben@lab.example'];

/** In [0, 1), from a text. */
const chance = (...of: string[]): number => parseInt(hash('sha256', of.join('\0'), 'hex').slice(0, 8), 16) / 2 ** 32;

/** The true answer to an item of a report: seven of ten are a yes. */
const truth = (report: string, item: string): boolean => chance('truth', report, item) < 0.7;

/** The answer of a rater who is wrong on a share of the items. */
const saidBy = (who: string, report: string, item: string, wrong: number): 'yes' | 'no' =>
  truth(report, item) === chance(who, report, item) >= wrong ? 'yes' : 'no';

/** Words of a report that a judge and a person both see: its first letters. */
const beginning = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 400);

/** A folder of data, judges behind a stand-in, and commands carried out on it. */
interface LapBench {
  data: string;
  /** For whatever asks the judges: keys and the stand-in's address. */
  env: Record<string, string>;
  steps: Map<string, LapStep>;
  asked: Map<string, number>;
  step(name: string, ...args: string[]): Promise<Ended>;
  /** Works in the database beside the commands, as a step if it has a name. */
  inside<T>(work: (db: Db) => T, name?: string): Promise<T>;
  /** The provider serves another version from here on, which is wrong on other items. */
  swap(): void;
  stop(): Promise<void>;
}

async function openLap(log?: LapOptions['log']): Promise<LapBench> {
  const data = newFolder('second-lap');
  let version = 1;
  const standIn = await startOpenAi({
    answer: ({ model, report, items: asked }) => ({
      items: asked.map(({ id, question }) => ({
        id,
        rationale: `As read by ${model}.`,
        label: saidBy(`${model} ${version}`, beginning(report), question, version === 1 ? 0.04 : 0.06),
        quotes: []
      }))
    })
  });
  const env = { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: standIn.url };
  const steps = new Map<string, LapStep>();
  const asked = new Map<string, number>();
  const timed = async <T>(name: string, work: () => Promise<T>, endedOf: (done: T) => Ended): Promise<T> => {
    const [began, sent] = [performance.now(), standIn.count()];
    const done = await work();
    const taken = { name, seconds: (performance.now() - began) / 1000, ended: endedOf(done) };
    steps.set(name, taken);
    asked.set(name, standIn.count() - sent);
    log?.(taken);
    return done;
  };
  const worked = async <T>(work: (db: Db) => T): Promise<T> => {
    const { db, close } = await openExisting(data);
    try {
      return work(db);
    } finally {
      close();
    }
  };
  return {
    ...{ data, env, steps, asked },
    step: (name, ...args) =>
      timed(
        name,
        () => run(args, { ...env, VOIRDIRE_DATA: data }),
        (ended) => ended
      ),
    inside: (work, name) =>
      name === undefined
        ? worked(work)
        : timed(
            name,
            () => worked(work),
            () => ({ code: 0, out: '', err: '' })
          ),
    swap() {
      standIn.serve(VERSION);
      version = 2;
    },
    stop: () => standIn.stop()
  };
}

/** From reports to adopted judges with an anchor set, all from the shell but what people say; returns how many labels they gave. */
async function firstLap({ step, inside }: LapBench, { folder, items, anchors }: LapOptions): Promise<number> {
  await step('import', 'import', folder, ...here, '--create-project', 'Summer heat', '--create-queries');
  await step('score', 'score', ...here, '--metric', 'presentation', ...judges, '--name', 'First');
  for (const email of PEOPLE) {
    await step(`account of ${email}`, 'users', 'add', '--name', email.slice(0, 3), '--email', email);
    await step(`role of ${email}`, 'users', 'role', email, ...here, '--role', 'annotator');
  }
  const study = ['--run', '1', '--metric', 'presentation', '--name', 'Blind'];
  const drawn = ['--items', String(items), '--overlap', '2', '--seed', '5', '--no-mask-names'];
  await step('plan the study', 'study', 'create', ...here, ...study, ...drawn);
  await step('preregister', 'preregister', '1', ...here, '--target', '0.85', '--floor', '0.8');
  const labels = await inside((db) => PEOPLE.reduce((sum, email) => sum + judgeAll(db, email), 0), 'people judge');
  await step('close', 'study', 'close', '1', ...here);
  await step('align', 'align', '1', ...here, '--unblind');
  const adopt = ['--outcome', 'adopt', '--rule', 'majority', '--reason', 'Agree with people.', ...judges];
  await step('adopt', 'adopt', '1', ...here, ...adopt);
  await step('draw anchors', 'monitor', 'draw', '1', ...here, '--items', String(anchors), '--every', '7');
  await step('check, same version', 'monitor', ...here, '--now');
  return labels;
}

/** A second run by the same judges, as they are served now, and one more. */
const scoreAnew = ({ step }: LapBench): Promise<Ended> =>
  step('score anew', 'score', ...here, '--metric', 'presentation', ...judges, '--judge', NEXT, '--no-cache', '--name', 'Second'); // prettier-ignore

export async function secondLap(options: LapOptions): Promise<Lap> {
  const lap = await openLap(options.log);
  const { data, step, inside, steps, asked } = lap;
  const state = () =>
    inside((db) => {
      const reading = authorize(operator, { kind: 'project', id: projectBySlug(db, slug).id }, 'read-results');
      return {
        reopened: reopenedAdoptions(db, reading, 'en').flatMap(({ changed }) => changed),
        undecided: attentionForSuccession(db, reading, 'en').length
      };
    });
  try {
    const labels = await firstLap(lap, options);
    lap.swap();
    await step('check, another version', 'monitor', ...here, '--now');
    await scoreAnew(lap);
    const before = await state();
    await step('compare', 'compare', '1', ...here, '--run', '1', '--run', '4');
    const file = join(data, 'presentation.leaderboards.csv');
    await step('succession', 'succession', 'presentation', ...here, '--margin', '10', '--output', file);
    const leaderboards = readFileSync(file, 'utf8');
    const decide = ['--candidate', '1', '--decide', 'switch', '--reason', 'The old version is gone.'];
    await step('switch', 'succession', 'presentation', ...here, '--margin', '10', ...decide);
    const after = await state();
    const card = join(data, 'card.json');
    await step('make the card', 'card', 'make', ...here, '--output', card);
    await step('verify the card', 'card', 'verify', card, '--require-figures');
    const reports = await inside((db) => db.select({ id: schema.report.id }).from(schema.report).all().length);
    return {
      ...{ steps, asked, labels, reports, leaderboards },
      reopened: { before: before.reopened, after: after.reopened },
      undecided: { before: before.undecided, after: after.undecided }
    };
  } finally {
    await lap.stop();
  }
}

let keys = 0;
/** Commits what the person says of every item that is theirs, and how many those were. */
function judgeAll(db: Db, email: string): number {
  const person = personByEmail(db, authorize(operator, instance, 'administer'), email);
  let n = 0;
  while (nextStudyAssignment(db, person) !== null) {
    const { id: assignmentId, report, items } = openAssignment(db, person)!;
    for (const { id: studyItemId, text } of items) {
      commitVerdict(db, annotating(person), {
        ...{ assignmentId, studyItemId, note: '', passages: [], seconds: 4 },
        label: saidBy(email, beginning(report.markdown), text, 0.03),
        idempotencyKey: `lap-${++keys}`
      });
      n++;
    }
  }
  return n;
}
