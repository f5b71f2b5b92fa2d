import { Agent, get, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReadStream, existsSync, readdirSync, writeFileSync, type ReadStream } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { newFolder, removeFolders, start } from './command.fixture.ts';
import { home } from './place.ts';
import { addressForPeople, httpServer } from './server.ts';

afterAll(removeFolders);

const built = existsSync(join(home, 'build/handler.js'));
if (!built) console.log('Skipped: the web application is not built; "npm run build" builds it.');

test('links begin with the address of people, also if its setting ends with a slash', () => {
  for (const origin of ['https://lab.example', 'https://lab.example/', 'HTTPS://lab.example:443'])
    expect(addressForPeople(origin, '127.0.0.1', 3000)).toBe('https://lab.example');
  const shown = ['0.0.0.0', '127.0.0.1', '::1'].map((host) => addressForPeople(undefined, host, 3000));
  expect(shown).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']);
});

test('a connection stays open for 65 seconds after an answer, longer than proxies keep theirs', async () => {
  const server = httpServer((_, response) => response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new Agent({ keepAlive: true });
  const { port } = server.address() as AddressInfo;
  try {
    const header = await new Promise((resolve, reject) => {
      get({ port, agent }, (response) =>
        response.resume().once('end', () => resolve(response.headers['keep-alive']))
      ).once('error', reject);
    });
    expect(header).toBe('timeout=65');
    // A client that begins its next request in the last moment still has time to send its headers.
    expect(server.headersTimeout).toBeGreaterThan(server.keepAliveTimeout);
    expect(server.requestTimeout).toBeGreaterThan(server.headersTimeout);
  } finally {
    agent.destroy();
    server.close();
  }
});

test('a connection answers further requests after one that was answered before its body was read', async () => {
  const server = httpServer((asked, response) => {
    // As the application reads: it stops once its buffer is full, and goes on only if the pieces are taken.
    asked.on('data', () => asked.pause());
    response.writeHead(asked.method === 'POST' ? 401 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  const answers = (method: string, bytes: number): Promise<unknown> =>
    new Promise((resolve) => {
      const sent = request({ port, agent, method, timeout: 3_000 }, (response) =>
        response.resume().once('end', () => resolve(response.statusCode))
      );
      sent.once('timeout', () => sent.destroy(new Error('no answer')));
      sent.once('error', ({ message }) => resolve(message));
      sent.end(Buffer.alloc(bytes));
    });
  try {
    const all = [await answers('POST', 3_000_000), await answers('GET', 0), await answers('GET', 0)];
    expect(all).toEqual([401, 200, 200]);
  } finally {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  }
});

test('a file that is gone ends its request alone, and one whose reader is gone is closed', async () => {
  const large = join(newFolder('files'), 'large');
  writeFileSync(large, Buffer.alloc(40_000_000));
  const files: ReadStream[] = [];
  const server = httpServer((asked, response) => {
    files.push(createReadStream(asked.url === '/large' ? large : `${large}-gone`));
    files.at(-1)!.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ended = (path: string): Promise<unknown> =>
    new Promise((resolve) => {
      const sent = get({ port, path, agent: false, timeout: 3_000 }, (response) =>
        response.once('data', () => sent.destroy())
      );
      sent.once('timeout', () => sent.destroy(new Error('no answer')));
      sent.once('error', ({ message }) => resolve(message)).once('close', () => resolve('left'));
    });
  try {
    expect(await ended('/gone')).toBe('socket hang up');
    expect(await ended('/large')).toBe('left');
    await vi.waitFor(() => expect(files.map(({ closed }) => closed)).toEqual([true, true]), 60_000);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test.runIf(built)(
  'a cut link, a form in another format and an impossible range are faults of the request, and leave no line in the log',
  async () => {
    const { child, ended } = start(['serve', '--port', '0', '--data', newFolder('data'), '--json']);
    let out = '';
    await new Promise<void>((resolve) => {
      child.stdout!.on('data', (chunk: Buffer) => /\n}\n$/.test((out += chunk.toString())) && resolve());
      child.once('close', () => resolve());
    });
    const { address } = JSON.parse(out) as { address: string };
    const answer = async (path: string, init: RequestInit): Promise<[number, string]> => {
      const response = await fetch(`${address}${path}`, init);
      return [response.status, await response.text()];
    };
    const chinese = { accept: 'text/html', 'accept-language': 'zh-CN' };
    const [status, page] = await answer('/p/%E0%A4%A', { headers: { accept: 'text/html' } });
    expect([status, page]).toEqual([400, expect.stringContaining('The address cannot be read')]);
    expect((await answer('/p/%E0%A4%A', { headers: chinese }))[1]).toContain('无法读取此地址');
    const form = { method: 'POST', body: '{}', headers: { origin: address, 'content-type': 'application/json' } };
    expect(await answer('/sign-in', form)).toEqual([415, expect.stringContaining('does not take what was sent')]);
    const [script] = readdirSync(join(home, 'build/client/_app/immutable/entry')).filter((name) =>
      name.endsWith('.js')
    );
    const part = await answer(`/_app/immutable/entry/${script}`, { headers: { range: 'bytes=9-4' } });
    expect(part).toEqual([200, expect.stringContaining('import')]);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, err: '' });
  }
);
