import { createHash } from 'node:crypto';
import { seconds, timeBudget } from '../../confined/time-budget.ts';
import { guardFor } from '../fetching/guard.ts';
import { request, systemResolve, type Resolve } from '../fetching/request.ts';
import { BodyTooLarge, readBody } from '../reading/body.ts';
import { WebFailure } from '../reading/failures.ts';
import { imageKind, type ImageType } from './image-kind.ts';

export interface LoadedImage {
  type: ImageType;
  bytes: Buffer;
  /** SHA-256 of its bytes, in hex. */
  hash: string;
}

/** Why an image is not shown; pages say it in words. */
type ImageFault = 'refused' | 'unreachable' | 'tooLarge' | 'noImage' | 'tooSlow';

/** An image that cannot be shown. Its message says why, for logs. */
export class ImageFailure extends Error {
  readonly fault: ImageFault;
  constructor(fault: ImageFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface ImageFetcherOptions {
  /** Exact `host:port`s that may be asked although they are not public. */
  allow?: readonly string[];
  /** Largest body, as it is sent and as it unpacks. */
  maxBytes?: number;
  /** Longest time for all redirects and the body together. */
  timeoutMs?: number;
  maxHops?: number;
  resolve?: Resolve;
}

/** Pixels that a browser unpacks without harm: some 160 MB. */
const MOST_PIXELS = 40_000_000;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** An image by its bytes. @throws ImageFailure if they are no image or would unpack to too many pixels */
function checkedImage(bytes: Buffer): LoadedImage {
  const kind = imageKind(bytes);
  if (!kind) throw new ImageFailure('noImage', 'its content is not a PNG, JPEG, GIF, WebP or AVIF image');
  if (kind.width * kind.height > MOST_PIXELS)
    throw new ImageFailure('tooLarge', `it has ${kind.width} × ${kind.height} pixels`);
  return { type: kind.type, bytes, hash: createHash('sha256').update(bytes).digest('hex') };
}

const FAULTS: Partial<Record<string, ImageFault>> = {
  'not-allowed': 'refused',
  'timed-out': 'tooSlow'
};

const asFailure = (error: unknown): unknown =>
  error instanceof WebFailure
    ? new ImageFailure(
        error instanceof BodyTooLarge ? 'tooLarge' : (FAULTS[error.outcome] ?? 'unreachable'),
        error.message
      )
    : error;

/** The image in a `data:` address, without fetching anything. */
function imageInAddress(address: string, maxBytes: number): LoadedImage {
  const [, base64 = ''] = /^data:image\/[a-z]+;base64,([a-z0-9+/=\s]*)$/i.exec(address) ?? [];
  if (base64.length > maxBytes * 1.4) throw new ImageFailure('tooLarge', 'it is longer than an image may be');
  return checkedImage(Buffer.from(base64, 'base64'));
}

/**
 * Loads images that reports name, when a person asks for one. The rules of the fetcher of pages apply: GET over http and https to
 * ports 80 and 443 of public addresses, checked on every redirect and every connection. The type of an image is read from its
 * content, not from the answer of its server. Rejects with `ImageFailure`.
 */
export function imageFetcher(options: ImageFetcherOptions = {}): (address: string) => Promise<LoadedImage> {
  const { maxBytes = 5_000_000, timeoutMs = 15_000, maxHops = 4 } = options;
  const means = {
    guard: guardFor(options.allow ?? []),
    resolve: options.resolve ?? systemResolve,
    userAgent: 'Mozilla/5.0 (compatible; Voirdire/0.1; shows an image of a report)'
  };

  async function visit(address: string): Promise<Buffer> {
    const late = (): Error => new WebFailure('timed-out', `no complete answer within ${seconds(timeoutMs)}`);
    const budget = timeBudget(timeoutMs, late);
    let url = URL.parse(address);
    for (let hops = 0; url && hops <= maxHops; hops += 1) {
      const at: URL = url;
      at.hash = '';
      const next = await budget.spend(async (signal): Promise<Buffer | URL | null> => {
        const message = await request(at, means, signal);
        const status = message.statusCode ?? 0;
        if (status >= 200 && status < 300) return readBody(message, { maxBytes, signal });
        message.destroy();
        if (!REDIRECTS.has(status)) throw new ImageFailure('unreachable', `its server answered ${status}`);
        return URL.parse(message.headers.location ?? '', at);
      }, never);
      if (Buffer.isBuffer(next)) return next;
      url = next;
    }
    throw new ImageFailure('unreachable', 'it redirects without end, or to no address');
  }

  return async (address) => {
    if (/^data:/i.test(address)) return imageInAddress(address, maxBytes);
    const bytes = await visit(address).catch((error: unknown) => {
      throw asFailure(error);
    });
    return checkedImage(bytes);
  };
}

const never = new AbortController().signal;
