import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parsePointwise } from '../../../protocols/pointwise/pointwise.ts';
import { renderReport } from '../../../report/html/render.ts';
import { locateQuote } from '../../../report/html/locate.ts';
import { readStructure } from '../../../report/structure/structure.ts';
import { metricByName } from '../../../suites/index.ts';
import { pointwiseAnswer } from '../pointwise-answer.ts';
import { uncitedNumbers } from './uncited-numbers.ts';
import { processorTime } from '../../../../../../tests/timing.ts';

const on = (text: string, given = '') => uncitedNumbers(readStructure(text), given);
const numbers = (text: string, given = '') => on(text, given).map((one) => one.numbers.join(' | '));

describe('finds, without a citation,', () => {
  test.each([
    ['a percentage', 'Medium-lift vehicles held 56.63% of the market.', '56.63%'],
    ['a percentage in words', 'Rain fell by 12 percent.', '12 percent'],
    ['money', 'It cost US$ 3.2 billion and later €40,000.', '$ 3.2 billion | €40,000'],
    ['a quantity', 'The dam holds 14 million litres.', '14 million'],
    ['a grouped number', 'It has 12,345 seats.', '12,345'],
    ['a measure', 'The line is 430 km long.', '430 km'],
    ['people counted', 'The trial had 212 adult patients.', '212 adult patients'],
    ['the year of an event', 'The agency was founded in 1998.', '1998'],
    ['Chinese percentages and money', '产量增长百分之三十，收入达75亿美元。', '百分之三十 | 75亿美元'],
    ['Chinese measures before further words', '线路长430公里，发电12兆瓦时。', '430公里 | 12兆瓦'],
    ['full-width percentages', '占比为18％。', '18％'],
    ['a number in HTML', 'Rain fell by <b>12%</b> in May.', '12%'],
    ['a cell in HTML', '<table>\n<tr><th>A</th></tr>\n<tr><td width="30%">Sales fell by 7%</td></tr>\n</table>', '7%']
  ])('%s', (_what, text, found) => {
    expect(numbers(text)).toEqual([found]);
  });
});

describe('leaves alone', () => {
  test.each([
    ['numbers that name something', 'COVID-19, GPT-4.1, Table 3, step 2 and ISO 9001 are named here.'],
    ['a year that dates no event', 'Prices were stable in 2019.'],
    ['a decade', 'Servlets were introduced in the 1990s.'],
    ['small counts', 'Three of the 9 firms left.'],
    ['a recommendation', 'One should set aside 10% of the budget.'],
    ['an assumption', 'Assuming growth of 4%, sales double.'],
    ['a threshold', 'Firms with ≥50% exports count.'],
    ['a question', 'Is 40% enough?'],
    ['a formula', 'Margin = 30% of sales.'],
    ['a manner of speaking', 'It is 100% compatible.'],
    ['an index', 'The S&P 500 companies were checked.'],
    ['a source named in words', 'According to the ministry, 40% left.'],
    ['a source named in brackets', 'Some 40% left (World Bank, 2020).'],
    ['a source named in Chinese', '据国家统计局数据，收入增长5.1%。'],
    [
      'a row in HTML that cites on another line',
      '<table>\n<tr>\n<th>A</th>\n</tr>\n<tr>\n<td>Sales fell by 7%</td>\n<td>[1]</td>\n</tr>\n</table>\n\n[1]: https://a.example/x'
    ],
    ['headings', '# Growth of 40%\n\nIt grew.'],
    ['code', '```\nrate 40%\n```\n\nIt ran.'],
    [
      'lists of references',
      'It grew.\n\n## References\n\n1. Growth of 40%: https://a.example/x\n2. Loss of 30%: https://b.example'
    ],
    ['nothing', '']
  ])('%s', (_what, text) => {
    expect(numbers(text)).toEqual([]);
  });

  it('what the query itself states', () => {
    expect(numbers('The budget is $5,000 in all.', 'What can I buy for 5000 dollars?')).toEqual([]);
  });

  it('what is cited elsewhere in the report, as in a summary', () => {
    expect(numbers('## Summary\n\nSales reached $5.2 billion.\n\n## Sales\n\nIn all, US$5.2bn were sold [1].')).toEqual(
      []
    );
  });
});

describe('a citation covers', () => {
  test.each([
    ['its own sentence', 'Sales rose by 4% [1].'],
    ['its sentence from behind the stop', 'Sales rose by 4%.[1] Nothing else.'],
    ['its sentence from its beginning', 'As [the ministry](https://a.example) says, sales rose by 4%.'],
    [
      'the claims before it in its paragraph, being a URL at its end',
      'Sales rose by 4%. Costs fell by 9%. See https://a.example/report'
    ],
    ['the claims before it over the lines of a paragraph', 'Sales rose by 4%.\nCosts fell by 9%.\nAll of it here [2].'],
    ['by author and year', 'Sales rose by 4% (Berg et al., 2020).'],
    ['the items of a list that it leads into', 'The survey [1] found:\n\n- sales rose by 4%\n- costs fell by 9%'],
    ['the child of a cited item', '- Sales [1]\n  - rose by 4%'],
    ['the parent of a cited item', '- Sales rose by 4%\n  - as counted in spring [1]'],
    ['bullets under a number that nothing indents', '1) Sales rose by 4%\n- as counted in spring [1]'],
    ['the items above a line of sources', '- Sales rose by 4%\n- Costs fell by 9%\n- Source: [1]'],
    ['the paragraph above a line of sources', 'Sales rose by 4%.\n\nSource: https://a.example'],
    ['the section whose heading it stands in', '## Sales [1]\n\nThey rose by 4%.'],
    ['its row', '| Item | Change |\n|---|---|\n| Sales | 4% [1] |'],
    ['all rows from the header', '| Item | Change [1] |\n|---|---|\n| Sales | 4% |'],
    ['all rows from the caption', 'Table 1: Sales [1]\n\n| Item | Change |\n|---|---|\n| Sales | 4% |'],
    ['all rows from the line below', '| Item | Change |\n|---|---|\n| Sales | 4% |\n\nFigures from https://a.example'],
    ['a Chinese paragraph', '销售额增长4%。成本下降9%。[1]']
  ])('%s', (_what, text) => {
    expect(numbers(text)).toEqual([]);
  });
});

describe('a citation does not cover', () => {
  test.each([
    ['what follows it', 'Sales rose [1]. Costs fell by 9%.', ['9%']],
    ['what follows it behind the stop', 'Sales rose.[1] Costs fell by 9%.', ['9%']],
    ['what follows it in Chinese', '销售额上升。[1]成本下降9%。', ['9%']],
    ['the next paragraph', 'Sales rose by 4% [1].\n\nCosts fell by 9%.', ['9%']],
    ['the item beside it', '- Sales rose by 4% [1]\n- Costs fell by 9%', ['9%']],
    ['the row beside it', '| Item | Change |\n|---|---|\n| Sales | 4% [1] |\n| Costs | 9% |', ['9%']],
    ['the next section', '## Sales [1]\n\nThey rose by 4%.\n\n## Costs\n\nThey fell by 9%.', ['9%']]
  ])('%s', (_what, text, found) => {
    expect(numbers(text)).toEqual(found);
  });
});

test('counts a sentence once, however many numbers it has and however often it stands in the report', () => {
  expect(numbers('It rose by 4% and fell by 9%.\n\nBetween, it rained.\n\nIt rose by 4% and fell by 9%.')).toEqual([
    '4% | 9%'
  ]);
});

test('does not take an abbreviation or a decimal point for the end of a sentence', () => {
  expect(numbers('In the U.S. Senate, e.g. on 3.5 pages by Dr. Berg, 40% left [1].')).toEqual([]);
});

test('quotes what can be found on the page, with its line', () => {
  const text = `# Title\n\nFirst.\n\n- **Sales** rose by *4%*\n\n| Item | Change |\n|---|---|\n| Costs | 9% |\n\n${'Words go on, '.repeat(60)}and 77% agree, ${'and on, '.repeat(60)}to the end.`;
  const { blocks } = renderReport(text);
  const found = on(text);
  expect(found.map(({ line, kind }) => [line, kind])).toEqual([
    [5, 'sentence'],
    [9, 'row'],
    [11, 'sentence']
  ]);
  for (const { quote } of found) expect(locateQuote(blocks, quote), quote).not.toBeNull();
  expect(found[2]?.quote).toContain('77%');
  expect(found[2]?.quote.length).toBeLessThanOrEqual(300);
});

test('never throws and quotes only the report, whatever text comes', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(
      '40%',
      ' [1]',
      '. ',
      '。',
      '\n',
      '\n\n',
      '- ',
      '| a | 5% |\n',
      '|---|---|\n',
      '$5 bn',
      '😀',
      '(',
      'https://a.example '
    )
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const structure = readStructure(pieces.join(''));
      for (const { quote, numbers: given } of uncitedNumbers(structure)) {
        expect(structure.text.includes(quote)).toBe(true);
        expect(given.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 400, seed: 5 }
  );
});

test('takes time in proportion to the length of a hostile text', () => {
  const texts = [
    '1'.repeat(200_000),
    '1. '.repeat(60_000),
    '."'.repeat(60_000),
    '1,'.repeat(80_000),
    ' '.repeat(100_000)
  ];
  expect(processorTime(() => texts.forEach((text) => on(text)))).toBeLessThan(5_000);
});

const data = join(process.env['VOIRDIRE_SHARED'] ?? '../shared', 'data');
const there = existsSync(data);
if (!there) console.log(`skipped: numeric claims of the 141 real reports, because ${data} is absent`);

describe.skipIf(!there)('in the 141 real reports', () => {
  const found = (markdown: string): number => {
    const { blocks } = renderReport(markdown);
    const claims = on(markdown);
    for (const { quote } of claims) expect(locateQuote(blocks, quote), quote).not.toBeNull();
    return claims.length;
  };

  it('finds next to nothing if reports cite throughout, and many claims if they never cite', () => {
    const folder = join(data, 'liveresearchbench/reports/open-deep-research');
    const citing = readdirSync(folder).map((name) => found(readFileSync(join(folder, name), 'utf8')));
    const bare = readFileSync(join(data, 'deep_research_bench/claude-3-7-sonnet-latest.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => found((JSON.parse(line) as { article: string }).article));
    const sum = (counts: number[]): number => counts.reduce((total, one) => total + one, 0);
    expect([citing.length, bare.length]).toEqual([41, 100]);
    expect(sum(citing)).toBeLessThan(10);
    expect(sum(bare)).toBeGreaterThan(500);
  });
});

describe('the reply of the rules judge', () => {
  const sample = (metric: string, markdown: string) => ({
    metric,
    query: { qid: 'q1', text: 'How did sales do?' },
    report: { id: 'r1', markdown, collectedAt: null }
  });
  const read = (metric: string, markdown: string) => {
    const { rules, settings } = metricByName(metric);
    const answer = pointwiseAnswer(sample(metric, markdown), rules, settings.penalties);
    return parsePointwise(JSON.stringify(answer), { abstains: true });
  };

  it('lists numeric claims, abstains from the count and says what the score is at most', () => {
    const text = 'Sales rose by 4%.\n\nCosts fell by 9%.\n\nRain fell on 31 million hectares.';
    const reading = read('citation-association', text);
    expect(reading).toMatchObject({ ok: true, value: { repeated: 0 } });
    if (!reading.ok) return;
    expect(reading.value.issues).toHaveLength(3);
    expect(reading.value.issues[0]).toMatchObject({ quotes: ['Sales rose by 4%.'] });
    expect(reading.value.abstains).toMatch(/^3 numeric claims without a citation, so the score is at most 80 /);
  });

  it('abstains as well if every number has its citation', () => {
    const reading = read('citation-association', 'Sales rose by 4% [1].');
    expect(reading).toMatchObject({
      ok: true,
      value: { issues: [], abstains: expect.stringMatching(/^No numeric claim/) }
    });
  });

  it('abstains wholly from consistency', () => {
    const reading = read('consistency', 'Sales rose by 4%. Sales fell by 4%.');
    expect(reading).toMatchObject({ ok: true, value: { issues: [], abstains: expect.stringMatching(/beyond code/) } });
  });
});
