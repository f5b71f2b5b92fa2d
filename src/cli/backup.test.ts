import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { addUser } from '../lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator } from '../lib/server/auth/authorize.ts';
import { readInvitation, resetLink } from '../lib/server/auth/accounts/invitations.ts';
import { readSession, startSession } from '../lib/server/auth/sign-in/sessions.ts';
import { schema } from '../lib/server/db/client.ts';
import { openSealed, sealFile } from '../lib/server/backup/sealed-file.ts';
import { newFolder, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { signingKey } from '../lib/server/signing/signing-key.ts';
import { databaseFile, home, openOrCreate, openToServe } from './place.ts';
import { reserveFolder } from './served-folder.ts';

afterAll(removeFolders);
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.log('Skipped: only root can give a file to another user.');
const KEY = 'a passphrase of several words';

/** A data folder with one signed-in user and an open link; its database stays open, as a server keeps it. */
async function inUse() {
  const data = join(newFolder('backup'), 'data');
  const database = await openToServe(data);
  const { db } = database;
  const id = await addUser(db, { name: 'Ana', email: 'ana@lab.example', password: 'four plain words', admin: true });
  const { token } = startSession(db, id);
  const link = resetLink(db, authorize(operator, instance, 'administer'), 'ana@lab.example').token;
  return { data, token, link, ...database };
}

const projects = async (data: string): Promise<string[]> => {
  const { db, close } = await openOrCreate(data);
  try {
    return db.select().from(schema.project).all().map(({ slug }) => slug); // prettier-ignore
  } finally {
    close();
  }
};
const signedBy = async (data: string): Promise<string> => {
  const { db, close } = await openOrCreate(data);
  const { fingerprint } = signingKey(db);
  close();
  return fingerprint;
};
const addProject = ({ db }: Awaited<ReturnType<typeof inUse>>, slug: string): unknown =>
  db.insert(schema.project).values({ id: slug, slug, name: slug, createdAt: 1 }).run();

describe('voirdire backup and restore', () => {
  it('back up a database in use as one private file, and bring it back without its sessions and links', async () => {
    const one = await inUse();
    addProject(one, 'before');
    const file = join(one.data, '../kept/monday.db');
    const made = await run(['backup', file, '--data', one.data, '--json']);
    expect(made).toMatchObject({ code: exit.done, err: '' });
    expect(JSON.parse(made.out)).toMatchObject({ file, projects: 1, people: 1, encrypted: false });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, '..'))).toEqual(['monday.db']);
    addProject(one, 'after');

    const busy = await run(['restore', file, '--data', one.data, '--replace']);
    expect(busy).toMatchObject({ code: exit.failed, err: expect.stringContaining('Stop it, then restore') });
    one.close();
    const release = reserveFolder(one.data, 0);
    const begun = await run(['restore', file, '--data', one.data, '--replace']);
    release();
    expect(begun).toMatchObject({ code: exit.failed, err: expect.stringContaining('already uses') });
    expect(await projects(one.data)).toEqual(['before', 'after']);
    const there = await run(['restore', file, '--data', one.data]);
    expect(there).toMatchObject({ code: exit.failed, err: expect.stringContaining('--replace') });

    const restored = await run(['restore', file, '--data', one.data, '--replace', '--json']);
    expect(restored.code).toBe(exit.done);
    expect(await projects(one.data)).toEqual(['before']);
    const { replaced } = JSON.parse(restored.out) as { replaced: string };
    expect(statSync(replaced).mode & 0o777).toBe(0o600);
    const { db, close } = await openOrCreate(one.data);
    expect(readSession(db, one.token)).toBeNull();
    expect(() => readInvitation(db, one.link)).toThrow('already been used');
    const later = resetLink(db, authorize(operator, instance, 'administer'), 'ana@lab.example').token;
    close();
    // A link that was made after the restore is not ended by the start of the server.
    const served = await openToServe(one.data);
    expect(() => readInvitation(served.db, later)).not.toThrow();
    served.close();
    expect(readdirSync(one.data).filter((name) => name.includes('.part-'))).toEqual([]);
  });

  it('encrypt with a key from a file or the environment, and refuse another key and no key', async () => {
    const one = await inUse();
    addProject(one, 'secretly-named');
    one.close();
    const [file, keyFile] = [join(one.data, '../monday.sealed'), join(one.data, '../key')];
    writeFileSync(keyFile, `${KEY}\n`);
    expect((await run(['backup', file, '--data', one.data, '--key-file', keyFile])).code).toBe(exit.done);
    expect(readFileSync(file).includes('secretly-named')).toBe(false);
    expect(readFileSync(file).includes('SQLite format')).toBe(false);

    const checked = await run(['restore', file, '--check', '--json'], { VOIRDIRE_BACKUP_KEY: KEY });
    expect(JSON.parse(checked.out)).toMatchObject({ sound: true, encrypted: true, projects: 1 });
    // scrypt's cost is in the file: a cheap one shows the same.
    const cheap = join(one.data, '../cheap.sealed');
    await run(['backup', join(one.data, '../plain.db'), '--data', one.data]);
    await sealFile(join(one.data, '../plain.db'), cheap, KEY, 10);
    for (const [env, said] of [
      [{}, 'is encrypted'],
      [{ VOIRDIRE_BACKUP_KEY: 'another passphrase' }, 'the key is wrong'],
      [{ VOIRDIRE_BACKUP_KEY: 'short' }, 'could not be decrypted']
    ] as const)
      expect(await run(['restore', cheap, '--check'], { ...env })).toMatchObject({
        code: exit.failed,
        err: expect.stringContaining(said)
      });
    const short = await run(['backup', `${file}2`, '--data', one.data], { VOIRDIRE_BACKUP_KEY: 'short' });
    expect(short).toMatchObject({ code: exit.failed, err: expect.stringContaining('at least 12') });
    expect(existsSync(`${file}2`)).toBe(false);
  });

  it('take the signing key if the backup is encrypted and put it back, and say that a plain one has none', async () => {
    const one = await inUse();
    const { fingerprint } = signingKey(one.db);
    one.close();
    const folder = join(one.data, '..');
    const [plain, sealed] = [join(folder, 'plain.db'), join(folder, 'kept.sealed')];
    const env = { VOIRDIRE_BACKUP_KEY: KEY };
    expect((await run(['backup', plain, '--data', one.data])).err).toContain('It does not contain the signing key');
    expect(readFileSync(plain).includes('PRIVATE KEY')).toBe(false);
    const closed = await run(['backup', sealed, '--data', one.data, '--json'], env);
    expect(JSON.parse(closed.out)).toMatchObject({ encrypted: true, signingKey: fingerprint });
    expect(readFileSync(sealed).includes('PRIVATE KEY')).toBe(false);
    // scrypt's cost is in the file: a cheap one shows the same, sooner.
    await openSealed(sealed, `${sealed}.db`, KEY);
    await sealFile(`${sealed}.db`, join(folder, 'cheap.sealed'), KEY, 10);

    const keyFile = (data: string): string => `${databaseFile(data)}-signing-key`;
    const restoredIn = async (data: string, ...words: string[]) => {
      const ended = await run(['restore', join(folder, 'cheap.sealed'), '--data', data, '--json', ...words], env);
      expect(ended).toMatchObject({ code: exit.done });
      expect(statSync(keyFile(data)).mode & 0o777).toBe(0o600);
      const { db, sqlite, close } = await openOrCreate(data);
      try {
        expect(signingKey(db).fingerprint).toBe(fingerprint);
        const left = sqlite.prepare(`SELECT name FROM sqlite_master WHERE name LIKE '%backup%'`).all();
        expect(left).toEqual([]);
      } finally {
        close();
      }
      return JSON.parse(ended.out) as { replacedKey: string | null };
    };
    // On another machine: no database, no key.
    expect(await restoredIn(join(folder, 'elsewhere'))).toMatchObject({ replacedKey: null });
    // Where another key is, it is kept beside.
    const other = join(folder, 'other');
    const there = await openToServe(other);
    const before = signingKey(there.db).fingerprint;
    there.close();
    const { replacedKey } = await restoredIn(other, '--replace');
    expect(before).not.toBe(fingerprint);
    expect(readFileSync(replacedKey!, 'utf8')).toContain('PRIVATE KEY');
    expect(statSync(replacedKey!).mode & 0o777).toBe(0o600);
    // A backup without the key leaves the one that is there.
    expect((await run(['restore', plain, '--data', other, '--replace'])).out).toContain(
      'is unchanged: the backup does not contain one'
    );
    expect(await signedBy(other)).toBe(fingerprint);
    // Neither sentence speaks of a key that is not there.
    const bare = join(folder, 'bare');
    expect((await run(['restore', plain, '--data', bare])).out).toContain(
      'this folder has none. If the instance had one'
    );
    const again = await run(['backup', join(folder, 'bare.db'), '--data', bare]);
    expect(again.err).toContain('not encrypted');
    expect(again.err).not.toContain('signing key');
  });

  it.runIf(isRoot)(
    'leave what root makes in a data folder to the owner of the folder, as whom the server runs',
    async () => {
      const one = await inUse();
      const backup = join(one.data, '../kept.db');
      await run(['backup', backup, '--data', one.data]);
      one.close();
      chownSync(one.data, 4242, 4243);
      expect(await run(['restore', backup, '--data', one.data, '--replace'])).toMatchObject({ code: exit.done });
      await signedBy(one.data);
      const made = ['', '-signing-key', '-run'].map((end) => statSync(`${databaseFile(one.data)}${end}`));
      expect(made.map(({ uid, gid }) => [uid, gid])).toEqual([[4242, 4243], [4242, 4243], [4242, 4243]]); // prettier-ignore
    }
  );

  it('find a backup that was changed, cut off or is something else, and leave the database as it is', async () => {
    const one = await inUse();
    addProject(one, 'there');
    one.close();
    const folder = join(one.data, '..');
    const file = join(folder, 'plain.db');
    const sealed = join(folder, 'sealed');
    await run(['backup', file, '--data', one.data]);
    await sealFile(file, sealed, KEY, 10);
    const bad = (name: string, content: Buffer): string => (
      writeFileSync(join(folder, name), content),
      join(folder, name)
    );
    const whole = readFileSync(file);
    const closed = readFileSync(sealed);
    const changed = (content: Buffer, at: number): Buffer => {
      const copy = Buffer.from(content);
      for (let i = 0; i < 64; i += 1) copy[at + i]! ^= 0x55;
      return copy;
    };
    const wrong = [
      bad('cut', whole.subarray(0, whole.length - 8_192)),
      bad('pages', changed(whole, 4_096 * 3)),
      bad('text', Buffer.from('a text')),
      bad('none', Buffer.alloc(0)),
      bad('sealed-cut', closed.subarray(0, closed.length - 1)),
      bad('sealed-short', closed.subarray(0, 30)),
      bad('sealed-body', changed(closed, 5_000)),
      bad('sealed-head', changed(closed, 18).fill(40, 16, 17))
    ];
    for (const path of wrong)
      for (const words of [['--check'], ['--replace']]) {
        const ended = await run(['restore', path, '--data', one.data, ...words], { VOIRDIRE_BACKUP_KEY: KEY });
        expect([path, ended.code]).toEqual([path, exit.failed]);
        expect(ended.err).toContain(path);
      }
    expect(await projects(one.data)).toEqual(['there']);
    expect(readdirSync(one.data).filter((name) => /part-|replaced/.test(name))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'name the file of a backup that does not fit, not the disk of the database',
    async () => {
      const { data, close } = await inUse();
      close();
      const file = join(data, '../monday.db');
      const { status, stderr } = spawnSync(
      'sh',
      ['-c', 'ulimit -f 200; exec "$0" "$@"', process.execPath, join(home, 'src/cli/main.ts'), 'backup', file, '--data', data],
      { encoding: 'utf8', env: { PATH: process.env.PATH, NODE_DISABLE_COMPILE_CACHE: '1' } }
    ); // prettier-ignore
      expect([status, stderr]).toEqual([
        exit.failed,
        expect.stringMatching(
          /^.*monday\.db was not written: the disk of \S+ is full or fails, .* run the command again\.\n$/
        )
      ]);
      expect(readdirSync(join(data, '..'))).toEqual(['data']);
    }
  );

  it('name the folder whose disk is full, and write nothing unencrypted to the folder of an encrypted backup', async () => {
    const { data, close } = await inUse();
    close();
    const [folder, key] = [join(data, '..'), { VOIRDIRE_BACKUP_KEY: KEY }];
    const [file, sealed] = [join(folder, 'plain.db'), join(newFolder('share'), 'monday.sealed')];
    await run(['backup', file, '--data', data]);
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    const reading = vi.spyOn(Database.prototype, 'pragma').mockImplementationOnce(() => {
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_SHMSIZE' });
    });
    const unread = (await run(['backup', join(folder, 'b.db'), '--data', data])).err;
    reading.mockRestore();
    expect(unread).toContain(`b.db was not written: the disk of ${data} is full`);
    const copying = vi.spyOn(Database.prototype, 'backup').mockRejectedValue(full);
    try {
      const refused = async (words: string[], env = {}): Promise<string> => (await run(words, env)).err;
      expect(await refused(['backup', sealed, '--data', data], key)).toContain(`written: the disk of ${data} is full`);
      expect(await refused(['restore', file, '--check'])).toContain(`the disk of ${tmpdir()} is full`);
      const other = join(folder, 'other');
      expect(await refused(['restore', file, '--data', other])).toContain(`the disk of ${other} is full`);
      expect(copying.mock.calls.map(([to]) => dirname(to))).toEqual([data, expect.any(String), other]);
    } finally {
      copying.mockRestore();
    }
    expect(readdirSync(data).filter((name) => name.includes('part-'))).toEqual([]);
  });

  it('call a database of another program by that name, though it has migrations of its own', async () => {
    const file = join(newFolder('foreign'), 'other.db');
    const other = new Database(file);
    other.exec(
      'CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT); CREATE TABLE audit (at INTEGER)'
    );
    other.close();
    for (const how of [['--check'], ['--data', newFolder('none')]])
      expect(await run(['restore', file, ...how])).toMatchObject({
        ...{ code: exit.failed, err: `${file} is not a valid backup: it is no database of Voirdire.\n` }
      });
  });

  it('refuse a file that is there, a folder without a database, and a backup of a newer version or with other tables', async () => {
    const one = await inUse();
    one.close();
    const file = join(one.data, '../backup.db');
    expect((await run(['backup', file, '--data', one.data])).code).toBe(exit.done);
    expect(await run(['backup', file, '--data', one.data])).toMatchObject({
      err: expect.stringContaining('already exists')
    });
    const empty = newFolder('empty');
    expect(await run(['backup', '--data', empty])).toMatchObject({ err: expect.stringContaining('--data') });
    expect(readdirSync(empty)).toEqual([]);
    const newer = await openOrCreate(one.data);
    newer.sqlite.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)').run('future', 1);
    newer.close();
    const later = join(one.data, '../later.db');
    await run(['backup', later, '--data', one.data]);
    expect(await run(['restore', later, '--check'])).toMatchObject({
      code: exit.failed,
      err: expect.stringContaining('newer version of Voirdire')
    });
    const other = new Database(later);
    other.exec(`DELETE FROM __drizzle_migrations; INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('other', 1); DROP TABLE mail`); // prettier-ignore
    other.close();
    const words = `${later} was created by another version of Voirdire, and this version cannot migrate it (different: mail`;
    for (const how of ['--check', '--replace'])
      expect(await run(['restore', later, '--data', one.data, how])).toMatchObject({ err: expect.stringContaining(words) }); // prettier-ignore
  });

  it('put a sound backup in the place of a damaged database, without the log of the damaged one', async () => {
    const one = await inUse();
    addProject(one, 'there');
    const file = join(one.data, '../backup.db');
    await run(['backup', file, '--data', one.data]);
    one.close();
    truncateSync(databaseFile(one.data), 5_000);
    appendFileSync(`${databaseFile(one.data)}-wal`, 'what is left of a log');
    mkdirSync(join(one.data, 'scripts'), { recursive: true });
    const ended = await run(['restore', file, '--data', one.data, '--replace']);
    expect(ended).toMatchObject({ code: exit.done });
    expect(await projects(one.data)).toEqual(['there']);
  });
});
