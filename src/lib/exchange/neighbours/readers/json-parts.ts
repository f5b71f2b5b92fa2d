import { sayingsOf, type Saying } from '../../../messages/sayings.ts';
import { isUtf8 } from 'node:buffer';
import { piecesOf, type FileContent } from '../../format/file-content.ts';
import { parseExact } from '../../../canonical-json.ts';
import { isObject } from '../../format/json-value.ts';
import type { ProblemList } from '../../format/problem-list.ts';
import { repeatedKeys, shownKeys } from '../../format/repeated-keys.ts';

const say = sayingsOf('foreignProblems');
const sayImport = sayingsOf('importProblems');

/** A part of a JSON document: a member, or an element of one of the arrays that are read element by element. */
interface JsonPart {
  /** Names of the members that lead to it, with dots between them; '' for elements of the document's own array. */
  path: string;
  /** 1-based place in its array; null for a member that is read whole. */
  element: number | null;
  value: unknown;
}

/** Bytes of one part. */
const LONGEST_PART = 64 * 1024 * 1024;
const DEEPEST = 1_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** A container whose members or elements are separate parts. */
interface Opened {
  list: boolean;
  path: string;
  key: string | null;
  elements: number;
}

/**
 * Reads a JSON document piece by piece: each element of the arrays at `streamed` by itself, and every other member whole. Neither
 * the bytes of the file nor its text are ever held whole. Content that is not JSON ends it with a problem.
 *
 * @param streamed paths of the arrays that are read element by element, like `results.results`; '' is the document itself
 */
export function* jsonParts(
  content: FileContent,
  streamed: readonly string[],
  problems: ProblemList
): Generator<JsonPart> {
  const open: Opened[] = [];
  const value = new ValueBytes();
  let begun = false;
  let isKey = false;
  let before = 0;
  const stop = (reason: Saying): void => problems.add(null, 'file', reason);
  const notJson = (at: number): void => stop(say('notJsonByte', { n: before + at + 1 }));

  const finish = (): JsonPart | null | 'stopped' => {
    const inside = open.at(-1);
    const bytes = value.take();
    const place = inside ? { path: pathIn(inside), element: inside.list ? (inside.elements += 1) : null } : null;
    if (isKey) {
      const key = parsed(bytes, problems, place?.path ?? '');
      isKey = false;
      if (typeof key !== 'string' || !inside) return 'stopped';
      inside.key = key;
      return null;
    }
    if (inside && !inside.list) inside.key = null;
    const found = parsed(bytes, problems, place ? shownPlace(place) : 'file');
    if (found === undefined) return 'stopped';
    return { path: place?.path ?? '', element: place?.element ?? null, value: found };
  };

  for (const piece of piecesOf(content)) {
    for (let at = 0; at < piece.length;) {
      if (value.isOpen) {
        at = value.add(piece, at);
        if (value.tooLong) return stop(say('partTooLarge', { most: LONGEST_PART / 1024 / 1024 }));
        if (value.tooDeep) return stop(say('partTooDeep', { most: DEEPEST }));
        if (value.isOpen) continue;
        const part = finish();
        if (part === 'stopped') return;
        if (part) yield part;
        continue;
      }
      const byte = piece[at]!;
      if (isSpace(byte) || (before + at < 3 && [0xef, 0xbb, 0xbf].includes(byte))) {
        at += 1;
        continue;
      }
      const inside = open.at(-1);
      if (begun && !inside) return notJson(at);
      if (inside && (byte === COMMA || byte === COLON)) {
        at += 1;
        continue;
      }
      if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (!inside || inside.list !== (byte === CLOSE_LIST)) return notJson(at);
        open.pop();
        const outer = open.at(-1);
        if (outer) outer.key = null;
        at += 1;
        continue;
      }
      begun = true;
      if (inside && !inside.list && inside.key === null) {
        if (byte !== QUOTE) return notJson(at);
        isKey = true;
        value.begin();
        continue;
      }
      const path = inside ? pathIn(inside) : '';
      const isOwn = !inside || !inside.list;
      const descends =
        isOwn &&
        ((byte === OPEN_LIST && streamed.includes(path)) ||
          (byte === OPEN_OBJECT && streamed.some((one) => (path === '' ? one !== '' : one.startsWith(`${path}.`)))));
      if (descends) {
        open.push({ list: byte === OPEN_LIST, path, key: null, elements: 0 });
        at += 1;
      } else value.begin();
    }
    before += piece.length;
  }
  if (value.isOpen && value.isScalar) {
    value.end();
    const part = finish();
    if (part !== null && part !== 'stopped') yield part;
  }
  if (value.isOpen || open.length > 0) stop(say('cutOff'));
}

const pathIn = ({ path, key, list }: Opened): string => (list ? path : path === '' ? (key ?? '') : `${path}.${key}`);
const shownPlace = ({ path, element }: { path: string; element: number | null }): string =>
  `${path || 'file'}${element === null ? '' : `[${element}]`}`;

function parsed(bytes: Buffer, problems: ProblemList, place: string): unknown {
  if (!isUtf8(bytes)) {
    problems.add(null, place, say('partNotUtf8'));
    return undefined;
  }
  const text = bytes.toString('utf8');
  const found = parseLenient(text);
  if (found === undefined) problems.add(null, place, say('partNotJson'), text);
  else if (isObject(found) || Array.isArray(found)) {
    const repeated = repeatedKeys(text);
    if (repeated.length === 0) return found;
    problems.add(null, place, sayImport('keyRepeated', { keys: shownKeys(repeated) }));
    return undefined;
  }
  return found;
}

/** The value of a JSON text in which Python may have written NaN and Infinity, read as null; undefined if it is not JSON. */
export function parseLenient(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    if (!/NaN|Infinity/.test(text)) return undefined;
  }
  try {
    const plain = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (one) =>
      one[0] === '"' ? one : 'null'
    );
    return parseExact(plain);
  } catch {
    return undefined;
  }
}

/** The bytes of one JSON value, which may lie in several pieces. */
class ValueBytes {
  isOpen = false;
  isScalar = false;
  tooDeep = false;
  #parts: Buffer[] = [];
  #bytes = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #begun = false;

  get tooLong(): boolean {
    return this.#bytes > LONGEST_PART;
  }

  begin(): void {
    this.isOpen = true;
    this.isScalar = false;
    [this.#parts, this.#bytes, this.#depth] = [[], 0, 0];
    [this.#inString, this.#escaped, this.#begun] = [false, false, false];
  }

  end(): void {
    this.isOpen = false;
  }

  take(): Buffer {
    const whole = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    this.#parts = [];
    return whole;
  }

  /** Takes the bytes of the piece that belong to the value, and returns the place after them. */
  add(piece: Uint8Array, from: number): number {
    let at = from;
    let depth = this.#depth;
    let inString = this.#inString;
    let escaped = this.#escaped;
    if (!this.#begun) {
      const first = piece[at]!;
      this.isScalar = first !== QUOTE && first !== OPEN_LIST && first !== OPEN_OBJECT;
      this.#begun = true;
    }
    for (; at < piece.length; at += 1) {
      const byte = piece[at]!;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 0) {
            at += 1;
            this.isOpen = false;
            break;
          }
        }
      } else if (this.isScalar) {
        if (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT || isSpace(byte)) {
          this.isOpen = false;
          break;
        }
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        depth += 1;
        if (depth > DEEPEST) this.tooDeep = true;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        depth -= 1;
        if (depth === 0) {
          at += 1;
          this.isOpen = false;
          break;
        }
      }
    }
    [this.#depth, this.#inString, this.#escaped] = [depth, inString, escaped];
    // The piece's memory is used again for the next one.
    this.#parts.push(Buffer.from(piece.subarray(from, at)));
    this.#bytes += at - from;
    return at;
  }
}
