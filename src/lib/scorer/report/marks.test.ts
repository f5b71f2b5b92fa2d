import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withMarks, type Mark } from './marks.ts';
import { renderReport } from './html/render.ts';
import { locateQuote } from './html/locate.ts';
import { htmlText } from './html/safe-html.ts';

const report = renderReport(
  '# Title\n\nSales rose by **40 %** & fell by <5 %> in [2024](https://example.org).\n\n## Part\n\n- one\n- two & three\n'
);
const mark = (quote: string, over: Partial<Mark> = {}): Mark => ({
  place: locateQuote(report.blocks, quote)!,
  kind: 'issue',
  label: '1',
  href: '#issue-1',
  ...over
});

describe('withMarks', () => {
  it('changes nothing if nothing is marked', () => {
    expect(withMarks(report.html, [])).toBe(report.html);
  });

  it('underlines exactly the words of the place, also over emphasis and entities', () => {
    const html = withMarks(report.html, [mark('rose by 40 % & fell')]);
    const spans = [...html.matchAll(/<span class="issue" data-kind="issue">(.*?)<\/span>/g)].map(([, inner]) =>
      htmlText((inner ?? '').replace(/<a class="mark-ref".*?<\/a>/g, ''))
    );
    expect(spans.join('')).toBe('rose by 40 % & fell');
    expect(html.match(/class="mark-ref"/g)).toHaveLength(1);
    expect(html).toContain('<a class="mark-ref" href="#issue-1">1</a></span>');
  });

  it('keeps the label of every mark if marks overlap', () => {
    const html = withMarks(report.html, [mark('rose by 40 %'), mark('40 % & fell', { label: '2', kind: 'E3' })]);
    expect(html).toContain('>1</a>');
    expect(html).toContain('>2</a>');
  });

  it('adds elements only: the text of the report stays what it is, wherever marks fall', () => {
    const places = report.blocks.flatMap(({ n, text }) => [{ n, length: text.length }]);
    const anyMark = fc.constantFrom(...places).chain(({ n, length }) =>
      fc.tuple(fc.nat(length), fc.nat(length)).map(([a, b]): Mark => ({
        place: { block: n, start: Math.min(a, b), end: Math.max(a, b) },
        kind: 'E1',
        label: '',
        href: '#x'
      }))
    );
    fc.assert(
      fc.property(fc.array(anyMark, { maxLength: 6 }), (marks) => {
        const html = withMarks(report.html, marks);
        expect(htmlText(html)).toBe(htmlText(report.html));
        expect(html.match(/<span/g)?.length ?? 0).toBe(html.match(/<\/span>/g)?.length ?? 0);
      }),
      { seed: 3 }
    );
  });
});
