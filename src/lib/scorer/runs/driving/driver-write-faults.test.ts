import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startOpenAi } from '../../../../../tests/stand-ins/openai.ts';
import { record } from '../../../server/audit/audit.ts';
import { openDatabase } from '../../../server/db/client.ts';
import { RunDriver } from './driver.server.ts';
import { runProgress } from '../run-progress.server.ts';
import { planned, scene } from '../runs.fixture.ts';

/** Leaves no room in the database: the entries of the audit trail take what its pages have left. */
const fillUp = (
  { db, manage }: ReturnType<typeof scene>,
  sqlite: ReturnType<typeof openDatabase>['sqlite'],
  { projectId, id: entityId }: { projectId: string; id: string }
): void => {
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.pragma(`max_page_count = ${sqlite.pragma('page_count', { simple: true }) as number}`);
  for (let failures = 0; failures < 50;)
    try {
      const entry = { projectId, action: 'run.start', entity: 'run', entityId, detail: { number: 1 } };
      record(db, manage.actor, entry);
    } catch {
      failures += 1;
    }
};

it('a run that is started on a full disk is refused with the reason, and starts once there is room', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-full-'));
  const server = await startOpenAi({ delayMs: 1 });
  const { db, sqlite, close } = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
  try {
    const given = scene((name, id) => `# ${name} on ${id}`, db);
    const driver = new RunDriver(db, { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url });
    const run = planned(given, driver, { specs: ['openai:gpt-5'], metrics: ['presentation'] });
    fillUp(given, sqlite, run);
    const start = (): void => driver.start(given.manage, run.id);
    expect(start).toThrow(
      'The disk of the database is full or fails (SQLITE_FULL). The run and every answer kept so far are there. Make room on the disk, then resume the run.'
    );
    sqlite.pragma('max_page_count = 1000000');
    start();
    await driver.ended(run.id);
    expect(runProgress(db, run.id)).toMatchObject({ status: 'done', unscored: 0 });
  } finally {
    close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a full disk pauses the run, says how to continue, and loses no answer that was acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-full-'));
  const file = join(folder, 'voirdire.db');
  const server = await startOpenAi({ delayMs: 10 });
  const { db, sqlite, close } = openDatabase(file, join(process.cwd(), 'drizzle'));
  try {
    const given = scene((name, id) => `# ${name} on ${id}`, db);
    const driver = new RunDriver(db, { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url });
    const run = planned(given, driver, { specs: ['openai:gpt-5'], metrics: ['presentation', 'coverage'] });
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    const pages = sqlite.pragma('page_count', { simple: true }) as number;
    sqlite.pragma(`max_page_count = ${pages}`);
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    const told = driver.progress(run.id).problem;
    expect(told).toBe(
      'The disk of the database is full or fails (SQLITE_FULL). The run and every answer kept so far are there. Make room on the disk, then resume the run.'
    );
    expect(driver.progress(run.id)).toMatchObject({ status: 'paused', unscored: 0 });
    const before = server.count();
    sqlite.pragma('max_page_count = 1000000');
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    expect(runProgress(db, run.id)).toMatchObject({ status: 'done', tasksDone: 6, unscored: 0, problem: null });
    // Questions with an acknowledged answer are not asked again.
    expect(server.count()).toBeLessThan(before + 6);
  } finally {
    close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('answers that come while the disk is full are held, without further calls, and are in the journal once there is room', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-full-'));
  // Answers for which the pages of the journal have no room left.
  const server = await startOpenAi({ delayMs: 10, wrap: (text) => text + ' '.repeat(20_000) });
  const { db, sqlite, close } = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
  try {
    const given = scene((name, id) => `# ${name} on ${id}`, db);
    const driver = new RunDriver(db, { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url });
    const run = planned(given, driver, { specs: ['openai:gpt-5'], options: { concurrency: 2 } });
    driver.start(given.manage, run.id);
    fillUp(given, sqlite, run);
    await new Promise((resolve) => setTimeout(resolve, 600));
    const asked = server.count();
    expect(asked).toBeLessThan(4);
    sqlite.pragma('max_page_count = 1000000');
    await driver.ended(run.id);
    expect(runProgress(db, run.id)).toMatchObject({ status: 'done', tasksDone: 4, unscored: 0, problem: null });
    expect(server.count()).toBe(4);
  } finally {
    close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a database that another process keeps locked pauses the run with the reason, and a resume ends it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-locked-'));
  const file = join(folder, 'voirdire.db');
  const server = await startOpenAi({ delayMs: 10 });
  const { db, sqlite, close } = openDatabase(file, join(process.cwd(), 'drizzle'));
  const other = openDatabase(file, join(process.cwd(), 'drizzle'));
  try {
    const given = scene((name, id) => `# ${name} on ${id}`, db);
    const driver = new RunDriver(db, { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url });
    const run = planned(given, driver, { specs: ['openai:gpt-5'], metrics: ['presentation', 'coverage'] });
    // So that the test need not wait as long as a run would.
    sqlite.pragma('busy_timeout = 1');
    driver.start(given.manage, run.id);
    other.sqlite.exec('BEGIN IMMEDIATE');
    await vi.waitFor(() => expect(driver.progress(run.id).problem).not.toBeNull(), { timeout: 60_000, interval: 50 });
    expect(driver.progress(run.id)).toMatchObject({
      problem:
        'Another process kept the database locked for 5 seconds (SQLITE_BUSY). The run and every answer kept so far are there. Wait until it has finished, then resume the run.'
    });
    other.sqlite.exec('ROLLBACK');
    await vi.waitFor(() => expect(runProgress(db, run.id).status).toBe('paused'), { timeout: 60_000, interval: 50 });
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    expect(runProgress(db, run.id)).toMatchObject({ status: 'done', tasksDone: 6, unscored: 0, problem: null });
  } finally {
    other.close();
    close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
