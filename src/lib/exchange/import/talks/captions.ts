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
    .replace(/<(?:\/?\p{L}[^<>]*|[\d:.]+)>/gu, '')
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/&(amp|lt|gt|nbsp|quot|apos|lrm|rlm);/g, (_, name: string) => entities[name]!);

/** The speaker of a caption by its first voice tag, `<v Ana Sol>` or `<v.loud Ana Sol>`. */
const voiceOf = (text: string): string | null =>
  /^\s*<v(?:\.[^\s<>]*)?[ \t]+([^<>]{1,200})>/.exec(text)?.[1]?.trim() || null;

interface NumberedLine {
  row: number;
  text: string;
}

const timesOf = (text: string): { start: number | null; end: number | null } => {
  const [, from = '', to = ''] = ARROW.exec(text.trim()) ?? [];
  return { start: readTime(from), end: readTime(to) };
};

const hasTimes = ({ text }: NumberedLine): boolean => {
  const { start, end } = timesOf(text);
  return start !== null && end !== null;
};

/**
 * Lines between blank lines. A line of blanks stays within its caption, as rolling captions have it, unless another one follows. Captions
 * without a blank line between them are two by their times, with the number before them.
 */
export function blocksOf(lines: readonly NumberedLine[]): NumberedLine[][] {
  const blocks: NumberedLine[][] = [];
  let block: NumberedLine[] = [];
  const close = (): void => {
    if (block.length > 0) blocks.push(block);
    block = [];
  };
  for (const [at, line] of lines.entries()) {
    if (line.text === '' || (line.text.trim() === '' && lines.slice(at + 1, at + 3).some(hasTimes))) close();
    else if (line.text.trim() !== '') {
      if (hasTimes(line) && block.some(hasTimes)) {
        const number = /^\s*\d+\s*$/.test(block.at(-1)!.text) ? block.pop()! : null;
        close();
        if (number) block.push(number);
      }
      block.push(line);
    }
  }
  close();
  return blocks;
}

/**
 * The lines of a caption of WebVTT or SubRip: an id of one line at most, the times, then the words. None, with a problem, if the times
 * cannot be read or run backwards; none without one if it holds no words.
 */
export function readCaption(block: readonly NumberedLine[], problems: ProblemList): TalkPassage[] {
  const at = block.slice(0, 2).findIndex(({ text }) => text.includes('-->'));
  const times = block[at] ?? block[0]!;
  if (at === -1) {
    problems.add(times.row, 'time', say('captionTimes'), times.text);
    return [];
  }
  const { start, end } = timesOf(times.text);
  if (start === null || end === null) {
    problems.add(times.row, 'time', say('timesForm'), times.text);
    return [];
  }
  if (end < start) {
    problems.add(times.row, 'time', say('captionEnds'), times.text);
    return [];
  }
  const raw = block.slice(at + 1);
  const speaker = voiceOf(raw[0]?.text ?? '');
  return raw.flatMap((line): TalkPassage[] => {
    const text = plainCaption(line.text).replace(/\s+/g, ' ').trim();
    return text === '' ? [] : [{ speaker, start, end, text }];
  });
}
