import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { verifyAudit } from '../../src/lib/server/audit/audit-chain.ts';
import { openDatabase, openReader, schema } from '../../src/lib/server/db/client.ts';
import { seededRandom, type Random } from '../../src/lib/stats/numbers/rng.ts';
import { Caller } from './caller.ts';
import { root } from './processes.ts';
import { migrations } from './scorer-scene.ts';
import { isBuilt, serve, type Serving } from './serving.ts';
import { prepareStudy } from './studies-scene.ts';
import { loadNow, machine, number, pause } from './timings.ts';
import type { Worker } from './workers.ts';

const help = `Kills a server again and again while annotators commit verdicts over HTTP, and counts the commits that it acknowledged and
that are not in the database afterwards. Writes docs/bench-crashes.md.

  npm run bench:crashes [-- --people 20] [-- --items 600] [-- --kills 30] [-- --seed 1] [-- --no-write]

Each annotator commits a verdict on each item; the server is killed by SIGKILL after a random number of them, and a random moment later.`;

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '20' },
    items: { type: 'string', default: '600' },
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const [people, items, kills, seed] = (['people', 'items', 'kills', 'seed'] as const).map((name) =>
  Number(values[name])
) as [number, number, number, number];
const COMMITS = people * items;
/** The longest time between the last awaited acknowledgement and the kill, ms. */
const MOMENT = 40;

interface Commit {
  assignmentId: string;
  studyItemId: string;
  label: 'yes' | 'no';
  note: string;
  idempotencyKey: string;
}

interface WorkPage {
  assignment: { id: string; items: { id: string; label: string | null }[] };
}

interface Annotator {
  person: Worker;
  random: Random;
  /** Sent and not answered. */
  open: Set<Commit>;
  done: boolean;
}

/** Acknowledged commits by their key. */
const acknowledged = new Map<string, Commit>();
/** Requests that a kill left without an answer, sent again to the next server. */
let sentAgain = 0;

const isBroken = (error: unknown): boolean =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes((error as { code?: string }).code ?? '');

/** Works until nothing is waiting for the person, or the server is gone. Returns whether nothing is left. */
async function work(address: string, slug: string, { person, random, open }: Annotator): Promise<boolean> {
  const caller = new Caller(address, person.cookie);
  const send = async (commit: Commit): Promise<void> => {
    const { assignmentId, ...verdict } = commit;
    open.add(commit);
    const { status, body } = await caller.post(`/p/${slug}/work/${assignmentId}/commit`, {
      ...verdict,
      ...{ passages: [1], seconds: 1 }
    });
    if (status !== 200) throw new Error(`A commit was answered with ${status}: ${body}`);
    acknowledged.set(commit.idempotencyKey, commit);
    open.delete(commit);
  };
  try {
    for (const commit of [...open]) {
      sentAgain += 1;
      await send(commit);
    }
    for (;;) {
      const front = await caller.get(`/p/${slug}`);
      const assignmentId = /\/work\/([\w-]+)/.exec(front.body)?.[1];
      if (assignmentId === undefined) return true;
      const { assignment } = (await caller.data<WorkPage>(`/p/${slug}/work/${assignmentId}`)).page;
      for (const { id: studyItemId, label } of assignment.items)
        if (label === null)
          await send({
            ...{ assignmentId, studyItemId, label: random.below(3) === 0 ? 'no' : 'yes' },
            ...{ note: `note ${random.below(1_000_000)}`, idempotencyKey: `${person.userId}-${studyItemId}` }
          });
    }
  } catch (error) {
    if (isBroken(error)) return false;
    throw error;
  } finally {
    caller.close();
  }
}

interface Found {
  lost: number;
  altered: number;
  /** Verdicts and their rows of the audit trail that are not one to one. */
  unpaired: number;
  stored: number;
}

/** Compares the database with what was acknowledged, after a kill and without a server. */
function compare(file: string): Found {
  const { db, sqlite, close } = openDatabase(file, migrations);
  try {
    const check = sqlite.pragma('integrity_check') as { integrity_check: string }[];
    if (check[0]?.integrity_check !== 'ok') throw new Error(`The database is damaged: ${JSON.stringify(check)}`);
    const chain = verifyAudit(db);
    if (!chain.whole) throw new Error(`The audit trail is damaged: ${JSON.stringify(chain)}`);
    const rows = db.select().from(schema.humanVerdict).all();
    const stored = new Map(rows.map((row) => [row.idempotencyKey, row]));
    const found = { lost: 0, altered: 0, unpaired: rows.length - stored.size, stored: rows.length };
    for (const [key, { label, note, studyItemId }] of acknowledged) {
      const row = stored.get(key);
      if (!row) found.lost += 1;
      else if (row.label !== label || row.note !== note || row.studyItemId !== studyItemId) found.altered += 1;
    }
    const audited = db
      .select({ action: schema.audit.action, entityId: schema.audit.entityId })
      .from(schema.audit)
      .all()
      .flatMap(({ action, entityId }) => (action === 'blind-verdict.commit' ? [entityId] : []));
    const ids = new Set(rows.map(({ id }) => id));
    found.unpaired += audited.filter((id) => !ids.delete(id)).length + ids.size;
    return found;
  } finally {
    close();
  }
}

if (!isBuilt()) throw new Error('There is no build to kill: npm run build');
const load = loadNow();
const folder = mkdtempSync(join(tmpdir(), 'voirdire-bench-'));
try {
  const file = join(folder, 'voirdire.db');
  const scene = prepareStudy(file, { people, items, overlap: people, bytes: [2_000, 4_000] });
  const random = seededRandom(seed);
  const annotators: Annotator[] = scene.people.map((person, n) => ({
    ...{ person, random: seededRandom(seed + n + 1), open: new Set(), done: false }
  }));
  const began = performance.now();
  const total: Found = { lost: 0, altered: 0, unpaired: 0, stored: 0 };
  let killed = 0;
  let working = 0;
  let starting = 0;
  while (annotators.some(({ done }) => !done)) {
    const startedAt = performance.now();
    const server: Serving = await serve(folder);
    starting += performance.now() - startedAt;
    const left = COMMITS - acknowledged.size;
    const kill = killed < kills;
    // On average as many in each round, so that the last kill meets work as well.
    const point = acknowledged.size + 1 + random.below(Math.max(1, Math.floor((2 * left) / (kills - killed + 1)) - 1));
    const workedAt = performance.now();
    const lanes = Promise.all(
      annotators.map(async (one) => {
        one.done ||= await work(server.address, scene.slug, one);
      })
    );
    let ended = false;
    const end = lanes.finally(() => (ended = true));
    if (kill) {
      while (!ended && acknowledged.size < point) await pause(1);
      await pause(MOMENT * random.unit());
      if (!ended) killed += 1;
    } else await end;
    await server.stop('SIGKILL');
    await end;
    working += performance.now() - workedAt;
    const { lost, altered, unpaired, stored } = compare(file);
    total.lost += lost;
    total.altered += altered;
    total.unpaired += unpaired;
    total.stored = stored;
    console.log(
      `${kill ? `kill ${killed}` : 'end'}: ${number(acknowledged.size)} acknowledged, ${number(stored)} stored; lost ${lost}, altered ${altered}, unpaired ${unpaired}`
    );
  }
  const [key, commit] = [...acknowledged][0]!;
  acknowledged.set('never sent', commit).set(key, { ...commit, note: 'another' });
  const planted = compare(file);
  if (planted.lost !== 1 || planted.altered !== 1) throw new Error('A lost and an altered commit are not noticed.');
  acknowledged.set(key, commit).delete('never sent');
  const reader = openReader(file);
  const { journal_mode: journal } = (reader.sqlite.pragma('journal_mode') as { journal_mode: string }[])[0]!;
  reader.close();
  const minutes = (performance.now() - began) / 60_000;
  const text = `# Commits over kills

\`npm run bench:crashes\` measures this and writes this page. ${number(people)} annotators, each with a session and a connection of their own, commit
verdicts with a label and a note over HTTP on loopback to the built server, each as soon as the last was answered. The server is killed by SIGKILL after a random
number of commits and a random moment of up to ${MOMENT} ms (seed ${seed}; \`--seed ${seed}\` draws the same numbers), and started again on the same database. A
commit without an answer is sent again to the next server under its key, as a page does. After each kill the database is compared with
all that was acknowledged so far: the verdict is there under its key, on the same item, with the same label and note; each verdict has
one row of the audit trail, and each such row its verdict; the chain of the trail and SQLite's own check hold.

${machine(load)}

| event | count |
| --- | --: |
| acknowledged commits | ${number(acknowledged.size)} |
| kills while annotators worked | ${number(killed)} |
| commits under way at a kill, sent again | ${number(sentAgain)} |
| acknowledged commits that were lost | ${number(total.lost)} |
| acknowledged commits with another label, note or item | ${number(total.altered)} |
| verdicts twice under one key, without their row of the trail, or rows without a verdict | ${number(total.unpaired)} |
| verdicts in the database at the end, of ${number(COMMITS)} asked for | ${number(total.stored)} |
| minutes in all; of these starting the server, working | ${number(minutes, 1)}; ${number(starting / 60_000, 1)}, ${number(working / 60_000, 1)} |

A kill ends the process, not the machine: data in the operating system's cache survives it. For power failures a commit is synced to the disk before
it is acknowledged (journal mode \`${journal}\`), which no kill can test. \`tests/crash.test.ts\` does the same with some tens of commits
in every run of \`npm test\`.
`;
  console.log(text);
  if (total.lost + total.altered + total.unpaired > 0 || total.stored !== COMMITS || acknowledged.size !== COMMITS) {
    console.error('Not every acknowledged commit is there as it was acknowledged, or some were never committed.');
    process.exitCode = 1;
  } else if (killed < kills) {
    console.error(`Only ${killed} of ${kills} kills met work.`);
    process.exitCode = 1;
  } else if (!values['no-write']) writeFileSync(join(root, 'docs/bench-crashes.md'), text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
