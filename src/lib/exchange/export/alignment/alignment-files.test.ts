import { parse } from 'csv-parse/sync';
import { parseHTML } from 'linkedom';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { alignmentDocument } from '../../../alignment/document/build.ts';
import { isNumberShown } from '../../../alignment/document/document.ts';
import { evilName, sources } from '../../../alignment/document/document.fixture.ts';
import { chartsOf } from '../../../alignment/charts/of-report.ts';
import { writeAlignmentCsv } from './alignment-csv.ts';
import { alignmentFiles, filesOfReport } from './alignment-files.server.ts';
import { writeAlignmentHtml } from './alignment-html.ts';
import { latexText, writeAlignmentLatex } from './alignment-latex.ts';
import { writeAlignmentMarkdown } from './alignment-markdown.ts';

const documents = Object.entries(sources).map(([level, source]) => [level, alignmentDocument(source, 'en')] as const);
const binary = documents[0]![1];

describe.each(documents)('files of a report on a %s scale', (_, document) => {
  const tables = document.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'table' ? [block.table] : []))
  );
  const figures = tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.filter(isNumberShown)));

  it('CSV has one row per figure, at full precision, with ends, n, kind of interval and reason', () => {
    const rows: Record<string, string>[] = parse(writeAlignmentCsv(document), { columns: true });
    const numbers = rows.filter(({ table }) => !/^Of |^Items by the label/.test(table!));
    expect(numbers.length).toBeGreaterThanOrEqual(figures.length);
    for (const { value, low, high, n, interval, undefined: why, section, what, figure } of rows) {
      expect([section, what, figure].every((text) => text !== '')).toBe(true);
      expect(n).toMatch(/^\d+$/);
      if (value === '') expect(why).not.toBe('');
      if (low !== '') expect([Number(low) <= Number(high), interval !== '']).toEqual([true, true]);
    }
    const common = rows.find(({ section, what }) => section === 'candidates' && what === 'Two annotators')!;
    const [shown] = tables.find(({ caption }) => caption.startsWith('Agreement of the candidates'))!.rows[0]!.cells;
    expect(Number(common.value)).toBe((shown as { value: number }).value);
  });

  it('HTML is well formed: every table has heads for its cells, every address leads into the file', () => {
    const { document: page } = parseHTML(writeAlignmentHtml(document));
    expect(page.querySelectorAll('table').length).toBeGreaterThan(tables.length);
    for (const table of page.querySelectorAll('table')) {
      const heads = table.querySelectorAll('thead th').length;
      for (const row of table.querySelectorAll('tbody tr')) expect(row.children.length).toBe(heads);
    }
    for (const link of page.querySelectorAll('a'))
      expect(page.getElementById(link.getAttribute('href')!.slice(1))).not.toBeNull();
    expect(page.querySelectorAll('svg[role="img"]').length).toBe(6);
    for (const region of page.querySelectorAll('[role="region"]')) expect(region.getAttribute('tabindex')).toBe('0');
  });

  it('HTML shows every figure with its n', () => {
    const { document: page } = parseHTML(writeAlignmentHtml(document));
    const plain = (text: string): string => text.replace(/\s+/g, ' ');
    const text = plain(page.body.textContent!);
    for (const { written, range } of figures) {
      expect(text).toContain(plain(written));
      if (range !== '–') expect(text).toContain(plain(range));
    }
  });

  it('LaTeX closes every environment and group that it opens, and escapes the rest', () => {
    const tex = writeAlignmentLatex(document);
    const open: string[] = [];
    for (const [, what, name] of tex.matchAll(/\\(begin|end)\{(\w+)\}/g))
      if (what === 'begin') open.push(name!);
      else expect(open.pop()).toBe(name);
    expect(open).toEqual([]);
    const bare = tex.replaceAll('\\\\', '').replace(/\\[{}%&$#_]/g, '');
    expect(bare.match(/\{/g)!.length).toBe(bare.match(/\}/g)!.length);
    expect(bare.match(/\$/g)!.length % 2).toBe(0);
    expect(tex.split('\n').filter((line) => /(?<!\\)%/.test(line))).toEqual(['% \\usepackage{booktabs,longtable}']);
    // Signs that a text font of LaTeX lacks.
    expect(tex).not.toMatch(/[^\p{ASCII}\p{Script=Latin}]/u);
  });

  it('LaTeX names the package for Chinese if a name is Chinese, in every language', () => {
    expect(writeAlignmentLatex({ ...document, title: '覆盖度' })).toMatch(
      /^% \\usepackage\{booktabs,longtable,ctex\}\n/
    );
  });

  it('LaTeX has as many cells in every row as its table has columns', () => {
    for (const [, align, body] of writeAlignmentLatex(document).matchAll(
      /\\begin\{longtable\}\{@\{\}((?:p\{[^}]*\}|[lr])+)@\{\}\}([\s\S]*?)\\end\{longtable\}/g
    )) {
      const columns = align!.replace(/p\{[^}]*\}/g, 'p').length;
      const rows = body!.split('\n').filter((line) => / \\tabularnewline$/.test(line) && !line.startsWith('\\caption'));
      expect(rows.length).toBeGreaterThan(1);
      for (const row of rows) expect(row.replaceAll('\\&', '').split(' & ').length, row).toBe(columns);
    }
  });

  it('Markdown has a table for every table and chart, each row as long as its head', () => {
    const { document: page } = parseHTML(
      `<main>${new MarkdownIt({ html: true }).render(writeAlignmentMarkdown(document))}</main>`
    );
    expect(page.querySelectorAll('table').length).toBe(tables.length + 6);
    for (const table of page.querySelectorAll('table')) {
      const heads = table.querySelectorAll('thead th').length;
      for (const row of table.querySelectorAll('tbody tr')) expect(row.children.length).toBe(heads);
    }
  });
});

it('files name the confidence of the plan at intervals of gates, the selected candidate and populations', () => {
  const { procedure, ...rest } = sources.binary;
  const analysisPlan = { ...procedure.analysisPlan, confidence: 0.9 };
  const document = alignmentDocument({ ...rest, procedure: { ...procedure, analysisPlan } }, 'en');
  const { document: page } = parseHTML(writeAlignmentHtml(document));
  const headsOf = (caption: string): string[] => {
    const table = [...page.querySelectorAll('table')].find((one) =>
      one.querySelector('caption')?.textContent?.startsWith(caption)
    )!;
    return [...table.querySelectorAll('thead th')].map((head) => head.textContent!);
  };
  expect(headsOf('Every gate with its number, 90% CI (80% for bias) and threshold')).toContain('CI');
  expect(headsOf('The selected candidate, before and after')).toContain('90% CI');
  expect(headsOf('Agreement of the candidates')).not.toContain('90% CI');
  expect(writeAlignmentLatex(document)).toContain('90\\% CI');
  const markdown = writeAlignmentMarkdown(document);
  expect(markdown).toContain('| Agreement | Value, 90% CI |');
  expect(markdown).toContain('| Agreement | These annotators, 90% CI | Annotators like these, 90% CI |');
  const rows: Record<string, string>[] = parse(writeAlignmentCsv(document), { columns: true });
  const kinds = (section: string) =>
    new Set(rows.flatMap((row) => (row['section'] === section && row['low'] !== '' ? [row['interval']!] : [])));
  expect(kinds('populations')).toContain('queries, 90%');
  expect(kinds('choice')).toContain('by query, 90%');
  expect([...kinds('candidates')].join()).not.toContain('90%');
});

describe('a name that would run or break', () => {
  it('is text in HTML', () => {
    const { document: page } = parseHTML(writeAlignmentHtml(binary));
    expect(page.querySelectorAll('script, iframe, object, embed, link, base, form')).toHaveLength(0);
    expect(page.body.textContent).toContain(evilName);
    for (const element of page.querySelectorAll('*'))
      for (const name of element.getAttributeNames()) expect(name).not.toMatch(/^on/);
  });

  it('is text in Markdown, also if HTML is allowed in it', () => {
    const html = new MarkdownIt({ html: true }).render(writeAlignmentMarkdown(binary));
    expect(html).not.toMatch(/<script|<a /);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('is text in LaTeX', () => {
    expect(latexText(evilName)).toBe(
      '\\textless{}script\\textgreater{}alert(1)\\textless{}/script\\textgreater{} \\& =cmd() \\textbar{} 50 \\% \\$x\\_1\\$ \\textbackslash{}input\\{a\\} {[}b{]}(https://c.example/)'
    );
    expect(latexText('κ ≥ .5, 73\u202f%, −½')).toBe('$\\kappa$ $\\geq$ .5, 73\\,\\%, $-$$\\frac{1}{2}$');
  });

  it('does not run as a formula in CSV', () => {
    const source = { ...sources.binary, report: { ...sources.binary.report, people: [{ ...sources.binary.report.people[0]!, name: '=cmd()' }] } }; // prettier-ignore
    expect(writeAlignmentCsv(alignmentDocument(source, 'en'))).toContain(",'=cmd(),");
  });
});

describe('the HTML file', () => {
  const html = writeAlignmentHtml(binary);
  const { document: page } = parseHTML(html);

  it('loads nothing from anywhere, and forbids a browser to', () => {
    // Addresses that a person wrote are in it as text, and in attributes that only name things.
    const tags = html.match(/<[^>]+>/g)!.map((tag) => tag.replace(/ aria-label="[^"]*"/g, ''));
    expect(tags.filter((tag) => /https?:|\/\//.test(tag))).toEqual([]);
    expect(page.querySelector('style')!.textContent).not.toMatch(/https?:|\/\//);
    expect(html).not.toMatch(/@import|url\(|@font-face/);
    for (const element of page.querySelectorAll('[src], [srcset], [data], [poster], [background], [xlink\\:href]'))
      expect(element.outerHTML).toBe('');
    for (const element of page.querySelectorAll('[href]')) expect(element.getAttribute('href')).toMatch(/^#[a-z]+$/);
    expect(page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'"
    );
  });

  it('has a title, a language, one main heading and light colours on paper', () => {
    expect(page.title).toBe('Can LLM judges replace human annotators on coverage?');
    expect(page.documentElement.getAttribute('lang')).toBe('en');
    expect(page.querySelectorAll('h1')).toHaveLength(1);
    expect(html).toMatch(/@page \{ margin/);
    expect(html).toMatch(/@media print \{\s+:root \{ color-scheme: light; \}/);
  });
});

describe.each(Object.entries(sources))('the files of a report on a %s scale', (_, { report, procedure }) => {
  const ends = filesOfReport({ report, procedure }).map(({ end }) => end);

  it('hold each chart that there is something to show in, and issues and consensus only if there are any', () => {
    const charts = ends.filter((end) => end.endsWith('.svg'));
    expect(charts.sort()).toEqual(
      chartsOf(report, procedure)
        .map(({ name }) => `${name}.svg`)
        .sort()
    );
    expect(ends.includes('issues.csv')).toBe(report.issues !== null);
    expect(ends.includes('consensus.csv')).toBe(report.consensus.reason === null);
  });

  it('are all others whatever the scale', () => {
    const always = Object.entries(alignmentFiles).flatMap(([end, { has }]) =>
      end.endsWith('.svg') || has ? [] : [end]
    );
    expect(ends.filter((end) => always.includes(end))).toEqual(always);
  });
});
