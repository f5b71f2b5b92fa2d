import { sayingsOf } from '../../../messages/sayings.ts';
import { withoutHidden } from '../../../scorer/report/shown/shown-text.ts';
import type { ReadTalk, TalkFormat, TalkPassage } from '../../../verification/proposals/talks/talk.ts';
import { ProblemList, type Parsed } from '../../format/problem-list.ts';
import { decodeUtf8 } from '../../format/utf8.ts';
import { blocksOf, readCaption } from './captions.ts';
import { joinLines } from './join-lines.ts';
import { spokenLines } from './spoken-lines.ts';

const say = sayingsOf('importProblems');
const sayNote = sayingsOf('importNotes');

/** A talk of several hours has about 40,000 words. */
const MOST_WORDS = 200_000;
const MOST_LINES = 50_000;
const LONGEST_LINE = 100_000;

const formatOf = (text: string, name: string): TalkFormat => {
  if (/^WEBVTT(?:[ \t\n]|$)/.test(text)) return 'vtt';
  if (/\.srt$/i.test(name) || /^\s*\d+[ \t]*\n[ \t]*\d+:\d\d:\d\d,\d{3}[ \t]+-->/.test(text)) return 'srt';
  return 'text';
};

/**
 * A transcript of a talk: WebVTT with speakers as voices, SubRip, or plain text with one line per utterance, where times in front and
 * speakers before a colon are read. Characters that show nothing are left out. Adjacent lines of one speaker become passages.
 *
 * @param name of the file; its ending decides if its content does not
 */
export function readTranscript(bytes: Uint8Array, name: string): Parsed<ReadTalk> {
  const problems = new ProblemList();
  const none: ReadTalk = { format: 'text', passages: [], lines: 0, words: 0 };
  const decoded = decodeUtf8(bytes, problems);
  if (decoded === null) return problems.answer(none);
  const text = withoutHidden(decoded.replace(/\r\n?/g, '\n'));
  const rows = text.split('\n');
  if (rows.length > MOST_LINES)
    problems.add(null, 'file', say('transcriptLines', { n: rows.length, most: MOST_LINES }));
  rows.forEach((row, at) => {
    if (row.length > LONGEST_LINE)
      problems.add(at + 1, 'line', say('transcriptLine', { n: row.length, most: LONGEST_LINE }));
  });
  if (problems.any) return problems.answer(none);
  const format = formatOf(text, name);
  if (format === 'text' && /\.vtt$/i.test(name)) problems.add(1, 'file', say('webvtt'), rows[0] ?? '');
  const lines = format === 'text' ? spokenLines(rows) : captionsOf(rows, format, problems);
  const { passages, words, repeats } = joinLines(lines);
  if (repeats > 0) problems.note(sayNote('repeatedLines', { n: repeats }));
  if (words > MOST_WORDS) problems.add(null, 'file', say('transcriptWords', { n: words, most: MOST_WORDS }));
  if (words === 0 && !problems.any) problems.add(null, 'file', say('transcriptEmpty'));
  return problems.answer({ format, passages, lines: lines.length, words });
}

function captionsOf(rows: readonly string[], format: TalkFormat, problems: ProblemList): TalkPassage[] {
  const numbered = rows.map((text, at) => ({ row: at + 1, text }));
  return blocksOf(numbered).flatMap((block) => {
    const head = block[0]!.text;
    const isNoCaption = format === 'vtt' && /^(?:WEBVTT|NOTE|STYLE|REGION)(?:[ \t]|$)/.test(head);
    return isNoCaption ? [] : readCaption(block, problems);
  });
}
