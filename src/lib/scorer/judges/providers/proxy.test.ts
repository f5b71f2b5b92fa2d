import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-proxy-'));
const file = (name: string): string => join(folder, name);
const openssl = (...args: string[]): Buffer => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });

/** Targets of the proxy's tunnels, in their order. */
const tunnels: string[] = [];
let judge: Server;
let proxy: Server;
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listen = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

beforeAll(async () => {
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=Test CA',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem'
  );
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=judge.test',
    '-addext',
    'subjectAltName=DNS:judge.test,IP:127.0.0.1',
    '-keyout',
    'judge.key',
    '-out',
    'judge.csr'
  );
  openssl(
    'x509',
    '-req',
    '-in',
    'judge.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-copy_extensions',
    'copy',
    '-out',
    'judge.pem'
  );
  judge = createHttps(
    { key: readFileSync(file('judge.key')), cert: readFileSync(file('judge.pem')) },
    (_request, response) => response.end('{"answered":true}')
  ) as unknown as Server;
  proxy = createHttp();
  // judge.test resolves nowhere: only the proxy knows where it is.
  proxy.on('connect', (request, client) => {
    tunnels.push(request.url ?? '');
    const onward = connect(portOf(judge), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(client).pipe(onward);
    });
    onward.on('error', () => client.destroy());
    client.on('error', () => onward.destroy());
  });
  await Promise.all([listen(judge), listen(proxy)]);
});
afterAll(() => {
  judge.close();
  proxy.close();
  rmSync(folder, { recursive: true });
});

/** Text that a process of that environment gets from the address: NODE_EXTRA_CA_CERTS is read when a process starts. */
const fetched = (url: string, env: Record<string, string>): Promise<string> =>
  new Promise((resolve) => {
    const script = `const { httpFetch } = await import(${JSON.stringify(join(import.meta.dirname, '../endpoints/http-fetch.ts'))});
      try { console.log(await (await httpFetch(${JSON.stringify(url)}, { method: 'POST', body: '{}' })).text()); }
      catch (error) { console.log('failed', error.code); }
      process.exit(0);`;
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH, NODE_COMPILE_CACHE, ...env }
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('close', () => resolve(said.trim()));
  });

it('calls of judges go through the proxy of HTTPS_PROXY, and trust the authority of NODE_EXTRA_CA_CERTS', async () => {
  const HTTPS_PROXY = `http://127.0.0.1:${portOf(proxy)}`;
  const NODE_EXTRA_CA_CERTS = file('ca.pem');
  expect(await fetched('https://judge.test/v1', { HTTPS_PROXY, NODE_EXTRA_CA_CERTS })).toBe('{"answered":true}');
  expect(tunnels).toEqual(['judge.test:443']);
  expect(await fetched('https://judge.test/v1', { HTTPS_PROXY })).toMatch(/^failed .*(?:SIGNATURE|CERT|ISSUER)/);
  expect(tunnels).toHaveLength(2);
  const direct = `https://127.0.0.1:${portOf(judge)}/v1`;
  expect(await fetched(direct, { HTTPS_PROXY, NO_PROXY: '127.0.0.1', NODE_EXTRA_CA_CERTS })).toBe('{"answered":true}');
  expect(tunnels).toHaveLength(2);
});
