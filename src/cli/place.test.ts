import { chmodSync, copyFileSync, cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { addUser } from '../lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator } from '../lib/server/auth/authorize.ts';
import { markRun } from '../lib/server/auth/accounts/end-access.ts';
import { readInvitation, resetLink } from '../lib/server/auth/accounts/invitations.ts';
import { readSession, startSession } from '../lib/server/auth/sign-in/sessions.ts';
import { newFolder, removeFolders } from './command.fixture.ts';
import { databaseFile, openToServe } from './place.ts';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterAll(() => {
  vi.restoreAllMocks();
  removeFolders();
});

/** A database that was served and stopped, with a session and an open link of a person. */
async function served() {
  const data = join(newFolder('served'), 'data');
  const { db, close, sqlite } = await openToServe(data);
  const id = await addUser(db, { name: 'Ana', email: 'ana@lab.example', password: 'four plain words', admin: true });
  const { token } = startSession(db, id);
  const link = resetLink(db, authorize(operator, instance, 'administer'), 'ana@lab.example').token;
  const backup = join(data, '../backup.db');
  sqlite.prepare('VACUUM INTO ?').run(backup);
  markRun(db, data); // as the server does when it stops
  close();
  return { data, token, link, backup };
}

async function standing(data: string, { token, link }: { token: string; link: string }) {
  const { db, close } = await openToServe(data);
  let open = true;
  try {
    readInvitation(db, link);
  } catch {
    open = false;
  }
  const session = readSession(db, token) !== null;
  close();
  return { session, link: open };
}

describe('openToServe', () => {
  it('keeps sessions and links from one start to the next', async () => {
    const one = await served();
    expect(await standing(one.data, one)).toEqual({ session: true, link: true });
    expect(await standing(one.data, one)).toEqual({ session: true, link: true });
  });

  it('ends them when a backup was put in the place of the database', async () => {
    const one = await served();
    for (const end of ['', '-wal', '-shm']) rmSync(`${databaseFile(one.data)}${end}`, { force: true });
    copyFileSync(one.backup, databaseFile(one.data));
    expect(await standing(one.data, one)).toEqual({ session: false, link: false });
  });

  it('ends them when the database was copied to another folder', async () => {
    const one = await served();
    const elsewhere = join(newFolder('elsewhere'), 'data');
    mkdirSync(elsewhere);
    copyFileSync(databaseFile(one.data), databaseFile(elsewhere));
    expect(await standing(elsewhere, one)).toEqual({ session: false, link: false });
    expect(await standing(one.data, one)).toEqual({ session: true, link: true });
  });

  it('takes a folder that was moved as a whole for what it was', async () => {
    const one = await served();
    const moved = join(newFolder('moved'), 'data');
    cpSync(one.data, moved, { recursive: true });
    expect(await standing(moved, one)).toEqual({ session: true, link: true });
  });

  it('lets only the owner into the folder of the data, unless other things are in it', async () => {
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const one = await served();
    chmodSync(one.data, 0o755);
    await standing(one.data, one);
    expect(modeOf(one.data)).toBe('700');
    expect(modeOf(join(one.data, 'voirdire.db-run'))).toBe('600');
    writeFileSync(join(one.data, 'of-somebody-else.txt'), '');
    chmodSync(one.data, 0o755);
    await standing(one.data, one);
    expect(modeOf(one.data)).toBe('755');
  });
});
