/** Compression of answers on their way to the browser: pages, their data and every other text. */
import { Readable, pipeline } from 'node:stream';
import type { ReadableStream as WebReadable } from 'node:stream/web';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

/** Bytes below which an answer fits into one packet as it is. */
const LEAST_BYTES = 1400;

/** Fast enough to be invisible beside rendering the page: about 20 ms for 1.3 MB, in a thread of its own. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 };
const GZIP_LEVEL = 6;

type Encoding = 'br' | 'gzip';

const whole = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const compressWhole = (bytes: Uint8Array, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? whole.br(bytes, { params: BROTLI }) : whole.gzip(bytes, { level: GZIP_LEVEL });

/** Flushes after every write: each piece leaves as soon as it is there. */
const streamOf = (encoding: Encoding) =>
  encoding === 'br'
    ? createBrotliCompress({ params: BROTLI, flush: constants.BROTLI_OPERATION_FLUSH })
    : createGzip({ level: GZIP_LEVEL, flush: constants.Z_SYNC_FLUSH });

/** Text of any kind. Archives, spreadsheets, images and PDF are compressed already. */
const isText = (type: string): boolean =>
  /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|jsonl|x-ndjson|x-tex|x-latex)\b|image\/svg\+xml)/i.test(
    type
  );

/**
 * Returns the encoding that an `Accept-Encoding` header prefers, Brotli first among equals; null if it accepts neither.
 */
export function negotiateEncoding(accepted: string | null): Encoding | null {
  const weights = new Map<string, number>();
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((one) => one.trim());
    const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
    if (name) weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gz] = [weightOf('br'), weightOf('gzip')];
  if (br === 0 && gz === 0) return null;
  return br >= gz ? 'br' : 'gzip';
}

/**
 * Compresses an answer if the browser accepts it, it is text and it is worth it. An answer that is still being written goes
 * on streaming, piece by piece; server-sent events are left as they are.
 *
 * Compression can tell an attacker who chooses part of a page what else the page holds (BREACH). The pages hold no secret that
 * is sent twice: requests are told apart by their origin instead of by a token, the session's cookie is not in them and is not
 * sent with another site's requests (SameSite), and one-time links are shown once.
 */
export async function compressResponse(request: Request, response: Response): Promise<Response> {
  const { headers, body, status } = response;
  const type = headers.get('content-type') ?? '';
  if (!body || status === 206 || headers.has('content-encoding') || !isText(type)) return response;
  if (/^text\/event-stream/i.test(type) || /\bno-transform\b/i.test(headers.get('cache-control') ?? ''))
    return response;
  if (!/(?:^|,)\s*(?:\*|accept-encoding)\s*(?:,|$)/i.test(headers.get('vary') ?? ''))
    headers.append('Vary', 'Accept-Encoding');
  const encoding = negotiateEncoding(request.headers.get('accept-encoding'));
  const length = headers.get('content-length');
  if (encoding === null || request.method === 'HEAD' || (length !== null && Number(length) < LEAST_BYTES))
    return response;

  const { start, rest } = await readStart(body);
  if (rest === null && start.byteLength < LEAST_BYTES) return answerWith(response, start);
  headers.set('Content-Encoding', encoding);
  const etag = headers.get('etag');
  // Two encodings of one page are two representations.
  if (etag?.endsWith('"')) headers.set('ETag', `${etag.slice(0, -1)}-${encoding}"`);
  if (rest === null) return answerWith(response, new Uint8Array(await compressWhole(start, encoding)));
  headers.delete('content-length');
  const stream = streamOf(encoding);
  // An error on the way ends the stream, which is all that the receiver can be told.
  pipeline(Readable.fromWeb(resumed(start, rest) as WebReadable), stream, () => undefined);
  return answerWith(response, Readable.toWeb(stream) as unknown as ReadableStream);
}

function answerWith(response: Response, body: Uint8Array<ArrayBuffer> | ReadableStream): Response {
  const { status, statusText, headers } = response;
  if (body instanceof Uint8Array) headers.set('Content-Length', String(body.byteLength));
  return new Response(body, { status, statusText, headers });
}

type Reading = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

interface Rest {
  reader: Reading;
  /** The piece that is awaited. */
  next: ReturnType<Reading['read']>;
}

/** Reads the first piece of an answer; `rest` is null if that is all of it, which shows without waiting for anything. */
async function readStart(
  body: ReadableStream<Uint8Array<ArrayBuffer>>
): Promise<{ start: Uint8Array<ArrayBuffer>; rest: Rest | null }> {
  const reader = body.getReader();
  const first = await reader.read();
  if (first.done) return { start: new Uint8Array(), rest: null };
  const next = reader.read();
  // The next read reports the failure again.
  next.catch(() => undefined);
  const later = new Promise<null>((resolve) => setImmediate(resolve, null));
  const second = await Promise.race([next, later]);
  return { start: first.value, rest: second?.done ? null : { reader, next } };
}

/** The answer again, its first piece and what it awaits included; a browser that goes away ends it at its source. */
const resumed = (start: Uint8Array<ArrayBuffer>, { reader, next }: Rest): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let awaited: Rest['next'] | null = next;
  return new ReadableStream({
    start: (controller) => controller.enqueue(start),
    async pull(controller) {
      const piece = await (awaited ?? reader.read());
      awaited = null;
      if (piece.done) controller.close();
      else controller.enqueue(piece.value);
    },
    cancel: (reason) => reader.cancel(reason)
  });
};
