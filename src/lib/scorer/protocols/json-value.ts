import { jsonrepair } from 'jsonrepair';
import { LONGEST_REPLY } from '../call.ts';

type JsonReading = { ok: true; value: unknown; repaired: boolean } | { ok: false; fault: string };

/** Levels of brackets; the replies asked for have fewer than ten. Code that walks a value may then call itself. */
const DEEPEST = 100;
const [COLON, QUOTE, BACKSLASH] = [0x3a, 0x22, 0x5c];
/** Opening ones; the closing ones come two codes later. */
const [BRACE, BRACKET] = [0x7b, 0x5b];

const fault = (what: string): JsonReading => ({ ok: false, fault: what });

const withoutFence = (text: string): string => /^```(?:json)?[ \t]*\n([\s\S]*)\n?```$/i.exec(text)?.[1]?.trim() ?? text;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const closers = (text: string): number => countOf(text, /[}\]]/g);
const ellipses = (text: string): number => countOf(text, /\.{3}|…/g);
const nulls = (text: string): number => countOf(text, /null|None|undefined/g);

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

/** Where the bracket at `from` is closed, its strings respected; -1 if it is not. */
const closeOf = (text: string, from: number): number => {
  let level = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BRACE || code === BRACKET) level += 1;
    else if (code === BRACE + 2 || code === BRACKET + 2) {
      level -= 1;
      if (level === 0) return at;
    } else if (code === QUOTE)
      for (at += 1; at < text.length && text.charCodeAt(at) !== QUOTE; at += 1)
        if (text.charCodeAt(at) === BACKSLASH) at += 1;
  }
  return -1;
};

/** Beginnings of brackets that are never closed, after which a text is not looked through any further. */
const MOST_OPEN = 50;

/** Whether a bracketed part of a text is meant as JSON with members: `{"…`, `[{…`; a citation or a set is not. */
const looksLikeJson = (part: string): boolean => /^(?:\{\s*(?:["'}]|\w+\s*:)|\[\s*\{)/.test(part);

/**
 * Blocks of JSON in a text, in their order: bracketed parts that are in no other and look like objects or lists of them. Null
 * if it cannot be told: too many brackets that are not closed, or one that looks like JSON and is cut off.
 */
const blocksIn = (text: string): string[] | null => {
  const blocks: string[] = [];
  let open = 0;
  for (let at = text.search(/[{[]/); at >= 0 && at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== BRACE && code !== BRACKET) continue;
    const end = closeOf(text, at);
    const part = text.slice(at, end < 0 ? at + 200 : end + 1);
    if (end < 0) {
      if ((open += 1) > MOST_OPEN || looksLikeJson(part)) return null;
      continue;
    }
    if (looksLikeJson(part)) blocks.push(part);
    at = end;
  }
  return blocks;
};

/**
 * A text without the thoughts that a model puts before its answer. JSON inside them is none of its answers. Some servers send only
 * their end, because the beginning is in the prompt.
 */
function withoutThoughtsIn(tag: string, text: string): string {
  const [begin, end] = [`<${tag}>`, `</${tag}>`];
  let rest = '';
  const [begins, ended] = [text.indexOf(begin), text.indexOf(end)];
  let from = ended !== -1 && (begins === -1 || ended < begins) ? ended + end.length : 0;
  // Not by a regular expression: one looks for the end of each beginning anew, and a model may repeat them without end.
  for (let at = text.indexOf(begin, from); at !== -1; at = text.indexOf(begin, from)) {
    const ends = text.indexOf(end, at);
    if (ends === -1) break;
    rest += text.slice(from, at);
    from = ends + end.length;
  }
  return `${rest}${text.slice(from)}`.trim();
}

/** Tags around thoughts, by models and their servers. */
const THOUGHTS = ['think', 'thinking', 'thought', 'reasoning'];
const ANY_THOUGHT = new RegExp(`</?(?:${THOUGHTS.join('|')})>`);

const withoutThoughts = (text: string): string =>
  ANY_THOUGHT.test(text) ? THOUGHTS.reduce((rest, tag) => withoutThoughtsIn(tag, rest), text) : text.trim();

/** A text with words around its JSON, and the block itself: null if the text is not a single block in prose. */
const blockInProse = (text: string): string | null => {
  const body = withoutThoughts(text);
  if (ANY_THOUGHT.test(body)) return null;
  const blocks = blocksIn(body);
  return blocks?.length === 1 && blocks[0] !== text ? blocks[0]! : null;
};

/** The value of a text that is JSON. */
const parsed = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};

/** Whether a reply that `readJsonValue` reads has words around its JSON value. */
export const hasProse = (text: string): boolean => {
  const body = withoutFence(text.trim());
  return parsed(body) === null && blockInProse(body) !== null;
};

/**
 * Reads text that holds exactly one JSON value. Allowed: white space and one code fence around it, words around exactly one
 * block of JSON (`hasProse`), and one local
 * repair of its punctuation (quotes, commas, comments). Refused: a second value, keys given twice, more than 100 levels of brackets,
 * and text that a repair would complete by inventing the rest: it stops before its brackets close, has “...” for entries that are
 * left out, or lacks a value.
 */
export const readJsonValue = (text: string): JsonReading => {
  if (text.length > LONGEST_REPLY) return fault('it is longer than a million characters');
  const whole = withoutFence(text.trim());
  if (whole === '') return fault('it is empty');
  const plain = parsed(whole);
  const body = plain ? whole : (blockInProse(whole) ?? whole);
  let json = body;
  let value: unknown;
  const found = plain ?? (body === whole ? null : parsed(body));
  if (found) value = found.value;
  else {
    try {
      json = jsonrepair(body);
      value = JSON.parse(json);
    } catch {
      return fault('it is not valid JSON');
    }
    if (Array.isArray(value) && !body.startsWith('[')) return fault('it holds more than one JSON value');
    if (closers(json) > closers(body)) return fault('it stops before its end');
    if (closers(json) < closers(body)) return fault('it is not valid JSON');
    if (ellipses(json) < ellipses(body)) return fault('it leaves something out (“...”)');
    if (nulls(json) > nulls(body)) return fault('it lacks a value');
  }
  const { members, levels } = countsIn(json);
  if (levels > DEEPEST) return fault(`it is nested more than ${DEEPEST} levels deep`);
  const twice = members === membersOf(value) ? null : duplicateKey(json);
  if (twice !== null) return fault(`it gives the key ${JSON.stringify(twice.slice(0, 40))} twice in one object`);
  return { ok: true, value, repaired: json !== body };
};
