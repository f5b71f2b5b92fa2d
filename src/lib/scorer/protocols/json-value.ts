import { jsonrepair } from 'jsonrepair';

export type JsonReading = { ok: true; value: unknown; repaired: boolean } | { ok: false; fault: string };

const LONGEST = 1_000_000;
/** Levels of brackets; the replies asked for have fewer than ten. Code that walks a value may then call itself. */
const DEEPEST = 100;
const [COLON, QUOTE, BACKSLASH] = [0x3a, 0x22, 0x5c];
/** Opening ones; the closing ones come two codes later. */
const [BRACE, BRACKET] = [0x7b, 0x5b];

const fault = (what: string): JsonReading => ({ ok: false, fault: what });

const withoutFence = (text: string): string => /^```(?:json)?[ \t]*\n([\s\S]*)\n?```$/i.exec(text)?.[1]?.trim() ?? text;

const closers = (text: string): number => text.match(/[}\]]/g)?.length ?? 0;

/** How many members the objects of valid JSON text have, together, and how many levels its brackets. */
const countsIn = (json: string): { members: number; levels: number } => {
  let [members, level, levels] = [0, 0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === COLON) members += 1;
    else if (code === BRACE || code === BRACKET) levels = Math.max(levels, (level += 1));
    else if (code === BRACE + 2 || code === BRACKET + 2) level -= 1;
    if (code !== QUOTE) continue;
    for (at += 1; json.charCodeAt(at) !== QUOTE; at += 1) if (json.charCodeAt(at) === BACKSLASH) at += 1;
  }
  return { members, levels };
};

const membersOf = (value: unknown): number => {
  if (value === null || typeof value !== 'object') return 0;
  const inside = Object.values(value);
  return inside.reduce((sum: number, one) => sum + membersOf(one), Array.isArray(value) ? 0 : inside.length);
};

/** The first object key that valid JSON text gives twice in one object; `JSON.parse` would keep the last one silently. */
const duplicateKey = (json: string): string | null => {
  const open: (Set<string> | null)[] = [];
  let last: string | null = null;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const keys = open.at(-1);
      const key = JSON.parse(last ?? '""') as string;
      if (keys?.has(key)) return key;
      keys?.add(key);
    } else if (token !== ',') last = token;
  }
  return null;
};

/**
 * Reads text that should be exactly one JSON value. Allowed: white space and one code fence around it, and one local
 * repair of its punctuation (quotes, commas, comments). Refused: a second value, keys given twice, and text that stops
 * before its brackets close, which a repair would complete by inventing the rest, and more than 100 levels of brackets.
 */
export const readJsonValue = (text: string): JsonReading => {
  if (text.length > LONGEST) return fault('it is longer than a million characters');
  const body = withoutFence(text.trim());
  if (body === '') return fault('it is empty');
  let json = body;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    try {
      json = jsonrepair(body);
      value = JSON.parse(json);
    } catch {
      return fault('it is not valid JSON');
    }
    if (Array.isArray(value) && !body.startsWith('[')) return fault('it holds more than one JSON value');
    if (closers(json) > closers(body)) return fault('it stops before its end');
    if (closers(json) < closers(body)) return fault('it is not valid JSON');
  }
  const { members, levels } = countsIn(json);
  if (levels > DEEPEST) return fault(`it is nested more than ${DEEPEST} levels deep`);
  const twice = members === membersOf(value) ? null : duplicateKey(json);
  if (twice !== null) return fault(`it gives the key ${JSON.stringify(twice.slice(0, 40))} twice in one object`);
  return { ok: true, value, repaired: json !== body };
};
