import { Agent, get } from 'node:http';
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
