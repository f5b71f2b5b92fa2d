import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGemini } from '../../../../tests/stand-ins/gemini.ts';
import { startOpenAi } from '../../../../tests/stand-ins/openai.ts';
import type { StandIn } from '../../../../tests/stand-ins/server.ts';
import { sized } from '../../../../tests/timing.ts';
import { openDatabase, schema } from '../../server/db/client.ts';
import { seededRandom } from '../../stats/numbers/rng.ts';
import { scoreScene, type CrashScene } from './crash.fixture.ts';
import type { EngineResult } from './engine.ts';
import { callsOf } from '../store/sqlite.fixture.ts';

const REPORTS = sized(20, 12);
const CALLS_AT_ONCE = 6;
const KILLS = sized(6, 3);
/** Where to kill: the same points in every run, others by VOIRDIRE_CRASH_SEED. */
const seed = Number(process.env['VOIRDIRE_CRASH_SEED'] ?? 1);
const random = seededRandom(seed);
const migrations = join(process.cwd(), 'drizzle');
let servers: StandIn[] = [];
let folder: string;
beforeAll(async () => {
  servers = [await startOpenAi({ delayMs: 20 }), await startGemini({ delayMs: 20, seed: 2 })];
  folder = mkdtempSync(join(tmpdir(), 'voirdire-crash-'));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const scene = (file: string): CrashScene => ({ file, migrations, reports: REPORTS, calls: CALLS_AT_ONCE });
const keys = () => ({
  ...{ OPENAI_API_KEY: 'sk-test-crash-0000', OPENAI_BASE_URL: servers[0]?.url },
  ...{ GEMINI_API_KEY: 'test-crash-0000', GEMINI_BASE_URL: servers[1]?.url }
});

/** Runs it here, to its end, and counts the calls that may count as answered. */
const score = async (file: string): Promise<{ answered: number; result: EngineResult }> => {
  let answered = 0;
  const result = await scoreScene(scene(file), keys(), () => (answered += 1));
  return { answered, result };
};

/** Runs it as a process; kills that with SIGKILL that long after it has reported that many answers. */
const scoreAndKill = async (
  file: string,
  kill: { after: number; delayMs: number }
): Promise<{ answered: number; killed: boolean }> => {
  const child = spawn(
    process.execPath,
    [
      ...['--import', join(import.meta.dirname, '../../server/db/quick-imports.ts')],
      ...[join(import.meta.dirname, 'crash.fixture.ts'), JSON.stringify(scene(file))]
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled'),
        ...keys()
      }
    }
  );
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_code, by) => resolve(by)));
  let answered = 0;
  for await (const line of createInterface(child.stdout)) {
    if (line !== 'answered') continue;
    answered += 1;
    if (answered === kill.after) setTimeout(() => child.kill('SIGKILL'), kill.delayMs);
  }
  return { killed: (await ended) === 'SIGKILL', answered };
};

const received = () => servers.reduce((sum, server) => sum + server.count(), 0);

/** Result of a run, without the ids and times that differ between any two. */
const outcome = (file: string) => {
  const { db, sqlite, close } = openDatabase(file, migrations);
  try {
    expect(sqlite.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    const calls = callsOf(db, 'a');
    const verdicts = db
      .select()
      .from(schema.verdict)
      .all()
      .map(({ at: _at, ...verdict }) => JSON.stringify(verdict))
      .sort();
    const pages = db
      .select()
      .from(schema.pageFetch)
      .all()
      .map((page) => JSON.stringify(page))
      .sort();
    const keys = calls.flatMap(({ key, outcome }) => (outcome === 'error' ? [] : [key]));
    const unanswered = calls.reduce((sum, call) => sum + call.unanswered, 0);
    return { unanswered, answered: keys.length, same: { calls: keys.sort(), verdicts, pages } };
  } finally {
    close();
  }
};

/** Damages a verdict as a failing disk may: its task is done again, from the calls of the journal. */
const damage = (file: string): void => {
  const { sqlite, close } = openDatabase(file, migrations);
  sqlite.exec(`UPDATE verdict SET evidence = '[{"quo' WHERE rowid IN (SELECT max(rowid) FROM verdict)`);
  close();
};

describe(`a run whose process is killed again and again (seed ${seed})`, () => {
  it('loses nothing acknowledged, repeats no completed call, and ends like one that was left in peace', async () => {
    const peaceful = join(folder, 'peaceful.db');
    const undisturbed = await score(peaceful);
    const calls = received();
    expect(undisturbed.result).toMatchObject({ status: 'done', units: { abstained: 0, unscored: 0 } });
    expect(undisturbed.answered).toBe(calls);
    // Several calls for each report under one of the metrics, or this would prove little.
    expect(calls).toBeGreaterThan(2 * REPORTS * 3);

    const file = join(folder, 'killed.db');
    let kills = 0;
    let acknowledged = 0;
    while (kills < KILLS) {
      // Points spread over what is left, so that the run does not end before the last kill.
      const left = calls - (received() - calls);
      const share = left / (KILLS - kills + 1) - CALLS_AT_ONCE;
      const after = 1 + random.below(Math.max(1, Math.floor(2 * share)));
      const ran = await scoreAndKill(file, { after, delayMs: random.below(25) });
      if (!ran.killed) break;
      kills += 1;
      acknowledged += ran.answered;
      if (kills % 3 === 2) damage(file);
      expect(ran.answered).toBeGreaterThan(0);
    }
    // Where the last calls came faster than the kill, the run has ended earlier.
    expect(kills).toBeGreaterThan(KILLS / 2);
    const { answered } = outcome(file);
    expect(answered).toBeGreaterThanOrEqual(acknowledged);

    const last = await score(file);
    expect(last.result).toMatchObject({ status: 'done', units: undisturbed.result.units });
    const sent = received() - calls;
    console.log(`${calls} calls, ${kills} kills, ${sent - calls} of the calls under way were asked again.`);
    expect(sent).toBeGreaterThanOrEqual(calls);
    expect(sent).toBeLessThanOrEqual(calls + kills * CALLS_AT_ONCE);
    const [disturbed, inPeace] = [outcome(file), outcome(peaceful)];
    expect(disturbed.same).toEqual(inPeace.same);
    // Each request that a kill left without an answer may have been billed, and is in the journal.
    expect(disturbed.answered + disturbed.unanswered).toBeGreaterThanOrEqual(sent);
    expect(disturbed.unanswered).toBeLessThanOrEqual(kills * CALLS_AT_ONCE);
    expect(inPeace.unanswered).toBe(0);

    const idle = await score(file);
    expect(received() - calls).toBe(sent);
    expect(idle.result.tasks).toMatchObject({ finished: 0, skipped: 4 * REPORTS });
  });
});
