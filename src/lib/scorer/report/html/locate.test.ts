import { describe, expect, test } from 'vitest';
import { renderReport } from './render.ts';
import { plainBlock } from './letters.ts';
import { locateQuote } from './locate.ts';

const { blocks } = renderReport(
  '# Rain\n\nIn **2021**, the “northern” gauges\nrecorded 3.4 mm [1]. Nothing else fell.\n\n| Place | mm |\n|---|---|\n| Luleå | 12 |\n\n北部地区的降雨量增加了三成。\n\nThe cat sat.\n\n## Sources\n\n[1] Northern gauges: https://gauges.example/a  \n\nSee [gauges](https://gauges.example/b) and [radar](https://radar.example), https://spaced.example/a%20b.'
);
const found = (quote: string) => {
  const place = locateQuote(blocks, quote);
  return place && [place.block, blocks[place.block - 1]?.text.slice(place.start, place.end)];
};

describe('a quote is found', () => {
  test.each([
    ['as it stands', 'Nothing else fell', [1, 'Nothing else fell']],
    [
      'as Markdown',
      'In **2021**, the “northern” gauges\nrecorded 3.4 mm [1].',
      [1, 'In 2021, the “northern” gauges\nrecorded 3.4 mm1']
    ],
    [
      'with other quotation marks and spaces',
      'the "northern"   gauges recorded',
      [1, 'the “northern” gauges\nrecorded']
    ],
    ['in other case', 'NOTHING ELSE', [1, 'Nothing else']],
    ['as a row of a table', '| Luleå | 12 |', [2, 'Luleå\n12']],
    ['in Chinese', '降雨量增加', [3, '降雨量增加']],
    [
      'with titles of links',
      "See [gauges](https://gauges.example/b \"The 'northern' gauges\") and [radar](https://radar.example 'R')",
      [6, 'See gauges and radar']
    ],
    [
      'with its middle left out',
      'In 2021 … Nothing else fell',
      [1, 'In 2021, the “northern” gauges\nrecorded 3.4 mm1. Nothing else fell']
    ],
    ['with dots between blanks for it', 'Nothing . . . fell', [1, 'Nothing else fell']],
    ['with dots of Chinese for it', '北部地区···三成。。。', [3, '北部地区的降雨量增加了三成']],
    [
      'as a line of the list of references',
      '[1] Northern gauges: https://gauges.example/a',
      [5, 'Northern gauges: https://gauges.example/a']
    ],
    [
      'that cuts a link in two',
      'gauges](https://gauges.example/b) and [radar](https://radar.exa',
      [6, 'gauges and radar']
    ],
    ['with an address as it is written', 'https://spaced.example/a%20b', [6, 'https://spaced.example/a b']],
    ['that runs into the next block', 'Nothing else fell. Place mm', [1, 'Nothing else fell.']]
  ])('%s', (_, quote, expected) => {
    expect(found(quote)).toEqual(expected);
  });

  test('only if its words are whole', () => {
    expect(found('cat sat')).toEqual([4, 'cat sat']);
    expect(found('at sat')).toBeNull();
    expect(found('orded')).toBeNull();
  });

  test('whether accents are written apart or not, with the whole of its last letter', () => {
    const { blocks: apart } = renderReport('Un e\u0301te\u0301 sec. \u1100\u1161\u11a8 fell.');
    expect(locateQuote(apart, 'Un \u00e9t\u00e9')).toEqual({ block: 1, start: 0, end: 8 });
    expect(locateQuote(apart, 'sec. \uac01 fell')).toMatchObject({ block: 1, start: 9 });
    expect(locateQuote(renderReport('Un \u00e9t\u00e9 sec.').blocks, 'e\u0301te\u0301')).toEqual({
      block: 1,
      start: 3,
      end: 6
    });
  });

  test('in a heading, or with one in it, above its block', () => {
    const { blocks: titled } = renderReport(
      '# Rain in the north\n\nFirst text is here.\n\n## Snow\n\n### Depth of snow\n\nSecond text.\n\n## Annex'
    );
    const above = (block: number) => ({ block, start: 0, end: 0 });
    expect(locateQuote(titled, '# Rain in the **north**')).toEqual(above(1));
    expect(locateQuote(titled, 'Snow')).toEqual(above(2));
    expect(locateQuote(titled, 'Depth of snow\n\nSecond text.')).toEqual(above(2));
    expect(locateQuote(titled, 'First text is here.\n\n## Snow')).toEqual({ block: 1, start: 0, end: 19 });
    expect(locateQuote(titled, 'Annex')).toEqual(above(2));
    expect(locateQuote(titled, 'Rain in the south')).toBeNull();
    expect(locateQuote(titled.map(plainBlock), 'Depth of snow')).toEqual(above(2));
  });

  test('with entities and tags as the source has them', () => {
    const { blocks: coded } = renderReport(
      'AT&amp;T fell 5&nbsp;%. R&amp;D costs &lt; 5 &euro; <span>a day</span>, as <a href="https://a.example">they</a> say.'
    );
    for (const quote of ['AT&amp;T fell 5&nbsp;%', 'AT&T fell 5 %', 'R&amp;D costs &lt; 5 &euro; <span>a day</span>'])
      expect(locateQuote(coded, quote)?.block).toBe(1);
    expect(locateQuote(coded, 'as <a href="https://a.example">they</a> say')?.block).toBe(1);
  });

  test('with the numbers of list items within quotation marks, or as Chinese has them', () => {
    const list = renderReport(
      'Two stages:\n\n1. Rain falls.\n2. Snow melts.\n\n## Sources\n\n[1] Gauges of May'
    ).blocks;
    for (const quote of ['"1. Rain falls."', '“2. Snow melts.”', '１） Rain falls。'])
      expect(locateQuote(list, quote)?.block).toBe(2);
    expect(locateQuote(list, '"[1] Gauges of May"')?.block).toBe(3);
  });

  test('with the numbers of list items, also across blocks', () => {
    const list = renderReport('Two stages:\n\n1. Rain falls.\n2. Snow melts.').blocks;
    expect(locateQuote(list, '1. Rain falls.\n2. Snow melts.')?.block).toBe(2);
    expect(locateQuote(list, 'Two stages:\n\n1. Rain falls.\n2. Snow melts.')?.block).toBe(1);
  });

  test('without the citations of its block, numbers or links as well', () => {
    const text =
      'Fares fell 5% [1] and rose 6%<sup>2</sup>. They fell ([Reuters](https://r.example/x)) in May, as [the port](https://p.example) says [1].';
    const { blocks: marked } = renderReport(`${text}\n\n## Sources\n\n1. https://a.example\n2. https://b.example`);
    const shown = (quote: string) => {
      const place = locateQuote(marked, quote);
      return place && marked[place.block - 1]!.text.slice(place.start, place.end);
    };
    expect(shown('Fares fell 5% and rose 6%.')).toBe('Fares fell 5%1 and rose 6');
    expect(shown('Fares fell 5% [1] and rose 6%. They')).toBe('Fares fell 5%1 and rose 6%2. They');
    expect(shown('They fell in May')).toBe('They fell (Reuters) in May');
    expect(shown('as the port says')).toBe('as the port says');
    expect(shown('Fares fell 51 and rose 6%')).toBe('Fares fell 5%1 and rose 6');
    expect(shown('Fares rose 6%')).toBeNull();
  });

  test('if it is short and a raised citation follows its last letter', () => {
    const cited = renderReport('Plan B[1] of 2021[1].\n\n[1]: https://a.example').blocks;
    expect(locateQuote(cited, 'Plan B')).toEqual({ block: 1, start: 0, end: 6 });
    expect(locateQuote(cited, 'of 202')).toBeNull();
  });

  test('up to its last word if a raised citation follows a year', () => {
    const text = 'The ferry closed in 18743 and reopened later.';
    const place = locateQuote([{ n: 1, text }], 'The ferry closed in 1874');
    expect(place && text.slice(place.start, place.end)).toBe('The ferry closed in 1874');
  });

  test.each(['', '…', '***', 'Snow fell', 'Nothing … In 2021'])('nowhere for %j', (quote) => {
    expect(found(quote)).toBeNull();
  });
});
