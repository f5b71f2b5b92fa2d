import { hash } from 'node:crypto';

/** JSON with sorted keys and without undefined members: equal values have equal text. */
export const canonicalJson = (value: unknown): string => {
  if (value === undefined) return 'null';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
};

export const textHash = (text: string): string => hash('sha256', text, 'hex');

/** SHA-256 over the canonical JSON of a value, in hexadecimal. */
export const fingerprint = (value: unknown): string => textHash(canonicalJson(value));
