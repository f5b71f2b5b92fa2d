import { sayingsOf } from '../../messages/sayings.ts';
import { isUtf8 } from 'node:buffer';
import type { ProblemList } from './problem-list.ts';

const say = sayingsOf('importProblems');

const startsWith = (bytes: Uint8Array, ...head: number[]): boolean => head.every((b, i) => bytes[i] === b);

/** Beginnings of files that people give for a text, by the names of such files. */
const NO_TEXT: Readonly<Record<string, readonly number[]>> = {
  '.xlsx or .zip': [0x50, 0x4b, 0x03, 0x04],
  '.xls': [0xd0, 0xcf, 0x11, 0xe0],
  '.gz': [0x1f, 0x8b],
  '.parquet': [0x50, 0x41, 0x52, 0x31]
};

const hex = (byte: number): string => `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** First byte of the first sequence that is not UTF-8, and the line it stands on. */
function firstBadByte(bytes: Uint8Array): { byte: number; line: number } {
  let line = 1;
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    if (!isUtf8(bytes.subarray(start, end))) {
      const bad = bytes.subarray(start, end);
      const at = bad.findIndex((byte, i) => byte >= 0x80 && !characterAt(bad, i));
      return { byte: bad[at === -1 ? 0 : at] ?? 0, line };
    }
    start = end;
    line += 1;
  }
  throw new Error('firstBadByte requires bytes that are not UTF-8');
}

function characterAt(bytes: Uint8Array, at: number): boolean {
  for (let start = at; start >= 0 && start > at - 4; start -= 1)
    for (let end = at + 1; end <= start + 4; end += 1) if (isUtf8(bytes.subarray(start, end))) return true;
  return false;
}

/**
 * The bytes after a UTF-8 byte order mark, or null with a problem that says which encoding it looks like and how to fix it.
 *
 * @param firstLine line of the file with which the bytes begin
 */
export function requireUtf8(
  bytes: Uint8Array,
  problems: ProblemList,
  column = 'file',
  firstLine = 1
): Uint8Array | null {
  const body = startsWith(bytes, 0xef, 0xbb, 0xbf) ? bytes.subarray(3) : bytes;
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) {
    problems.add(null, column, say('utf16'));
    return null;
  }
  const formats = Object.keys(NO_TEXT).find((name) => startsWith(bytes, ...NO_TEXT[name]!));
  if (formats !== undefined && firstLine === 1) {
    problems.add(null, column, say('otherContent', { formats }));
    return null;
  }
  if (!isUtf8(body)) {
    const { byte, line: within } = firstBadByte(body);
    const line = within + firstLine - 1;
    const reason = say('notUtf8', { byte: hex(byte), line });
    problems.add(line, column, reason, hex(byte));
    return null;
  }
  if (body.includes(0)) {
    problems.add(null, column, say('zeroBytes'));
    return null;
  }
  return body;
}

export function decodeUtf8(bytes: Uint8Array, problems: ProblemList, column = 'file'): string | null {
  const body = requireUtf8(bytes, problems, column);
  return body === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
}
