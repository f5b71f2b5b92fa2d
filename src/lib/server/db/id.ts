import { hash, randomBytes } from 'node:crypto';

/** Random, unordered, URL-safe: an id tells nothing about what it names. */
export const newId = (): string => randomBytes(12).toString('base64url');

/** A secret for a link or a cookie; only its hash is ever stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const sha256 = (text: string | Uint8Array): string => hash('sha256', text, 'hex');
