import type { TalkPassage } from '../../../verification/proposals/talks/talk.ts';
import { readTime } from './captions.ts';

/** A time at the beginning of a line: `[00:01:02]`, `(1:02)`, `00:01:02 `. */
const STAMP = /^(?:\[(\d[\d:.,]{2,12})\]|\((\d[\d:.,]{2,12})\)|(\d{1,2}:\d{2}(?::\d{2})?)(?=\s))\s*(?:[-–—]\s*)?/;
/** A name of up to four words and a colon, which is not the beginning of an address. */
const LABEL =
  /^(\p{L}[\p{L}\p{M}\p{N}.'’-]{0,29}(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}.'’-]{0,29}){0,3}) ?[:：](?!\/\/)\s*(?=\S)/u;

const millisecondsOf = (stamp: string): number | null => {
  const full = /[.,]\d{3}$/.test(stamp) ? stamp : `${stamp}.000`;
  return readTime(/^\d:/.test(full) ? `0${full}` : full);
};

function stampedLine(line: string): { start: number | null; text: string } {
  const text = line.trim();
  const [whole = '', square, round, bare] = STAMP.exec(text) ?? [];
  const stamp = square ?? round ?? bare;
  const start = stamp === undefined ? null : millisecondsOf(stamp);
  return { start, text: start === null ? text : text.slice(whole.length) };
}

/**
 * Lines of a plain text as they were spoken. Times in front are read, and a name with a colon is a speaker, if two lines at least begin so:
 * a single one may be part of a sentence. A line without a name continues the speaker before it until a blank line.
 */
export function spokenLines(lines: readonly string[]): TalkPassage[] {
  const read = lines.map(stampedLine);
  const isStamped = read.filter(({ start }) => start !== null).length > 1;
  const stamped = isStamped ? read : lines.map((line) => ({ start: null, text: line.trim() }));
  const times = new Map<string, number>();
  for (const { text } of stamped) {
    const name = LABEL.exec(text)?.[1];
    if (name !== undefined) times.set(name, (times.get(name) ?? 0) + 1);
  }
  let speaker: string | null = null;
  return stamped.flatMap(({ start, text }): TalkPassage[] => {
    if (text === '') {
      if (start === null) speaker = null;
      return [];
    }
    const [whole = '', name] = LABEL.exec(text) ?? [];
    const isNamed = name !== undefined && times.get(name)! > 1;
    if (isNamed) speaker = name;
    const words = (isNamed ? text.slice(whole.length) : text).replace(/\s+/g, ' ');
    return [{ speaker, start, end: null, text: words }];
  });
}
