import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, openReader, type OpenDatabase } from './db/client.ts';
import { healthOf, type Disk } from './health.ts';

let folder: string;
let database: OpenDatabase;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voirdire-health-'));
  database = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const failing = (code: string): Disk['probe'] => {
  return async () => {
    throw Object.assign(new Error(code), { code });
  };
};

describe('the health of a server', () => {
  it('is good if the database answers and its disk takes what is written', async () => {
    expect(await healthOf(database.db)).toEqual({ status: 200, body: { ok: true } });
  });

  it('changes nothing in the database and leaves no file', async () => {
    const { readdirSync } = await import('node:fs');
    const changes = (): unknown => database.sqlite.prepare('select total_changes() as n').get();
    const [files, before] = [readdirSync(folder).sort(), changes()];
    await healthOf(database.db);
    expect(readdirSync(folder).sort()).toEqual(files);
    expect(changes()).toEqual(before);
    expect(database.sqlite.inTransaction).toBe(false);
  });

  it('is 507 with less room than the smallest amount', async () => {
    const free = async (): Promise<number> => 3_000_000;
    expect(await healthOf(database.db, { free })).toEqual({
      status: 507,
      body: { ok: false, problem: 'room', message: 'The disk of the database has 3 MB left, and needs 64 MB.' }
    });
  });

  it.each([
    ['ENOSPC', 507, 'room'],
    ['EDQUOT', 507, 'room'],
    ['EIO', 503, 'disk'],
    ['EROFS', 503, 'disk']
  ])('is %s → %i when a file beside the database cannot be written', async (code, status, problem) => {
    expect(await healthOf(database.db, { probe: failing(code) })).toMatchObject({
      status,
      body: { ok: false, problem }
    });
  });

  it('is 503 when the database can only be read', async () => {
    const reader = openReader(join(folder, 'voirdire.db'));
    expect(await healthOf(reader.db)).toMatchObject({ status: 503, body: { ok: false, problem: 'disk' } });
    reader.close();
  });

  it('is 507 when the database itself may not grow', async () => {
    const pages = database.sqlite.pragma('page_count', { simple: true }) as number;
    database.sqlite.pragma(`max_page_count = ${pages}`);
    expect(await healthOf(database.db)).toMatchObject({ status: 507, body: { ok: false, problem: 'room' } });
    database.sqlite.pragma('max_page_count = 1000000');
    expect(await healthOf(database.db)).toMatchObject({ status: 200 });
  });

  it('is 503 when the database does not answer, without a path or a query in the message', async () => {
    const { sqlite } = database;
    sqlite.close();
    const { status, body } = await healthOf(database.db);
    expect([status, body]).toEqual([
      503,
      { ok: false, problem: 'database', message: 'The database does not answer. The log of the server says more.' }
    ]);
    database = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
  });

  it('is good while another process writes', async () => {
    const other = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
    other.sqlite.exec('begin immediate');
    // It waits for no lock: a check that waited for the other's write in vain would answer 503.
    expect(await healthOf(database.db)).toMatchObject({ status: 200 });
    other.sqlite.exec('rollback');
    other.close();
  });
});
