import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capabilities } from '../../protocols/capabilities.fixture.ts';
import { normalise } from '../structure/markdown.ts';
import { presentation } from '../../suites/deep-eval/presentation.ts';
import { checklist } from '../../protocols/checklist/checklist.ts';
import { partsFor, tooLong } from './sections.ts';
import { estimateTokens, splitReport } from '../split-report.ts';

const paragraph = (n: number) =>
  `Paragraph ${n} says that the river rose, that the mill stood still and that nobody paid.`;
const report = [
  '# Report',
  ...Array.from({ length: 12 }, (_, at) => `## Section ${at + 1}\n\n${paragraph(at * 2)}\n\n${paragraph(at * 2 + 1)}`)
].join('\n\n');

const pieces = fc.array(
  fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      '\n\n',
      '\n',
      '# A\n\n',
      '一句话。',
      '😀😀',
      'Words go on. ',
      '| a | b |\n',
      '```\n',
      'x'.repeat(300),
      '[1] ',
      '\n\n[1]: https://a.example\n'
    )
  ),
  { maxLength: 40 }
);

describe('estimateTokens', () => {
  it.each([
    // Counts of o200k and cl100k are at or below these floors.
    ['English prose', paragraph(1), 20],
    ['an address', 'https://www.example.com/some-path_xyz?id=123', 14],
    ['Chinese', '降雨量增加了三成，河水上涨。', 14],
    ['Korean', '강우량이 증가했습니다', 10],
    ['digits', '3.14159265', 5],
    ['emoji', '😀😀', 4]
  ])('is at least what tokenisers count in %s', (_what, text, floor) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(floor);
    expect(estimateTokens(text)).toBeLessThanOrEqual(floor * 2.2);
  });

  it('is 0 for nothing and never less for more text', () => {
    expect(estimateTokens('')).toBe(0);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(estimateTokens(a + b)).toBeGreaterThanOrEqual(estimateTokens(a));
        expect(estimateTokens(a + b)).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(b));
      }),
      { seed: 3 }
    );
  });
});

describe('tooLong', () => {
  it('says nothing if the question fits or the context is not known', () => {
    expect(tooLong({ contextTokens: null }, 'system', 'x'.repeat(1_000_000))).toBeNull();
    expect(tooLong({ contextTokens: 8_000 }, 'system', report)).toBeNull();
  });

  it('says how long the question is and what the judge holds beside its answer', () => {
    expect(tooLong({ contextTokens: 8_000 }, '', 'x'.repeat(30_000))).toBe(
      'The report is too long for this judge: the question has about 10,000 tokens, and beside the answer its context of 8,000 holds 5,600.'
    );
  });

  it('keeps room for the answer even if the question alone would fit', () => {
    expect(tooLong({ contextTokens: 8_000 }, '', 'x'.repeat(18_000))).not.toBeNull();
  });
});

it('a checklist about a report that does not fit is unscored item by item with that reason, and nothing is asked', async () => {
  const items = [...(presentation.items ?? [])];
  const verdicts = await checklist.judge(
    {
      metric: 'presentation',
      query: { qid: 'q1', text: 'Why?' },
      report: { id: 'r1', markdown: report.repeat(20), collectedAt: null },
      items
    },
    presentation,
    capabilities({ contextTokens: 8_000 })
  );
  expect(verdicts.map(({ item }) => item)).toEqual(items.map(({ key }) => key));
  for (const verdict of verdicts)
    expect(verdict.state === 'unscored' && verdict.reason).toMatch(/too long for this judge/);
});

describe('splitReport', () => {
  it('cuts at headings if that is enough', () => {
    const parts = splitReport(report, 150);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts.slice(1)) expect(part.text.slice(part.overlap.length)).toMatch(/^## Section \d+\n/);
  });

  it('cuts a section at paragraphs, a paragraph at sentences and a sentence only as the last resort', () => {
    const sentence = (n: number) => `Sentence ${n} of a long paragraph goes on for a while.`;
    const paragraphs = splitReport(Array.from({ length: 20 }, (_, at) => paragraph(at)).join('\n\n'), 100);
    for (const part of paragraphs.slice(1)) expect(part.text.slice(part.overlap.length)).toMatch(/^Paragraph/);
    const sentences = splitReport(Array.from({ length: 40 }, (_, at) => sentence(at)).join(' '), 100);
    for (const part of sentences.slice(1)) expect(part.text.slice(part.overlap.length)).toMatch(/^Sentence/);
    const chinese = splitReport('河水上涨，磨坊停工。'.repeat(60), 100);
    for (const part of chinese.slice(1)) expect(part.text.slice(part.overlap.length)).toMatch(/^河/);
    expect(splitReport('x'.repeat(3_000), 100).length).toBeGreaterThan(8);
  });

  it('takes no line of code for a heading', () => {
    const code = `\`\`\`\n${'# no heading\n'.repeat(4)}\`\`\``;
    const [part] = splitReport(`${paragraph(1)}\n\n${code}`, 200);
    expect(part?.text).toContain('```\n# no heading');
  });

  it('repeats the end of a part at the beginning of the next', () => {
    const parts = splitReport(Array.from({ length: 60 }, (_, at) => `Sentence ${at} is short.`).join(' '), 200);
    for (const [at, part] of parts.entries()) {
      const before = parts[at - 1];
      if (!before) continue;
      expect(part.overlap).toMatch(/^Sentence \d+ is short/);
      expect(before.text.endsWith(part.overlap)).toBe(true);
    }
  });

  it('gives each part the entries of the list of references that it cites and does not hold', () => {
    const body = Array.from({ length: 30 }, (_, at) => `## Section ${at + 1}\n\n${paragraph(at)} [${at + 1}]`).join(
      '\n\n'
    );
    const list = Array.from(
      { length: 30 },
      (_, at) => `[${at + 1}] Source ${at + 1}: https://a.example/${at + 1}`
    ).join('\n');
    const parts = splitReport(`${body}\n\n## References\n\n${list}`, 400);
    const first = parts[0];
    expect(first?.references[0]).toBe('[1] Source 1: https://a.example/1');
    expect(first?.references.length).toBeGreaterThan(1);
    for (const entry of first?.references ?? []) {
      const number = /^\[(\d+)\]/.exec(entry)?.[1] ?? '';
      expect(first?.text).toContain(`[${number}]`);
    }
    expect(parts.at(-1)?.references).toEqual([]);
  });

  it('leaves out entries of the list of references that would not fit', () => {
    const marks = Array.from({ length: 40 }, (_, at) => `[${at + 1}]`).join('');
    const list = Array.from(
      { length: 40 },
      (_, at) => `[${at + 1}] ${'Long title '.repeat(8)}https://a.example/${at + 1}`
    );
    const body = Array.from({ length: 30 }, (_, at) => paragraph(at)).join('\n\n');
    const parts = splitReport(`All of it ${marks}.\n\n${body}\n\n## References\n\n${list.join('\n')}`, 500);
    const first = parts[0];
    expect(first?.references.length).toBeGreaterThan(0);
    expect(first?.references.length).toBeLessThan(40);
    for (const { text, references } of parts)
      expect(estimateTokens(text) + estimateTokens(references.join('\n'))).toBeLessThanOrEqual(500);
  });

  it('loses nothing, keeps the order, overlaps only with the part before and fits, whatever the text', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 40, max: 400 }), (some, tokens) => {
        const text = normalise(some.join(''));
        const parts = splitReport(some.join(''), tokens);
        expect(parts.map((part) => part.text.slice(part.overlap.length)).join('')).toBe(text);
        let end = 0;
        for (const [at, part] of parts.entries()) {
          expect(part.text).toBe(text.slice(part.start, part.end));
          expect(part.start + part.overlap.length).toBe(end);
          expect(part.start).toBeGreaterThanOrEqual(parts[at - 1]?.start ?? 0);
          expect(estimateTokens(part.text) + estimateTokens(part.references.join('\n'))).toBeLessThanOrEqual(tokens);
          if (text.isWellFormed()) expect(part.text.isWellFormed()).toBe(true);
          end = part.end;
        }
      }),
      { numRuns: 300, seed: 4 }
    );
  });

  it('requires room for a part', () => {
    expect(() => splitReport(report, 10)).toThrow('requires room for at least 40 tokens');
    expect(() => splitReport(report, Number.NaN)).toThrow('requires room');
  });
});

describe('partsFor', () => {
  const around = { system: 'system', user: 'question' };
  it('keeps a report whole if it fits or the context is not known', async () => {
    for (const contextTokens of [null, 100_000])
      expect(await partsFor({ contextTokens }, around, report)).toEqual([
        { start: 0, end: report.length, text: report, overlap: '', references: [] }
      ]);
  });

  it('makes parts that fit with the question around them', async () => {
    const long = `${report}\n\n`.repeat(20);
    const parts = (await partsFor({ contextTokens: 4_000 }, around, long)) ?? [];
    expect(parts.length).toBeGreaterThan(1);
    for (const { text } of parts)
      expect(tooLong({ contextTokens: 4_000 }, around.system, around.user + text)).toBeNull();
  });

  it('makes none if not even a part fits', async () => {
    expect(await partsFor({ contextTokens: 1_000 }, around, report.repeat(4))).toBeNull();
  });
});
