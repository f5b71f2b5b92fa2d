import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { record } from '../audit/audit.ts';
import { systemActor } from '../auth/authorize.ts';
import { openDatabase, schema, write, type Db } from './client.ts';
import { memoryDatabase } from './memory.fixture.ts';

const migrations = join(process.cwd(), 'drizzle');
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
const newFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-db-'));
  folders.push(folder);
  return join(folder, 'voirdire.db');
};

describe('the database', () => {
  it('has STRICT tables only', () => {
    const { sqlite } = memoryDatabase();
    const tables = sqlite.pragma('table_list') as { schema: string; name: string; type: string; strict: number }[];
    const lax = tables.filter(
      (t) => t.schema === 'main' && t.type === 'table' && !t.strict && !/^(sqlite_|__)/.test(t.name)
    );
    expect(tables.length).toBeGreaterThan(20);
    expect(lax.map((t) => t.name)).toEqual([]);
  });

  it('keeps the reason if SQLite itself rolled back a transaction within a transaction', () => {
    const { db, sqlite, close } = openDatabase(newFile(), migrations);
    const add = (tx: Db): unknown =>
      record(tx, systemActor, { projectId: null, action: 'x', entity: 'run', entityId: 'r', detail: {} });
    const nested = (work: (tx: Db) => void): void => write(db, (outer) => write(outer, work));
    // As SQLite does if the disk fills up while it writes pages of a transaction.
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    expect(() =>
      nested((tx) => {
        add(tx);
        sqlite.exec('ROLLBACK');
        throw full;
      })
    ).toThrow(full);
    expect(() =>
      nested((tx) => {
        add(tx);
        throw new Error('Taken back');
      })
    ).toThrow('Taken back');
    expect(db.select().from(schema.audit).all()).toEqual([]);
    nested(add);
    expect(db.select().from(schema.audit).all()).toHaveLength(1);
    close();
  });

  it('moves its log into the file only after 16 MB, so that few commits wait for that', () => {
    const file = newFile();
    const { sqlite, close } = openDatabase(file, migrations);
    sqlite.exec('CREATE TABLE page (text TEXT) STRICT');
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    const put = sqlite.prepare('INSERT INTO page VALUES (?)');
    const before = statSync(file).size;
    const putMegabytes = (n: number) => Array.from({ length: n }, () => put.run('x'.repeat(2 ** 20)));
    putMegabytes(14);
    expect(statSync(file).size).toBe(before);
    putMegabytes(3);
    expect(statSync(file).size).toBeGreaterThan(before + 14 * 2 ** 20);
    close();
  });

  it('keeps what is written through a reopening, with full durability and foreign keys', () => {
    const file = newFile();
    const first = openDatabase(file, migrations);
    first.db.insert(schema.project).values({ id: 'p', slug: 'p', name: 'P', createdAt: 1 }).run();
    first.close();
    const again = openDatabase(file, migrations);
    expect(again.db.select().from(schema.project).all()).toHaveLength(1);
    expect(again.sqlite.pragma('synchronous', { simple: true })).toBe(2);
    expect(again.sqlite.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(again.sqlite.pragma('journal_mode', { simple: true })).toBe('wal');
    again.close();
  });

  it('can be read by its owner only: file, log, index and the folder that it made', () => {
    const folder = join(newFile(), '..', 'made', 'data');
    const file = join(folder, 'voirdire.db');
    const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    const first = openDatabase(file, migrations);
    first.db.insert(schema.project).values({ id: 'p', slug: 'p', name: 'P', createdAt: 1 }).run();
    expect(['', '-wal', '-shm'].map((end) => modeOf(`${file}${end}`))).toEqual(['600', '600', '600']);
    expect(modeOf(folder)).toBe('700');
    first.close();
  });

  // Programs with SQLite before 3.51 delete the log of a database that no lock shows in use, with all that is committed afterwards.
  it.skipIf(!existsSync('/proc/locks'))('stays locked as long as it is open (read from /proc/locks)', () => {
    const file = newFile();
    openDatabase(file, migrations).close();
    const { ino } = statSync(file);
    const isLocked = (): boolean =>
      readFileSync('/proc/locks', 'utf8')
        .split('\n')
        .some((line) => line.includes(` READ ${process.pid} `) && line.includes(`:${ino} `));
    expect(isLocked()).toBe(false);
    const first = openDatabase(file, migrations);
    expect(isLocked()).toBe(true);
    openDatabase(file, migrations).close();
    expect(isLocked()).toBe(true);
    first.close();
    expect(isLocked()).toBe(false);
  });

  it('closes a file that others could read', () => {
    const file = newFile();
    openDatabase(file, migrations).close();
    chmodSync(file, 0o644);
    const again = openDatabase(file, migrations);
    again.db.insert(schema.project).values({ id: 'p', slug: 'p', name: 'P', createdAt: 1 }).run();
    for (const end of ['', '-wal', '-shm']) expect(statSync(`${file}${end}`).mode & 0o777).toBe(0o600);
    again.close();
  });

  it('refuses a file of a newer schema and says so', () => {
    const file = newFile();
    const first = openDatabase(file, migrations);
    first.sqlite.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)').run('future', 1);
    first.close();
    expect(() => openDatabase(file, migrations)).toThrow(/newer Voirdire/);
  });

  it('refuses a file of a version with other tables, also if it made as many migrations, and names a difference', () => {
    const file = newFile();
    const first = openDatabase(file, migrations);
    first.sqlite.exec("DROP TABLE second_factor; UPDATE __drizzle_migrations SET hash = 'earlier'");
    first.close();
    expect(() => openDatabase(file, migrations)).toThrow(
      `The database ${file} was created by another version of Voirdire, and this version cannot migrate it (different: second_factor). No data was changed. Open it with that version,`
    );
  });

  it('opens a file whose migrations differ in their text only', () => {
    const file = newFile();
    const first = openDatabase(file, migrations);
    first.sqlite.exec("UPDATE __drizzle_migrations SET hash = 'with another comment'");
    first.close();
    openDatabase(file, migrations).close();
  });

  it.each([
    ['without migrations', 'CREATE TABLE notes (x); CREATE TABLE people (y)', 'notes and 1 more'],
    [
      'with migrations of its own',
      'CREATE TABLE __drizzle_migrations (hash, created_at); CREATE TABLE orders (x)',
      'orders'
    ]
  ])('refuses the database of another program %s and leaves its bytes and rights unchanged', (_, tables, named) => {
    const file = newFile();
    const other = new Database(file);
    other.exec(tables);
    other.close();
    chmodSync(file, 0o644);
    const before = readFileSync(file);
    expect(() => openDatabase(file, migrations)).toThrow(`belongs to another program (tables: ${named})`);
    expect(() => openDatabase(':memory:', migrations, before)).toThrow('belongs to another program');
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(readdirSync(join(file, '..'))).toEqual(['voirdire.db']);
  });

  it('opens an empty file as a new database', () => {
    const file = newFile();
    writeFileSync(file, '');
    const { db, close } = openDatabase(file, migrations);
    expect(db.select().from(schema.project).all()).toEqual([]);
    close();
  });

  it('refuses to change or delete what is committed', () => {
    const { db } = memoryDatabase();
    record(db, systemActor, { projectId: null, action: 'a', entity: 'e', entityId: 'i' });
    expect(() => db.update(schema.audit).set({ action: 'b' }).run()).toThrow(/append-only/);
    expect(() => db.delete(schema.audit).run()).toThrow(/append-only/);
  });
});
