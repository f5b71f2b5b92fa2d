import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Stands for a text in the data of a page; nothing that a stranger wrote can hold it. */
const mark = randomUUID();
const marks = new RegExp(`"${mark} (\\d+)"`);

/** Texts in JSON, as bytes: those of as many reports as are kept rendered. */
const encoded = new LRUCache<string, Buffer>({
  max: 128,
  maxSize: 32_000_000,
  sizeCalculation: ({ byteLength }) => Math.min(byteLength, 32_000_000)
});

/** Texts to which each request's data refers. */
const texts = new WeakMap<App.Locals, string[]>();

/**
 * A long text in the data of a page that is asked for as data alone. SvelteKit writes data letter by letter, which takes
 * milliseconds of the thread for a report; this stands for it there, until `withTexts` puts in bytes that are kept.
 */
export function textInData(locals: App.Locals, text: string): string {
  const own = texts.get(locals) ?? [];
  texts.set(locals, own);
  return `${mark} ${own.push(text) - 1}`;
}

/** The answer with the texts to which its data refers. */
export async function withTexts(locals: App.Locals, response: Response): Promise<Response> {
  const own = texts.get(locals);
  if (!own || !response.body) return response;
  const pieces = (await response.text()).split(marks);
  const body = Buffer.concat(pieces.map((piece, i) => (i % 2 ? bytesOf(own[Number(piece)]!) : Buffer.from(piece))));
  const { status, statusText, headers } = response;
  headers.set('Content-Length', String(body.byteLength));
  return new Response(body, { status, statusText, headers });
}

function bytesOf(text: string): Buffer {
  const known = encoded.get(text);
  if (known) return known;
  const made = Buffer.from(JSON.stringify(text));
  encoded.set(text, made);
  return made;
}
