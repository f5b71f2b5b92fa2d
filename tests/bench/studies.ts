import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openReader, schema } from '../../src/lib/server/db/client.ts';
import { seededRandom } from '../../src/lib/stats/rng.ts';
import { Caller, warmUp } from './caller.ts';
import { root } from './processes.ts';
import { isBuilt, serve } from './serving.ts';
import { prepareStudy, type StudyScene } from './studies-scene.ts';
import { loadNow, machine, number, pause, timeHead, timeRow, Timings } from './timings.ts';
import type { Worker } from './workers.ts';

const help = `Measures a study under work: fifty people over HTTP against the built server finish a study of 300 items with three
raters each. Says how long saving a verdict and getting the next item take, checks that every item has exactly its three labels,
and writes docs/bench-studies.md.

  npm run bench:studies [-- --people 50] [-- --items 300] [-- --overlap 3] [-- --think 1000] [-- --no-write]

--think is the mean time in milliseconds that a person looks at an item.`;

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '50' },
    items: { type: 'string', default: '300' },
    overlap: { type: 'string', default: '3' },
    think: { type: 'string', default: '1000' },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const [people, items, overlap, think] = [values.people, values.items, values.overlap, values.think].map(Number) as [
  number,
  number,
  number,
  number
];
const MARK = 50;
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

/** How often each item was labelled, by how many people; read from the database when everybody is done. */
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

if (!isBuilt()) throw new Error('There is no build to measure: npm run build');
const folder = mkdtempSync(join(tmpdir(), 'voirdire-bench-'));
try {
  const load = loadNow();
  const file = join(folder, 'voirdire.db');
  const scene = prepareStudy(file, { people, items, overlap });
  const server = await serve(folder);
  const timings = new Timings();
  const [{ cookie }] = scene.people as [Worker];
  const [front] = await warmUp(server.address, cookie, [`/p/${scene.slug}`]);
  const first = /\/work\/([\w-]+)/.exec(front!.body)?.[1];
  await warmUp(server.address, cookie, [`/p/${scene.slug}/work/${first}`]);
  const began = performance.now();
  const before = server.cpuSeconds();
  let cpu: number | null = null;
  try {
    await Promise.all(scene.people.map((person, i) => work(scene, server.address, person, i + 1, timings)));
    const after = server.cpuSeconds();
    cpu = before === null || after === null ? null : after - before;
  } finally {
    await server.stop();
  }
  const seconds = (performance.now() - began) / 1000;
  const found = overlapIn(file);
  const saves = timings.of('save').n;
  const kilobytes = scene.reportBytes.map((bytes) => bytes / 1000);
  const text = `# Fifty people in a study

\`npm run bench:studies\` measures this and writes this page. ${number(people)} simulated annotators, each with a session and a connection of
their own, work at the same time over HTTP on loopback against the built server: a study of ${number(items)} checklist items with ${overlap} raters
each, on ${scene.reportBytes.length} reports of ${number(Math.min(...kilobytes))} to ${number(Math.max(...kilobytes))} KB with tables and a hundred citations. They look at an item for ${number(think / 1000, 1)} s on average (half to one and
a half of that), far less than people do. They come within five seconds; one of them
opens both pages before the clock starts. "Save and next" is the answer to the commit, and, after the last item of a
report, the next report's page data besides, although the page fetches them ahead.

${machine(load)}

${timeHead}
${timeRow('save and next, all', timings.of('save and next'), MARK)}
${timeRow('of these: with the next report', timings.of('save and next report'), MARK)}
${timeRow('save alone', timings.of('save'), null)}
${timeRow('the next report alone', timings.of('next report'), null)}
${timeRow('first report of a person', timings.of('first report'), null)}
${timeRow('front page of a person', timings.of('front page'), null)}

The server took ${cpu === null ? 'an unknown time' : `${number((cpu * 1000) / saves, 1)} ms`} of processor time for each label, opening of reports included; ${number(saves / seconds, 1)} labels a second were committed.

Overlap: ${number(found.exact)} of ${number(found.items)} items have exactly ${overlap} labels, by ${overlap} people; ${number(found.labels)} labels in all.
`;
  console.log(text);
  if (found.exact !== items || found.items !== items || found.labels !== items * overlap) {
    console.error('The overlap is not exact.');
    process.exitCode = 1;
  } else if (!values['no-write']) writeFileSync(join(root, 'docs/bench-studies.md'), text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
