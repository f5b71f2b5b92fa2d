// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderReport } from './render.ts';
import { locateQuote } from './locate.ts';
import { loadTypesetter } from './typeset.ts';
import { processorTime } from '../../../../../tests/timing.ts';

beforeAll(loadTypesetter);

const MATHML =
  /^(?:math|semantics|annotation|m(?:row|style|i|o|n|text|space|frac|over|under|underover|table|tr|td|enclose|multiscripts|prescripts|padded|phantom|root|sqrt|sub|sup|subsup)|none)$/;
const MATHML_ATTRIBUTES =
  /^(?:class|display|encoding|displaystyle|scriptlevel|mathvariant|fence|form|largeop|[lr]space|maxsize|minsize|movablelimits|separator|stretchy|symmetric|width|height|depth|linethickness|accent|accentunder|columnspan|rowspan|notation)$/;

const ATTRIBUTES = new Set([
  'id',
  'data-n',
  'class',
  'href',
  'target',
  'rel',
  'aria-label',
  'value',
  'start',
  'tabindex',
  'role',
  'title',
  'data-title'
]);

/** Throws if a page holds anything that could run, load, style or collide. */
function expectHarmless(html: string): void {
  const page = new DOMParser().parseFromString(`<main>${html}</main>`, 'text/html');
  const ids = new Set<string>();
  for (const element of page.querySelectorAll('main *')) {
    if (element.closest('math')) {
      expect(element.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
      expect(element.tagName).toMatch(MATHML);
      for (const { name } of element.attributes) expect(name).toMatch(MATHML_ATTRIBUTES);
      continue;
    }
    expect(element.tagName).toMatch(
      /^(?:H[2-6]|P|OL|UL|LI|BLOCKQUOTE|PRE|CODE|TABLE|THEAD|TBODY|TR|TH|TD|A|EM|STRONG|S|SUP|SUB|BR|HR|DIV|SPAN|BUTTON)$/
    );
    if (element.tagName === 'BUTTON') {
      expect(Array.from(element.attributes, ({ name }) => name)).toEqual(['type', 'class', 'data-image', 'data-src']);
      expect([element.getAttribute('type'), element.className, element.textContent]).toEqual(['button', 'image', '']);
      expect(element.getAttribute('data-src')).toMatch(/^(?:https?:\/\/|$)/i);
      continue;
    }
    for (const { name, value } of element.attributes) {
      expect(ATTRIBUTES).toContain(name);
      if (name === 'href') expect(value).toMatch(/^(?:https?:\/\/|mailto:|#(?:ref-|p|s)\d+$)/i);
    }
    if (element.id === '') continue;
    expect(element.id).toMatch(/^(?:p|s|ref-)\d+$/);
    expect(ids).not.toContain(element.id);
    ids.add(element.id);
  }
  for (const link of page.querySelectorAll('a[href^="#"]')) expect(ids).toContain(link.getAttribute('href')?.slice(1));
}

const list = '\n\n## Sources\n\n[1] A: https://a.example  \n';

describe('a hostile report', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '<p id="p1" class="cite" style="position:fixed">x</p>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#115;cript:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:x) [y](file:///etc/passwd) [z](//evil.example) [w](/local)',
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '![x](javascript:alert(1)) ![" onerror="alert(1)](https://pic.example/"onerror="x)',
    '[1](javascript:alert(1)) [[1]](data:text/html,x)',
    '[x](https://a.example "\\" onmouseover=\\"alert(1)")',
    '<https://a.example/"onclick="alert(1)>',
    '`<script>alert(1)</script>`\n\n```html"><script>\n<script>alert(1)</script>\n```',
    '<sup><script>1</script></sup> <sup>1" onclick="x</sup> <br onload=x>',
    '<<sup>x</sup>script>alert(1)</script>',
    '[<img src=x onerror=alert(1)>][1]',
    '【1†"><img src=x onerror=alert(1)>】',
    '# <script>alert(1)</script> [x](javascript:1)',
    '[1]: javascript:alert(1) "x"\n\n[x][1]',
    '| <img src=x onerror=alert(1)> | b |\n|:-:|---|\n| [x](javascript:1) | <style>*{}</style> |',
    '> - > - [x](javascript:alert(1))',
    '<!-- --><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '&lt;script&gt;alert(1)&lt;/script&gt; &#x6A;avascript:alert(1)',
    '\0<scr\0ipt>alert(1)</script>',
    '$\\text{<img src=x onerror=alert(1)>}$ $$<script>alert(1)</script>^2$$',
    '$\\text{</annotation></semantics></math><img src=x onerror=alert(1)>}$',
    '$\\unknown{" onmouseover="alert(1)}<img src=x onerror=alert(1)>$',
    '$\\href{javascript:alert(1)}{x}$ $\\url{javascript:alert(1)}$ $\\includegraphics{https://evil.example/a.svg}$',
    '$\\htmlData{onclick=alert(1)}{x}$ $\\class{cite}{x}$ $\\style{position:fixed}{x}$ $\\htmlId{p1}{x}$',
    '$\\color{red;position:fixed}{x}$ $\\textcolor{#fff}{x} \\colorbox{url(https://evil.example)}{x}$',
    '$<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">^2$',
    '$\\text{<mglyph><svg><mtext><textarea><path id="</textarea><img onerror=alert(1) src=1>">}$',
    '\\[ \\text{<annotation-xml encoding="text/html"><svg onload=alert(1)>} \\] $a^2<![CDATA[<svg onload=alert(1)>]]>$',
    '$$\n\\text{<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>}\n$$'
  ])('is harmless: %s', (payload) => {
    for (const text of [
      payload,
      `${payload} [1]${list}`,
      `- ${payload}${list}${payload}`,
      `Rain [1].\n\n## Sources\n\n[1] ${payload}\n`
    ])
      expectHarmless(renderReport(text).html);
  });

  test('is harmless whatever its pieces', () => {
    const piece = fc.constantFrom(
      ...[
        '[',
        ']',
        '(',
        ')',
        '<',
        '>',
        '"',
        "'",
        '`',
        '*',
        '_',
        '|',
        '\n',
        '\n\n',
        '# ',
        '- ',
        '1. ',
        '> ',
        '!',
        '\\',
        '&',
        ';',
        ':',
        '^',
        '【',
        '】'
      ],
      ...[
        '1',
        '[1]',
        '[^2]',
        'javascript:',
        'https://a.example',
        'data:',
        'onerror=',
        '<sup>',
        '</sup>',
        '<br>',
        '## Sources\n',
        '[1] A https://a.example\n',
        '|---|\n',
        '```',
        '  \n',
        '\0',
        '\ud800'
      ]
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { html, blocks } = renderReport(pieces.join(''));
        expectHarmless(html);
        expect(blocks.map(({ n }) => n)).toEqual(blocks.map((_, at) => at + 1));
      }),
      { numRuns: 150, seed: 7 }
    );
  });

  test('shows an image as a link that says so, with a button that loads it, and fetches nothing', () => {
    expect(renderReport('![A **map**](https://pic.example/m.png)').html).toBe(
      '<p data-n="1" id="p1"><a href="https://pic.example/m.png" target="_blank" rel="noopener noreferrer nofollow">Image: A map</a><button type="button" class="image" data-image="a2ff04e238b4d905" data-src="https://pic.example/m.png"></button></p>'
    );
  });

  test('cannot leave its block', () => {
    const { blocks } = renderReport('a </p></article><p>b\n\nc');
    expect(blocks.map(({ text }) => text)).toEqual(['a </p></article><p>b', 'c']);
  });

  const N = 120_000;
  const entries = Array.from({ length: 3000 }, (_, at) => `[${at + 1}] A https://a.example/${at}`).join('\n');
  test.each([
    ['brackets', '['.repeat(N)],
    ['open links', '[a]('.repeat(N / 4)],
    ['half citations', '[1'.repeat(N / 2)],
    ['commas', `[${'1,'.repeat(N / 2)}]`],
    ['ranges', '[1-99]'.repeat(N / 12) + `\n\n## Sources\n${entries}`],
    ['emphasis', '**x*'.repeat(N / 4)],
    ['code marks', '`a'.repeat(N / 2)],
    ['quotation marks', '> '.repeat(N / 2)],
    ['bullets', '- '.repeat(N / 2)],
    ['headings', '# a\n'.repeat(N / 8)],
    ['reference headings', '## Sources\n[1] a http://b.example\n'.repeat(N / 66)],
    ['bold lines', '**a**\n\n'.repeat(N / 14)],
    ['pipes', '| a |\n'.repeat(N / 6)],
    ['cells', `${'|a'.repeat(N / 8)}\n${'|-'.repeat(N / 8)}\n${'|b'.repeat(N / 8)}`],
    ['URLs', 'http://a'.repeat(N / 8)],
    ['parentheses', `http://a${')'.repeat(N)}`],
    ['tags', '<sup>'.repeat(N / 5)],
    ['line breaks', '<br>'.repeat(N / 8)],
    ['names', '(Aa, '.repeat(N / 5) + '2020)'],
    ['spaces', ' '.repeat(N)],
    ['entries on one line', `## Sources\n${entries.replaceAll('\n', ' ')}`],
    ['one long word', 'a'.repeat(N)],
    ['dollars', '$'.repeat(8 * N)],
    ['dollars and letters', '$a'.repeat(N / 2)],
    ['double dollars', '$$a\n'.repeat(N / 4)],
    ['opening parentheses of formulas', '\\(a'.repeat(N / 3)],
    ['opening brackets of formulas', '\\[a\n'.repeat(N / 4)],
    ['formulas', '$x_1$ '.repeat(N / 6)],
    ['different formulas', Array.from({ length: N / 12 }, (_, at) => `$x_{${at}}$`).join(' ')],
    ['formulas of one word', `$${'a'.repeat(1900)}^2$ `.repeat(N / 1904)],
    ['roots', `$${'\\sqrt{'.repeat(300)}x${'}'.repeat(88)}$\n\n`.repeat(N / 2200)],
    ['macros', `$\\def\\a{${'x'.repeat(1000)}}${'\\a'.repeat(400)}$\n\n`.repeat(N / 1830)],
    ['rows of a matrix', `$\\begin{matrix}${'a&b\\\\'.repeat(280)}\\end{matrix}$\n\n`.repeat(N / 2000)]
  ])('takes no longer than its length allows: %s', (_, text) => {
    const took = processorTime(() => locateQuote(renderReport(text).blocks, text.slice(0, 2000)));
    // Quadratic time would take minutes at this length; the limit leaves room for a slow machine.
    expect(took).toBeLessThan(8000);
  });

  test('of two megabytes takes seconds', () => {
    const text =
      `${'Rain fell more often in the north [1], as gauges show [2-4]. '.repeat(8)}\n\n`.repeat(4200) +
      `## Sources\n${entries}`;
    expect(text.length).toBeGreaterThan(2_000_000);
    const took = processorTime(() => expect(renderReport(text).blocks.length).toBe(4201));
    expect(took).toBeLessThan(15_000);
  });
});
