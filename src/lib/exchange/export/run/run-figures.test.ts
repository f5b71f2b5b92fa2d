import { writeLatexTable } from './leaderboard/latex-table.ts';
import { writeMarkdownTable } from './leaderboard/markdown-table.ts';
import { parse } from 'csv-parse/sync';
import readSheets from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { leaderboard, type LengthRow, type ReportRow } from '../../../scorer/leaderboard/index.ts';
import type { EnsembleScore } from '../../../scorer/score.ts';
import { metricByName } from '../../../scorer/suites/index.ts';
import { textCell, type FigureTable } from '../../../scorer/figure-table.ts';
import { checkTable, citationErrorTable, winRateTable } from '../../../scorer/suites/deep-eval/figures.ts';
import { writeFigureSvg } from './figure-chart.ts';
import { writeFigureHtml, writeFigureMarkdown } from './figure-document.ts';
import { writeFigureCsv, writeFigureJson, writeFigureLatex, writeFigureXlsx } from './figure-table.ts';
import { leaderboardTable } from './leaderboard/leaderboard-table.ts';
import { figureFile, leaderboardFigure } from './run-figures.server.ts';
import { lengthTable } from './run-figures.ts';

const score = (value: number, more: Partial<EnsembleScore> = {}): EnsembleScore => ({
  ...{ value, reason: null, n: 1, abstained: 0, unscored: 0, figures: {}, judges: 1, units: [], perJudge: [] },
  ...more
});
const row = (
  metric: string,
  system: string,
  at: number,
  own: EnsembleScore,
  taskCategory = 'market analysis'
): ReportRow => ({
  ...{ metric, system, category: null, taskCategory, qid: `q${at}`, reportId: `${system} ${at}`, perJudge: [] },
  score: own
});
const six = [0, 1, 2, 3, 4, 5];
const csv = (table: FigureTable) =>
  parse(writeFigureCsv(table), { columns: true, bom: true }) as Record<string, string>[];

describe('figures of a run as tables', () => {
  it('Table 7: mean errors of each kind for each report, by kind of task', () => {
    const failed = { serverErrors: 1, resets: 0, timeouts: 0.5 };
    const figures = { urls: 10, e1: 1, e1Paper: 3, ...failed, e2: 2, read: 7, pairs: 20, checked: 12, blocked: 2 };
    const table = citationErrorTable([
      ...six.map((at) => row('citation-accuracy', 'aurora', at, score(5, { figures: { ...figures, e3: at } }))),
      row('citation-accuracy', 'aurora', 9, score(5, { figures: { ...figures, e3: 7 } }), 'wide info search')
    ]);
    expect(table.rows.map(({ group, system }) => [group, system])).toEqual([
      ['All kinds of task', 'aurora'],
      ['market analysis', 'aurora'],
      ['wide info search', 'aurora']
    ]);
    const [, market, wide] = csv(table);
    expect(market).toMatchObject({ E1: '1', 'E1 as in the paper': '3', E2: '2', E3: '2.5', total: '5.5', 'E3 n': '6' });
    expect(market).toMatchObject({ 'server errors': '1', 'connection resets': '0', timeouts: '0.5' });
    expect(Number(market!['E3 low'])).toBeLessThan(2.5);
    expect(wide).toMatchObject({ E3: '7', 'E3 low': '', 'E3 n': '1' });
    // 2 of 7 read pages, in six reports; 2.5 of 12 checked pairs on average.
    expect(market).toMatchObject({ 'E2 of read n': '42', 'E3 of checked n': '72', 'without URL': '0' });
    expect(Number(market!['E2 of read'])).toBeCloseTo(200 / 7, 9);
  });

  it('Figure 5: medians and quartiles in words and tokens, reports not counted yet left out', () => {
    const rows = [100, 200, 300, 400].map((words, at): LengthRow => ({
      ...{ system: 'aurora', category: null, taskCategory: 'market analysis', qid: `q${at}`, reportId: `r${at}` },
      length: { full: { words, characters: 1 }, bare: { words: words / 2, characters: 1 } },
      tokens: at === 3 ? null : { full: 2 * words, bare: words }
    }));
    const [system, task] = csv(lengthTable('Lengths', rows, 'o200k_base'));
    expect(system).toMatchObject({
      group: 'By system',
      system: 'aurora',
      words: '250',
      'words low': '175',
      'words n': '4'
    });
    expect(system).toMatchObject({ tokens: '400', 'tokens n': '3', 'tokens without URLs and references': '200' });
    expect(task).toMatchObject({ group: 'By kind of task', system: 'market analysis', words: '250' });
  });

  it('Figure 6: win rates, best first, without the baseline', () => {
    const rows = ['poor', 'good', 'base'].flatMap((system, s) =>
      six.map((at) => row('depth', system, at, score(s === 1 || at === 0 ? 5 : -5)))
    );
    const table = winRateTable(rows, metricByName('depth'), 'base');
    expect(table).toMatchObject({ title: 'Win rates in depth, against base', display: { as: 'bars' } });
    expect(csv(table)).toMatchObject([
      { system: 'good', 'win rate': '100', wins: '6', losses: '0', 'win rate n': '6' },
      { system: 'poor', wins: '1', losses: '5', 'by order undefined because': 'The judges do not say.' }
    ]);
  });

  it('Figure 22: pass rates check by check', () => {
    const units = (at: number) => [{ item: 'p1', value: at % 2, state: 'judged' as const, judges: 1 }];
    const table = checkTable(
      six.map((at) => row('presentation', 'aurora', at, score(5, { units: units(at) }))),
      [
        { key: 'p1', text: 'Is it whole?' },
        { key: 'p2', text: 'Is it clear?' }
      ],
      { p1: 'Completeness' }
    );
    expect(csv(table)).toMatchObject([
      { P1: '50', 'P1 n': '6', P2: '', 'P2 undefined because': 'No report is judged on it.' }
    ]);
    expect(table.columns.map(({ title }) => title)).toEqual(['P1 Completeness, %', 'P2, %']);
    expect(table.notes).toContain('P1 Completeness: Is it whole?');
  });
});

describe('a figure in a file', () => {
  const board = leaderboard(
    six.map((at) => row('coverage', 'a <b> & "c"', at, score(80 + at))),
    [metricByName('coverage')]
  );
  const table = leaderboardFigure(leaderboardTable('Run 1 & 2', board));

  it('is JSON, LaTeX and SVG with each value, its interval and its n', () => {
    expect(JSON.parse(writeFigureJson(table))).toMatchObject({ rows: [{ cells: [{ value: 82.5, n: 6 }] }] });
    expect(writeFigureLatex(table)).toMatch(/a \\textless\{\}b\\textgreater\{\} \\& ''c'' .*82\.5.*n 6/);
    const svg = writeFigureSvg(table);
    expect(svg).toMatch(/^<\?xml/);
    expect(svg).toContain('a &lt;b&gt; &amp; &quot;c&quot;, Coverage: 82.5 (');
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('has three decimals for shares from 0 to 1, whose values one decimal would make alike, and one for points', () => {
    const shares = {
      ...metricByName('coverage'),
      name: 'shares',
      scale: { min: 0, max: 1, better: 'higher' as const }
    };
    const rows = six.map((at) => ({ ...row('coverage', 'aurora', at, score(0.41 + at / 100)), metric: 'shares' }));
    const written = leaderboardTable('Run', leaderboard(rows, [shares]));
    expect(written.columns.map(({ digits }) => digits)).toEqual([3]);
    expect(table.columns.map(({ decimals }) => decimals)).toEqual([1, 1].slice(0, table.columns.length));
    expect(writeMarkdownTable(written)).toContain('| aurora | **0.435**');
    expect(writeLatexTable(written)).toContain('\\textbf{0.435}');
    expect(writeFigureSvg(leaderboardFigure(written))).toContain('0.435');
  });

  it('is a plane of points in SVG if its table asks for one', () => {
    const cell = (value: number | null) => ({
      value,
      reason: value === null ? 'none' : null,
      low: null,
      high: null,
      n: 6
    });
    const plane: FigureTable = {
      ...{ name: 'plane', title: 'Cost and recall', range: 'none', counted: 'reports', notes: ['One run.'] },
      columns: [
        { name: 'cost', title: 'Cost', decimals: 2 },
        { name: 'recall', title: 'Recall', decimals: 1 }
      ],
      rows: [
        { group: null, system: 'a & b', cells: [cell(0.25), cell(60)] },
        { group: null, system: 'c', cells: [cell(1.75), cell(80)] },
        { group: null, system: 'd', cells: [cell(1), cell(null)] }
      ],
      display: { as: 'scatter', x: 'cost', y: 'recall' }
    };
    const svg = writeFigureSvg(plane);
    expect(svg).toContain('a &amp; b: Cost 0.25, Recall 60.0. c: Cost 1.75, Recall 80.0.');
    expect(svg).toContain('Horizontal axis: Cost. Vertical axis: Recall. n: reports.');
    // Two discs, the cheaper system to the left and below.
    const discs = [...svg.matchAll(/d="M([\d.]+) ([\d.]+)a3\.5/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    expect(discs).toHaveLength(2);
    expect(discs[0]![0]).toBeLessThan(discs[1]![0]);
    expect(discs[0]![1]).toBeGreaterThan(discs[1]![1]);
    for (const rows of [[], plane.rows.slice(0, 1)])
      expect(writeFigureSvg({ ...plane, rows })).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('is drawn without any value', () => {
    const none = {
      ...table,
      rows: [{ group: null, system: 'a', cells: [{ value: null, reason: 'none', low: null, high: null, n: 0 }] }]
    };
    expect(writeFigureSvg(none)).not.toMatch(/NaN|Infinity/);
    expect(writeFigureSvg({ ...table, rows: [] })).not.toMatch(/NaN|Infinity/);
  });

  it('is written from one description in every format, words and undefined values as well', async () => {
    const planted: FigureTable = {
      ...{
        name: 'planted',
        title: 'Planted figures',
        range: '95% CI, clustered by query',
        counted: 'references'
      },
      rowsAre: 'Judge',
      columns: [
        { name: 'precision', title: 'Precision', decimals: 3 },
        { name: 'remark', title: 'Remark', decimals: 0 }
      ],
      rows: [
        {
          group: 'A | B',
          system: 'gpt & co',
          cells: [{ value: 0.385, reason: null, low: 0.3125, high: 0.5, n: 16 }, textCell('=1+1')]
        },
        {
          group: 'C',
          system: 'none',
          cells: [{ value: null, reason: 'Nothing is cited.', low: null, high: null, n: 0 }, textCell('')]
        }
      ],
      notes: ['A note.']
    };
    expect(csv(planted)).toEqual([
      {
        group: 'A | B',
        judge: 'gpt & co',
        precision: '0.385',
        'precision low': '0.3125',
        'precision high': '0.5',
        'precision n': '16',
        'precision undefined because': '',
        remark: "'=1+1"
      },
      {
        group: 'C',
        judge: 'none',
        precision: '',
        'precision low': '',
        'precision high': '',
        'precision n': '0',
        'precision undefined because': 'Nothing is cited.',
        remark: ''
      }
    ]);
    const sheets = await readSheets(Buffer.from(await writeFigureXlsx(planted)));
    expect(sheets[0]!.data).toMatchObject([
      [
        'group',
        'judge',
        'precision',
        'precision low',
        'precision high',
        'precision n',
        'precision undefined because',
        'remark'
      ],
      ['A | B', 'gpt & co', 0.385, 0.3125, 0.5, 16, null, '=1+1'],
      ['C', 'none', null, null, null, 0, 'Nothing is cited.', null]
    ]);
    expect(sheets[1]!.data.flat()).toContain('A note.');
    const markdown = writeFigureMarkdown(planted, 'en');
    expect(markdown).toContain('| gpt &amp; co | 0.385 \\[0.313 – 0.500\\], n 16 | =1\\+1 |');
    expect(markdown).toContain('(Nothing is cited.)');
    const html = writeFigureHtml(planted, 'en');
    expect(html).toContain('<th scope="row">gpt &amp; co</th>');
    expect(html).toMatch(/0\.385.*0\.313 – 0\.500/);
    expect(html).toContain('A note.');
    expect(html).toContain('<svg');
    const latex = writeFigureLatex(planted);
    for (const part of ['0.385', '[0.313, 0.500]', 'n 16', 'Judge', '=1+1']) expect(latex).toContain(part);
    expect(writeFigureSvg(planted)).toContain('gpt &amp; co, Precision: 0.385');
    for (const text of [markdown, html, latex, writeFigureSvg(planted)]) expect(text).not.toMatch(/NaN|undefined(?! )/);
    expect(JSON.parse(writeFigureJson(planted))).toEqual(planted);
  });

  it('is known by its name and end', () => {
    expect(figureFile('lengths.svg')).toEqual({ name: 'lengths', format: 'svg' });
    expect(figureFile('leaderboard.svg')).toEqual({ name: 'leaderboard', format: 'svg' });
    for (const other of ['leaderboard.csv', 'lengths.doc', 'lengths', 'toString.csv', 'lengths.svg.csv'])
      expect(figureFile(other)).toBeNull();
  });
});
