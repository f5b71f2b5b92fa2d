import { log } from './log.ts';
import { randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'drizzle-orm';
import { sqliteOf, type Db } from './db/client.ts';
import { writeFault, type WriteFault } from './db/write-faults.ts';

export interface Health {
  status: 200 | 503 | 507;
  body: { ok: true } | { ok: false; problem: 'room' | 'disk' | 'database'; message: string };
}

/** How the disk beside a database is asked; tests give others. */
export interface Disk {
  /** Bytes that are left for this process. */
  free(folder: string): Promise<number>;
  /** Writes a small file, waits until the disk has it, and removes it. */
  probe(folder: string): Promise<void>;
}

const MEGABYTE = 1_000_000;
/** A server with less room is not healthy: a few large imports would fill the disk. */
const LEAST_ROOM = 64 * MEGABYTE;
const PROBE_BYTES = 16_384;
/** Pages that a database must be able to take. */
const SPARE_PAGES = 16;

const realDisk: Disk = {
  async free(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  async probe(folder) {
    const file = `${folder}/.health-${randomUUID()}`;
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(Buffer.alloc(PROBE_BYTES));
      await handle.datasync();
    } finally {
      await handle.close();
      await rm(file, { force: true });
    }
  }
};

/**
 * Whether the database answers, can be written, and has room. Nothing in it changes: the disk is tried with a
 * file beside the database.
 *
 * 507 means a full disk (or less than 64 MB left), 503 for one that fails or can only be read and for a database that does not
 * answer. The message names neither paths nor queries, because the address is public.
 */
export async function healthOf(db: Db, disk: Partial<Disk> = {}): Promise<Health> {
  const { free, probe } = { ...realDisk, ...disk };
  try {
    const folder = folderOf(db);
    askDatabase(db);
    if (folder !== null) {
      await probe(folder);
      const left = await free(folder);
      if (left < LEAST_ROOM)
        return bad(
          507,
          'room',
          `The disk of the database has ${megabytes(left)} left, and needs ${megabytes(LEAST_ROOM)}.`
        );
    }
    return { status: 200, body: { ok: true } };
  } catch (error) {
    const fault = writeFault(error);
    if (fault) return unwell(fault);
    log().error({ err: error }, 'The database does not answer');
    return bad(503, 'database', 'The database does not answer. The log of the server says more.');
  }
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE)} MB`;

const bad = (status: 503 | 507, problem: 'room' | 'disk' | 'database', message: string): Health => ({
  status,
  body: { ok: false, problem, message }
});

const unwell = ({ code, kind }: WriteFault): Health => {
  if (kind === 'full') return bad(507, 'room', `The disk of the database is full (${code}).`);
  if (kind === 'locked') return bad(503, 'database', `Another process keeps the database locked (${code}).`);
  return bad(503, 'disk', `The disk of the database fails or can only be read (${code}).`);
};

function folderOf(db: Db): string | null {
  const files = db.all<{ name: string; file: string }>(sql`PRAGMA database_list`);
  const { file = '' } = files.find(({ name }) => name === 'main') ?? {};
  return file === '' ? null : dirname(file);
}

/**
 * Reads, and takes the lock for writing and gives it back: neither counts as a write, so that nothing that was kept in memory
 * is read anew. A writer elsewhere is no fault: it shows that writing works.
 */
function askDatabase(db: Db): void {
  db.get(sql`select count(*) from sqlite_schema`);
  const sqlite = sqliteOf(db);
  const pragma = (name: string): number => sqlite.pragma(name, { simple: true }) as number;
  if (pragma('max_page_count') - pragma('page_count') + pragma('freelist_count') < SPARE_PAGES)
    throw Object.assign(new Error('the database may not grow'), { code: 'SQLITE_FULL' });
  const wait = pragma('busy_timeout');
  sqlite.pragma('busy_timeout = 0');
  try {
    sqlite.exec('BEGIN IMMEDIATE');
    sqlite.exec('ROLLBACK');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && /^SQLITE_(?:BUSY|LOCKED)/.test(String(error.code)))) throw error;
  } finally {
    sqlite.pragma(`busy_timeout = ${wait}`);
  }
}
