import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, schema, write, type OpenDatabase } from './client.ts';
import { memoryDatabase } from './memory.fixture.ts';
import { beforeFlush, flushed, onDisk } from './on-disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-on-disk-'));
const file = join(folder, 'voirdire.db');
let opened: OpenDatabase;
beforeAll(() => (opened = openDatabase(file, join(process.cwd(), 'drizzle'))));
afterAll(() => {
  opened.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (name: string) =>
  write(
    opened.db,
    (tx) => tx.insert(schema.project).values({ id: name, slug: name, name, createdAt: 0 }).run().changes
  );
const isInLog = (name: string): boolean => readFileSync(`${file}-wal`).includes(name);

describe('work that waits for the disk', () => {
  it('gives what the work gives, once the log on the disk holds it', async () => {
    expect(await onDisk(opened.db, () => add('first-of-all'))).toBe(1);
    expect(isInLog('first-of-all')).toBe(true);
  });

  it('begins at once, so that the next reader finds it, and leaves the connection as careful as it was', async () => {
    const done = onDisk(opened.db, () => add('at-once'));
    expect(opened.db.select().from(schema.project).all()).toHaveLength(2);
    expect(opened.sqlite.pragma('synchronous', { simple: true })).toBe(2);
    await done;
  });

  it('leaves the flush out while it writes, and has nothing to flush in a database that is only in memory', async () => {
    beforeFlush(opened.db, () => expect(opened.sqlite.pragma('synchronous', { simple: true })).toBe(1));
    const failing = () =>
      beforeFlush(opened.db, () => {
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(opened.sqlite.pragma('synchronous', { simple: true })).toBe(2);
    const memory = memoryDatabase();
    await flushed(memory.db);
    memory.close();
  });

  it('throws the error that the work throws, and continues with the next', async () => {
    const refused = onDisk(opened.db, () => {
      add('kept-all-the-same');
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect(isInLog('kept-all-the-same')).toBe(true);
    const many = await Promise.all(Array.from({ length: 20 }, (_, i) => onDisk(opened.db, () => add(`one-of-${i}`))));
    expect(many).toEqual(Array.from({ length: 20 }, () => 1));
  });
});
