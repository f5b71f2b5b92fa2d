import { existsSync, readdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { newFolder, removeFolders, start, type Ended } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { home } from './place.ts';
import { reserveFolder, servedAddress, storeAddress } from './served-folder.ts';

afterAll(removeFolders);

const built = existsSync(join(home, 'build/handler.js'));
if (!built) console.log('Skipped: the web application is not built; "npm run build" builds it.');

describe('a reserved data folder', () => {
  it('is refused to another server, with the process and host of the first, until that one releases it', () => {
    const folder = newFolder('served');
    const release = reserveFolder(folder, 0);
    expect(() => reserveFolder(folder, 0)).toThrow(
      `Another server (process ${process.pid} on ${hostname()}) already uses ${folder}. Stop it first`
    );
    release();
    reserveFolder(folder, 0)();
  });

  it('does not keep other folders from being served, and adds only files that its owner alone can read', () => {
    const [one, other] = [join(newFolder('served'), 'made'), newFolder('served')];
    const releases = [reserveFolder(one, 0), reserveFolder(other, 0)];
    for (const name of readdirSync(one)) expect(statSync(join(one, name)).mode & 0o077).toBe(0);
    expect(readdirSync(one).every((name) => name.startsWith('voirdire.db-'))).toBe(true);
    for (const release of releases) release();
  });

  it('has no address while no server runs on it, though one did', () => {
    const folder = newFolder('served');
    const release = reserveFolder(folder, 0);
    storeAddress(folder, 'http://127.0.0.1:4711');
    release();
    expect(servedAddress(folder)).toBeNull();
    expect(servedAddress(newFolder('served'))).toBeNull();
  });
});

describe.runIf(built)('two servers on one data folder', () => {
  interface Started {
    stop(signal: NodeJS.Signals): Promise<Ended>;
    setUp: string;
    address: string;
  }

  async function serve(data: string): Promise<Started> {
    const { child, ended } = start(['serve', '--port', '0', '--data', data, '--json']);
    let out = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout!.on('data', (chunk: Buffer) => /\n}\n$/.test((out += chunk.toString())) && resolve());
      void ended.then(({ err }) => reject(new Error(err)));
    });
    const stop = (signal: NodeJS.Signals): Promise<Ended> => {
      child.kill(signal);
      return ended;
    };
    return { stop, ...(JSON.parse(out) as Pick<Started, 'setUp' | 'address'>) };
  }

  it('refuses the second, so that the link of the first stays valid, and starts again after a kill', async () => {
    const data = newFolder('served');
    const first = await serve(data);
    for (const command of ['serve', 'demo']) {
      const { code, err } = await start([command, '--port', '0', '--data', data]).ended;
      expect(code).toBe(exit.failed);
      expect(err).toMatch(/^Another server \(process \d+ on .+\) already uses .+--data\.\n$/);
    }
    expect((await fetch(first.setUp)).status).toBe(200);
    // Links of commands begin with the address of this server, if no other is given.
    const link = async (...words: string[]): Promise<string> =>
      (await start(['users', 'set-up', '--data', data, ...words]).ended).out;
    expect(await link('--address', 'https://a.example')).toMatch(/^https:\/\/a\.example\/set-up\//);
    const printed = await link();
    expect(printed.startsWith(`${first.address}/set-up/`)).toBe(true);
    expect((await fetch(printed.trim())).status).toBe(200);
    await first.stop('SIGKILL');
    expect(await link()).toMatch(/^http:\/\/localhost:3000\/set-up\//);
    const next = await serve(data);
    expect((await fetch(next.setUp)).status).toBe(200);
    expect(await next.stop('SIGTERM')).toMatchObject({ code: exit.done });
  });
});
