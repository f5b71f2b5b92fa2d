import type MarkdownIt from 'markdown-it';
import { formulaAt, isFormula, LONGEST_FORMULA } from './formulas.ts';

/** Most lines of a formula that stands by itself. */
const MOST_LINES = 60;

const CLOSING = { $$: '$$', '\\[': '\\]' };

/**
 * Has a parser read formulas. A token `formula`, or `formula_block` of one that stands by itself, has the formula as it was written
 * as its `content`, delimiters included; `meta.formula` is the `Formula`.
 */
export function readFormulas(parser: InstanceType<typeof MarkdownIt>): void {
  parser.inline.ruler.before('escape', 'formula', (state, silent) => {
    const formula = formulaAt(state.src, state.pos);
    if (!formula || formula.end > state.posMax) return false;
    if (!silent) {
      const token = state.push('formula', 'math', 0);
      token.content = state.src.slice(state.pos, formula.end);
      token.meta = { formula };
    }
    state.pos = formula.end;
    return true;
  });

  parser.block.ruler.before(
    'fence',
    'formula_block',
    (state, from, to, silent) => {
      if (state.sCount[from]! - state.blkIndent >= 4) return false;
      const lineOf = (line: number): string =>
        state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd();
      const first = lineOf(from);
      const open = first.slice(0, 2);
      if (open !== '$$' && open !== '\\[') return false;
      const close = CLOSING[open];
      const last = Math.min(to, from + MOST_LINES);
      let length = 0;
      for (let line = from; line < last; line++) {
        const text = lineOf(line).slice(line === from ? 2 : 0);
        length += text.length + 1;
        if ((text === '' && line > from) || state.sCount[line]! < state.blkIndent || length > LONGEST_FORMULA)
          return false;
        const at = text.indexOf(close);
        if (line > from && at < 0 && text.startsWith(open)) return false;
        if (at < 0) continue;
        if (!/^[.,;]?$/.test(text.slice(at + 2))) return false;
        const content = [first, ...Array.from({ length: line - from }, (_, index) => lineOf(from + index + 1))].join(
          '\n'
        );
        const tex = content.slice(2, content.lastIndexOf(close));
        if (!isFormula(tex) || (open === '\\[' && formulaAt(content, 0) === null)) return false;
        if (silent) return true;
        const token = state.push('formula_block', 'div', 0);
        Object.assign(token, {
          content,
          map: [from, line + 1],
          meta: { formula: { tex, display: true, end: content.length } }
        });
        state.line = line + 1;
        return true;
      }
      return false;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] }
  );
}
