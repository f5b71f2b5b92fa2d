import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../stats/numbers/rng.ts';
import { findLinesQuickly } from './block-lines.ts';

const own = new MarkdownIt();
const quick = new MarkdownIt();
findLinesQuickly(quick);

const linesBy = (parser: typeof own, text: string): unknown => {
  const { bMarks, eMarks, tShift, sCount, bsCount, lineMax, src, line } = new parser.block.State(text, parser, {}, []);
  return { bMarks, eMarks, tShift, sCount, bsCount, lineMax, src, line };
};

it('finds the lines and indents that the parser finds itself', () => {
  const random = seededRandom(7);
  const pieces = ['a', ' ', '\t', '\n', '\n', '- b', '\u00a0', '\u3000', '中', '\ud83d', '   ', '> '];
  for (let n = 0; n < 5_000; n += 1) {
    const text = Array.from({ length: random.below(12) }, () => pieces[random.below(pieces.length)]).join('');
    expect(linesBy(quick, text), JSON.stringify(text)).toEqual(linesBy(own, text));
  }
});
