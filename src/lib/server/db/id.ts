import { hash, randomBytes } from 'node:crypto';

/** Random, unordered, URL-safe: an id tells nothing about what it names. */
export function newId(): string {
  const id = randomBytes(12).toString('base64url');
  // A command would read an id that begins with "-" as an option.
  return id.startsWith('-') ? newId() : id;
}

/** A secret for a link or a cookie; only its hash is ever stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const sha256 = (text: string | Uint8Array): string => hash('sha256', text, 'hex');
