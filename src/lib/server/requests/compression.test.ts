import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressResponse, negotiateEncoding } from './compression.ts';

const asking = (accepted: string | null, method = 'GET'): Request =>
  new Request('http://voirdire.test/p/demo', {
    method,
    headers: accepted === null ? {} : { 'accept-encoding': accepted }
  });
const long = '<p>The report names three cities and their grids.</p>\n'.repeat(2000);
const page = (headers: Record<string, string> = {}): Response =>
  new Response(long, { headers: { 'content-type': 'text/html', ...headers } });
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

describe('negotiateEncoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['*', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
    ['GZIP; q=1.0', 'gzip'],
    ['identity', null],
    ['', null],
    [null, null]
  ])('reads %j as %s', (accepted, encoding) => expect(negotiateEncoding(accepted)).toBe(encoding));
});

describe('compressResponse', () => {
  it('compresses a page in the encoding that the browser accepts, and says so', async () => {
    for (const [accepted, read] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync]
    ] as const) {
      const answer = await compressResponse(asking(accepted), page({ etag: '"one"', vary: 'Accept' }));
      const bytes = await bytesOf(answer);
      expect(read(bytes).toString()).toBe(long);
      expect(bytes.length).toBeLessThan(long.length / 50);
      expect(answer.headers.get('content-encoding')).toBe(accepted);
      expect(answer.headers.get('content-length')).toBe(String(bytes.length));
      expect(answer.headers.get('vary')).toBe('Accept, Accept-Encoding');
      expect(answer.headers.get('etag')).toBe(`"one-${accepted}"`);
    }
  });

  it('sends a page as it is to a browser that accepts no encoding, but tells caches that it depends on that', async () => {
    const answer = await compressResponse(asking(null), page());
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(await answer.text()).toBe(long);
  });

  it('leaves what is small, compressed already, not text or not to be changed as it is', async () => {
    const kept: [string, Response][] = [
      ['small, length unknown', Response.json({ saved: true })],
      ['small, length known', new Response('ok', { headers: { 'content-type': 'text/plain', 'content-length': '2' } })],
      ['an archive', new Response(long, { headers: { 'content-type': 'application/zip' } })],
      [
        'a spreadsheet',
        new Response(long, {
          headers: { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
        })
      ],
      ['compressed', page({ 'content-encoding': 'zstd' })],
      ['not to be changed', page({ 'cache-control': 'public, no-transform' })],
      ['a part', new Response(long, { status: 206, headers: { 'content-type': 'text/plain' } })]
    ];
    for (const [name, response] of kept) {
      const [encoding, text] = [response.headers.get('content-encoding'), await response.clone().text()];
      const answer = await compressResponse(asking('br, gzip'), response);
      expect(answer.headers.get('content-encoding'), name).toBe(encoding);
      expect(await answer.text(), name).toBe(text);
    }
  });

  it('compresses data, exports and JSON Lines like pages', async () => {
    for (const type of [
      'application/json',
      'text/sveltekit-data',
      'text/csv; charset=utf-8',
      'application/jsonl; charset=utf-8',
      'application/x-tex; charset=utf-8',
      'image/svg+xml'
    ]) {
      const answer = await compressResponse(asking('br'), new Response(long, { headers: { 'content-type': type } }));
      expect(answer.headers.get('content-encoding'), type).toBe('br');
      expect(brotliDecompressSync(await bytesOf(answer)).toString(), type).toBe(long);
    }
  });

  it('keeps a streamed answer streaming: a piece arrives before the next one is written', async () => {
    for (const accepted of ['br', 'gzip']) {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      const write = (text: string): Promise<void> => writer.write(new TextEncoder().encode(text));
      void write('first piece\n');
      const answer = await compressResponse(
        asking(accepted),
        new Response(readable, { headers: { 'content-type': 'text/csv' } })
      );
      expect(answer.headers.get('content-length')).toBeNull();
      const reader = answer
        .body!.pipeThrough(new DecompressionStream(accepted === 'br' ? ('brotli' as CompressionFormat) : 'gzip'))
        .getReader();
      const text = async (): Promise<string> => new TextDecoder().decode((await reader.read()).value);
      expect(await text()).toBe('first piece\n');
      void write('second piece\n');
      expect(await text()).toBe('second piece\n');
      void writer.close();
      expect((await reader.read()).done).toBe(true);
    }
  });

  it('leaves server-sent events as they are', async () => {
    const events = new Response(long, { headers: { 'content-type': 'text/event-stream' } });
    expect(await compressResponse(asking('br'), events)).toBe(events);
  });

  it('ends a streamed answer at its source if the browser goes away', async () => {
    let cancelled: (reason: unknown) => void = () => {};
    const gone = new Promise((resolve) => (cancelled = resolve));
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(long)),
      pull: () => new Promise<void>(() => {}),
      cancel: (reason) => cancelled(reason ?? 'gone')
    });
    const answer = await compressResponse(
      asking('br'),
      new Response(endless, { headers: { 'content-type': 'text/plain' } })
    );
    const reader = answer.body!.getReader();
    await reader.read();
    await reader.cancel();
    expect(await gone).toBeDefined();
  });

  it('ends a streamed answer with an error if its source fails', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    void writer.write(new TextEncoder().encode(long));
    const answer = await compressResponse(
      asking('gzip'),
      new Response(readable, { headers: { 'content-type': 'text/plain' } })
    );
    void writer.abort(new Error('the source has failed'));
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });
});
