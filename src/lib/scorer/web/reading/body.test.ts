import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pdfOf } from './pdf.fixture.ts';
import { site } from '../site.fixture.ts';

describe('bodies', () => {
  const words = '<p>Packed words';
  test.each([
    ['gzip', gzipSync(words)],
    ['x-gzip', gzipSync(words)],
    ['deflate', deflateSync(words)],
    ['deflate', deflateRawSync(words)],
    ['br', brotliCompressSync(words)],
    ['zstd', zstdCompressSync(words)],
    ['br, gzip', gzipSync(brotliCompressSync(words))],
    ['identity', Buffer.from(words)],
    ['gzip', gzipSync(words).subarray(0, -6)]
  ])('packed by %s is unpacked', async (encoding, body) => {
    const { get } = await site((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body);
    });
    expect(await get('/')).toMatchObject({ outcome: 'ok', text: 'Packed words' });
  });

  test.each([
    ['gzip', gzipSync(Buffer.alloc(30_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(30_000_000))],
    ['zstd', zstdCompressSync(Buffer.alloc(30_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(30_000_000)))]
  ])('that unpack from little by %s to too much are not kept', async (encoding, body) => {
    const { get } = await site(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': encoding }).end(body);
      },
      { maxBytes: 1_000_000 }
    );
    expect(await get('/')).toMatchObject({ outcome: 'unreadable', note: 'it is larger than 1 MB' });
  });

  test('that cannot be unpacked are unreadable', async () => {
    const { get } = await site((request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': request.url?.slice(1) })
        .end('no such thing');
    });
    for (const encoding of ['gzip', 'br', 'compress', 'gzip,gzip,gzip,gzip'])
      expect(await get(`/${encoding}`)).toMatchObject({ outcome: 'unreadable', text: null });
  });

  test('that are too large or have no end are left, and the connection with them', async () => {
    let sent = 0;
    let closed = false;
    const { get } = await site(
      (request, response) => {
        if (request.url === '/announced') {
          response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 5_000_000 });
          response.write('x');
          return;
        }
        response.writeHead(200, { 'content-type': 'text/plain' });
        response.on('close', () => (closed = true));
        const more = (): void => {
          while (!closed) {
            sent += 10_000;
            if (!response.write('x'.repeat(10_000))) return void response.once('drain', more);
          }
        };
        more();
      },
      { maxBytes: 1_000_000 }
    );
    expect((await get('/announced')).outcome).toBe('unreadable');
    expect((await get('/endless')).outcome).toBe('unreadable');
    expect(sent).toBeLessThan(50_000_000);
    await expect.poll(() => closed, { timeout: 60_000 }).toBe(true);
  });

  test('that break off are asked for once more, then count as a reset connection', async () => {
    const { get, server } = await site((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 100 });
      response.write('part', () => response.destroy());
    });
    expect(await get('/')).toMatchObject({ outcome: 'reset', note: expect.stringContaining('broke off') });
    expect(server.asked).toHaveLength(2);
  });

  test('of other types are unreadable and named; PDF and text are read', async () => {
    const { get } = await site((request, response) => {
      const [type, body]: [string, Buffer | string] =
        request.url === '/pdf'
          ? ['application/pdf', pdfOf(['Pressed'])]
          : request.url === '/text'
            ? ['text/plain; charset=gb18030', Buffer.from([0xc7, 0xe2])]
            : ['image/png', 'x'];
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    expect(await get('/image')).toMatchObject({ outcome: 'unreadable', note: expect.stringContaining('image/png') });
    expect(await get('/pdf')).toMatchObject({ outcome: 'ok', text: 'Pressed' });
    expect(await get('/text')).toMatchObject({ outcome: 'ok', text: '氢' });
  });
});
