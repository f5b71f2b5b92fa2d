import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { connectionFailure, WebFailure } from './failures.ts';

type Decode = (packed: Buffer, maxOutputLength: number) => Promise<Buffer>;

const inflated = promisify(inflate);
const inflatedRaw = promisify(inflateRaw);
const gunzipped = promisify(gunzip);
const unbrotlied = promisify(brotliDecompress);
const unzstded = promisify(zstdDecompress);

/** Streams without a proper end are common and shown by browsers; what came is kept. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
const decodeGzip: Decode = (packed, maxOutputLength) => gunzipped(packed, { maxOutputLength, ...lenient });

const decoders: Record<string, Decode> = {
  gzip: decodeGzip,
  'x-gzip': decodeGzip,
  // Meant is the zlib format; some servers send the bare one.
  deflate: (packed, maxOutputLength) =>
    (((packed[0] ?? 0) & 0x0f) === 8 ? inflated : inflatedRaw)(packed, { maxOutputLength, ...lenient }),
  br: (packed, maxOutputLength) => unbrotlied(packed, { maxOutputLength }),
  zstd: (packed, maxOutputLength) => unzstded(packed, { maxOutputLength })
};

/** A body, or its content after unpacking, that is larger than allowed. */
export class BodyTooLarge extends WebFailure {
  constructor(maxBytes: number) {
    super('unreadable', `it is larger than ${Math.round(maxBytes / 100_000) / 10} MB`);
  }
}

const received = async (message: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of message as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) throw new BodyTooLarge(maxBytes);
      pieces.push(piece);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw connectionFailure(error);
  }
  return Buffer.concat(pieces, size);
};

/**
 * The body of an answer, decompressed; neither what is sent nor what it unpacks to may exceed `maxBytes`. Whatever
 * happens, the connection is closed afterwards. Rejects with `WebFailure`, or with the signal's reason.
 */
export const readBody = async (
  message: IncomingMessage,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal }
): Promise<Buffer> => {
  try {
    const encodings = (message.headers['content-encoding'] ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && name !== 'identity');
    const steps = encodings.map((name) => decoders[name]);
    if (steps.includes(undefined) || steps.length > 3)
      throw new WebFailure(
        'unreadable',
        `it is packed in a way that is not known here (${encodings.join(', ').slice(0, 60)})`
      );
    if (Number(message.headers['content-length']) > maxBytes) throw new BodyTooLarge(maxBytes);
    let body = await received(message, maxBytes, signal);
    for (const step of steps.reverse()) {
      if (!step || body.length === 0) continue;
      try {
        body = await step(body, maxBytes);
      } catch (error) {
        throw error instanceof RangeError || (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE'
          ? new BodyTooLarge(maxBytes)
          : new WebFailure('unreadable', 'it cannot be unpacked');
      }
    }
    return body;
  } finally {
    message.destroy();
  }
};
