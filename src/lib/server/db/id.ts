import { hash, randomBytes, randomFillSync } from 'node:crypto';

const ID_BYTES = 12;
/** Asking for random bytes costs as much as inserting a row: ids take theirs from a supply. */
const supply = Buffer.alloc(256 * ID_BYTES);
let taken = supply.length;

/** Random, unordered, URL-safe: an id tells nothing about what it names. */
export function newId(): string {
  if (taken === supply.length) {
    randomFillSync(supply);
    taken = 0;
  }
  taken += ID_BYTES;
  const id = supply.toString('base64url', taken - ID_BYTES, taken);
  // A command would read an id that begins with "-" as an option.
  return id.startsWith('-') ? newId() : id;
}

/** A secret for a link or a cookie; only its hash is ever stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const sha256 = (text: string | Uint8Array): string => hash('sha256', text, 'hex');
