import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { correction, type CorrectedMetric, type CorrectedUnit } from '../../../../alignment/corrected/corrected.ts';
import { leaderboard, type ReportRow } from '../../../../scorer/leaderboard/index.ts';
import type { EnsembleScore } from '../../../../scorer/score.ts';
import { metricByName } from '../../../../scorer/suites/index.ts';
import { correctionTables } from './correction-tables.ts';
import { escapeLatex } from '../../../format/latex-parts.ts';
import { writeLatexTable } from './latex-table.ts';
import { writeLeaderboardCsv } from './leaderboard-csv.ts';
import { leaderboardTable, type LeaderboardTable } from './leaderboard-table.ts';
import { escapeMarkdown } from '../../alignment/escape-markdown.ts';
import { writeMarkdownTable } from './markdown-table.ts';

const metrics = ['presentation', 'consistency', 'coverage', 'depth', 'citation-association'].map(metricByName);

const score = (value: number | null): EnsembleScore => ({
  ...{ value, reason: value === null ? 'It failed.' : null, n: 1, abstained: 0, unscored: value === null ? 1 : 0 },
  ...{ figures: {}, judges: 1, units: [], perJudge: [] }
});

const row = (system: string, qid: string, metric: string, value: number | null): ReportRow => ({
  ...{ system, qid, metric, reportId: `${system} ${qid}`, taskCategory: null, perJudge: [] },
  category: system.startsWith('team') ? 'multi-agent' : 'single-agent-web',
  score: score(value)
});

const values: Record<string, (number | null)[]> = {
  'solo_1 & co': [90, 80, 90, 80, 90, 80],
  'solo | 2': [70, null, 71, 69, 70, 70],
  team: [60, 40, 60, 40, 60, 40]
};
const board = leaderboard(
  Object.entries(values).flatMap(([system, own]) =>
    metrics.flatMap(({ name }) =>
      own.map((value, at) =>
        row(system, `q${at}`, name, name === 'depth' ? (value === null ? null : (value - 65) / 5) : value)
      )
    )
  ),
  metrics,
  { by: 'system-kind' }
);
const table = leaderboardTable('Run 3 of “Heat”', board);
const textsOf = ({ notes }: LeaderboardTable): string[] => notes.map(({ text }) => text);

it('values below 0 have a minus sign in Markdown and LaTeX, and a hyphen in CSV, which programs read', () => {
  const scale = { ...metricByName('coverage').scale, min: -1, max: 1 };
  const signed = { ...metricByName('coverage'), scale };
  const rows = Array.from({ length: 6 }, (_, q) => row('solo', `q${q}`, 'coverage', q % 2 ? -0.5 : -0.3));
  const written = leaderboardTable('Signed', leaderboard(rows, [signed]));
  expect(writeMarkdownTable(written)).toContain('| solo | **\u22120.400** \\[\u22120.508, \u22120.280\\] |');
  expect(writeLatexTable(written)).toContain('$-$0.400');
  expect(writeLeaderboardCsv(written)).toContain('-0.4');
});

describe('a leaderboard as a table', () => {
  it('has a column for each metric and the average, and systems in their groups', () => {
    expect(table.columns.map(({ name, unit }) => [name, unit])).toEqual([
      ...['presentation', 'consistency', 'coverage'].map((name) => [name, '']),
      ['depth', '%'],
      ['citation-association', ''],
      ['average', '']
    ]);
    expect(table.groups.map(({ title, rows, mean }) => [title, rows.map(({ name }) => name), mean !== null])).toEqual([
      ['One agent with web search', ['solo_1 & co', 'solo | 2'], true],
      ['Several agents', ['team'], false]
    ]);
  });

  it('of groups of queries marks the best of each, as each ranks every system, and explains the cells of all', () => {
    const rows = ['river', 'hill', 'lake'].flatMap((domain, d) =>
      Array.from({ length: d === 2 ? 4 : 6 }, (_, q) => `${domain} ${q}`).flatMap((qid, q) => [
        { ...row('near', qid, 'coverage', (d === 0 ? 80 : 40) + (q % 2)), domain },
        { ...row('far', qid, 'coverage', (d === 0 ? 60 : 70) + (q % 2)), domain }
      ])
    );
    const written = leaderboardTable('Towns', leaderboard(rows, [metricByName('coverage')], { by: 'query-domain' }));
    const { groups } = written;
    expect(
      groups.map(({ title, rows: own }) => [title, own.find(({ cells }) => cells[0]!.mark === 'best')?.name])
    ).toEqual([
      ['All queries', 'far'],
      ['hill', 'far'],
      ['lake', undefined],
      ['river', 'near']
    ]);
    expect(textsOf(written)).toEqual([
      'Bold: best value of the column in each group.',
      '†: not significantly different from the best system at the 5% level (Holm-adjusted over all pairs of systems).',
      'In brackets: 95% CI, clustered by query.',
      'No intervals or comparisons with fewer than 5 queries.'
    ]);
  });

  it('names the paper of a win rate if its metric names one, and none for the metric of another suite', () => {
    const { source, ...other } = metricByName('depth');
    const noted = [{ ...other, source: source! }, other].map((metric) =>
      textsOf(leaderboardTable('Pairs', leaderboard([row('solo', 'q1', 'depth', 4)], [metric])))
    );
    expect(noted.map((notes) => notes.filter((note) => /arXiv|authors/.test(note)).length)).toEqual([1, 0]);
    for (const notes of noted)
      expect(notes.join()).toContain('Analysis depth: wins as a percentage of wins and losses');
  });

  it('says on how many of how many reports a value rests, and marks the best', () => {
    const [first, second] = table.groups[0]!.rows.map(({ cells }) => cells);
    expect(first![0]).toMatchObject({ value: 85, n: 6, of: 6, queries: 6, mark: 'best' });
    expect(second![0]).toMatchObject({ value: 70, n: 5, of: 6, queries: 5 });
    expect(second![5]).toMatchObject({ value: 70, n: 5, of: 6 });
    expect(first![3]).toMatchObject({ value: 100, games: { wins: 6, losses: 0, ties: 0 } });
    expect(textsOf(table).join(' ')).toContain('n of m');
  });
});

describe('a leaderboard of fewer than five queries', () => {
  const short = leaderboard(
    Object.entries(values).flatMap(([system, own]) =>
      own.slice(0, 4).map((value, at) => row(system, `q${at}`, 'coverage', value))
    ),
    [metricByName('coverage')]
  );
  const written = leaderboardTable('Run 4', short);

  it('has values and their n, and neither intervals nor marks, in every file, which say why', () => {
    const cells = written.groups.flatMap(({ rows }) => rows.map(({ cells: [cell] }) => cell!));
    expect(cells.map(({ value, low, high, mark, queries }) => [value, low, high, mark, queries])).toEqual([
      [70, null, null, null, 3],
      [85, null, null, null, 4],
      [50, null, null, null, 4]
    ]);
    const note = 'No intervals or comparisons with fewer than 5 queries.';
    expect(textsOf(written)).toContain(note);
    expect(textsOf(written).join(' ')).not.toContain('Bold');
    expect(writeMarkdownTable(written)).toContain(note);
    expect(writeLatexTable(written)).toContain(note);
    const [, first] = parse(writeLeaderboardCsv(written), { columns: true, bom: true }) as Record<string, string>[];
    expect(first).toMatchObject({
      'coverage low': '',
      'coverage mark': '',
      'coverage no interval because': '4 queries: an interval needs at least 5.',
      'coverage not compared because': '4 queries: a comparison needs at least 5.'
    });
  });
});

it('names systems that have too few queries in common with the best to be compared', () => {
  const rows = [...Array(12).keys()].map((q) =>
    row(q < 6 ? 'a' : 'b_1', `q${q}`, 'coverage', (q < 6 ? 80 : 40) + (q % 3))
  );
  const apart = leaderboardTable('Run 5', leaderboard(rows, [metricByName('coverage')]));
  const note = 'Coverage: not compared with the best system, with fewer than 5 queries in common: b_1.';
  expect(textsOf(apart)).toContain(note);
  expect(writeLatexTable(apart)).toContain(escapeLatex(note));
});

describe('a checklist metric', () => {
  it('has the share of all its items pooled beside the mean over queries: 62.5 and 40 %, of 5 items', () => {
    const units = (values: number[]) =>
      values.map((value, at) => ({ item: `c${at}`, value, state: 'judged' as const, judges: 1 }));
    const of = (qid: string, value: number, own: number[]): ReportRow => ({
      ...row('a', qid, 'coverage', value),
      score: { ...score(value), units: units(own) }
    });
    const pooled = leaderboard([of('q1', 100, [1]), of('q2', 25, [1, 0, 0, 0])], [metricByName('coverage')]);
    const text = writeLeaderboardCsv(leaderboardTable('Run 5', pooled));
    expect(parse(text, { columns: true, bom: true })).toMatchObject([
      { coverage: '62.5', 'coverage pooled over items': '40', 'coverage pooled items': '5' }
    ]);
  });
});

it('values beside those of a table have the decimals of its column: a mean of .958 on a scale to 1 is not 1.0', () => {
  const metric = metricByName('coverage');
  const share = { above: 'right', below: 'stops', counted: 'stops' };
  const pooled = { ...metric, scale: { ...metric.scale, max: 1 }, aggregation: { by: 'pooled', share } as const };
  const of = (qid: string, right: number, stops: number): ReportRow => ({
    ...row('a', qid, 'coverage', right / stops),
    score: { ...score(right / stops), figures: { right, stops } }
  });
  const written = leaderboardTable('Run 6', leaderboard([of('q1', 11, 12), of('q2', 2, 2)], [pooled]));
  expect(textsOf(written)).toEqual(
    expect.arrayContaining([expect.stringContaining('mean over queries: a 0.958 (n = 2 reports)')])
  );
});

describe('a leaderboard in a file', () => {
  it('is CSV with every figure in a cell of its own', () => {
    const rows = parse(writeLeaderboardCsv(table), { columns: true, bom: true }) as Record<string, string>[];
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({
      group: 'One agent with web search',
      system: 'solo_1 & co',
      presentation: '85',
      'presentation n': '6',
      'presentation queries': '6',
      'presentation no interval because': '',
      'presentation mark': 'best',
      'depth wins': '6'
    });
    expect(Number(rows[0]!['presentation high'])).toBeGreaterThan(85);
  });

  it('is Markdown that renders as one table, with every name as it is', () => {
    const text = writeMarkdownTable(table);
    const html = new MarkdownIt().render(text);
    expect(html.match(/<table>/g)).toHaveLength(1);
    expect(html).toContain('<td>solo | 2</td>');
    expect(html).toContain('<td>solo_1 &amp; co</td>');
    expect(html).toContain('<strong>85.0</strong>');
    expect(html).toMatch(/70\.0†? \\?\[[0-9., ]+\\?\] \(5 of 6\)/);
    for (const line of text.split('\n').filter((one) => one.startsWith('|')))
      expect(line.replaceAll('\\|', '').split('|')).toHaveLength(2 + 7);
  });

  it('is LaTeX whose first line names the package for Chinese, without which TeX leaves Chinese names out', () => {
    const text = writeLatexTable({ ...table, title: '第 1 次评测' });
    expect(text).toMatch(/^% \\usepackage\{ctex\}\n\\begin\{table\}/);
  });

  it('is LaTeX with plain tabulars of at most four columns of figures, whose rows all have the same columns', () => {
    const text = writeLatexTable(table);
    expect(text).not.toMatch(/toprule|midrule|usepackage/);
    expect(text).toContain('solo\\_1 \\& co & ');
    expect(text).toContain('\\textbf{85.0}');
    expect(text).toContain('\\multicolumn{4}{@{}l@{}}{\\textit{Several agents}}');
    const tables = text.split('\\begin{table}').slice(1);
    expect(tables).toHaveLength(2);
    for (const one of tables)
      for (const line of one
        .split('\n')
        .filter((row) => row.endsWith('\\tabularnewline') && !row.startsWith('\\multi')))
        expect(line.replaceAll('\\&', '').split('&')).toHaveLength(4);
  });

  it('lets no name become a command, a cell or a row', () => {
    const odd = fc.string({ unit: 'grapheme', maxLength: 30 });
    fc.assert(
      fc.property(odd, (name) => {
        const latex = escapeLatex(name);
        const rest = latex.replace(
          /\\(?:textbackslash|textasciitilde|textasciicircum|textless|textgreater|textbar|ldots)\{\}|\{[[\]*]\}|\\[&%$#_{}]|\$\^\{\\dagger\}\$/g,
          ''
        );
        expect(rest).not.toMatch(/[\\&%$#_{}~^\n[\]*]/);
        const html = new MarkdownIt({ html: true }).render(`| a |\n| --- |\n| x${escapeMarkdown(name)}x |\n`);
        expect(html.match(/<(?!\/?(?:table|thead|tbody|tr|th|td)\b)/g)).toBeNull();
        expect(html.match(/<td>/g)).toHaveLength(1);
      })
    );
  });

  it('says why if a value is undefined', () => {
    const lone = leaderboard([row('solo', 'q1', 'depth', 0)], [metricByName('depth')]);
    const drawn = leaderboardTable('Depth', lone);
    expect(drawn.groups[0]?.rows[0]?.cells[0]).toMatchObject({ value: null, games: { ties: 1 } });
    expect(writeLeaderboardCsv(drawn)).toContain('the only game is a tie');
    expect(writeMarkdownTable(drawn)).toContain('| solo | – |');
  });
  it('tells a system whose reports a metric did not judge, such as a baseline, from one without reports', () => {
    const rows = [row('solo', 'q1', 'depth', 2), row('solo', 'q1', 'coverage', 50), row('base', 'q1', 'coverage', 50)];
    const drawn = leaderboardTable('Depth', leaderboard(rows, ['coverage', 'depth'].map(metricByName)));
    const base = drawn.groups.flatMap((group) => group.rows).find(({ name }) => name === 'base')!;
    expect(base.cells[1]).toMatchObject({ value: null, reason: 'The metric judged none of its reports.', n: 0, of: 1 });
  });
  it('has an average on no report if a metric of the average judged none of the system', () => {
    const judged = (system: string, names: readonly string[]) => names.map((name) => row(system, 'q1', name, 1));
    const rows = [
      ...judged('all', ['presentation', 'consistency', 'coverage', 'depth', 'citation-association']),
      ...judged('some', ['presentation', 'consistency', 'depth']),
      ...judged('none', ['depth'])
    ];
    const drawn = leaderboardTable('Average', leaderboard(rows, metrics));
    const averages = drawn.groups.flatMap((group) => group.rows.map(({ name, cells }) => [name, cells.at(-1)!.n]));
    expect(Object.fromEntries(averages)).toEqual({ all: 1, some: 0, none: 0 });
  });
});

describe('corrected scores in the files of a leaderboard', () => {
  const units = (system: string, marks: string): CorrectedUnit[] =>
    marks.split(' ').map((mark, i) => ({
      ...{ system, qid: `q${i % 3}`, reportId: `${system}/${i % 3}`, score: mark[0] === 'y' ? 1 : 0, drawnFrom: true },
      human: mark[1] === '-' ? null : mark[1] === 'y' ? 1 : 0,
      inclusion: mark[1] === '-' ? null : 0.5
    }));
  // The judge is wrong on one labelled no of three; of `team` nothing is labelled.
  const all = [...units('solo_1 & co', 'yy ny nn yn y- n- yy nn y-'), ...units('team', 'y- n- y-')];
  const measured = all.flatMap(({ human, ...unit }) =>
    human === null ? [] : [{ ...unit, human, inclusion: unit.inclusion! }]
  );
  const corrected: CorrectedMetric = {
    ...{ metric: 'coverage', title: 'Coverage', why: null, repeats: 1 },
    by: {
      ensemble: 'ferrule',
      study: { number: 2, name: 'First' },
      run: 1,
      decidedAt: 0,
      escalated: false,
      changed: ['The prompt changed.'],
      said: []
    },
    ...correction(all, measured)
  };
  const [of] = correctionTables([corrected, { metric: 'depth', title: 'Depth', why: 'None.', by: null }]);
  const withCorrections = leaderboardTable('Run 3', board, { corrections: [of!] });

  it('stand in columns after the metric’s own in CSV, undefined ones with the reason', () => {
    const rows = parse(writeLeaderboardCsv(withCorrections), { columns: true, bom: true }) as Record<string, string>[];
    const byName = (name: string) => rows.find(({ system }) => system === name)!;
    const solo = corrected.systems.find(({ system }) => system.startsWith('solo'));
    expect(Number(byName('solo_1 & co')['coverage adopted ensemble'])).toBe(solo!.raw.value);
    expect(Number(byName('solo_1 & co')['coverage PPI++'])).toBe(solo!.ppi.value);
    expect(Number(byName('solo_1 & co')['coverage Rogan–Gladen high'])).toBe(solo!.roganGladen.high);
    expect(byName('solo_1 & co')).toMatchObject({ 'coverage labelled items': '6', 'coverage answered items': '9' });
    expect(byName('team')).toMatchObject({ 'coverage PPI++': '' });
    expect(byName('team')['coverage PPI++ undefined because']).toContain('No unit of this system');
    expect(byName('solo | 2')).toMatchObject({ 'coverage PPI++': '', 'coverage labelled items': '' });
    const headers = Object.keys(rows[0]!);
    expect(headers.indexOf('coverage adopted ensemble')).toBe(headers.indexOf('coverage undefined because') + 1);
    expect(headers.filter((name) => name.startsWith('depth PPI'))).toEqual([]);
  });

  it('are a table of their own in Markdown and LaTeX, with what they rest on', () => {
    const markdown = writeMarkdownTable(withCorrections);
    const html = new MarkdownIt().render(markdown);
    expect(html.match(/<table>/g)).toHaveLength(2);
    expect(html).toContain('<h4>Coverage, corrected by human labels</h4>');
    expect(html).toContain(
      'Judged by ferrule, adopted in study 2 (First). The adoption is reopened: The prompt changed.'
    );
    expect(html).toContain('<td>solo_1 &amp; co</td>');
    expect(html).toContain('6 of 9');
    const latex = writeLatexTable(withCorrections);
    expect(latex.match(/\\begin\{table\}/g)).toHaveLength(3);
    expect(latex).toMatch(
      /System & .*adopted ensemble & .*PPI\+\+ & .*Rogan--Gladen & .*Labelled items \\tabularnewline/
    );
    expect(latex).toMatch(/team & .*66\.7.*& \\raggedleft\\hspace\{0pt\}-- & /);
  });
});
