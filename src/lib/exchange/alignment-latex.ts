import {
  hasIntervals,
  isNumberShown,
  whyDashes,
  type AlignmentDocument,
  type Block,
  type Cell,
  type Column,
  type Fact,
  type Table
} from '../alignment/document/document.ts';
import { escapeLatex } from './latex-table.ts';

/** Signs of the report that text fonts of LaTeX lack. */
const SIGNS: Record<string, string> = {
  κ: '$\\kappa$',
  α: '$\\alpha$',
  δ: '$\\delta$',
  ε: '$\\varepsilon$',
  λ: '$\\lambda$',
  ρ: '$\\rho$',
  τ: '$\\tau$',
  ω: '$\\omega$',
  '\u2212': '$-$',
  '≥': '$\\geq$',
  '≤': '$\\leq$',
  '×': '$\\times$',
  '½': '$\\frac{1}{2}$',
  '²': '$^{2}$',
  '±': '$\\pm$',
  '→': '$\\rightarrow$',
  '↓': '$\\downarrow$',
  '·': '$\\cdot$'
};

/** Text for LaTeX, with the signs that figures need. Narrow spaces before a unit stay narrow. */
export const latexText = (text: string): string =>
  text
    .split('\u202f')
    .map((part) => escapeLatex(part).replace(/[καδελρτω\u2212≥≤×½²±→↓·]/gu, (sign) => SIGNS[sign] ?? sign))
    .join('\\,');

/** Figures stand in one column with interval and n below, where a table has more than so many of them. */
const WIDE = 2;

/**
 * The report as LaTeX to be put into a document of one's own: a table for each of its tables, text as paragraphs. Needs
 * `booktabs` and `longtable`, and for names in Chinese a compiler that knows Unicode fonts.
 */
export function writeAlignmentLatex({ title, facts, sections }: AlignmentDocument): string {
  return `${[
    '% \\usepackage{booktabs,longtable}',
    '\\providecommand{\\vdfigure}[3]{\\begin{tabular}[t]{@{}r@{}}#1\\\\{\\scriptsize #2}\\\\{\\scriptsize #3}\\end{tabular}}',
    `\\section*{${latexText(title)}}`,
    factList(facts),
    ...sections.flatMap((section) => [`\\subsection*{${latexText(section.title)}}`, ...section.blocks.map(blockText)])
  ].join('\n\n')}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return [block.lead === undefined ? '' : `\\textbf{${latexText(block.lead)}} `, latexText(block.text)].join('');
    case 'list':
      return ['\\begin{itemize}', ...block.items.map((item) => `\\item ${latexText(item)}`), '\\end{itemize}'].join(
        '\n'
      );
    case 'facts':
      return factList(block.facts);
    case 'table':
      return tableText(block.table);
    case 'chart': {
      const { picture, table, note } = block.chart;
      return longTable(
        `${picture.title}. ${note}`,
        table.columns.map(({ numeric }) => (numeric ? 'r' : 'l')),
        table.columns.map((column) => latexText(column.title)),
        table.rows.map((row) => row.map(latexText))
      );
    }
  }
}

const factList = (facts: readonly Fact[]): string =>
  [
    '\\begin{description}',
    ...facts.map(({ term, value }) => `\\item[{${latexText(term)}}] ${latexText(value)}`),
    '\\end{description}'
  ].join('\n');

function tableText(table: Table): string {
  const { caption, columns, rows } = table;
  const ranged = columns.map((_, i) => hasIntervals(table, i));
  const stacked = columns.filter(({ kind }) => kind === 'figure').length > WIDE;
  const expanded = columns.flatMap(({ title, kind }, i): { title: string; align: string }[] => {
    if (kind !== 'figure') return [{ title, align: aligned[kind] }];
    if (stacked) return [{ title, align: 'r' }];
    return [
      { title, align: 'r' },
      ...(ranged[i] ? [{ title: '95 % interval', align: 'r' }] : []),
      { title: 'n', align: 'r' }
    ];
  });
  return longTable(
    caption,
    expanded.map(({ align }) => align),
    expanded.map(({ title }) => latexText(title)),
    rows.map(({ name, strong, cells }) => [
      strong ? `\\textbf{${latexText(name)}}` : latexText(name),
      ...cells.flatMap((cell, i) => cellTexts(cell, columns[i + 1]!, { stacked, ranged: ranged[i + 1]! }))
    ]),
    whyDashes(rows)
  );
}

const aligned: Record<Exclude<Column['kind'], 'figure'>, string> = {
  name: 'p{0.34\\textwidth}',
  text: 'l',
  count: 'r'
};

function cellTexts(cell: Cell, { kind }: Column, { stacked, ranged }: { stacked: boolean; ranged: boolean }): string[] {
  if (kind !== 'figure') return [cell === null ? '' : latexText(String(cell))];
  if (!isNumberShown(cell)) return Array.from({ length: stacked ? 1 : ranged ? 3 : 2 }, () => '');
  const parts = [latexText(cell.written), latexText(cell.range), `n ${cell.n}`];
  return stacked ? [`\\vdfigure{${parts.join('}{')}}`] : [parts[0]!, ...(ranged ? [parts[1]!] : []), String(cell.n)];
}

/** A table that may go over the page. */
const longTable = (
  caption: string,
  align: readonly string[],
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  below: readonly string[] = []
): string => {
  const head = ['\\toprule', `${heads.join(' & ')} \\\\`, '\\midrule'];
  return [
    '{\\small',
    `\\begin{longtable}{@{}${align.join('')}@{}}`,
    `\\caption*{${latexText(caption)}}\\\\`,
    ...head,
    '\\endfirsthead',
    ...head,
    '\\endhead',
    ...rows.map((cells) => `${cells.join(' & ')} \\\\`),
    '\\bottomrule',
    '\\end{longtable}',
    ...(below.length > 0 ? [`\\noindent –: ${latexText(below.join('; '))}.`.replace('–', '--')] : []),
    '}'
  ].join('\n');
};
