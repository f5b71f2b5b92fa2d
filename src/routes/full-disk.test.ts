import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isActionFailure } from '@sveltejs/kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { record } from '$lib/server/audit/audit.ts';
import { systemActor } from '$lib/server/auth/authorize.ts';
import { openDatabase, schema, write, type OpenDatabase } from '$lib/server/db/client.ts';
import { onDisk } from '$lib/server/db/on-disk.ts';
import { noteUse, readSession, startSession } from '$lib/server/auth/sign-in/sessions.ts';
import { answer, attempt, withWriteStatus } from './answer.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-full-'));
let database: OpenDatabase;
beforeAll(() => (database = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'))));
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A commit of two rows, of which the second needs more room than any page has left. */
const commit = (): void =>
  write(database.db, (tx) => {
    tx.insert(schema.project).values({ id: 'p', slug: 'p', name: 'P', createdAt: 1 }).run();
    const detail = { text: 'x'.repeat(200_000) };
    record(tx, systemActor, { projectId: null, action: 'x', entity: 'y', entityId: '', detail });
  });
const rows = (): number => database.db.select().from(schema.project).all().length;

const fill = (): void => {
  const pages = database.sqlite.pragma('page_count', { simple: true }) as number;
  database.sqlite.pragma(`max_page_count = ${pages}`);
};
const makeRoom = (): unknown => database.sqlite.pragma('max_page_count = 1000000');

describe('a commit on a full disk', () => {
  beforeAll(fill);
  afterAll(makeRoom);

  it('is refused with 507 by endpoints and loads, and leaves nothing behind', () => {
    expect(() => answer(commit)).toThrow(
      expect.objectContaining({
        status: 507,
        body: expect.objectContaining({ message: expect.stringContaining('was not saved'), code: 'no-room' })
      })
    );
    expect(rows()).toBe(0);
  });

  it('is refused with 507 by forms, which keep what was typed', async () => {
    const result = await attempt<unknown>(() => onDisk(database.db, commit));
    expect(result).toMatchObject({ status: 507, data: { refused: expect.stringContaining('SQLITE_FULL') } });
    expect(isActionFailure(result)).toBe(true);
    expect(rows()).toBe(0);
  });
});

describe('on a full disk', () => {
  it('people stay signed in, although their session cannot be renewed', () => {
    const now = Date.now();
    const user = { id: 'u', name: 'U', email: 'u@x.example', passwordHash: null, admin: false, createdAt: now };
    database.db.insert(schema.user).values(user).run();
    const { token, expiresAt } = startSession(database.db, 'u', now);
    const later = now + 20 * 24 * 3_600_000;
    const failed = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    const update = vi.spyOn(database.db, 'update').mockImplementation(() => {
      throw failed;
    });
    expect(noteUse(database.db, token, later)).toBeNull();
    expect(readSession(database.db, token, later)).toMatchObject({ person: { id: 'u' }, expiresAt });
    expect(update).toHaveBeenCalledOnce();
    update.mockRestore();
  });

  it('an answer of 500 says 507, with the same words', async () => {
    const locals = { writeFault: { code: 'SQLITE_FULL', kind: 'full' } } as App.Locals;
    const answered = withWriteStatus({ locals }, new Response('words', { status: 500, headers: { 'x-a': '1' } }));
    expect([answered.status, answered.headers.get('x-a'), await answered.text()]).toEqual([507, '1', 'words']);
    const other = new Response('words', { status: 404 });
    expect(withWriteStatus({ locals }, other)).toBe(other);
    expect(withWriteStatus({ locals: {} as App.Locals }, new Response('', { status: 500 })).status).toBe(500);
  });
});

describe('a commit on a disk that fails', () => {
  it.each(['SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'SQLITE_READONLY', 'EIO', 'EROFS'])(
    'is refused with 503 (%s), also if another error wraps it',
    async (code) => {
      const fail = (): never => {
        throw Object.assign(new Error('disk I/O error'), { code });
      };
      const wrapped = (): never => {
        throw new Error('Failed query', { cause: Object.assign(new Error('disk I/O error'), { code }) });
      };
      for (const work of [fail, wrapped]) {
        expect(() => answer(work)).toThrow(expect.objectContaining({ status: 503 }));
        const result: unknown = await attempt<unknown>(work);
        expect(result).toMatchObject({ status: 503, data: { refused: expect.stringContaining(code) } });
      }
    }
  );

  it('is our own mistake if the error is another', async () => {
    const fail = (): never => {
      throw Object.assign(new Error('no such table'), { code: 'SQLITE_ERROR' });
    };
    expect(() => answer(fail)).toThrow('no such table');
    await expect(attempt(fail)).rejects.toThrow('no such table');
  });
});
