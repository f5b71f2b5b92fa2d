import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGemini } from '../../../tests/stand-ins/gemini.ts';
import { startOpenAi } from '../../../tests/stand-ins/openai.ts';
import type { StandIn } from '../../../tests/stand-ins/server.ts';
import { openDatabase } from '../server/db/client.ts';
import type { EngineResult } from './engine.ts';
import { callsOf } from './store/sqlite.fixture.ts';

const REPORTS = 24;
const CALLS_AT_ONCE = 6;
const migrations = join(process.cwd(), 'drizzle');
let servers: StandIn[] = [];
let folder: string;
beforeAll(async () => {
  servers = [await startOpenAi({ delayMs: 25 }), await startGemini({ delayMs: 25, seed: 2 })];
  folder = mkdtempSync(join(tmpdir(), 'voirdire-crash-'));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  /** What the process said was answered, in its own words. */
  answered: string[];
  result: EngineResult | null;
}

/** Runs the process; kills it with SIGKILL once it has reported that many answers. */
const score = async (file: string, killAfter = Infinity): Promise<Ran> => {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'engine-crash.fixture.ts'), file, migrations, String(REPORTS)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        OPENAI_API_KEY: 'sk-test-crash-0000',
        GEMINI_API_KEY: 'test-crash-0000',
        OPENAI_BASE_URL: servers[0]?.url,
        GEMINI_BASE_URL: servers[1]?.url
      }
    }
  );
  const ended = new Promise((resolve) => child.on('close', resolve));
  const ran: Ran = { answered: [], result: null };
  if (child.stdout)
    for await (const line of createInterface(child.stdout)) {
      if (line.startsWith('answered ')) ran.answered.push(line);
      if (line.startsWith('result ')) ran.result = JSON.parse(line.slice(7)) as EngineResult;
      if (ran.answered.length >= killAfter) child.kill('SIGKILL');
    }
  await ended;
  return ran;
};

const received = () => servers.reduce((sum, server) => sum + server.count(), 0);

describe('a run whose process is killed', () => {
  it('loses nothing acknowledged and repeats no completed call', { timeout: 60_000 }, async () => {
    const file = join(folder, 'run.db');
    const acknowledged = new Set<string>();
    let sent = 0;
    for (const killAfter of [5, 9]) {
      const before = received();
      const ran = await score(file, killAfter);
      expect(ran.result).toBeNull();
      expect(ran.answered.length).toBeGreaterThanOrEqual(killAfter);
      for (const line of ran.answered) {
        expect(acknowledged, 'answered twice').not.toContain(line);
        acknowledged.add(line);
      }
      sent += received() - before;
      const { db, close } = openDatabase(file, migrations);
      const kept = new Set(callsOf(db, 'a').map((call) => `${call.reportId} ${call.judgeId}`));
      close();
      expect(kept.size).toBeGreaterThanOrEqual(acknowledged.size);
    }
    const { db, close } = openDatabase(file, migrations);
    const kept = callsOf(db, 'a').length;
    close();
    // What a kill may cost: the calls under way at that moment.
    expect(sent - kept).toBeLessThanOrEqual(2 * CALLS_AT_ONCE);

    const before = received();
    const last = await score(file);
    expect(received() - before).toBe(2 * REPORTS - kept);
    expect(last.result).toMatchObject({
      status: 'done',
      tasks: { total: 2 * REPORTS },
      units: { judged: 2 * REPORTS * 10, unscored: 0 }
    });
    for (const line of last.answered) expect(acknowledged).not.toContain(line);

    const again = received();
    const idle = await score(file);
    expect(received()).toBe(again);
    expect(idle.result?.tasks).toEqual({ total: 2 * REPORTS, finished: 0, skipped: 2 * REPORTS });
  });
});
