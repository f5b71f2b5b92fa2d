import { describe, expect, it, test } from 'vitest';
import { citationsAtClauseEnds } from '../../judges/rules/citations/citations-at-clause-ends.ts';
import { citationsListed } from '../../judges/rules/citations/citations-listed.ts';
import { numbersClaimed } from '../../judges/rules/numbers/number-claims.ts';
import { numbersMissing, numbersThatMatter, pageNumbers } from '../../judges/rules/numbers/numbers-in-page.ts';
import { uncitedNumbers } from '../../judges/rules/numbers/uncited-numbers.ts';
import { sentencesOf } from '../../judges/rules/reading/sentences.ts';
import { renderReport } from '../html/render.ts';
import { readStructure } from './structure.ts';
import { referenceTitle } from './reference-titles.ts';

const CHINESE = `# 北部降雨

北部地区的降雨量增加了三成［１］。2026年11月27日，雨量站共有１２０个【2】；其中八十五个已更新（3）。
表（1）列出各站［２，３］。

参考文献

［１］ 北部雨量站：https://gauges.example/a
【2】：雨量雷达 https://radar.example/b
（3） 年度报告 https://report.example/c
`;

describe('marks of citations in full width', () => {
  const structure = readStructure(CHINESE);

  test('are read where they stand, and numbers of tables are none', () => {
    expect(structure.citations.map(({ raw, numbers }) => [raw, numbers])).toEqual([
      ['［１］', [1]],
      ['【2】', [2]],
      ['（3）', [3]],
      ['［２，３］', [2, 3]]
    ]);
    for (const { raw, start, end } of structure.citations) expect(structure.text.slice(start, end)).toBe(raw);
  });

  test('have entries with the same numbers, and rules find each other', () => {
    expect(structure.references[0]!.entries.map(({ number, url }) => [number, url])).toEqual([
      [1, 'https://gauges.example/a'],
      [2, 'https://radar.example/b'],
      [3, 'https://report.example/c']
    ]);
    expect([citationsListed(structure).label, citationsAtClauseEnds(structure).label]).toEqual(['yes', 'yes']);
    expect(citationsListed(readStructure(CHINESE.replace('［１］。', '［９］。'))).label).toBe('no');
  });

  test('are links on the page; one without an entry stays as it was written', () => {
    const { html } = renderReport(CHINESE.replace('表（1）列', '见［９］。表（1）列'));
    expect(html.match(/href="#ref-\d"/g)).toEqual([1, 2, 3, 2, 3].map((n) => `href="#ref-${n}"`));
    expect(html).toContain('见［９］。表（1）列');
    expect(html).toContain('北部雨量站：');
  });
});

describe('the head of a list of references', () => {
  it.each(
    '参考文献 引用文献 参考资料 資料來源 參考文獻 参考文献： المراجع مصادر المصادر|المراجع والمصادر|قائمة المراجع|מקורות|רשימת מקורות|참고문헌|참고 문헌|출처|Literatur|Literaturverzeichnis|Quellen|Références|Références bibliographiques|Список литературы|Список использованных источников|Источники|Джерела|Referencias|Bibliografía|出典|เอกสารอ้างอิง'
      .split('|')
      .flatMap((part, at) => (at === 0 ? part.split(' ') : [part]))
  )('is known: %s', (title) => expect(referenceTitle(title)).toBe('strong'));

  it.each(['文献综述', 'الموارد المائية', 'Quellen des Nils', 'Литература и искусство', '참고 사항', 'Fontes do Nilo'])(
    'is not: %s',
    (title) => expect(referenceTitle(title)).toBeNull()
  );

  test('begins a list in an Arabic report', () => {
    const arabic = readStructure(
      'هطل المطر [1]، وارتفع النهر [2].\n\n## المراجع\n\n[1] أ https://a.example\n[2] ب https://b.example\n'
    );
    expect(arabic.references).toHaveLength(1);
    expect([citationsListed(arabic).label, citationsAtClauseEnds(arabic).label]).toEqual(['yes', 'yes']);
  });
});

test('sentences end at the marks of their script', () => {
  const cut = (text: string): string[] => sentencesOf(text).map(([from, to]) => text.slice(from, to).trim());
  expect(cut('他说：「下雨了。」然后走了！为什么？')).toEqual(['他说：「下雨了。」', '然后走了！', '为什么？']);
  expect(cut('هل هطل المطر؟ نعم. بارش ہوئی۔ ختم')).toEqual(['هل هطل المطر؟', 'نعم.', 'بارش ہوئی۔', 'ختم']);
});

describe('numbers in Chinese', () => {
  test('agree with a page however the two are written', () => {
    const missing = (claim: string, page: string): string[] =>
      numbersMissing(claim, pageNumbers(page)).map(({ raw }) => raw);
    expect(missing('营收３．５亿元，用户三千五百万人。', '营收为350,000,000元，用户3500万。')).toEqual([]);
    expect(missing('营收1亿2000万元。', '营收一亿二千万元。')).toEqual([]);
    expect(missing('营收为三十亿元。', '营收为3,000百万元。')).toEqual([]);
    expect(missing('营收为三十亿元。', '营收为31亿元。')).toEqual(['30亿元']);
    expect(missing('占百分之三十五。', '占 35％。')).toEqual([]);
  });

  test('do not count if they are dates', () => {
    expect(numbersThatMatter('2026年11月27日发布，下午３时。')).toEqual([]);
    expect(numbersClaimed('截至2026年11月27日。')).toEqual([]);
  });

  test('need a source like any other', () => {
    const quotes = (text: string): string[] => uncitedNumbers(readStructure(text)).map(({ quote }) => quote);
    expect(quotes('营收为三千五百万元。用户增长３０％［1］。\n\n[1] A https://a.example\n')).toEqual([]);
    expect(quotes('用户增长３０％［1］。营收为三千五百万元。\n\n[1] A https://a.example\n')).toEqual([
      '营收为三千五百万元。'
    ]);
  });
});
