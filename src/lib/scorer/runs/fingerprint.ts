import { createHash, hash } from 'node:crypto';
import { canonicalJson } from '../../canonical-json.ts';

export const textHash = (text: string | Buffer): string => hash('sha256', text, 'hex');

/** SHA-256 over the canonical JSON of a value, in hexadecimal. */
export const fingerprint = (value: unknown): string => textHash(canonicalJson(value));

/** Characters that are hashed at once. */
const PIECE = 1 << 16;

/** `fingerprint` of an object with long lists, of which no text is built as a whole: lists, or iterables in their place, are hashed element by element. */
export function fingerprintInPieces(value: Readonly<Record<string, unknown>>): string {
  const sum = createHash('sha256');
  let piece = '';
  const add = (text: string): void => {
    piece += text;
    if (piece.length < PIECE) return;
    sum.update(piece);
    piece = '';
  };
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  for (const [i, [name, member]] of members.entries()) {
    add(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    if (!isList(member)) add(canonicalJson(member));
    else {
      let before = '[';
      for (const one of member) {
        add(`${before}${canonicalJson(one)}`);
        before = ',';
      }
      add(before === '[' ? '[]' : ']');
    }
  }
  add(members.length === 0 ? '{}' : '}');
  return sum.update(piece).digest('hex');
}

/** An array, or an object whose elements are made one by one. */
const isList = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;
