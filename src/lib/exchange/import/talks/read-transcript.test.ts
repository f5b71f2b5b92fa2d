import { describe, expect, it } from 'vitest';
import { readTranscript } from './read-transcript.ts';
import { inEnglish } from '../../../messages/say-in.ts';

const read = (text: string, name = 'talk.txt') => readTranscript(new TextEncoder().encode(text), name);
const passages = (text: string, name?: string) => {
  const parsed = read(text, name);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value.passages;
};
let lineEnds = 0;
const reasons = (text: string, name?: string) => {
  const parsed = read(text, name);
  return parsed.ok ? [] : parsed.problems.map(({ row, reason }) => [row, reason]);
};

const VTT = `WEBVTT - A seminar

NOTE made by hand
two lines

STYLE
::cue { color: red }

1
00:00:01.000 --> 00:00:03.000 align:start
<v Ana Sol>Good <i>morning</i> &amp; welcome.

00:00:03.000 --> 00:00:05.500
<v Ana Sol>We look at kites.

01:00:00.000 --> 01:00:02.000
<v.loud Ben>Why &lt;kites&gt;?
`;

describe('transcripts', () => {
  it('of WebVTT have speakers and times, without notes, styles and tags, and lines of a speaker are joined', () => {
    expect(passages(VTT, 'a.vtt')).toEqual([
      { speaker: 'Ana Sol', start: 1000, end: 5500, text: 'Good morning & welcome. We look at kites.' },
      { speaker: 'Ben', start: 3_600_000, end: 3_602_000, text: 'Why <kites>?' }
    ]);
    expect(read(VTT)).toMatchObject({ ok: true, value: { format: 'vtt', lines: 3, words: 9 } });
  });

  it('of SubRip have times with commas and no styles, also with Windows line ends', () => {
    const srt =
      '1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}One <b>kite</b>.\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\nTwo.\r\n';
    expect(passages(srt)).toEqual([{ speaker: null, start: 1000, end: 3000, text: 'One kite. Two.' }]);
  });

  it('of plain text read speakers and times that come twice, and no single one', () => {
    expect(passages('[0:05] Ana: Kites fly.\n[1:02:03] Ben: Note: how high?\n\nAna: High.\nBen: Ah.')).toEqual([
      { speaker: 'Ana', start: 5000, end: null, text: 'Kites fly.' },
      { speaker: 'Ben', start: 3_723_000, end: null, text: 'Note: how high?' },
      { speaker: 'Ana', start: null, end: null, text: 'High.' },
      { speaker: 'Ben', start: null, end: null, text: 'Ah.' }
    ]);
    expect(passages('One thing: kites.\n12:30 is lunch.')).toEqual([
      { speaker: null, start: null, end: null, text: 'One thing: kites. 12:30 is lunch.' }
    ]);
  });

  it('join lines to at most 100 words, keep a longer line whole, and count Chinese by character', () => {
    const lines = [60, 40, 1, 150].map((n, at) => `${'w '.repeat(n - 1)}end${at}.`);
    expect(passages(lines.join('\n')).map(({ text }) => text.split(' ').length)).toEqual([100, 1, 150]);
    const chinese = read('风筝飞得高。\n为什么？');
    expect(chinese).toMatchObject({ ok: true, value: { words: 8, passages: [{ text: '风筝飞得高。为什么？' }] } });
  });

  it('leave out lines that rolling captions repeat, and say so', () => {
    const parsed = read('Kites fly.\nKites fly.\nHigh.');
    expect(parsed).toMatchObject({ ok: true, value: { passages: [{ text: 'Kites fly. High.' }] } });
    expect(parsed.ok && inEnglish(parsed.notes)).toEqual(['1 line skipped as repetitions of the previous line']);
  });

  it('keep the same words of another speaker, and those of one caption', () => {
    expect(passages('Ana: Yes.\nBen: Yes.\nAna: High.\nBen: Ah.').map(({ text }) => text)).toEqual([
      ...['Yes.', 'Yes.', 'High.', 'Ah.']
    ]);
    expect(passages('WEBVTT\n\n00:01.000 --> 00:02.000\nNo.\nNo.')[0]!.text).toBe('No. No.');
  });

  it('of rolling captions, as YouTube has them, have each line once', () => {
    const at = (from: string, to: string) => `00:00:0${from} --> 00:00:0${to} align:start position:0%`;
    const rolling = [
      `WEBVTT\nKind: captions\n\n${at('0.000', '2.000')}\n \nkites<00:00:00.500><c> fly</c>`,
      `${at('2.000', '2.010')}\nkites fly\n `,
      `${at('2.010', '4.000')}\nkites fly\nhigh<00:00:03.000><c> up</c>`
    ].join('\n\n');
    expect(passages(rolling)).toEqual([{ speaker: null, start: 0, end: 4000, text: 'kites fly high up' }]);
  });

  it('of captions without blank lines between them are read one by one', () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,000\nKites\n2\n00:00:02,000 --> 00:00:03,000\nfly.\n';
    expect(passages(srt)).toEqual([{ speaker: null, start: 1000, end: 3000, text: 'Kites fly.' }]);
  });

  it('keep signs that are no tags, and addresses at the beginning of lines', () => {
    expect(passages('1\n00:00:01,000 --> 00:00:02,000\n3 < 4 and 5 > 2')[0]!.text).toBe('3 < 4 and 5 > 2');
    expect(passages('https://a.example/1\nhttps://a.example/2')).toEqual([
      { speaker: null, start: null, end: null, text: 'https://a.example/1 https://a.example/2' }
    ]);
  });

  it('lose characters that show nothing', () => {
    expect(passages('Ki\u200btes \u{e0041}fly.')[0]!.text).toBe('Kites fly.');
  });

  it('are refused with row and reason if times are wrong, missing or run backwards', () => {
    const bad = 'WEBVTT\n\n00:00:03.000 --> 00:00:01.000\nA\n\nB\nno times\n\n00:61:00.000 --> x\nC';
    expect(reasons(bad)).toEqual([
      [3, 'The caption ends before it begins'],
      [6, 'The caption has no line with times like 00:01:02.500 --> 00:01:04.000'],
      [9, 'The times do not have the form 00:01:02.500 --> 00:01:04.000']
    ]);
    expect(reasons('00:01 --> 00:02\nA', 'a.vtt')[0]).toEqual([1, 'A WebVTT file begins with the line WEBVTT']);
  });

  it('are refused if they are empty, binary, not UTF-8 or too long', () => {
    expect(reasons('WEBVTT\n\n')[0]![1]).toBe('The transcript contains no words');
    expect(readTranscript(new Uint8Array([0xff, 0xfe, 0x41, 0]), 'a.txt')).toMatchObject({ ok: false });
    expect(reasons('a\n'.repeat(50_001))[0]![1]).toMatch(/at most 50,000 are allowed/);
    expect(reasons('w '.repeat(50_001))[0]![1]).toMatch(/characters; at most 100,000/);
    expect(
      reasons(`${'w '.repeat(20_000)}x\n`.repeat(11).replace(/x\n/g, () => `${(lineEnds += 1)}\n`))[0]![1]
    ).toMatch(/words; at most 200,000/);
  });

  it('of hostile shapes are read in a moment', () => {
    const started = performance.now();
    for (const text of [
      '<'.repeat(99_000),
      '{\\'.repeat(49_000),
      `${'a '.repeat(9)}:`.repeat(3000),
      `${'&amp'.repeat(20_000)}`
    ])
      read(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}`);
    read(`${'A b c d '.repeat(12_000)}`);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
