import { wordsOfReport } from '../../../scorer/leaderboard/figures/report-length.ts';
import type { TalkPassage } from '../../../verification/proposals/talks/talk.ts';

/** Words of a passage at most, as far as its lines allow (arXiv 2509.01396, appendix D). */
const PASSAGE_WORDS = 100;

/** Each Chinese or Japanese character is a word. */
const wordCount = (text: string): number => wordsOfReport(text).length;

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。，、！？：；]/u;

/** Two lines as one text: with a blank between them, except between Chinese or Japanese characters. */
const joined = (a: string, b: string): string =>
  wide.test(a.at(-1) ?? '') && wide.test(b[0] ?? '') ? a + b : `${a} ${b}`;

/**
 * Joins adjacent lines of the same speaker to passages of at most 100 words. A single line of more words stays a passage of its own.
 * A line that repeats the one before it, as rolling captions do, is left out; not another speaker's, nor another line of the same caption.
 *
 * @returns the passages, their words, and how many lines were repeats
 */
export function joinLines(lines: Iterable<TalkPassage>): { passages: TalkPassage[]; words: number; repeats: number } {
  const passages: TalkPassage[] = [];
  let [words, here, repeats] = [0, 0, 0];
  let before: TalkPassage | null = null;
  for (const line of lines) {
    const isSame = before?.text === line.text && before.speaker === line.speaker;
    if (isSame && (line.start === null || line.start !== before?.start)) {
      repeats += 1;
      continue;
    }
    before = line;
    const own = wordCount(line.text);
    words += own;
    const last = passages.at(-1);
    if (last && last.speaker === line.speaker && here + own <= PASSAGE_WORDS) {
      last.text = joined(last.text, line.text);
      last.end = line.end;
      here += own;
    } else {
      passages.push({ ...line });
      here = own;
    }
  }
  return { passages, words, repeats };
}
