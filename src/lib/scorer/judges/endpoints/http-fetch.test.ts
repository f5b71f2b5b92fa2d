import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { httpFetch } from './http-fetch.ts';

const servers: Server[] = [];
afterAll(() =>
  servers.forEach((server) => {
    server.closeAllConnections();
    server.close();
  })
);

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/x?y=1`;
};

describe('httpFetch', () => {
  it('sends method, headers and body, and gives back status, headers and body', async () => {
    const url = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        response.writeHead(429, { 'retry-after': '7', 'set-cookie': ['a=1', 'b=2'] });
        const { authorization, 'content-length': length } = request.headers;
        response.end(JSON.stringify([request.method, request.url, authorization, length, body]));
      });
    });
    const headers = new Headers({ Authorization: 'Bearer k' });
    const response = await httpFetch(url, { method: 'POST', headers, body: 'größer' });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(response.headers.get('Set-Cookie')).toBe('a=1, b=2');
    expect(response.headers.get('x-none')).toBeNull();
    expect([...response.headers].map(([name]) => name)).toContain('retry-after');
    expect(await response.json()).toEqual(['POST', '/x?y=1', 'Bearer k', '8', 'größer']);
  });

  it('sends every text in UTF-8, also half a surrogate pair', async () => {
    const url = await serve((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => response.end(Buffer.concat(pieces).toString('hex')));
    });
    for (const body of ['', 'plain', '“dash — 漢 😀”', 'half \ud83d of it'])
      expect(await (await httpFetch(url, { method: 'POST', body })).text()).toBe(Buffer.from(body).toString('hex'));
  });

  it('follows no redirect', async () => {
    const url = await serve((_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end());
    expect((await httpFetch(url)).status).toBe(302);
  });

  it('uses one connection for one call after the other', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('{}');
    });
    for (let calls = 0; calls < 5; calls += 1) await (await httpFetch(url)).text();
    expect(ports.size).toBe(1);
  });

  it('ends with the signal, before the answer and within it', async () => {
    const silent = await serve(() => undefined);
    const half = await serve((_request, response) => void response.writeHead(200).write('{"half":'));
    for (const url of [silent, half]) {
      const control = new AbortController();
      const fetching = [httpFetch(url, { signal: control.signal }), httpFetch(url, { cancel: control.signal })];
      setTimeout(() => control.abort(), 30);
      for (const one of await Promise.allSettled(fetching)) expect(one.status).toBe('rejected');
    }
    await expect(httpFetch(silent, { signal: AbortSignal.abort() })).rejects.toThrow();
  });

  it('rejects if no server listens and if the connection breaks', async () => {
    const broken = await serve((request) => void request.socket.destroy());
    const cut = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setTimeout(() => response.destroy(), 10);
    });
    await expect(httpFetch(broken)).rejects.toThrow();
    await expect(httpFetch(cut)).rejects.toThrow();
    await expect(httpFetch('http://127.0.0.1:9/')).rejects.toThrow('ECONNREFUSED');
  });
});
