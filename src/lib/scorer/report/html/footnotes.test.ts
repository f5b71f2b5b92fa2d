// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { pairs, urls } from '../claims/claims.fixture.ts';
import { readStructure } from '../structure/structure.ts';
import { locateQuote } from './locate.ts';
import { renderReport } from './render.ts';

const REPORT = `# Ferries

Ferries lost riders in 2020.[^smith2020] Fares rose by 4 percent, too.[^周2021][^smith2020]

Ports grew by 5 percent.[^Smith2020]

[^smith2020]: Smith, A. (2020). *Ferries*. https://a.example/ferries

    The survey covers **12** ports; see https://b.example/tables.

    - one list

[^周2021]: 周明：港口。https://c.example/港

After the notes.
`;

const page = (markdown: string): Document =>
  new DOMParser().parseFromString(`<main>${renderReport(markdown).html}</main>`, 'text/html');
const marks = (shown: ParentNode): (string | null)[] =>
  Array.from(shown.querySelectorAll('a.cite'), (mark) => mark.getAttribute('href'));

describe('footnotes that have names', () => {
  test('are numbered in the order in which they are cited, and lead there and back', () => {
    const shown = page(REPORT);
    expect(marks(shown)).toEqual(['#ref-1', '#ref-2', '#ref-1', '#ref-1']);
    const entry = shown.querySelector('#ref-1');
    expect(entry?.getAttribute('value')).toBe('1');
    expect(entry?.textContent).toContain('Smith, A. (2020). Ferries.');
    expect(entry?.textContent).not.toContain('[^');
    expect(entry?.querySelector('a.para')?.getAttribute('href')).toBe('#p1');
    expect(shown.querySelector('#ref-2')?.textContent).toMatch(/^周明/);
    expect(shown.querySelector('main')?.textContent).not.toContain('[^');
  });

  test('hold all their paragraphs, none of which is code', () => {
    const shown = page(REPORT);
    expect(shown.querySelector('pre')).toBeNull();
    expect(shown.querySelector('#ref-1 strong')?.textContent).toBe('12');
    expect(shown.querySelector('#ref-1 ul li')?.textContent).toBe('one list');
    expect(shown.querySelector('main > p:last-child')?.textContent).toBe('After the notes.');
  });

  test('of several paragraphs may have numbers, and end where the next begins', () => {
    const shown = page('A.[^1] B.[^2]\n\n[^1]: One.\n\n    More of one.\n[^2]: Two.\n\nText.\n');
    expect(shown.querySelector('#ref-1')?.textContent).toMatch(/One\..*\sMore of one\./);
    expect(shown.querySelector('#ref-2')?.textContent).toMatch(/^Two\./);
    expect(shown.querySelector('main > p:last-child')?.textContent).toBe('Text.');
  });

  test('take no number that another mark uses', () => {
    const report =
      'Ferries lost riders [1].[^smith] The interval is [4, 7].\n\n[^smith]: Smith.\n\n[1]: https://a.example/1\n';
    expect(marks(page(report))).toEqual(['#ref-1', '#ref-8']);
    expect(readStructure(report).citations.map(({ numbers }) => numbers)).toEqual([[1], [8], [4, 7]]);
  });

  test('stay text without a definition, in code and in formulas', () => {
    const shown = page('Letters [^aeiou], `[^smith]` and $x[^smith]$.\n\n[^smith]: Smith.\n');
    expect(marks(shown)).toEqual([]);
    expect(shown.querySelector('p')?.textContent).toContain('[^aeiou]');
  });

  test('stand side by side like those with numbers', () => {
    expect(marks(page('A.[^1][^2]\n\n[^1]: One.\n[^2]: Two.\n'))).toEqual(['#ref-1', '#ref-2']);
    expect(marks(page('A.[^a][^b]\n\n[^a]: One.\n[^b]: Two.\n'))).toEqual(['#ref-1', '#ref-2']);
  });

  test('are entries of a list of references with all their words', () => {
    const [section] = readStructure(REPORT).references;
    expect(section?.entries[0]).toMatchObject({
      number: 1,
      marker: 'footnote',
      line: 7,
      url: 'https://a.example/ferries',
      text: 'Smith, A. (2020). *Ferries*. https://a.example/ferries The survey covers **12** ports; see https://b.example/tables. - one list'
    });
    expect(readStructure(REPORT).citations.map(({ style, raw }) => [style, raw])).toEqual([
      ['footnote', '[^smith2020]'],
      ['footnote', '[^周2021]'],
      ['footnote', '[^smith2020]'],
      ['footnote', '[^Smith2020]']
    ]);
  });

  test('are the sources of claims', () => {
    expect(urls(REPORT)).toEqual(['https://a.example/ferries', 'https://c.example/港']);
    expect(pairs(REPORT)).toEqual([
      'Ferries lost riders in 2020. <= https://a.example/ferries',
      'Fares rose by 4 percent, too. <= https://c.example/港',
      'Fares rose by 4 percent, too. <= https://a.example/ferries',
      'Ports grew by 5 percent. <= https://a.example/ferries'
    ]);
  });

  test('hide no quote that has their marks in it', () => {
    const { blocks } = renderReport(REPORT);
    const text = 'Ferries lost riders in 2020.1 Fares rose by 4 percent, too.21';
    expect(blocks[0]?.text).toBe(text);
    const quoted = locateQuote(
      blocks,
      'Ferries lost riders in 2020.[^smith2020] Fares rose by 4 percent, too.[^周2021]'
    );
    expect([quoted?.block, text.slice(quoted?.start, quoted?.end)]).toEqual([
      1,
      'Ferries lost riders in 2020.1 Fares rose by 4 percent, too'
    ]);
    expect(locateQuote(blocks, '[^smith2020]: Smith, A. (2020). *Ferries*.')?.block).toBe(3);
    expect(locateQuote(renderReport('Rain.[^a] Snow fell.\n\n[^a]: A.\n').blocks, 'Rain. Snow fell.')?.block).toBe(1);
  });

  test('name no element: ids are ours', () => {
    const shown = page('A.[^x"onclick="a]\n\n[^x"onclick="a]: <img src=x onerror=alert(1)>\n');
    expect(marks(shown)).toEqual(['#ref-1']);
    expect(shown.querySelector('img, [onclick], [onerror]')).toBeNull();
  });
});
