import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { authorize, operator } from '../../../server/auth/authorize.ts';
import { openDatabase, openReader, readsOnly, schema, type Db } from '../../../server/db/client.ts';
import { measureLength } from '../../leaderboard/index.ts';
import { lengthsOf } from './report-lengths.server.ts';
import { tokensOf } from './report-tokens.server.ts';
import { runByNumber } from '../../runs/runs.server.ts';
import { seedRuns } from '../../store/sqlite.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-lengths-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'voirdire.db');
const open = () => openDatabase(file, join(import.meta.dirname, '../../../../../drizzle'));

const grant = authorize(operator, { kind: 'project', id: 'p' }, 'read-results');
const lengths = (db: Db) => lengthsOf(db, grant, runByNumber(db, grant, 1));

it('are counted by a thread that only reads, and then by one that may store them: both say the same', () => {
  const writer = open();
  const reports = [1, 2, 3].map((n) => ({
    id: `r${n}`,
    markdown: `# Report ${n}\n\n${'Rivers rise [1]. '.repeat(n)}`
  }));
  seedRuns(writer.db, { runs: ['run'], judges: [], reports });
  for (const [position, { id }] of reports.entries())
    writer.db.insert(schema.runReport).values({ runId: 'run', reportId: id, position }).run();

  const reader = openReader(file);
  expect(readsOnly(reader.db)).toBe(true);
  const read = lengths(reader.db);
  expect([...read.keys()].sort()).toEqual(['r1', 'r2', 'r3']);
  expect(reader.db.select().from(schema.reportLength).all()).toEqual([]);
  reader.close();

  expect(readsOnly(writer.db)).toBe(false);
  expect(lengths(writer.db)).toEqual(read);
  expect(writer.db.select().from(schema.reportLength).all()).toHaveLength(read.size);
  writer.close();
});

it('of long reports are counted beside the thread that answers, and kept', async () => {
  const { db, close } = openDatabase(join(folder, 'long.db'), join(import.meta.dirname, '../../../../../drizzle'));
  const markdown = `# Long\n\n${'Rivers rise [1]. '.repeat(7_000)}`;
  seedRuns(db, { runs: ['run'], judges: [], reports: [{ id: 'long', markdown }] });
  db.insert(schema.runReport).values({ runId: 'run', reportId: 'long', position: 0 }).run();
  const tokens = () => tokensOf(db, grant, runByNumber(db, grant, 1), 'some');
  expect([lengths(db).size, (await tokens()).size]).toEqual([0, 0]);
  await vi.waitFor(async () => expect([lengths(db).size, (await tokens()).size]).toEqual([1, 1]), 100_000);
  expect(lengths(db).get('long')).toEqual(measureLength(markdown));
  close();
});
