import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { loadDemo } from '../../../seed/load.server.ts';
import { authorize, operator } from '../server/auth/authorize.ts';
import { openDatabase, openReader, readsOnly, schema, type Db } from '../server/db/client.ts';
import { projectBySlug } from '../server/projects.ts';
import { lengthsOf } from './report-lengths.server.ts';
import { runByNumber } from './runs.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-lengths-'));
const file = join(folder, 'voirdire.db');
const open = () => openDatabase(file, join(import.meta.dirname, '../../../drizzle'));
beforeAll(async () => {
  const { db, close } = open();
  await loadDemo(db, folder);
  db.delete(schema.reportLength).run();
  close();
}, 60_000);

const lengths = (db: Db) => {
  const grant = authorize(operator, { kind: 'project', id: projectBySlug(db, 'demo').id }, 'read-results');
  return lengthsOf(db, grant, runByNumber(db, grant, 1));
};

it('are counted for a thread that only reads, and then by whoever may keep them: both say the same', () => {
  const reader = openReader(file);
  expect(readsOnly(reader.db)).toBe(true);
  const read = lengths(reader.db);
  expect(read.size).toBeGreaterThan(0);
  expect(reader.db.select().from(schema.reportLength).all()).toEqual([]);
  reader.close();

  const writer = open();
  expect(readsOnly(writer.db)).toBe(false);
  expect(lengths(writer.db)).toEqual(read);
  expect(writer.db.select().from(schema.reportLength).all()).toHaveLength(read.size);
  writer.close();
});
