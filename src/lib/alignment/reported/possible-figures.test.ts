import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../messages/words.ts';
import * as figures from './possible-figures.ts';
import { processorTimeSince } from '../../../../tests/timing.ts';

const words = messagesIn('en', 'figureVerdicts');
const possibilityOf = (line: string) => figures.possibilityOf(line, words);
const possibleFigures = (text: string) => figures.possibleFigures(text, words);
const figuresTogether = (text: string) => figures.figuresTogether(text, words);

const possible = (line: string): boolean | null => possibilityOf(line).possible;

describe('reported figures', () => {
  it('that papers print and that cannot have been counted are called impossible, with the closest possible ones', () => {
    expect(possibilityOf('87.1% of 200').text).toBe(
      'Impossible. No count of 200 gives 87.1%: 174 of 200 is 87.0%, 175 of 200 is 87.5%.'
    );
    for (const line of ['96.5% of 300', '88.4 % of 300', '94.2%/300', '94,2 % of n = 300'])
      expect(possible(line)).toBe(false);
  });

  it('that can be counted come with the counts', () => {
    expect(possibilityOf('98.3% of 300')).toMatchObject({ possible: true, counts: [295], ways: 1, nearest: null });
    expect(possibilityOf('92.5% of 40').text).toBe('Possible: 37 of 40 gives 92.5%.');
    expect(possibilityOf('90 % of 120')).toMatchObject({ counts: [108], ways: 1 });
    expect(possibilityOf('90 % of 300').counts).toEqual([269, 270, 271]);
    expect(possibilityOf('50% of 10,000')).toMatchObject({ counts: [4950, 5050], ways: 101 });
  });

  it('are percentages when they are shares as well, with two digits fewer behind the point', () => {
    expect(possibilityOf('.925 of 40')).toMatchObject({ possible: true, counts: [37] });
    expect(possible('0.871 of 200')).toBe(false);
    expect(possibilityOf('.9 of 40').text).toContain('write “90% of 40”');
  });

  it('that are means of whole ratings have to be a sum over n, within the scale', () => {
    expect(possibilityOf('mean 3.27 of 15 on 1 to 4')).toMatchObject({ possible: true, counts: [49] });
    expect(possibilityOf('mean 3.28 of 15 on 1 to 4').text).toBe(
      'Impossible. No sum of 15 ratings gives 3.28 on 1 to 4: a sum of 49 gives 3.27, a sum of 50 gives 3.33.'
    );
    expect(possible('M = 4.20 of 5 on 1..4')).toBe(false);
    expect(possible('mean 4.20 of 5')).toBe(true);
    expect(possibilityOf('mean −0.5 of 2 on −1 to 1')).toMatchObject({ possible: true, counts: [-1] });
  });

  it('of any k of n are never called impossible', () => {
    const counted = fc.integer({ min: 1, max: 9000 }).chain((n) => fc.tuple(fc.nat(n), fc.constant(n), fc.nat(3)));
    fc.assert(
      fc.property(counted, ([k, n, decimals]) => {
        expect(possible(`${((100 * k) / n).toFixed(decimals)}% of ${n}`)).toBe(true);
      })
    );
  });

  it('without an n tell together how many there were: a row of whole scores and a rate first fits 131', () => {
    const row = ['mean 3.137 on 1 to 5', 'M = 2.756', 'mean 2.397', 'mean 2.023', 'avg 2.779', '6.1 %'].join('\n');
    expect(figuresTogether(row)).toMatchObject({ figures: 6, denominators: expect.arrayContaining([131, 262]) });
    expect(figuresTogether(row)!.text).toMatch(
      /^The 6 figures without an n .* out of 131, 262, .* and more; of no number below 131\.$/
    );
    expect(possibleFigures(row).map(({ possible: yes }) => yes)).toEqual(Array.from({ length: 6 }, () => null));
    expect(figuresTogether('33.3%\n50.0%\n0.0123%')!.text).toContain('are not compatible with any common n');
    expect(figuresTogether('33.3%\n50% of 10')).toBeNull();
  });

  it('out of very many are possible at once, unless a mean leaves its scale', () => {
    const before = process.threadCpuUsage();
    expect(possibilityOf('37% of 900,000,000')).toMatchObject({ possible: true, counts: [], ways: 9_000_000 });
    expect(possibilityOf('mean 3 of 900000000')).toMatchObject({ possible: true });
    expect(possibilityOf('mean 7 of 900000000 on 1 to 5')).toMatchObject({ possible: false, nearest: { above: null } });
    expect(processorTimeSince(before)).toBeLessThan(500);
    expect(possibilityOf('mean 2 of 3 on 1 to 99999999999999999999').text).toBe(
      'The bounds of a scale can be at most 1,000,000.'
    );
  });

  it('that cannot be read are answered with how to write them, and stop nothing else', () => {
    const lines = possibleFigures(
      '# from a table\n\n87.1% of 200\nabout 90\r\n120% of 10\n5% of 0\nmean 2 of 3 on 4 to 1\n'
    );
    expect(lines.map(({ possible: yes }) => yes)).toEqual([false, null, null, null, null]);
    expect(lines.map(({ text }) => text).slice(1)).toEqual([
      expect.stringContaining('Write a figure and its n'),
      'A percentage must be between 0 and 100.',
      'The n of a figure must be 1 or more.',
      expect.stringContaining('write the lower bound first')
    ]);
  });

  it('are never answered with an error, whatever is pasted', () => {
    const likely = fc.stringMatching(/^(mean )?[0-9.,% ]{1,9}(of|\/)[0-9, ]{1,12}( on [0-9-]{1,4}(to|-)[0-9]{1,3})?$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), likely), (text) => {
        expect(figuresTogether(text)?.text ?? '').not.toMatch(/NaN|Infinity|undefined/);
        for (const { text: words, possible: yes, nearest } of possibleFigures(text)) {
          expect(words).not.toMatch(/NaN|Infinity|undefined/);
          expect(nearest !== null).toBe(yes === false);
        }
      }),
      { numRuns: 500 }
    );
    expect(possibleFigures('1% of 2\n'.repeat(900))).toHaveLength(500);
  });
});
