import { sayingsOf } from '../../../messages/sayings.ts';
import type { TalkPassage } from '../../../verification/proposals/talks/talk.ts';
import type { ProblemList } from '../../format/problem-list.ts';

const say = sayingsOf('importProblems');

/** `00:01:02.500`, `01:02.500` or, in SubRip, `00:01:02,500`. */
const TIME = /^(?:(\d{1,4}):)?([0-5]\d):([0-5]\d)[.,](\d{3})$/;
const ARROW = /^(\S+)[ \t]+-->[ \t]+(\S+)(?:[ \t].*)?$/;

/** A time in milliseconds; null for a text of another form. */
export function readTime(text: string): number | null {
  const [whole, hours = '0', minutes, seconds, thousandths] = TIME.exec(text) ?? [];
  if (whole === undefined) return null;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(thousandths);
}

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"', apos: "'", lrm: '', rlm: '' }
};

/** The words of a caption: without tags, styles in braces, and entities. */
const plainCaption = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/&(amp|lt|gt|nbsp|quot|apos|lrm|rlm);/g, (_, name: string) => entities[name]!);

/** The speaker of a caption by its first voice tag, `<v Ana Sol>` or `<v.loud Ana Sol>`. */
const voiceOf = (text: string): string | null =>
  /^\s*<v(?:\.[^\s<>]*)?[ \t]+([^<>]{1,200})>/.exec(text)?.[1]?.trim() || null;

interface NumberedLine {
  row: number;
  text: string;
}

/** Lines between blank lines. */
export function* blocksOf(lines: Iterable<NumberedLine>): Generator<NumberedLine[]> {
  let block: NumberedLine[] = [];
  for (const line of lines) {
    if (line.text.trim() !== '') block.push(line);
    else if (block.length > 0) {
      yield block;
      block = [];
    }
  }
  if (block.length > 0) yield block;
}

/**
 * A caption of WebVTT or SubRip: an id of one line at most, the times, then the words. Null, with a problem, if the times cannot be
 * read or run backwards; null without one if it holds no words.
 */
export function readCaption(block: readonly NumberedLine[], problems: ProblemList): TalkPassage | null {
  const at = block.slice(0, 2).findIndex(({ text }) => text.includes('-->'));
  const times = block[at] ?? block[0]!;
  if (at === -1) {
    problems.add(times.row, 'time', say('captionTimes'), times.text);
    return null;
  }
  const [, from = '', to = ''] = ARROW.exec(times.text.trim()) ?? [];
  const [start, end] = [readTime(from), readTime(to)];
  if (start === null || end === null) {
    problems.add(times.row, 'time', say('timesForm'), times.text);
    return null;
  }
  if (end < start) {
    problems.add(times.row, 'time', say('captionEnds'), times.text);
    return null;
  }
  const raw = block.slice(at + 1).map(({ text }) => text).join(' '); // prettier-ignore
  const text = plainCaption(raw).replace(/\s+/g, ' ').trim();
  return text === '' ? null : { speaker: voiceOf(raw), start, end, text };
}
