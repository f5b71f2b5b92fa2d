import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openReader, schema } from '../../src/lib/server/db/client.ts';
import { seededRandom } from '../../src/lib/stats/numbers/rng.ts';
import { Caller, warmUp } from './caller.ts';
import { root, startJudge } from './processes.ts';
import { isBuilt, serve } from './serving.ts';
import { CONCURRENCY, prepareRun, runNow } from './studies-run.ts';
import { prepareStudy, type StudyScene } from './studies-scene.ts';
import { loadNow, machine, number, pause, timeHead, timeRow, Timings } from './timings.ts';
import type { Worker } from './workers.ts';

const help = `Measures a study under work: fifty people over HTTP against the built server finish a study of 300 items with three
raters each, first alone, then while the server scores a run. Says how long saving a verdict and getting the next item take, checks
that every item has exactly its three labels, and writes docs/bench-studies.md.

  npm run bench:studies [-- --people 50] [-- --items 300] [-- --overlap 3] [-- --think 1000] [-- --latency 500] [-- --no-write]

--think is the mean time in milliseconds that a person looks at an item; --latency the time in which the run's judge answers.`;

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '50' },
    items: { type: 'string', default: '300' },
    overlap: { type: 'string', default: '3' },
    think: { type: 'string', default: '1000' },
    latency: { type: 'string', default: '500' },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const { people, items, overlap, think, latency } = Object.fromEntries(
  (['people', 'items', 'overlap', 'think', 'latency'] as const).map((name) => [name, Number(values[name])])
) as Record<'people' | 'items' | 'overlap' | 'think' | 'latency', number>;
/** The promised 95 % point of saving and getting the next item, alone and with a run beside, in ms. */
const MARK = 50;
const MARK_BESIDE = 100;
/** Calls of the run: more than are answered while people work. */
const CALLS = 8_000;
/** People do not all come in the same second, ms. */
const ARRIVE = 5_000;

interface WorkPage {
  assignment: { id: string; items: { id: string; label: string | null }[]; next: string | null };
}

/** Judges all that is waiting for a person, with pauses between half and one and a half of the mean. Returns the number of labels. */
async function work(scene: StudyScene, address: string, { cookie, userId }: Worker, seed: number, timings: Timings) {
  const caller = new Caller(address, cookie);
  const random = seededRandom(seed);
  const home = `/p/${scene.slug}`;
  const thinking = (): Promise<void> => pause(think * (0.5 + random.unit()));
  const open = async (id: string) => caller.data<WorkPage>(`${home}/work/${id}`);
  let labels = 0;
  try {
    await pause(ARRIVE * random.unit());
    const began = performance.now();
    const front = await caller.get(home);
    timings.add('front page', performance.now() - began);
    let id: string | null = /\/work\/([\w-]+)/.exec(front.body)?.[1] ?? null;
    if (id === null) throw new Error('The front page leads to no report.');
    let page = await open(id);
    timings.add('first report', page.milliseconds);
    while (id !== null) {
      const { assignment } = page.page;
      const waiting = assignment.items.filter(({ label }) => label === null);
      for (const [i, item] of waiting.entries()) {
        await thinking();
        const { milliseconds } = await caller.post(`${home}/work/${assignment.id}/commit`, {
          ...{ studyItemId: item.id, label: random.below(3) === 0 ? 'no' : 'yes', note: '', passages: [3, 5] },
          ...{ seconds: think / 1000, idempotencyKey: `${userId}-${item.id}` }
        });
        labels += 1;
        timings.add('save', milliseconds);
        if (i < waiting.length - 1) timings.add('save and next', milliseconds);
        else if (assignment.next !== null) {
          page = await open(assignment.next);
          timings.add('next report', page.milliseconds);
          timings.add('save and next report', milliseconds + page.milliseconds);
          timings.add('save and next', milliseconds + page.milliseconds);
        }
      }
      id = assignment.next;
    }
    return labels;
  } finally {
    caller.close();
  }
}

/** How often each item was labelled, by how many people; read from the database when all people are done. */
function overlapIn(file: string): { items: number; exact: number; labels: number } {
  const { db, close } = openReader(file);
  try {
    const raters = new Map(
      db
        .select({ id: schema.studyItem.id })
        .from(schema.studyItem)
        .all()
        .map(({ id }) => [id, [] as string[]])
    );
    for (const { studyItemId, userId } of db.select().from(schema.humanVerdict).all())
      raters.get(studyItemId)!.push(userId);
    const all = [...raters.values()];
    return {
      items: all.length,
      exact: all.filter((ids) => ids.length === overlap && new Set(ids).size === overlap).length,
      labels: all.reduce((sum, ids) => sum + ids.length, 0)
    };
  } finally {
    close();
  }
}

interface Measured {
  scene: StudyScene;
  timings: Timings;
  /** From the first person's coming to the last one's last label. */
  seconds: number;
  /** Processor time that the web process took; null if the system does not tell. */
  cpu: number | null;
  found: ReturnType<typeof overlapIn>;
  /** The run beside: calls answered meanwhile, and whether it was still under way at the end; null without one. */
  run: { answered: number; running: boolean } | null;
}

/** Every person works through the study, on data of its own. @param judge Base URL of the judge of a run beside */
async function measure(judge: string | null): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-bench-'));
  try {
    const file = join(folder, 'voirdire.db');
    const scene = prepareStudy(file, { people, items, overlap });
    const env: Record<string, string> = judge === null ? {} : { OPENAI_API_KEY: 'sk-bench', OPENAI_BASE_URL: judge };
    const runId = judge === null ? null : prepareRun(file, CALLS, env);
    const server = await serve(folder, env);
    try {
      const timings = new Timings();
      const [{ cookie }] = scene.people as [Worker];
      const [front] = await warmUp(server.address, cookie, [`/p/${scene.slug}`]);
      const first = /\/work\/([\w-]+)/.exec(front!.body)?.[1];
      await warmUp(server.address, cookie, [`/p/${scene.slug}/work/${first}`]);
      while (runId !== null && runNow(file, runId).answered < CONCURRENCY) await pause(200);
      const began = performance.now();
      const cpuBefore = server.cpuSeconds();
      const answeredBefore = runId === null ? 0 : runNow(file, runId).answered;
      await Promise.all(scene.people.map((person, i) => work(scene, server.address, person, i + 1, timings)));
      const cpuAfter = server.cpuSeconds();
      const run = runId === null ? null : runNow(file, runId);
      return {
        ...{ scene, timings, seconds: (performance.now() - began) / 1000, found: overlapIn(file) },
        cpu: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore,
        run: run && { ...run, answered: run.answered - answeredBefore }
      };
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const table = ({ timings }: Measured, mark: number): string =>
  [
    timeHead,
    timeRow('save and next, all', timings.of('save and next'), mark),
    timeRow('of these: with the next report', timings.of('save and next report'), mark),
    timeRow('save alone', timings.of('save'), null),
    timeRow('the next report alone', timings.of('next report'), null),
    timeRow('first report of a person', timings.of('first report'), null),
    timeRow('front page of a person', timings.of('front page'), null)
  ].join('\n');

const cost = ({ timings, seconds, cpu }: Measured): string => {
  const saves = timings.of('save').n;
  return `The web process took ${cpu === null ? 'an unknown time' : `${number((cpu * 1000) / saves, 1)} ms`} of processor time for each label, opening of reports included; ${number(saves / seconds, 1)} labels a second were committed.`;
};

const isExact = ({ found }: Measured): boolean =>
  found.exact === items && found.items === items && found.labels === items * overlap;

const overlapText = ({ found }: Measured): string =>
  `Overlap: ${number(found.exact)} of ${number(found.items)} items have exactly ${overlap} labels, by ${overlap} people; ${number(found.labels)} labels in all.`;

if (!isBuilt()) throw new Error('There is no build to measure: npm run build');
const load = loadNow();
const alone = await measure(null);
const judge = await startJudge(latency);
let beside: Measured;
try {
  beside = await measure(judge.url);
} finally {
  await judge.stop();
}
const kilobytes = alone.scene.reportBytes.map((bytes) => bytes / 1000);
const { answered, running } = beside.run!;
const text = `# Fifty people in a study

\`npm run bench:studies\` measures this and writes this page. ${number(people)} simulated annotators, each with a session and a connection of
their own, work at the same time over HTTP on loopback against the built server: a study of ${number(items)} checklist items with ${overlap} raters
each, on ${alone.scene.reportBytes.length} reports of ${number(Math.min(...kilobytes))} to ${number(Math.max(...kilobytes))} KB with tables and a hundred citations. They look at an item for ${number(think / 1000, 1)} s on average (half to one and
a half of that), far less than people do. They come within five seconds; one of them
opens both pages before the clock starts. "Save and next" is the answer to the commit, and, after the last item of a
report, the next report's page data besides, although the page fetches them ahead.

${machine(load)}

## Alone

${table(alone, MARK)}

${cost(alone)}

${overlapText(alone)}

## With a run beside

The server scores the same reports meanwhile, in a separate process: ${CONCURRENCY} concurrent calls to a judge on the same machine that answers in
${number(latency)} ms. ${number(answered)} calls were answered while people worked, ${number(answered / beside.seconds, 1)} a second; at the end the run was ${running ? 'still under way' : 'not under way any more'}.

${table(beside, MARK_BESIDE)}

${cost(beside)}

${overlapText(beside)}
`;
console.log(text);
if (!isExact(alone) || !isExact(beside)) {
  console.error('The overlap is not exact.');
  process.exitCode = 1;
} else if (!running) {
  console.error('The run ended before people did: its rows say nothing.');
  process.exitCode = 1;
} else if (!values['no-write']) writeFileSync(join(root, 'docs/bench-studies.md'), text);
