import { parseExact } from '../../canonical-json.ts';
import { endOfString } from './repeated-keys.ts';

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** Levels of lists and objects that a line may have: what reads and writes values calls itself for each. */
export const MOST_LEVELS = 500;

/** Whether a JSON text is nested more than `MOST_LEVELS` deep. Takes one pass, which jumps over strings. */
export function isTooDeep(text: string): boolean {
  let levels = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === '{' || sign === '[') levels += 1;
    else if (sign === '}' || sign === ']') levels -= 1;
    if (levels > MOST_LEVELS) return true;
  }
  return false;
}
