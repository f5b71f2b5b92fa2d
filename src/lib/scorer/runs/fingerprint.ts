import { hash } from 'node:crypto';
import { canonicalJson } from '../../canonical-json.ts';

export const textHash = (text: string): string => hash('sha256', text, 'hex');

/** SHA-256 over the canonical JSON of a value, in hexadecimal. */
export const fingerprint = (value: unknown): string => textHash(canonicalJson(value));
