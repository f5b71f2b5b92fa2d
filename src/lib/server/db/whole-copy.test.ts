import { fork } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { record } from '../audit/audit.ts';
import { systemActor } from '../auth/authorize.ts';
import { openDatabase, schema } from './client.ts';
import { copyWhole, problemOfDatabase } from './whole-copy.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-copy-'));
const file = join(folder, 'voirdire.db');
const newer = join(folder, 'migrations');
const migrations = join(process.cwd(), 'drizzle');
let copy: string;

beforeAll(() => {
  cpSync(migrations, newer, { recursive: true });
  const path = join(newer, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] };
  const last = journal.entries.at(-1)!;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_later' });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(newer, '9999_later.sql'), 'CREATE TABLE later (x TEXT) STRICT;');
  copy = `${file}.before-schema-${journal.entries.length}`;
  const { db, close } = openDatabase(file, migrations);
  db.insert(schema.project).values({ id: 'p', slug: 'p', name: 'P', createdAt: 1 }).run();
  for (let n = 0; n < 80; n += 1)
    record(db, systemActor, {
      projectId: null,
      action: 'a',
      entity: 'e',
      entityId: `${n}`,
      detail: { text: 'x'.repeat(100_000) }
    });
  close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ends a process that migrates as soon as anything of the copy is on the disk, and names what that was. */
async function killedWhileCopying(): Promise<{ files: string[]; made: string }> {
  const script = join(folder, 'migrate.mjs');
  const client = join(import.meta.dirname, 'client.ts');
  writeFileSync(
    script,
    `import { openDatabase } from ${JSON.stringify(client)};\nopenDatabase(process.argv[2], process.argv[3]);`
  );
  const place = join(folder, 'killed');
  cpSync(file, join(place, 'voirdire.db'));
  const child = fork(script, [join(place, 'voirdire.db'), newer], { stdio: 'ignore' });
  const begun = (): string[] =>
    readdirSync(place).filter((name) => name.startsWith(basename(copy)) && statSync(join(place, name)).size > 0);
  while (begun().length === 0 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 1));
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  return { files: begun(), made: join(place, basename(copy)) };
}

describe('the copy before a migration', () => {
  it('is whole or not there when the process is killed while it copies', async () => {
    const { files, made } = await killedWhileCopying();
    expect(files).not.toEqual([]);
    expect(existsSync(made) ? problemOfDatabase(made) : null).toBeNull();
  });

  it('takes the place of one that was cut off earlier, holds what was there, and only its owner can read it', () => {
    writeFileSync(copy, readFileSync(file));
    truncateSync(copy, 40_000);
    appendFileSync(`${copy}.part-0000`, 'unfinished');
    openDatabase(file, newer).close();
    expect(problemOfDatabase(copy)).toBeNull();
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.includes('part-'))).toEqual([]);
    const before = openDatabase(copy, migrations);
    expect(before.db.select().from(schema.project).all()).toHaveLength(1);
    before.close();
  });
});

it('leaves nothing of a copy for which there is no room, also no journal', () => {
  const place = mkdtempSync(join(folder, 'full-'));
  const full = {
    prepare: () => ({
      run(part: string) {
        writeFileSync(`${part}-journal`, 'x');
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      }
    })
  };
  expect(() => copyWhole(full as unknown as Parameters<typeof copyWhole>[0], join(place, 'copy.db'))).toThrow('full');
  expect(readdirSync(place)).toEqual([]);
});
