// @vitest-environment jsdom
import { beforeAll, describe, expect, test } from 'vitest';
import { readStructure } from '../structure/structure.ts';
import { withMarks } from '../marks.ts';
import { locateQuote } from './locate.ts';
import { renderReport } from './render.ts';
import { loadTypesetter } from './typeset.ts';

beforeAll(loadTypesetter);

const page = (markdown: string) =>
  new DOMParser().parseFromString(`<main>${renderReport(markdown).html}</main>`, 'text/html');
const formulas = (markdown: string) =>
  Array.from(page(markdown).querySelectorAll('annotation'), ({ textContent }) => textContent);

describe('formulas', () => {
  test.each([
    ['The law $E = mc^2$ holds.', ['$E = mc^2$']],
    ['Let $x$ and $y_1$ be two.', ['$x$', '$y_1$']],
    ['A share of $95\\%$ or $10^6$ or $0.05 < p$.', ['$95\\%$', '$10^6$', '$0.05 < p$']],
    ['Inline \\(a_1 + b\\) and \\(n\\).', ['\\(a_1 + b\\)', '\\(n\\)']],
    ['So $$\\sum_i x_i$$ within words.', ['$$\\sum_i x_i$$']],
    ['$$\na = b\n+ c\n$$', ['$$\na = b\n+ c\n$$']],
    ['Text\n$$a^2 = b$$\nmore', ['$$a^2 = b$$']],
    ['\\[\n\\frac{a}{b}\n\\]', ['\\[\n\\frac{a}{b}\n\\]']],
    ['\\[ x = \\frac{1}{2}\\\\[2pt] y \\]', ['\\[ x = \\frac{1}{2}\\\\[2pt] y \\]']],
    ['| a | b |\n|---|---|\n| $x^2$ | $5 |', ['$x^2$']],
    ['- item $a_1$\n\n  $$b_1 = 2$$\n', ['$a_1$', '$$b_1 = 2$$']],
    ['> quoted $a_1$', ['$a_1$']],
    ['# The $\\beta$ of it', ['$\\beta$']],
    ['其中$m$为质量，**$v^2$**。', ['$m$', '$v^2$']],
    ['$f(x) = \\text{the number of cases}$', ['$f(x) = \\text{the number of cases}$']]
  ])('are read: %s', (text, found) => {
    expect(formulas(text)).toEqual(found);
  });

  test.each([
    'It costs $5 and $10 more.',
    'It costs $5-$10, or $3.2bn–$4bn, up from US$ 3.2bn and A$4.',
    'From US$5 to HK$40 (in S$).',
    'About $1,200 (US$) or €900 ($980).',
    'Escaped \\$5 and \\$10^2.',
    '| Plan | Price |\n|---|---|\n| A | $5 |\n| B | $10 / $12 |',
    '**$5**, **$6**, *$7*',
    '$0.50/M in, $10/M out, +$3',
    'A rating of $$ or $$$ ($$–$$$).',
    '`$x^2$` and ``$y_1$``',
    '```\n$$x^2$$\n$y$\n```',
    '    $$x^2$$',
    'Tickers $AAPL, $TSLA and $GOOG/$MSFT.',
    'Paths $HOME/bin:$PATH.',
    'Unclosed $x^2 and $$y^2 and \\(z^2 and \\[w^2.',
    'Over lines $x\n+ y$ no.',
    'As found earlier \\[1\\] and \\[2, 3\\], Smith \\(2020\\), \\[a page\\](https://a.example).',
    '\\[1\\]',
    'An empty $$ $$ and $ $ one.',
    '约5$和10$，共$5（US$）。',
    'See https://a.example/$x$/b?c=$d_1$.',
    'Raised $5 million (in US$) and $7 million = €6 million (A$)'
  ])('are not read: %s', (text) => {
    expect(page(text).querySelector('math, .formula')).toBeNull();
  });

  test('are MathML with their source as annotation, and set on a line of their own if they stand alone', () => {
    expect(renderReport('So $a<b$.').html).toBe(
      '<p data-n="1" id="p1">So <span class="formula"><math><semantics><mrow><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></mrow>' +
        '<annotation encoding="application/x-tex">$a&lt;b$</annotation></semantics></math></span>.</p>'
    );
    const block = page('$$x^2$$').querySelector('div#p1[data-n="1"] > .formula > math');
    expect(block?.getAttribute('display')).toBe('block');
  });

  test('that may be wide scroll by themselves in a region that the keyboard reaches', () => {
    const wide = '$$\\begin{aligned} a + b + c + d &= e + f + g + h + i + j \\end{aligned}$$';
    const region = page(wide).querySelector('#p1 > .scroll[tabindex="0"]');
    expect(region?.getAttribute('aria-label')).toBe('Formula, block 1');
    expect(page('$$x^2$$').querySelector('.scroll')).toBeNull();
  });

  test.each([
    ['$\\frac{a$', /^Not typeset: /],
    ['$\\unknown{x}$', /^Not typeset: Unsupported function name: \\unknown\.$/],
    ['$\\def\\a{\\a\\a}\\a$', /\\def is not read/],
    ['$\\href{javascript:alert(1)}{x}$', /\\href is not read/],
    ['$\\includegraphics{https://a.example/b.png}$', /\\includegraphics is not read/],
    ['$\\htmlId{p1}{x}$', /\\htmlId is not read/],
    ['$\\phantom{hidden \\phantom{away} words} x$', /would hide words/],
    ['$\\label{hidden words} x$', /would hide words/],
    ['$\\color{hiddenwords} x$', /would hide words/],
    ['$\\begin{nothing}x\\end{nothing}$', /^Not typeset: /],
    [`$x${'^{x'.repeat(100)}${'}'.repeat(100)}$`, /nested too deeply/],
    [`$${'\\left('.repeat(90)}x${'\\right)'.repeat(90)}$`, /nested too deeply/]
  ])('that do not parse or would hide words are shown as written, and say why: %s', (text, why) => {
    const code = page(text).querySelector('code.formula');
    expect(code?.textContent).toBe(text);
    expect(code?.getAttribute('title')).toMatch(why);
  });

  test('align by what is not shown, and take lengths, columns and colours', () => {
    const text = '$$\\begin{array}{rl} \\phantom{-}1 & \\color{blue} a \\\\[6pt] -1 & \\hspace{1em} b \\end{array}$$';
    expect(page(text).querySelector('.formula > math')).not.toBeNull();
  });

  test('have sources that quotes are found in, at the same places before and after rendering', () => {
    const text = 'Where $\\frac{a_1}{b}$ is the *rate* & <c>.\n\n$$\n\\sum_i x_i = 1\n$$\n\nEnd with $\\bad{x}$ here.';
    const before = renderReport(text).blocks.map((block) => block.text);
    const rendered = renderReport(text);
    void rendered.html;
    expect(rendered.blocks.map((block) => block.text)).toEqual(before);
    expect(before).toEqual([
      'Where $\\frac{a_1}{b}$ is the rate & <c>.',
      '$$\n\\sum_i x_i = 1\n$$',
      'End with $\\bad{x}$ here.'
    ]);
    for (const quote of [
      'Where $\\frac{a_1}{b}$ is the rate',
      '\\frac{a_1}{b}',
      '\\sum_i x_i = 1',
      '$\\bad{x}$ here'
    ]) {
      const place = locateQuote(renderReport(text).blocks, quote);
      expect(place).not.toBeNull();
      expect(before[place!.block - 1]!.slice(place!.start, place!.end).replace(/\W/g, '')).toBe(
        quote.replace(/\W/g, '')
      );
    }
  });

  test('are marked whole, and words behind them where they stand', () => {
    const { html, blocks } = renderReport('So $a_1$ grows fast.');
    const place = locateQuote(blocks, 'grows')!;
    const marked = withMarks(html, [
      { place: { ...place }, kind: 'issue', label: '1', href: '#a' },
      { place: { block: 1, start: 4, end: 6 }, kind: 'E1', label: '2', href: '#b' }
    ]);
    expect(marked).toContain('<span class="issue" data-kind="issue">grows<a class="mark-ref" href="#a">1</a></span>');
    expect(marked).toMatch(
      /<span class="issue" data-kind="E1"><math>.*<\/math><a class="mark-ref" href="#b">2<\/a><\/span>/
    );
    expect(marked.replace(/<a class="mark-ref"[^>]*>\d<\/a><\/span>|<span class="issue"[^>]*>/g, '')).toBe(html);
  });

  test('cite nothing, and hide no heading, reference or line behind them', () => {
    const text =
      'Rain $x \\in [1, 2]$ fell [1].\n\n**Bold** $$a\n= b$$\n**Sources**\n[1] A https://a.example\n[2] B https://b.example\n';
    const structure = readStructure(text);
    expect(structure.citations.map(({ raw }) => raw)).toEqual(['[1]']);
    expect(structure.headings.map(({ title, line }) => [title, line])).toEqual([['Sources', 5]]);
    expect(renderReport('Rain $x \\in [1, 2]$ [1].\n\n## Sources\n\n[1] A https://a.example\n[2] B').html).toContain(
      'class="cite"'
    );
  });

  test('take nothing from a page: no styles, colours, links or lengths that leave their place', () => {
    const html = renderReport(
      '$\\color{red}{x}\\boxed{y}\\rule{500em}{500em}\\hspace{-100em}\\raisebox{-50em}{z}\\llap{w}\\kern{-9em}\\phase{x}$'
    ).html.replace(/<annotation.*?<\/annotation>/g, '');
    expect(html).toContain('<math>');
    expect(html).not.toMatch(/ style=|color|href|="-|\d\dem/);
  });
});
