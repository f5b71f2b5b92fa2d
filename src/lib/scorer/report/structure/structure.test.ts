import { describe, expect, test } from 'vitest';
import { readStructure } from './structure.ts';

const cited = (text: string) => readStructure(text).citations.map(({ style, numbers }) => [style, ...numbers]);
const listed = (text: string) =>
  readStructure(text).references.flatMap(({ entries }) =>
    entries.map(({ number, url, marker }) => [number, url, marker])
  );

describe('citations', () => {
  test.each([
    ['Rain fell [1].', [['bracket', 1]]],
    ['Rain fell [1, 4].', [['bracket', 1, 4]]],
    [
      'Rain fell [1][2].',
      [
        ['bracket', 1],
        ['bracket', 2]
      ]
    ],
    ['Rain fell [2–4,7].', [['bracket', 2, 3, 4, 7]]],
    ['Rain fell [[3]].', [['bracket', 3]]],
    ['Rain fell \\[3\\].', [['bracket', 3]]],
    ['Rain fell [3, p. 12].', [['bracket', 3]]],
    ['雨量增加【3】。', [['bracket', 3]]],
    ['雨量增加【3†L1-L4】。', [['bracket', 3]]],
    ['Rain fell [1](https://rain.example/a_(b)).', [['numbered-link', 1]]],
    ['Rain fell [[1]](https://rain.example).', [['numbered-link', 1]]],
    ['Rain fell [in the north][2].\n\n[2]: https://rain.example', [['reference-link', 2]]],
    ['It rose [Harbour report][2].', [['reference-link', 2]]],
    ['The hazard ratio [HR][2] rose.', [['bracket', 2]]],
    [
      'Rain fell <sup>[1]</sup> and <sup>2,3</sup>.',
      [
        ['superscript', 1],
        ['superscript', 2, 3]
      ]
    ],
    [
      'Rain fell in the UK<sup>2</sup>, in 2020<sup>3</sup> by 5%<sup>4</sup>.',
      [
        ['superscript', 2],
        ['superscript', 3],
        ['superscript', 4]
      ]
    ],
    [
      'It fell (in May)<sup>2</sup> and **rose**<sup>3</sup>.',
      [
        ['superscript', 2],
        ['superscript', 3]
      ]
    ],
    ['Rain fell [^2].', [['footnote', 2]]],
    ['Rain fell (Okoro et al., 2021; Lindqvist & Berg, 2019).', [['author-year']]],
    ['Okoro et al. (2021) measured rain.', [['author-year']]],
    ['降雨增加（张伟等，2020）。', [['author-year']]],
    ['Rain fell, see [the survey](https://rain.example).', [['link']]],
    ['Rain fell (https://rain.example/2020).', [['bare-url']]],
    [
      '## 3 Rain [1]\n\n| a | b |\n|---|---|\n| x [2] | y |',
      [
        ['bracket', 1],
        ['bracket', 2]
      ]
    ]
  ])('%s', (text, expected) => {
    expect(cited(text)).toEqual(expected);
  });

  test.each([
    ['a year in brackets', 'The plan [2023] was dropped.'],
    ['code', 'Take `list[2]` or\n\n```\nrows[3]\n```\n\n    rows[4]'],
    ['a checkbox', '- [x] done\n- [ ] open'],
    ['words in brackets', 'The ratio [HR] and [language] were given.'],
    ['an interval', 'It fell by 3 (95% CI [2, 15]) for weights in the range [0, 1].'],
    ['decimals', 'SMD 0.33 [0.13, 0.54].'],
    ['an image', '![1](https://pic.example/1.png)'],
    ['a date in parentheses', 'It opened (March, 2024) as announced (ICLR 2023).'],
    ['a heading with a year', '## Methods and Outlook (2025)'],
    ['units', 'It covers 3 km² and 4 m³.'],
    ['a square', 'The energy is *m*c<sup>2</sup>, with x<sup>2</sup> and R<sup>2</sup> = .9.'],
    ['a power', 'It holds 10<sup>6</sup> cells, 2<sup>10</sup> bytes and 3 × 7<sup>2</sup> rows.'],
    ['raised units', 'It covers 3 km<sup>2</sup> and 4 m<sup>3</sup>.'],
    ['a power of a sum', 'The term (a + b)<sup>2</sup> vanishes.'],
    ['an isotope', 'The sample held <sup>14</sup>C and <sup>235</sup>U.']
  ])('do not include %s', (_, text) => {
    expect(cited(text)).toEqual([]);
  });

  test('are found with their place in the text', () => {
    const report = readStructure('# A\r\n\r\nRain fell [1].\r\n');
    const [citation] = report.citations;
    expect(citation).toMatchObject({ line: 3, raw: '[1]' });
    expect(report.text.slice(citation?.start, citation?.end)).toBe('[1]');
  });

  test('are not looked for in the list of references', () => {
    expect(cited('Rain fell [1].\n\n## References\n\n[1] On rain [2] https://rain.example')).toEqual([['bracket', 1]]);
  });

  test('in superscript digits count only if such an entry exists', () => {
    expect(cited('Rain fell.² It is 3 km².\n\n## References\n\n2. On rain, 2020.')).toEqual([['superscript', 2]]);
    expect(cited('Rain fell.²')).toEqual([]);
  });
});

describe('reference sections', () => {
  test.each([
    '# References',
    '### Sources',
    '## 7. References',
    '## VIII. Bibliography',
    '## Works Cited',
    '## References and Further Reading',
    '## Sources (accessed May 2025)',
    '## References (continued)',
    '**References**',
    '**Sources:**',
    'References:',
    'Sources\n-------',
    '## 参考文献',
    '## 七、参考资料',
    '## 来源',
    '**资料来源：**',
    '参考文献：'
  ])('are seen under %s', (heading) => {
    const { references } = readStructure(`Text [1].\n\n${heading}\n\n[1] On rain: https://rain.example`);
    expect(references).toHaveLength(1);
    expect(references[0]?.heading).not.toBeNull();
    expect(references[0]?.entries).toHaveLength(1);
  });

  test.each([
    '## Sources of Funding',
    '## Source code',
    '## Reference architecture',
    '## 数据来源分析',
    '## Citations in the press over time',
    '- Sources:'
  ])('are not seen under %s', (heading) => {
    expect(readStructure(`${heading}\n\nFunds came from the state in 2020.\n\n## End\n\nDone.`).references).toEqual([]);
  });

  test('end where the next section begins', () => {
    const { references, citations } = readStructure(
      '## Sources\n\n[1] A https://a.example\n\n## Annex\n\nMore rain [1].'
    );
    expect(references[0]?.entries).toHaveLength(1);
    expect(citations).toHaveLength(1);
  });

  test('under a bold line end where prose begins', () => {
    const { references, citations } = readStructure(
      '**Sources**\n\n[1] A https://a.example\n\nMore rain fell in the north [1].\n\n1. first\n2. second'
    );
    expect(references).toHaveLength(1);
    expect(references[0]?.entries).toHaveLength(1);
    expect(citations).toHaveLength(1);
  });

  test('continue under bold lines that group their entries', () => {
    const { references } = readStructure(
      '**References**\n\n**Rain**\n\n- [1] https://a.example\n\n**Snow**\n\n- [1] https://b.example\n'
    );
    expect(references.map(({ entries }) => entries.length)).toEqual([2]);
  });

  test.each([
    ['Rain fell [1].\n\n[1] Met Office. https://rain.example\n', [[1, 'https://rain.example', 'bracket']]],
    ['Rain fell.\n\n[1] says so: https://rain.example\n', []],
    ['Rain fell [1].\n\n[1] says so at https://rain.example, too.\n\nSnow fell.\n', []]
  ])('of one source without a heading are seen at the end of the report: %j', (text, entries) => {
    expect(listed(text)).toEqual(entries);
  });

  test('without a heading are seen if numbered lines carry addresses', () => {
    const { references } = readStructure('Rain fell [1].\n\n---\n\n[1] A https://a.example\n[2] B https://b.example');
    expect(references).toMatchObject([{ heading: null, entries: [{ number: 1 }, { number: 2 }] }]);
  });

  test('are not made of numbered lines that are prose', () => {
    expect(readStructure('[1] says so.\n[2] says more.\n').references).toEqual([]);
  });
});

describe('entries', () => {
  test.each([
    ['[1] A: https://a.example/x', [[1, 'https://a.example/x', 'bracket']]],
    ['- [1] A: https://a.example/x', [[1, 'https://a.example/x', 'bracket']]],
    ['- **[1]** A: <https://a.example/x>', [[1, 'https://a.example/x', 'bracket']]],
    ['1. A: https://a.example/x.', [[1, 'https://a.example/x', 'decimal']]],
    ['1) A: [site](https://a.example/x)', [[1, 'https://a.example/x', 'decimal']]],
    ['[1]: https://a.example/x', [[1, 'https://a.example/x', 'definition']]],
    ['[^1]: A, https://a.example/x', [[1, 'https://a.example/x', 'footnote']]],
    ['[[1]](https://a.example/x) A', [[1, 'https://a.example/x', 'bracket']]],
    [
      '<ol><li><a href="https://a.example/x">A</a></li><li>B https://b.example</li></ol>',
      [
        [1, 'https://a.example/x', 'decimal'],
        [2, 'https://b.example', 'decimal']
      ]
    ],
    [
      '<ol start="0">\n<li id="r0">A https://a.example/x</li>\n<li>B, 2020</li>\n</ol>',
      [
        [0, 'https://a.example/x', 'decimal'],
        [1, null, 'decimal']
      ]
    ],
    [
      '<ul><li>[2] A https://a.example/x</li><li>B https://b.example</li><li>See below.</li></ul>',
      [
        [2, 'https://a.example/x', 'bracket'],
        [null, 'https://b.example', 'bullet']
      ]
    ],
    [
      '<table><tr><th>#</th><th>Page</th></tr><tr><td>1</td><td>https://a.example/x</td></tr><tr><td>2</td><td>B</td></tr></table>',
      [
        [1, 'https://a.example/x', 'row'],
        [2, null, 'row']
      ]
    ],
    [
      '| Year | Title | Page |\n| --- | --- | --- |\n| 2021 | A | https://a.example/x |\n| 2022 | B | none |',
      [[null, 'https://a.example/x', 'row']]
    ],
    ['【1】 张伟，雨，2020。', [[1, null, 'bracket']]],
    ['1、张伟，雨，2020。', [[1, null, 'decimal']]],
    ['- A, 2020, doi:10.1000/xyz.', [[null, 'https://doi.org/10.1000/xyz', 'bullet']]],
    ['A, arXiv:2401.01234', [[null, 'https://arxiv.org/abs/2401.01234', 'plain']]],
    ['[1]. A https://a.example/x', [[1, 'https://a.example/x', 'bracket']]],
    ['| 1 | A | https://a.example/x |', [[1, 'https://a.example/x', 'row']]]
  ])('%s', (line, expected) => {
    expect(listed(`Text.\n\n## References\n\n${line}\n`)).toEqual(expected);
  });

  test('on plain lines with two trailing spaces are one each', () => {
    expect(listed('## Sources\n[1] A: https://a.example  \n[2] B: https://b.example  \n')).toHaveLength(2);
  });

  test.each(['[1] A https://a.example [2] B https://b.example', '[1] A https://a.example<br>[2] B https://b.example'])(
    'on one line are told apart by their numbers: %s',
    (line) => {
      expect(listed(`## Sources\n${line}`)).toEqual([
        [1, 'https://a.example', 'bracket'],
        [2, 'https://b.example', 'bracket']
      ]);
    }
  );

  test('take in the lines that continue them', () => {
    expect(
      listed('## Sources\n1. A\n   https://a.example\n2. B\nhttps://b.example\n\n[3] C\n\nhttps://c.example')
    ).toEqual([
      [1, 'https://a.example', 'decimal'],
      [2, 'https://b.example', 'decimal'],
      [3, 'https://c.example', 'bracket']
    ]);
  });

  test('written 1. 1. 1. are numbered as Markdown numbers them', () => {
    expect(listed('## Sources\n1. A, 2020\n1. B, 2021\n1. C, 2022').map(([number]) => number)).toEqual([1, 2, 3]);
  });

  test('are not the words that introduce the list', () => {
    expect(listed('## Sources\nAll pages were read in 2024.\n\n[1] A https://a.example')).toHaveLength(1);
  });
});

describe('blocks', () => {
  test('headings inside code are none, bold lines are told from headings', () => {
    const { headings } = readStructure(
      '# A\n\n```\n# no\n```\n\n**B**\n\nText **bold** here.\n\n**A whole sentence is emphasis.**\n\nC\n===\n'
    );
    expect(headings.map(({ title, kind, level, line }) => [title, kind, level, line])).toEqual([
      ['A', 'atx', 1, 1],
      ['B', 'bold', null, 7],
      ['C', 'setext', 1, 13]
    ]);
  });

  test('tables keep the cells that were written', () => {
    const { tables } = readStructure('| a | b |\n|---|---|\n| 1 | x \\| y | `p|q` |\n| 2 |');
    expect(tables).toMatchObject([
      {
        fromLine: 1,
        toLine: 4,
        header: ['a', 'b'],
        rows: [{ line: 3, cells: ['1', 'x | y', '`p|q`'] }, { cells: ['2'] }]
      }
    ]);
  });

  test('lines of pipes that do not render are broken tables', () => {
    const broken = (text: string) => readStructure(text).brokenTables.map(({ reason, rows }) => [reason, rows]);
    expect(broken('| a | b |\n| 1 | 2 |')).toEqual([['it has no delimiter row under its header', 1]]);
    expect(broken('| a | b |\n|---|\n')).toEqual([['its header has 2 cells and its delimiter row 1', 0]]);
    expect(broken('| a | b |\n|---|---|\n| 1 | 2 |')).toEqual([]);
    expect(broken('```\n| a |\n| b |\n```')).toEqual([]);
  });

  test('bold text beside Chinese characters is bold', () => {
    const report = readStructure('**标题：**内容与**“词”**，以及 **一**二**三**。');
    expect(report.strayMarks).toEqual([]);
    expect(readStructure('Words **without an end').strayMarks).toHaveLength(1);
    expect(readStructure('0.42** (p < .01), 2**8').strayMarks).toEqual([]);
  });
});
