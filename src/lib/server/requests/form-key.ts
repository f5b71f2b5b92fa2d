import { sha256 } from '../db/id.ts';
import type { Person } from '../auth/authorize.ts';

/** Longer bodies are files. They are not read twice: their length and their beginning tell them apart. */
const MOST_BYTES = 4 * 1024 * 1024;
const HEAD_BYTES = 16 * 1024;

const TOKEN = /(?:^|&)once=([\w-]{16,64})(?:&|$)|name="once"\r\n\r\n([\w-]{16,64})\r\n/;

/** Parts of a request that `formKey` reads. */
interface Asked {
  request: Request;
  url: URL;
  locals: { actor: Person | null };
}

/**
 * Tells one sending of a form from all others: its token (`Once.svelte`), its address, who sends it and what it says. Two
 * forms on a page share a token, but neither address nor content. Above 4 MiB, what it says is its length and its first 16 KiB,
 * in which the token has to stand. Null if the request is no form or has no token.
 */
export async function formKey({ request, url, locals: { actor } }: Asked): Promise<string | null> {
  const type = request.headers.get('content-type') ?? '';
  if (request.method !== 'POST' || !/^(?:application\/x-www-form-urlencoded|multipart\/form-data)/.test(type))
    return null;
  const length = Number(request.headers.get('content-length') ?? Infinity);
  const bytes = length > MOST_BYTES ? await headOf(request) : Buffer.from(await request.clone().arrayBuffer());
  const body = bytes.toString('latin1');
  // A browser draws a new boundary each time that it sends the same form.
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/.exec(type);
  const said = boundary ? body.replaceAll(boundary[1] ?? boundary[2] ?? '', '') : body;
  const [, plain, part] = TOKEN.exec(said) ?? [];
  const token = plain ?? part;
  if (token === undefined) return null;
  const whole = length > MOST_BYTES ? [length] : [];
  return sha256(JSON.stringify([token, url.pathname, url.search, actor?.id ?? null, said, ...whole]));
}

/** The first bytes of a body, whose rest stays readable for the handler of the request. */
async function headOf(request: Request): Promise<Buffer> {
  const reader = request.clone().body?.getReader();
  const parts: Uint8Array[] = [];
  for (let bytes = 0; reader && bytes < HEAD_BYTES;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.byteLength;
  }
  // Resolves only once the other reader is done as well.
  void reader?.cancel().catch(() => undefined);
  return Buffer.concat(parts).subarray(0, HEAD_BYTES);
}
