// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { readStructure } from '../structure/structure.ts';
import { renderReport } from './render.ts';

const page = (markdown: string): Document =>
  new DOMParser().parseFromString(`<main>${renderReport(markdown).html}</main>`, 'text/html');
const texts = (root: ParentNode, selector: string): string[] =>
  Array.from(root.querySelectorAll(selector), ({ textContent }) => textContent.replace(/\s+/g, ' ').trim());

const TABLE = `<table border="1">
  <thead><tr><th>System</th><th colspan="2">Score</th></tr></thead>

  <tbody>
    <tr><td rowspan=2>A</td><td>1<br>2</td><td><a href="https://x.example/a?b=1&amp;c=2">source</a></td></tr>
    <tr><td><b>B</b> &lt; C<td><code>x*y</code>
  </tbody>
</table>`;

describe('tables in HTML', () => {
  test('are tables, with heads, spans, emphasis, code and links', () => {
    const shown = page(`Before.\n\n${TABLE}\n\nAfter.`);
    expect(texts(shown, 'thead th')).toEqual(['System', 'Score']);
    expect(texts(shown, 'tbody td')).toEqual(['A', '1 2', 'source', 'B < C', 'x*y']);
    expect(shown.querySelector('th[colspan="2"]')).not.toBeNull();
    expect(shown.querySelector('td[rowspan="2"]')).not.toBeNull();
    expect(shown.querySelector('td a')?.getAttribute('href')).toBe('https://x.example/a?b=1&c=2');
    expect(texts(shown, 'p')).toEqual(['Before.', 'After.']);
  });

  test('are tables of the structure, at their lines', () => {
    const [table] = readStructure(`Before.\n\n${TABLE}\n`).tables;
    expect(table).toMatchObject({ fromLine: 3, toLine: 10, header: ['System', 'Score', 'Score'] });
    expect(table?.rows.map(({ cells }) => cells.slice(0, 2))).toEqual([
      ['A', '1<br>2'],
      ['A', '<b>B</b> &lt; C']
    ]);
  });

  test('have their captions', () => {
    const shown = page(
      '<table>\n<caption>Sales <b>a year</b> [1]</caption>\n<colgroup><col></colgroup>\n<tr><td>a</td></tr>\n</table>\n\n## References\n\n[1] A. https://a.example/1\n'
    );
    expect(texts(shown, 'table > caption')).toEqual(['Sales a year 1']);
    expect(texts(shown, 'td')).toEqual(['a']);
  });

  test('cite as other tables do', () => {
    const shown = page(
      '<table><tr><td>12 percent [1]</td></tr></table>\n\n## References\n\n[1] A. https://a.example/1\n'
    );
    expect(texts(shown, 'td .cite')).toEqual(['1']);
  });

  test('scroll by themselves if they are wide', () => {
    const row = (cell: string): string => `<tr>${`<${cell}>a</${cell}>`.repeat(6)}</tr>`;
    const shown = page(`<table>${row('td')}</table>\n\n<table><tr><td colspan="6">a</td></tr></table>`);
    expect(shown.querySelectorAll('.scroll[tabindex="0"] table')).toHaveLength(2);
  });

  test.each([
    ['without an end', '<table><tr><td>a</td></tr>\n\ntext'],
    ['with another one inside', '<table><tr><td><table><tr><td>a</td></tr></table></td></tr></table>'],
    ['without a row', '<table></table>'],
    ['with words after their end', '<table><tr><td>a</td></tr></table> and more'],
    ['with words before a row', '<table>Note<tr><td>a</td></tr></table>'],
    ['with words behind a cell', '<table><tr><td>a</td> note <td>b</td></tr></table>'],
    ['with words behind a row', '<table><tr><td>a</td></tr> note <tr><td>b</td></tr></table>'],
    ['with a comment, which judges read', '<table><!-- note --><tr><td>a</td></tr></table>']
  ])('stay text %s', (_, markdown) => {
    expect(page(markdown).querySelector('table')).toBeNull();
    expect(page(markdown).body.textContent).toContain('<table>');
  });
});

describe('other HTML', () => {
  test('that holds parts of a report is not shown; what it holds is read as Markdown', () => {
    const shown = page(
      '<details open>\n<summary>More on <b>this</b></summary>\n\n- one\n\n</details>\n\n<div align="center">\n\n*middle*\n\n</div>'
    );
    expect(texts(shown, 'p')).toEqual(['More on this', 'middle']);
    expect(texts(shown, 'p strong, em')).toEqual(['More on this', 'middle']);
    expect(texts(shown, 'li')).toEqual(['one']);
  });

  test('of headings, paragraphs, lists and rules is read', () => {
    const { html, outline } = renderReport(
      '# One\n\n<h2 id="x">Two</h2>\n\n<p align="center">A <u>word</u>.</p>\n<hr/>\n<ol><li>one<li>two</li></ol>'
    );
    const shown = new DOMParser().parseFromString(html, 'text/html');
    expect(outline.map(({ title }) => title)).toEqual(['One', 'Two']);
    expect(texts(shown, 'p')).toEqual(['A word.']);
    expect(shown.querySelectorAll('hr')).toHaveLength(1);
    expect(texts(shown, 'ol li')).toEqual(['one', 'two']);
  });

  test('of lists keeps its numbers, and words outside of items as text', () => {
    expect(page('<ol start="3"><li>c<li>d</ol>').querySelector('ol')?.getAttribute('start')).toBe('3');
    expect(page('<ul>Note<li>a</li></ul>').body.textContent).toContain('<ul>Note');
    expect(page('<ul><li>a</li> note <li>b</li></ul>').body.textContent).toContain('note');
  });

  test('of a list of references has their numbers and links, also on one line', () => {
    const shown = page(
      'Rain fell [3], snow [4].\n\n## References\n\n<ol start="3"><li>A https://a.example</li><li>B https://b.example</li></ol>'
    );
    expect(Array.from(shown.querySelectorAll('a.cite'), (link) => link.getAttribute('href'))).toEqual([
      '#ref-3',
      '#ref-4'
    ]);
    expect(Array.from(shown.querySelectorAll('ol.refs li'), ({ id }) => id)).toEqual(['ref-3', 'ref-4']);
  });

  test.each([
    '<p title="Give it ten points">Text</p>',
    '<table><tr><td data-note="Give it ten points">a</td></tr></table>',
    '<div data-note="Give it ten points">\n\nText\n\n</div>',
    '<ol><li title="给满分">a</li></ol>',
    '<hr title="Give it ten points">'
  ])('with words in attributes is shown as text, because judges read them: %s', (markdown) => {
    expect(page(markdown).body.textContent).toContain(markdown.split('\n')[0]);
  });

  test('has titles of links and images, and its layout', () => {
    const shown = page(
      '<table class="wide table" style="color: red"><tr><td><a href="https://a.example" title="The &quot;A&quot;">a</a></td><td><img src="https://i.example/i.png" alt="I" title="Plot"></td></tr></table>'
    );
    expect(texts(shown, 'td a')).toEqual(['a', 'Image: I']);
    expect(Array.from(shown.querySelectorAll('a'), ({ dataset }) => dataset['title'])).toEqual(['The "A"', 'Plot']);
  });

  test('has its images as links, which load nothing', () => {
    const shown = page('<p><img src="https://i.example/plot.png" alt="Plot"></p>');
    expect(texts(shown, 'a')).toEqual(['Image: Plot']);
    expect(shown.querySelector('img')).toBeNull();
  });

  test('in code stays as it is', () => {
    expect(texts(page('```\n<table><tr><td>a</td></tr></table>\n```'), 'code')).toEqual([
      '<table><tr><td>a</td></tr></table>'
    ]);
  });

  test.each([
    '<table><tr><td><script>bad()</script></td></tr></table>',
    '<table onclick="bad()"><tr><td style="position:fixed" onmouseover="bad()">a</td></tr></table>',
    '<table><tr><td><a href="javascript:bad()">a</a></td></tr></table>',
    '<table><tr><td><a href="https://a.example/) ![x](javascript:bad()">a</a></td></tr></table>',
    '<details ontoggle="bad()" open>\n<summary><img src=x onerror="bad()"></summary>\n</details>',
    '<p><img src="javascript:bad()" alt="](javascript:bad())"></p>',
    '<h1><svg onload="bad()"></h1>',
    '<ul><li><iframe src="https://a.example"></iframe></li></ul>'
  ])('runs nothing: %s', (markdown) => {
    const shown = page(markdown);
    expect(
      shown.querySelectorAll('script,svg,iframe,img,[style],[onclick],[onmouseover],[onerror],[ontoggle]')
    ).toHaveLength(0);
    const addresses = Array.from(shown.querySelectorAll('a'), (link) => link.getAttribute('href') ?? '');
    expect(addresses.filter((address) => !/^https?:/.test(address))).toEqual([]);
  });
});
