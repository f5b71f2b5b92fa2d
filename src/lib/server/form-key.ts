import { sha256 } from './db/id.ts';
import type { Person } from './auth/authorize.ts';

/** Longer bodies are files. They are not read twice. */
const MOST_BYTES = 4 * 1024 * 1024;

const TOKEN = /(?:^|&)once=([\w-]{16,64})(?:&|$)|name="once"\r\n\r\n([\w-]{16,64})\r\n/;

/** What `formKey` reads of a request. */
interface Asked {
  request: Request;
  url: URL;
  locals: { actor: Person | null };
}

/**
 * Tells one sending of a form from all others: its token (`Once.svelte`), its address, who sends it and what it says. Two
 * forms on a page share a token, but neither address nor content. Null if the request is no form, has no token or is longer
 * than 4 MiB.
 */
export async function formKey({ request, url, locals: { actor } }: Asked): Promise<string | null> {
  const type = request.headers.get('content-type') ?? '';
  if (request.method !== 'POST' || !/^(?:application\/x-www-form-urlencoded|multipart\/form-data)/.test(type))
    return null;
  if (Number(request.headers.get('content-length') ?? Infinity) > MOST_BYTES) return null;
  const body = Buffer.from(await request.clone().arrayBuffer()).toString('latin1');
  // A browser draws a new boundary each time that it sends the same form.
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/.exec(type);
  const said = boundary ? body.replaceAll(boundary[1] ?? boundary[2] ?? '', '') : body;
  const [, plain, part] = TOKEN.exec(said) ?? [];
  const token = plain ?? part;
  if (token === undefined) return null;
  return sha256(JSON.stringify([token, url.pathname, url.search, actor?.id ?? null, said]));
}
