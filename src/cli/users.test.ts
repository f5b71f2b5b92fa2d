import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { acceptInvitation } from '../lib/server/auth/accounts/invitations.ts';
import { signIn } from '../lib/server/auth/sign-in/sign-in.ts';
import { folderOf, newFolder, queriesCsv, removeFolders, run, start } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { openExisting } from './place.ts';

afterAll(removeFolders);

async function signsIn(data: string, email: string, password: string): Promise<boolean> {
  const { db, close } = await openExisting(data);
  try {
    await signIn(db, { email, password, address: '127.0.0.1', device: null });
    return true;
  } catch {
    return false;
  } finally {
    close();
  }
}

const ana = ['--name', 'Ana Lima', '--email', 'Ana@lab.example'];

describe('voirdire users', () => {
  it('makes an account whose printed password opens it', async () => {
    const data = newFolder('data');
    const { code, out } = await run(['users', 'add', ...ana, '--data', data]);
    expect(code).toBe(exit.done);
    const password = /Password: (\S+)/.exec(out)![1]!;
    expect(await signsIn(data, 'ana@lab.example', password)).toBe(true);
    expect(await signsIn(data, 'ana@lab.example', `${password}x`)).toBe(false);
  });

  it('takes a password from the standard input, and prints it nowhere', async () => {
    const data = newFolder('data');
    const words = ['users', 'add', ...ana, '--admin', '--password-stdin', '--data', data, '--json'];
    const ended = await start(words, {}, 'correct horse battery\n').ended;
    expect(ended.code).toBe(exit.done);
    expect(ended.out + ended.err).not.toContain('horse');
    expect(JSON.parse(ended.out)).toMatchObject({ admin: true });
    expect(await signsIn(data, 'ana@lab.example', 'correct horse battery')).toBe(true);
    const short = await start([...words.slice(0, 4), '--email', 'b@c.example', ...words.slice(7)], {}, 'short\n').ended;
    expect(short).toMatchObject({ code: exit.failed });
    expect(short.err).toContain('10 characters');
  });

  it('gives a role and takes it away, but never the last lead’s', async () => {
    const data = newFolder('data');
    const files = folderOf({ 'queries.csv': queriesCsv('q1') });
    const queries = join(files, 'queries.csv');
    await run(['import', queries, '--project', 'heat', '--create-project', 'Heat', '--data', data]);
    await run(['users', 'add', ...ana, '--data', data]);
    const role = (...more: string[]) =>
      run(['users', 'role', 'ana@lab.example', '--project', 'heat', ...more, '--data', data]);
    const held = async () => {
      const { people } = JSON.parse((await run(['users', 'list', '--json', '--data', data])).out) as {
        people: { roles: { role: string }[] }[];
      };
      return people[0]!.roles.map((one) => one.role);
    };
    expect((await role('--role', 'annotator')).code).toBe(exit.done);
    expect((await role('--role', 'lead')).code).toBe(exit.done);
    expect((await held()).sort()).toEqual(['annotator', 'lead']);
    expect((await role('--role', 'annotator', '--remove')).out).toContain('no longer annotator');
    expect(await held()).toEqual(['lead']);
    expect((await role('--role', 'lead', '--remove')).err).toContain('at least one lead');
    expect((await role('--role', 'boss')).code).toBe(exit.usage);
    expect((await run(['users', 'list', '--data', data])).out).toMatch(/Ana Lima +ana@lab\.example +lead of heat/);
  });

  it('prints a link that sets a new password once', async () => {
    const data = newFolder('data');
    await run(['users', 'add', ...ana, '--data', data]);
    const address = 'https://voirdire.lab.example/';
    const { out } = await run(['users', 'link', 'ana@lab.example', '--address', address, '--data', data]);
    const token = /^https:\/\/voirdire\.lab\.example\/reset\/(\S+)\n$/.exec(out)![1]!;
    const { db, close } = await openExisting(data);
    await acceptInvitation(db, token, { name: '', email: '', password: 'another password' });
    await expect(acceptInvitation(db, token, { name: '', email: '', password: 'a third one' })).rejects.toThrow('used');
    close();
    expect(await signsIn(data, 'ana@lab.example', 'another password')).toBe(true);
    expect((await run(['users', 'link', 'x@y.example', '--data', data])).err).toContain('x@y.example');
  });

  it('prints the set-up link until there is an admin; the newest is the one that works', async () => {
    const data = newFolder('data');
    const link = async () =>
      (JSON.parse((await run(['users', 'set-up', '--json', '--data', data])).out) as { link: string }).link;
    const [first, second] = [await link(), await link()];
    expect(second).toMatch(/^http:\/\/localhost:3000\/set-up\/\S+$/);
    const tokenOf = (url: string) => url.split('/').at(-1)!;
    const person = { name: 'Ada', email: 'ada@lab.example', password: 'a long password' };
    const { db, close } = await openExisting(data);
    await expect(acceptInvitation(db, tokenOf(first), person)).rejects.toThrow();
    await acceptInvitation(db, tokenOf(second), person);
    close();
    const refused = await run(['users', 'set-up', '--data', data]);
    expect(refused).toMatchObject({ code: exit.failed, out: '' });
    expect(refused.err).toContain('has an admin already');
  });

  it('disables and enables an account, and never leaves the instance without an admin', async () => {
    const data = newFolder('data');
    const added = await run(['users', 'add', ...ana, '--admin', '--data', data]);
    const password = /Password: (\S+)/.exec(added.out)![1]!;
    await run(['users', 'add', '--name', 'Ben', '--email', 'ben@lab.example', '--data', data]);
    const users = (...words: string[]) => run(['users', ...words, '--data', data]);
    for (const words of [
      ['disable', 'ana@lab.example'],
      ['admin', 'ana@lab.example', '--remove']
    ]) {
      const refused = await users(...words);
      expect(refused).toMatchObject({ code: exit.failed, out: '' });
      expect(refused.err).toContain('only admin');
    }
    expect((await users('admin', 'ben@lab.example')).code).toBe(exit.done);
    expect((await users('disable', 'ana@lab.example')).out).toContain('is disabled');
    expect((await users('list')).out).toMatch(/Ana Lima +ana@lab\.example +disabled/);
    expect(await signsIn(data, 'ana@lab.example', password)).toBe(false);
    expect((await users('enable', 'ana@lab.example')).code).toBe(exit.done);
    expect(await signsIn(data, 'ana@lab.example', password)).toBe(true);
  });

  it('says that there is no database, and leaves none behind', async () => {
    const data = join(newFolder('data'), 'none');
    const { code, err } = await run(['users', 'list', '--data', data]);
    expect(code).toBe(exit.failed);
    expect(err).toContain(data);
    expect(existsSync(data)).toBe(false);
  });

  it.each(['list', 'add', 'role', 'link', 'set-up', 'disable', 'enable', 'admin'])(
    '%s --help has an example',
    async (name) => {
      const { code, out } = await run(['users', name, '--help']);
      expect(code).toBe(exit.done);
      expect(out).toContain(`$ voirdire users ${name}`);
    }
  );
});
