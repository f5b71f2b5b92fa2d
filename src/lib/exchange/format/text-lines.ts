import { sayingsOf } from '../../messages/sayings.ts';
import { piecesOf, type FileContent } from './file-content.ts';
import type { ProblemList } from './problem-list.ts';
import { decodeUtf8, requireUtf8 } from './utf8.ts';

const say = sayingsOf('importProblems');

interface TextLine {
  /** 1-based. */
  row: number;
  /** Without its end; not trimmed. */
  text: string;
}

/** Files up to this many bytes are decoded at once: all that is wrong with their encoding is then told before their lines. */
const AT_ONCE = 50 * 1024 * 1024;
/** Bytes of one line; a report has at most 5 million characters. */
const LONGEST_LINE = 64 * 1024 * 1024;

/**
 * The lines of a UTF-8 text, one at a time. A large file is read piece by piece, so that neither its bytes nor its text are
 * ever held whole; what is not UTF-8 ends it with a problem.
 */
export function* textLines(content: FileContent, problems: ProblemList): Generator<TextLine> {
  if (content instanceof Uint8Array && content.length <= AT_ONCE) {
    const text = decodeUtf8(content, problems);
    if (text === null) return;
    let row = 0;
    for (let start = 0; start < text.length;) {
      const newline = text.indexOf('\n', start);
      const end = newline === -1 ? text.length : newline;
      yield { row: ++row, text: text.slice(start, end) };
      start = end + 1;
    }
    return;
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (const { row, bytes } of byteLines(content, problems)) {
    const body = requireUtf8(bytes, problems, 'file', row);
    if (body === null) return;
    yield { row, text: decoder.decode(body) };
  }
}

function* byteLines(content: FileContent, problems: ProblemList): Generator<{ row: number; bytes: Uint8Array }> {
  let row = 0;
  let kept: Buffer[] = [];
  let keptBytes = 0;
  const take = (part: Uint8Array): Uint8Array => {
    if (kept.length === 0) return part;
    const whole = Buffer.concat([...kept, part]);
    [kept, keptBytes] = [[], 0];
    return whole;
  };
  for (const piece of piecesOf(content)) {
    let start = 0;
    for (;;) {
      const newline = piece.indexOf(0x0a, start);
      if (newline === -1) break;
      yield { row: ++row, bytes: take(piece.subarray(start, newline)) };
      start = newline + 1;
    }
    if (start === piece.length) continue;
    const rest = Buffer.from(piece.subarray(start));
    kept.push(rest);
    keptBytes += rest.length;
    if (keptBytes > LONGEST_LINE) {
      problems.add(row + 1, 'line', say('lineTooLong', { most: LONGEST_LINE / 1024 / 1024 }));
      return;
    }
  }
  if (keptBytes > 0) yield { row: row + 1, bytes: take(new Uint8Array()) };
}
