import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyLoadedDemo } from '../../tests/loaded-demo.ts';
import { newFolder, removeFolders, run, start } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { home } from './place.ts';

afterAll(removeFolders);

const built = existsSync(join(home, 'build/handler.js'));
if (!built) console.log('Skipped: the web application is not built; "npm run build" builds it.');

/** Starts the demo, waits until `enough` is printed, and ends it as an operator would. */
async function startDemo(data: string, enough: RegExp, ...more: string[]): Promise<string> {
  const { child, ended } = start(['demo', '--port', '0', '--data', data, ...more]);
  let out = '';
  await new Promise<void>((resolve) => {
    child.stdout!.on('data', (chunk: Buffer) => enough.test((out += chunk.toString())) && resolve());
    child.once('close', () => resolve());
  });
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
  return out;
}

describe.runIf(built)('voirdire demo', () => {
  it('prints its address and a sign-in for each role, the same on a second start', async () => {
    const data = newFolder('data');
    // Loaded by this command before all tests (tests/load-demo.ts); if it was not, the first start loads it.
    copyLoadedDemo(data, 'all');
    const first = await startDemo(data, /Ctrl\+C/);
    expect(first).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
    for (const role of ['lead', 'annotator', 'reviewer', 'adjudicator'])
      expect(first).toMatch(new RegExp(`^ {2}${role} +\\S.* \\S+@demo\\.example +[a-z]+(-[a-z]+){3}$`, 'm'));
    const second = JSON.parse(await startDemo(data, /\n}\n$/, '--json')) as {
      address: string;
      data: string;
      people: { email: string; password: string }[];
    };
    expect(second.data).toBe(data);
    const lead = second.people.find(({ email }) => first.includes(email))!;
    expect(first).toContain(lead.password);
  });
});

it('has a folder of its own in that of the server, and is not loaded beside accounts of others', async () => {
  const data = newFolder('data');
  const own = join(data, 'demo');
  await run(['users', 'add', '--name', 'Ana', '--email', 'ana@lab.example', '--admin', '--data', own]);
  expect(await run(['demo', '--load-only'], { VOIRDIRE_DATA: data })).toMatchObject({
    ...{ code: exit.failed, out: '' },
    err: expect.stringContaining(`${own} contains accounts of an instance of your own.`)
  });
  expect((await run(['users', 'list', '--data', own])).out).not.toContain('demo.example');
});
