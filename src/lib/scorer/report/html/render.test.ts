// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { locateQuote } from './locate.ts';
import { renderReport } from './render.ts';

const dom = (markdown: string) =>
  new DOMParser().parseFromString(`<main>${renderReport(markdown).html}</main>`, 'text/html');
const REPORT = `# Rain in the north

Rain fell more often [1, 2].

## Measures

- gauges [1]
- radar

### Cost

| What | Cost |
|---|--:|
| gauge [2] | 30 |

> Quoted words.

\`\`\`
rows[1]
\`\`\`

---

## Sources
Read in May.
[1] Gauges: https://gauges.example/a  
[2] Radar: [a page](https://radar.example)
`;

describe('blocks', () => {
  test('every readable block is numbered once from 1, headings are not', () => {
    const { blocks } = renderReport(REPORT);
    expect(blocks.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const page = dom(REPORT);
    expect(Array.from(page.querySelectorAll('[data-n]'), (block) => [block.tagName, block.id])).toEqual(
      ['P', 'UL', 'TABLE', 'BLOCKQUOTE', 'PRE', 'P', 'OL'].map((tag, at) => [tag, `p${at + 1}`])
    );
  });

  test('carry the text that the browser shows', () => {
    const hard = `${REPORT}\n\n- a\n\n  b &amp; <c> "d" 'e'\n- **f**<br>g\n\n| 1 | 2 | 3 | 4 | 5 |\n|-|-|-|-|-|\n| a | | | | e |\n`;
    const page = dom(hard);
    for (const { n, text } of renderReport(hard).blocks) expect(page.querySelector(`#p${n}`)?.textContent).toBe(text);
  });

  test('a wide table scrolls in a named region that the keyboard reaches', () => {
    const region = dom('| 1 | 2 | 3 | 4 | 5 |\n|-|-|-|-|-|\n| a | b | c | d | e |').querySelector('#p1 > .scroll');
    expect(region?.getAttribute('tabindex')).toBe('0');
    expect(region?.getAttribute('aria-label')).toBe('Table, block 1');
    expect(region?.querySelector('table')?.id).toBe('');
  });
});

describe('rows', () => {
  test('keep cells beyond the columns of their table, which judges read', () => {
    const rows = (table: string): string[][] =>
      Array.from(dom(table).querySelectorAll('tbody tr'), (row) =>
        Array.from(row.querySelectorAll('td'), ({ textContent }) => textContent)
      );
    const table = '| a | b |\n|---|---|\n| 1 | 2 | **3** | x \\| y |\n| 4 |\n5 | 6 | 7';
    const expected = [
      ['1', '2', '3', 'x | y'],
      ['4', ''],
      ['5', '6', '7']
    ];
    expect(rows(table)).toEqual(expected);
    expect(rows(table.replace(/^/gm, '> '))).toEqual(expected);
    expect(rows(`- item\n\n${table.replace(/^/gm, '  ')}`)).toEqual(expected);
    const { blocks } = renderReport(table);
    expect(locateQuote(blocks, '| 1 | 2 | **3** | x \\| y |')).not.toBeNull();
  });
});

describe('titles', () => {
  const shown = (markdown: string) => {
    const { html, blocks } = renderReport(markdown);
    const page = new DOMParser().parseFromString(html, 'text/html');
    const titles = Array.from(page.querySelectorAll('[data-title]'), (one) => one.getAttribute('data-title'));
    return { titles, text: blocks.map(({ text }) => text) };
  };

  test('of links, citations and images are shown, because judges read them, and are no text', () => {
    expect(
      shown(
        'Rain fell [1](https://a.example "Met \\"A\\""), [snow](https://b.example \'B > A\') and [in](/x "Inside"). ![p](https://c.example "Plot")\n\n## Sources\n\n[1] A https://a.example'
      )
    ).toEqual({
      titles: ['Met "A"', 'B > A', 'Inside', 'Plot'],
      text: ['Rain fell1, snow and in. Image: p', 'A https://a.example 1']
    });
  });

  test('of code are the words beside its fence', () => {
    expect(shown('```js file=<a>\nx\n```')).toEqual({ titles: ['js file=<a>'], text: ['x'] });
    expect(shown('```\nx\n```').titles).toEqual([]);
  });
});

describe('headings', () => {
  test('make an outline with the blocks that each section covers', () => {
    expect(renderReport(REPORT).outline).toEqual([
      { id: 's1', title: 'Rain in the north', level: 1, from: 1, to: 7 },
      { id: 's2', title: 'Measures', level: 2, from: 2, to: 5 },
      { id: 's3', title: 'Cost', level: 3, from: 3, to: 5 },
      { id: 's4', title: 'Sources', level: 2, from: 6, to: 7 }
    ]);
  });

  test('of an empty section cover nothing', () => {
    expect(renderReport('# A\n# B\n\ntext').outline).toMatchObject([
      { from: null, to: null },
      { from: 1, to: 1 }
    ]);
  });

  test('begin below the page title, never skip a level, and keep the written level as a class', () => {
    const tags = (markdown: string) =>
      Array.from(dom(markdown).querySelectorAll('[id^=s]'), (one) => `${one.tagName}.${one.className}`);
    expect(tags('# A\n\n#### B\n\n## C\n\n###### D')).toEqual(['H2.h1', 'H3.h4', 'H3.h2', 'H4.h6']);
    expect(tags('### A\n\n## B\n\n#### C')).toEqual(['H2.h3', 'H2.h2', 'H3.h4']);
  });

  test('without words are left out', () => {
    expect(renderReport('#\n\ntext').html).not.toContain('<h');
  });
});

describe('citations', () => {
  const list = '\n\n## References\n\n1. A https://a.example\n2. B https://b.example\n3. C https://c.example\n';
  const first = (text: string) => dom(text + list).querySelector('#p1')?.innerHTML;
  const cite = (number: number) =>
    `<a class="cite" href="#ref-${number}" aria-label="Reference ${number}">${number}</a>`;

  test.each([
    ['Rain [3].', `Rain${cite(3)}.`],
    ['Rain [1, 2].', `Rain${cite(1)}${cite(2)}.`],
    ['Rain [1-3].', `Rain${cite(1)}–${cite(3)}.`],
    ['Rain [^3].', `Rain${cite(3)}.`],
    ['Rain [1][2].', `Rain${cite(1)}${cite(2)}.`],
    ['Rain [in May][1].', `Rain [in May]${cite(1)}.`],
    ['Rain [in May][7].\n\n[7]: https://g.example', `Rain in May${cite(7)}.`],
    ['Rain [1](https://a.example).', `Rain${cite(1)}.`],
    ['Rain [[1]](https://a.example).', `Rain${cite(1)}.`],
    ['Rain<sup>[2]</sup>.', `Rain${cite(2)}.`],
    ['Rain.²', `Rain.${cite(2)}`],
    ['Rain<sup>2</sup>.', `Rain${cite(2)}.`],
    ['x<sup>2</sup> and *y*<sup>3</sup>.', 'x<sup>2</sup> and <em>y</em><sup>3</sup>.'],
    ['**Rain**<sup>2</sup>.', `<strong>Rain</strong>${cite(2)}.`],
    ['雨【2†L3】。', `雨${cite(2)}。`],
    ['Rain [2, 9].', `Rain${cite(2)}<span class="cite">9</span>.`]
  ])('%s', (text, html) => {
    expect(first(text)).toBe(html);
  });

  test.each(['Rain [9].', 'Rain [2023].', 'Code <code>x[1]</code>', 'CI [1, 3].'])(
    'leave %s as it was written',
    (text) => {
      expect(dom(text.replace(/<\/?code>/g, '`') + list).querySelector('.cite')).toBeNull();
    }
  );

  test('that are links without a text show their address', () => {
    const { html, blocks } = renderReport('Riders fell.[](https://a.example/b)');
    expect(html).toMatch(/>https:\/\/a\.example\/b<\/a>/);
    expect(blocks[0]!.text).toBe('Riders fell.https://a.example/b');
  });

  test('link to nothing if there is no list', () => {
    expect(renderReport('Rain [1] and [2](https://b.example).').html).toBe(
      '<p data-n="1" id="p1">Rain [1] and <a href="https://b.example" target="_blank" rel="noopener noreferrer nofollow">2</a>.</p>'
    );
  });
});

describe('references', () => {
  test.each([
    ['lines with two trailing spaces', '[1] A: https://a.example  \n[2] B: https://b.example'],
    ['lines of one paragraph', '[1] A: https://a.example\n[2] B: https://b.example'],
    ['paragraphs', '[1] A: https://a.example\n\n[2] B: https://b.example'],
    ['bullets', '- [1] A: https://a.example\n- [2] B: https://b.example'],
    ['bold numbers', '- **[1]** A: https://a.example\n- **[2]** B: https://b.example'],
    ['an ordered list', '1. A: https://a.example\n2. B: https://b.example'],
    ['a loose list', '1. A: https://a.example\n\n2. B: https://b.example'],
    ['parentheses', '1) A: https://a.example\n2) B: https://b.example'],
    ['definitions', '[1]: https://a.example\n[2]: https://b.example'],
    ['footnotes', '[^1]: A https://a.example\n[^2]: B https://b.example'],
    ['linked numbers', '[[1]](https://a.example) A  \n[[2]](https://b.example) B']
  ])('written as %s are entries with number, address and a way back', (_, lines) => {
    const page = dom(`Rain [1].\n\nSnow [2].\n\n## References\n\n${lines}\n`);
    for (const [number, block] of [
      [1, 1],
      [2, 2]
    ]) {
      const entry = page.querySelector(`li#ref-${number}`);
      expect(entry?.getAttribute('value')).toBe(String(number));
      const link = entry?.querySelector('a[target=_blank]');
      expect(link?.getAttribute('href')).toBe(`https://${'ab'.charAt((number ?? 0) - 1)}.example`);
      expect(link?.getAttribute('rel')).toBe('noopener noreferrer nofollow');
      expect(entry?.querySelector('a.para')?.getAttribute('href')).toBe(`#p${block}`);
      expect(entry?.textContent).not.toMatch(/^\s*\[/);
    }
  });

  test('that share a number share no id', () => {
    const page = dom(
      'Rain [1].\n\n**References**\n\n**Rain**\n\n- [1] https://a.example\n\n**Snow**\n\n- [1] https://b.example\n'
    );
    expect(page.querySelectorAll('#ref-1')).toHaveLength(1);
    expect(page.querySelectorAll('li[value="1"]')).toHaveLength(2);
  });

  test('keep their written number if Markdown would count anew', () => {
    const page = dom('Rain [4].\n\n## References\n\n1. A, 2020\n2. B, 2021\n4. D, 2022\n');
    expect(page.querySelector('#ref-4')?.getAttribute('value')).toBe('4');
  });

  test('cited in a heading lead back to the heading', () => {
    expect(
      dom('# Rain [1]\n\nx\n\n## References\n\n[1] A https://a.example').querySelector('#ref-1 a[href="#s1"]')
    ).not.toBeNull();
  });
});

describe('facts', () => {
  test('count words, tables, references and different URLs', () => {
    expect(renderReport(REPORT).facts).toMatchObject({ tables: 1, references: 2, urls: 2, language: 'en' });
    expect(renderReport('Rain fell, 3.5 mm of it: a well-known fact.').facts.words).toBe(9);
  });

  test('count Chinese by words and know the language', () => {
    expect(renderReport('# 降雨报告\n\n北部降雨增加，见GPM数据。').facts).toMatchObject({ words: 8, language: 'zh' });
    expect(renderReport('The word 雨 means rain, and nothing else.').facts.language).toBe('en');
  });
});

describe('tags inside text', () => {
  test.each([
    ['<b>a</b> <strong>b</strong> <i>c</i> <em>d</em>', '<strong>a</strong> <strong>b</strong> <em>c</em> <em>d</em>'],
    ['<s>a</s> <del>b</del> H<sub>2</sub>O<br/>x', '<s>a</s> <s>b</s> H<sub>2</sub>O<br>\nx'],
    ['<B>a</B>', '<strong>a</strong>'],
    ['<b>a</i> <b>', '&lt;b&gt;a&lt;/i&gt; &lt;b&gt;'],
    ['<b onclick="x">a</b>', '&lt;b onclick="x"&gt;a&lt;/b&gt;'],
    ['`<b>a</b>`', '<code>&lt;b&gt;a&lt;/b&gt;</code>']
  ])('that come in pairs are read, all others are text: %s', (text, html) => {
    expect(dom(text).querySelector('#p1')?.innerHTML).toBe(html);
  });

  test('do not hide the words of a quote, whether they are read or shown', () => {
    const { blocks } = renderReport('It <b>rained</b> hard.\n\nSnow <b>fell all day.');
    expect(locateQuote(blocks, 'It <b>rained</b> hard')).toEqual({ block: 1, start: 0, end: 14 });
    expect(locateQuote(blocks, 'Snow <b>fell all')?.block).toBe(2);
  });
});

test('an empty report is an empty page', () => {
  expect(renderReport('')).toMatchObject({ html: '', blocks: [], outline: [] });
});
