// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { locateQuote } from './locate.ts';
import { renderReport } from './render.ts';

const block = (html: string, n: number): Element => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return page.querySelector(`[data-n="${n}"]`)!;
};
const attributes = (element: Element | null): (string | null)[] =>
  ['dir', 'lang'].map((name) => element?.getAttribute(name) ?? null);

const ARABIC = `# تقرير الأمطار

ارتفعت كمية الأمطار في الشمال بنسبة 12.5% في عام 2021 [1]، وكان التغير -3.4 نقطة.

OpenAI أعلنت عن نموذج جديد يقيس هطول الأمطار في الشمال.

> The rain and the river rose that year.

- النقطة الأولى أن كمية الأمطار ارتفعت في الشمال [1]
- This item and the next one are English.

انظر https://gauges.example/a/b?x=1 للمزيد.

## المراجع

[1] Gauges of the north and the south: https://gauges.example/a/b
`;

describe('a report that reads from right to left', () => {
  const { html, blocks, facts } = renderReport(ARABIC);

  test('gives direction and language only to blocks that differ from it', () => {
    expect(facts.language).toBe('ar');
    expect(attributes(block(html, 1))).toEqual([null, null]);
    // Also a block that begins with a name in Latin letters is Arabic.
    expect(attributes(block(html, 2))).toEqual([null, null]);
    expect(attributes(block(html, 3))).toEqual(['ltr', 'en']);
    expect([...block(html, 4).querySelectorAll('li')].map(attributes)).toEqual([
      [null, null],
      ['ltr', 'en']
    ]);
    expect(attributes(block(html, 6))).toEqual(['ltr', 'en']);
  });

  test('sets its numbers and addresses apart', () => {
    expect([...block(html, 1).querySelectorAll('bdi')].map((one) => one.textContent)).toEqual([
      '12.5%',
      '2021',
      '-3.4'
    ]);
    expect(block(html, 5).querySelector('a')!.getAttribute('dir')).toBe('ltr');
    expect(block(html, 1).querySelector('.cite')!.innerHTML).toBe('1');
  });

  test('keeps the text of its blocks, so that quotes are found where they stand', () => {
    for (const { n, text } of blocks) expect(block(html, n).textContent.trim()).toBe(text.trim());
    const place = locateQuote(blocks, 'في الشمال بنسبة 12.5% في عام')!;
    expect(blocks[place.block - 1]!.text.slice(place.start, place.end)).toBe('في الشمال بنسبة 12.5% في عام');
  });
});

test('words of another script in an English report have their own direction and language', () => {
  const { html } = renderReport(
    'The rain and the river rose that year, and all of the fields were under water from May to June.\n\n> ارتفعت كمية الأمطار في الشمال.\n\n北部地区的降雨量增加了三成。\n\n12 %'
  );
  expect([1, 2, 3, 4].map((n) => attributes(block(html, n)))).toEqual([
    [null, null],
    ['rtl', 'ar'],
    [null, 'zh'],
    [null, null]
  ]);
});

test('the stop behind a number ends the sentence, not the number', () => {
  const { html } = renderReport('هطل المطر في الشمال عام 2021. ثم توقف، بنسبة -5%، في 3.4.');
  expect([...block(html, 1).querySelectorAll('bdi')].map((one) => one.textContent)).toEqual(['2021', '-5%', '3.4']);
});

test('entities and code are not taken for numbers', () => {
  const { html, blocks } = renderReport('الأمطار & الأنهار "12%" و `x-1.5` في الشمال.');
  expect(html).toContain('&amp;');
  expect(block(html, 1).textContent).toBe(blocks[0]!.text);
});
