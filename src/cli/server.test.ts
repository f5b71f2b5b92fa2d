import { Agent, get, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { httpServer } from './server.ts';

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
