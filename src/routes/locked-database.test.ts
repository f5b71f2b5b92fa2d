import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, schema, write, type OpenDatabase } from '$lib/server/db/client.ts';
import { answer, attempt } from './answer.ts';
import { problemOf } from './api/v1/problem-json.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-locked-'));
const open = (): OpenDatabase => openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
let [database, other]: OpenDatabase[] = [];
beforeAll(() => {
  database = open();
  other = open();
  // So that the test need not wait as long as a person would.
  database.sqlite.pragma('busy_timeout = 1');
  other.sqlite.exec('BEGIN IMMEDIATE');
});
afterAll(() => {
  database!.close();
  other!.close();
  rmSync(folder, { recursive: true, force: true });
});

const commit = (): void =>
  write(database!.db, (tx) => {
    tx.insert(schema.project).values({ id: 'p', slug: 'p', name: 'P', createdAt: 1 }).run();
  });
const words =
  'This was not saved: another process kept the database locked for 5 seconds (SQLITE_BUSY). What was saved before is there. Try again; if this is said again, tell the operator of the server.';

describe('a commit to a database that another process keeps locked', () => {
  it('is refused with 503 and the reason by endpoints and loads', () => {
    expect(() => answer(commit)).toThrow(
      expect.objectContaining({ status: 503, body: { message: words, code: 'unavailable' } })
    );
  });

  it('is refused with 503 and the reason by forms, which keep what was typed', async () => {
    expect(await attempt<unknown>(commit)).toMatchObject({ status: 503, data: { refused: words, problems: [] } });
  });

  it('is a problem of the API with the same words', async () => {
    let thrown: unknown;
    try {
      commit();
    } catch (error) {
      thrown = error;
    }
    const problem = problemOf(thrown, 'en')!;
    expect(problem.status).toBe(503);
    expect(await problem.json()).toMatchObject({ code: 'unavailable', detail: words });
  });

  it('is carried out once the other process has finished', () => {
    other!.sqlite.exec('ROLLBACK');
    commit();
    expect(database!.db.select().from(schema.project).all()).toHaveLength(1);
  });
});
