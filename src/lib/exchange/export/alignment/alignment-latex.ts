import {
  hasIntervals,
  isNumberShown,
  documentReasons,
  type AlignmentDocument,
  type DocumentBlock,
  type DocumentCell,
  type Column,
  type Fact,
  type DocumentTable
} from '../../../alignment/document/document.ts';
import {
  breakable,
  columnGroups,
  latexColumn,
  escapeLatex,
  latexRow,
  leftCell,
  rightCell,
  withPackages
} from '../../format/latex-parts.ts';
import { joinSentences } from '../../../messages/sentences.ts';
import { messagesIn } from '../../../messages/words.ts';
import { reasonsBelow, type PartWords } from '../html/document-blocks.ts';

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

/** The same, with places in long ids where a line may end. */
const broken = (text: string): string => breakable(text, latexText);

/** Figures stand in one column with interval and n below, if a table has more than so many of them. */
const WIDE = 1;

/** Share of the line for names. */
const NAMES = 0.32;

/**
 * The report as LaTeX to be put into a document of one's own: a table for each of its tables, text as paragraphs. Needs
 * `booktabs` and `longtable`, and for Chinese text or names `ctex` and a compiler that knows Unicode fonts.
 */
export function writeAlignmentLatex({ language, title, facts, sections }: AlignmentDocument): string {
  const words = messagesIn(language, 'documentParts');
  const body = [
    '\\providecommand{\\vdfigure}[3]{\\begin{tabular}[t]{@{}r@{}}#1\\\\{\\scriptsize #2}\\\\{\\scriptsize #3}\\end{tabular}}',
    '\\begingroup\\sloppy',
    `\\section*{${broken(title)}}`,
    factList(facts),
    ...sections.flatMap((section) => [
      `\\subsection*{${broken(section.title)}}`,
      ...section.blocks.map((block) => blockText(block, words))
    ]),
    '\\par\\endgroup'
  ].join('\n\n');
  return withPackages(`\n${body}\n`, ['booktabs', 'longtable']);
}

function blockText(block: DocumentBlock, words: PartWords): string {
  switch (block.kind) {
    case 'paragraph':
      return [block.lead === undefined ? '' : `\\textbf{${broken(block.lead)}} `, broken(block.text)].join('');
    case 'list':
      return ['\\begin{itemize}', ...block.items.map((item) => `\\item ${broken(item)}`), '\\end{itemize}'].join('\n');
    case 'facts':
      return factList(block.facts);
    case 'table':
      return tableText(block.table, words);
    case 'chart': {
      const { picture, table, note } = block.chart;
      return longTable(
        joinSentences([words.chartTitle({ title: picture.title }), note]),
        table.columns.map(({ numeric }) => (numeric ? 'r' : 'l')),
        table.columns.map((column) => broken(column.title)),
        table.rows.map((row) => row.map(broken)),
        words
      );
    }
  }
}

/** A term stands in a box that TeX cannot break; longer ones begin the text. */
const LONGEST_TERM = 32;

const factList = (facts: readonly Fact[]): string =>
  [
    '\\begin{description}',
    ...facts.map(({ term, value }) =>
      term.length > LONGEST_TERM
        ? `\\item[] \\textbf{${broken(term)}} ${broken(value)}`
        : `\\item[{${latexText(term)}}] ${broken(value)}`
    ),
    '\\end{description}'
  ].join('\n');

interface Expanded {
  title: string;
  align: 'l' | 'r';
}

function tableText(table: DocumentTable, words: PartWords): string {
  const { caption, columns, rows } = table;
  const ranged = columns.map((_, i) => hasIntervals(table, i));
  const stacked = columns.filter(({ kind }) => kind === 'figure').length > WIDE;
  const expanded = columns.flatMap(({ title, kind, level = '95%' }, i): Expanded[] => {
    if (kind !== 'figure') return [{ title, align: aligned[kind] }];
    if (stacked) return [{ title, align: 'r' }];
    return [
      { title, align: 'r' },
      ...(ranged[i] ? [{ title: words.interval({ level }), align: 'r' } satisfies Expanded] : []),
      { title: 'n', align: 'r' }
    ];
  });
  return longTable(
    caption,
    expanded.map(({ align }) => align),
    expanded.map(({ title }) => broken(title)),
    rows.map(({ name, strong, cells }) => [
      strong ? `\\textbf{${broken(name)}}` : broken(name),
      ...cells.flatMap((cell, i) => cellTexts(cell, columns[i + 1]!, { stacked, ranged: ranged[i + 1]! }))
    ]),
    words,
    documentReasons(rows)
  );
}

const aligned: Record<Exclude<Column['kind'], 'figure'>, 'l' | 'r'> = { name: 'l', text: 'l', count: 'r' };

function cellTexts(
  cell: DocumentCell,
  { kind }: Column,
  { stacked, ranged }: { stacked: boolean; ranged: boolean }
): string[] {
  if (kind !== 'figure') return [cell === null ? '' : broken(String(cell))];
  if (!isNumberShown(cell)) return Array.from({ length: stacked ? 1 : ranged ? 3 : 2 }, () => '');
  const parts = [broken(cell.written), broken(cell.range), `n ${cell.n}`];
  return stacked ? [`\\vdfigure{${parts.join('}{')}}`] : [parts[0]!, ...(ranged ? [parts[1]!] : []), String(cell.n)];
}

/**
 * A table that may go over the page and fits the width of the text. One of many columns becomes several, each with the first
 * column.
 */
const longTable = (
  caption: string,
  align: readonly ('l' | 'r')[],
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  words: PartWords,
  below: readonly string[] = []
): string => {
  const parts = columnGroups(Math.max(0, heads.length - 1));
  return parts
    .map((values, part) => {
      const places = [0, ...values.map((place) => place + 1)];
      const share = (1 - NAMES) / Math.max(1, values.length);
      const line = (cells: readonly string[]): string =>
        latexRow(places.map((at) => (align[at] === 'r' ? rightCell : leftCell)(cells[at] ?? '')));
      const head = ['\\toprule', line(heads), '\\midrule'];
      const numbered = parts.length === 1 ? caption : words.partOf({ caption, part: part + 1, parts: parts.length });
      return [
        '{\\small\\setlength{\\tabcolsep}{3pt}',
        `\\begin{longtable}{@{}${latexColumn(values.length === 0 ? 1 : NAMES)}${latexColumn(share).repeat(values.length)}@{}}`,
        `\\caption*{${broken(numbered)}}\\\\`,
        ...head,
        '\\endfirsthead',
        ...head,
        '\\endhead',
        ...rows.map(line),
        '\\bottomrule',
        '\\end{longtable}',
        ...(below.length > 0 && part === parts.length - 1
          ? [`\\noindent ${broken(reasonsBelow(below, words))}`.replace('–', '--')]
          : []),
        '}'
      ].join('\n');
    })
    .join('\n\n');
};
