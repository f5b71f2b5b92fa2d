import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messagesIn } from '../src/lib/messages/words.ts';
import { eitherAgreement, wilson } from '../src/lib/stats/index.ts';
import { possibilityOf } from '../src/lib/alignment/reported/possible-figures.ts';
import { apartInRepeats } from './papers/daily-tables.ts';
import { findings, otherPairs, page, within, type Finding } from './papers/findings.ts';
import * as printed from './papers/printed.ts';

const all = findings();
const at = (paper: Finding['paper'], where: string): Finding => {
  const found = all.find((one) => one.paper === paper && one.where === where);
  if (!found) throw new Error(`no finding on ${paper}, ${where}`);
  return found;
};

describe('figures that papers print', () => {
  it('are recomputed on the page docs/papers-recomputed.md', async () => {
    await expect(page(all)).toMatchFileSnapshot('../docs/papers-recomputed.md');
  });

  it('of 200 and 300 cannot be counted: 87.1, 96.5, 88.4 and 94.2 %, while 95.3 % can', () => {
    expect(at('2510.14240', 'citation accuracy, claims').verdict).toBe('contradicts');
    for (const where of ['instruction following, judge', 'instruction following, people', 'factuality'])
      expect([where, at('2606.12871', where).verdict]).toEqual([where, 'contradicts']);
    expect(at('2606.12871', 'rationality')).toMatchObject({ recomputed: '286 of 300', verdict: 'agrees' });
    for (const line of ['87.1% of 200', '96.5% of 300', '88.4% of 300', '94.2% of 300'])
      expect([line, possibilityOf(line, messagesIn('en', 'figureVerdicts')).possible]).toEqual([line, false]);
  });

  it('of averages are those of the table they stand on in 000, and of another table in the text of 003', () => {
    for (const where of [
      'average of Open Deep Research',
      'average of GPT-5',
      'average of multi-agent systems',
      'average of single-agent web systems',
      'consistency of single-agent web systems',
      'association of multi-agent systems',
      'presentation of multi-agent systems',
      'Table 7, six totals of errors'
    ])
      // prettier-ignore
      expect([where, at('2510.14240', where).verdict]).toEqual([where, 'agrees']);
    expect(at('2510.14240, earlier version', 'Table 1, 17 averages').verdict).toBe('agrees');
    expect(at('2510.14240, earlier version', 'average of multi-agent systems in the text').verdict).toBe('contradicts');
  });

  it('as 72 of 72, 37 of 40 and 110 of 128 have the intervals .949 – 1, .801 – .974 and .789 – .909', () => {
    const ends = ([k, n]: readonly [number, number]) => wilson(k, n).interval!.map((end) => end.toFixed(3));
    expect(([[72, 72], [37, 40], [110, 128]] as const).map(ends)).toEqual([['0.949', '1.000'], ['0.801', '0.974'], ['0.789', '0.909']]); // prettier-ignore
  });

  it('of three judges with two answers: all agree on (sum of pairs − 1) / 2, whatever they say', () => {
    const answers = [0, 1].flatMap((a) => [0, 1].flatMap((b) => [0, 1].map((c) => [a, b, c])));
    const counts = [7, 3, 2, 5, 1, 4, 6, 9];
    const n = counts.reduce((sum, one) => sum + one, 0);
    const share = (test: (row: number[]) => boolean): number =>
      answers.reduce((sum, row, i) => sum + (test(row) ? counts[i]! : 0), 0) / n;
    const pairs = [share(([a, b]) => a === b), share(([a, , c]) => a === c), share(([, b, c]) => b === c)];
    const everybody = share(([a, b, c]) => a === b && b === c);
    expect(everybody).toBeCloseTo((pairs[0]! + pairs[1]! + pairs[2]! - 1) / 2, 14);
    expect(otherPairs(everybody, pairs[0]!)).toBeCloseTo(pairs[1]! + pairs[2]!, 14);
  });

  it('as .95, .85 and either .983 of 300 leave both right on .817 and their average at .90', () => {
    // 245 items both right, 40 the first alone, 10 the second alone, 5 neither: 285, 255 and 295 of 300.
    const parts: [number, number, number][] = [[245, 1, 1], [40, 1, 0], [10, 0, 1], [5, 0, 0]]; // prettier-ignore
    const column = (place: 1 | 2): number[] => parts.flatMap((part) => Array.from({ length: part[0] }, () => part[place])); // prettier-ignore
    const found = eitherAgreement(Array.from({ length: 300 }, () => 1), column(1), column(2)); // prettier-ignore
    expect(found.either.value).toBeCloseTo(295 / 300, 12);
    expect(found.consensus.value).toBeCloseTo(250 / 300, 12);
    expect(245 / 300).toBeCloseTo(0.817, 3);
    const average = (285 + 255) / 2 / 300;
    expect(average).toBe(0.9);
    expect(average).toBeLessThan(285 / 300);
    expect(at('2510.14240', 'presentation, read as blind agreement').recomputed).toContain('both right on .817');
  });

  it('as means of scores from 1 to 5 are not of 100 reports for four of five systems of ReportBench', () => {
    const rows = all.filter(({ paper, where }) => paper === '2508.15804' && where.startsWith('Table 3'));
    expect(rows.map(({ verdict }) => verdict).sort()).toEqual(['agrees', ...Array.from({ length: 4 }, () => 'contradicts')]); // prettier-ignore
    expect(at('2508.15804', 'Table 3, Gemini-2.5-Pro').recomputed).toContain('n = 131');
  });

  it('of ReportBench contradict its text on four tables', () => {
    const rows = all.filter(({ paper, where }) => paper === '2508.15804' && /^Tables? \d and/.test(where));
    expect(rows.map(({ where, recomputed, verdict }) => [where.split(',')[0], recomputed, verdict])).toEqual([
      [
        'Table 2 and A.2.1',
        'o3 has 3.0 in Q3, where a product has 3.0; o3 has 3.5 in Q4, where a product has 3.3',
        'contradicts'
      ],
      ['Table 4 and A.2.4', 'the match rate of o3 rises from 31.43 to 32.01', 'contradicts'],
      ['Table 4 and A.2.4', 'the same', 'agrees'],
      ['Table 1 and 3.4', '.269 against .337', 'contradicts'],
      ['Table 5 and A.2.5', '59.24 to 57.20', 'contradicts'],
      ['Tables 1 and 2', expect.stringContaining('o3 2.3 and 3.1') as string, 'tells more']
    ]);
  });

  it('of DailyReport contradict its text on the weakest dimension and on searches in a coding agent', () => {
    const rows = all.filter(({ paper, where }) => paper === '2606.12871' && / and 5\.\d, /.test(where));
    expect(rows.map(({ recomputed, verdict }) => [recomputed.split(';')[0], verdict])).toEqual([
      ['factuality is the lowest of the three for 15 of 17', 'contradicts'],
      ['all calls are fewer for 5 of 6, web searches alone for 3 of 6', 'contradicts'],
      [expect.stringContaining('calls .87, searches .71') as string, 'agrees']
    ]);
  });

  it('as mean and SD of three repeats leave few sums of levels: .007 around 2.90 is 2 of 150 tasks', () => {
    // 434, 435 and 436 of 150: SD of one step, 1/150 = .0067.
    expect(apartInRepeats(2.9, 2, 0.007, 3)).toEqual([2]);
    expect(apartInRepeats(2.9, 2, 0, 3)).toEqual([0]);
    // Between 0 and one step of one sum there is nothing: (0, 0, 1) / 150 has SD .0038.
    expect(apartInRepeats(2.9, 2, 0.002, 3)).toEqual([]);
  });

  it('agree within rounding only: half a step for the figure and half for its parts', () => {
    expect([within(69.4625, 69.5, 0.1), within(69.39, 69.5, 0.1)]).toEqual([true, false]);
  });
});

const papers = resolve(process.env.VOIRDIRE_SHARED ?? join(import.meta.dirname, '../../shared'), 'papers');
const there = existsSync(papers);
if (!there) console.log(`Figures looked up in the papers’ text: skipped, there is no ${papers}`);

describe('the figures that are recomputed', () => {
  const text = (paper: string): string =>
    readFileSync(join(papers, readdirSync(papers).find((name) => name.startsWith(`${paper}_`))!), 'utf8').replaceAll('\\', ''); // prettier-ignore
  const numbers = (of: unknown): number[] =>
    typeof of === 'number' ? [of] : typeof of === 'object' && of !== null ? Object.values(of).flatMap(numbers) : [];
  const tables: [string, unknown, number[]][] = [
    ['000', [printed.leaderboard000, printed.citationErrors000, printed.categories000], [1]],
    ['003', printed.leaderboard003, [1]],
    ['001', [printed.preference001, printed.repeats001.map(({ repeat }) => repeat[0])], [2]],
    ['001', [printed.judges001, printed.repeats001.map(({ repeat }) => repeat.slice(1))], [1]],
    ['001', [printed.dimensions001, Object.values(printed.traces001).flatMap((rows) => rows.map((row) => row.slice(0, 2)))], [3]], // prettier-ignore
    ['001', Object.values(printed.traces001).flatMap((rows) => rows.map((row) => row.slice(2))), [1]],
    ['002', [printed.keypointFigure002, printed.leakage002, printed.leakageAverage002, printed.keypoints002], [1, 0]],
    ['004', Object.values(printed.content004).map(({ means }) => means), [3]],
    ['004', Object.values(printed.content004).map(({ rate }) => rate), [1]],
    [
      '004',
      [printed.references004, printed.otherJudge004, printed.budgets004]
        .flatMap((of) => Object.values(of))
        .map(({ scores }) => scores),
      [3]
    ],
    [
      '004',
      [printed.references004, printed.otherJudge004, printed.budgets004]
        .flatMap((of) => Object.values(of))
        .map(({ rates }) => rates),
      [2]
    ],
    ['004', Object.values(printed.references004).map(({ references }) => references), [2]],
    ['004', printed.quarters004, [1]]
  ];

  it.runIf(there).each(tables)('stand in the text of paper %s as they are copied here', (paper, of, digits) => {
    const where = text(paper);
    const missing = numbers(of).filter((value) => !digits.some((many) => where.includes(value.toFixed(many))));
    expect(missing).toEqual([]);
  });

  it.runIf(there)('stand in several tables of arXiv 2508.15804 alike', () => {
    const where = text('004');
    for (const figure of printed.repeated004) expect([figure, where.split(figure).length > 2]).toEqual([figure, true]);
  });
});
