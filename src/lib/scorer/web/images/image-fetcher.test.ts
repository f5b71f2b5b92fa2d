import { gzipSync } from 'node:zlib';
import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { serve } from '../site.fixture.ts';
import { imageFetcher, type ImageFailure, type ImageFetcherOptions, type LoadedImage } from './image-fetcher.ts';
import { imageKind } from './image-kind.ts';

/** The head of a PNG of this size, which suffices to recognise it. */
const png = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(33);
  head.write('\x89PNG\r\n\x1a\n', 'latin1');
  head.writeUInt32BE(13, 8);
  head.write('IHDR', 12, 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};
const ofText = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const load = async (answer: RequestListener, options: ImageFetcherOptions = {}): Promise<LoadedImage | string> => {
  const server = await serve(answer);
  return imageFetcher({ allow: [server.hostPort], ...options })(`${server.origin}/a.png`).catch(
    ({ fault }: ImageFailure) => fault
  );
};
const sending =
  (body: string | Buffer, head: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png', ...head });
    response.end(body);
  };

describe('what an image is', () => {
  test('is told by its first bytes, with its size', () => {
    expect(imageKind(png(3, 2))).toEqual({ type: 'image/png', width: 3, height: 2 });
    expect(imageKind(ofText('GIF89a', [3, 0, 2, 0]))).toEqual({ type: 'image/gif', width: 3, height: 2 });
    const jpeg = ofText([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0, 0]);
    expect(imageKind(jpeg)).toEqual({ type: 'image/jpeg', width: 3, height: 2 });
    const webp = ofText('RIFF', [22, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0]);
    expect(imageKind(webp)).toEqual({ type: 'image/webp', width: 3, height: 2 });
    const avif = ofText([0, 0, 0, 24], 'ftypavif', [0, 0, 0, 0], 'ispe', [0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 2]);
    expect(imageKind(avif)).toEqual({ type: 'image/avif', width: 3, height: 2 });
  });

  test('is nothing of SVG, HTML, a PDF, an empty file or the beginning of a signature', () => {
    const others = ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html><img>', '%PDF-1.7', '', '\x89PNG'];
    for (const other of others) expect(imageKind(ofText(other)), other).toBeNull();
    expect(imageKind(ofText([0xff, 0xd8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))).toBeNull();
    expect(imageKind(png(0, 5))).toBeNull();
  });
});

describe('an image is loaded', () => {
  test('with the type of its content and a hash, whatever its server calls it', async () => {
    const image = (await load(sending(png(3, 2), { 'content-type': 'text/html' }))) as LoadedImage;
    expect(image.type).toBe('image/png');
    expect(image.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(image.bytes.equals(png(3, 2))).toBe(true);
  });

  test('not if it is SVG or HTML that is called an image', async () => {
    expect(await load(sending('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))).toBe(
      'noImage'
    );
    expect(await load(sending('<!doctype html><script>alert(1)</script>'))).toBe('noImage');
  });

  test('not from a private address, neither at once nor by a redirect', async () => {
    const inside = await serve(sending(png(3, 2)));
    const fault = ({ fault: why }: ImageFailure): string => why;
    expect(await imageFetcher()(`${inside.origin}/a.png`).catch(fault)).toBe('refused');
    expect(await imageFetcher()('http://169.254.169.254/latest').catch(fault)).toBe('refused');
    expect(await imageFetcher()('file:///etc/passwd').catch(fault)).toBe('refused');
    const redirecting = await load((_, response) => {
      response.writeHead(302, { location: `${inside.origin}/a.png` });
      response.end();
    });
    expect(redirecting).toBe('refused');
    expect(inside.asked).toEqual([]);
  });

  test('not if its name resolves to a private address', async () => {
    const resolve = () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]);
    const failed = await imageFetcher({ resolve })('http://images.example/a.png').catch((e: ImageFailure) => e.fault);
    expect(failed).toBe('refused');
  });

  test('not if it is too large: as it is sent, as it unpacks, or in pixels', async () => {
    expect(await load(sending(Buffer.concat([png(3, 2), Buffer.alloc(5_000)])), { maxBytes: 1_000 })).toBe('tooLarge');
    const bomb = gzipSync(Buffer.concat([png(3, 2), Buffer.alloc(8_000_000)]));
    expect(bomb.length).toBeLessThan(20_000);
    expect(await load(sending(bomb, { 'content-encoding': 'gzip' }))).toBe('tooLarge');
    expect(await load(sending(png(60_000, 60_000)))).toBe('tooLarge');
  });

  test('not if its server is slow, answers with an error or redirects in a circle', async () => {
    const slow: RequestListener = (_, response) => {
      response.writeHead(200);
      response.write(png(3, 2).subarray(0, 8));
    };
    expect(await load(slow, { timeoutMs: 200 })).toBe('tooSlow');
    expect(await load((_, response) => response.writeHead(404).end())).toBe('unreachable');
    expect(await load((_, response) => response.writeHead(302, { location: '/a.png' }).end())).toBe('unreachable');
  });

  test('from a data address without a request; SVG stays unshown there, too', async () => {
    const at = `data:image/png;base64,${png(3, 2).toString('base64')}`;
    expect(await imageFetcher()(at)).toMatchObject({ type: 'image/png' });
    const svg = `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`;
    expect(await imageFetcher()(svg).catch(({ fault }: ImageFailure) => fault)).toBe('noImage');
  });
});
