import { correctedColumns } from '../alignment/corrected.ts';
import type { CorrectionTable } from './correction-tables.ts';
import { shownValue, type LeaderboardTable, type TableCell } from './leaderboard-table.ts';

const SPECIAL: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': "''",
  // After a row's end a bracket or an asterisk would be an option of that end.
  '[': '{[}',
  ']': '{]}',
  '*': '{*}',
  '–': '--',
  '—': '---',
  '†': '$^{\\dagger}$',
  '“': '``',
  '”': "''",
  '’': "'",
  '…': '\\ldots{}'
};

/** Text for LaTeX: no letter of it is a command, whatever the text is. */
export const escapeLatex = (text: string): string =>
  text.replace(/[\p{Cc}\s]+/gu, ' ').replace(/[\\&%$#_{}~^<>|"[\]*–—†“”’…]/g, (letter) => SPECIAL[letter] ?? letter);

/** A minus sign of mathematics, not a hyphen. */
const number = (value: number | null): string => escapeLatex(shownValue(value)).replace(/^-(?=\d)/, '$-$');

type Ends = Pick<TableCell, 'low' | 'high'>;

const rangeOf = ({ low, high }: Ends): string[] =>
  low === null || high === null ? [] : [`{\\small [${number(low)}, ${number(high)}]}`];

const rangeText = (figure: Ends & { value: number | null }): string =>
  [number(figure.value), ...rangeOf(figure)].join(' ');

function cellText(cell: TableCell): string {
  const value = number(cell.value);
  const marked = cell.mark === 'best' ? `\\textbf{${value}}` : cell.mark === 'tied' ? `${value}$^{\\dagger}$` : value;
  return [marked, ...rangeOf(cell), ...(cell.n < cell.of ? [`{\\small (${cell.n} of ${cell.of})}`] : [])].join(' ');
}

const row = (cells: readonly string[]): string => `${cells.join(' & ')} \\\\`;

/** A leaderboard as a plain `tabular`, and one for each metric whose scores are corrected: needs no package. */
export function writeLatexTable({ title, columns, groups, notes, corrections }: LeaderboardTable): string {
  const heads = columns.map(({ title: heading, unit }) => escapeLatex(unit === '' ? heading : `${heading}, ${unit}`));
  const body = groups.flatMap((group) => [
    ...(group.title === null
      ? []
      : [row([`\\multicolumn{${columns.length + 1}}{l}{\\textit{${escapeLatex(group.title)}}}`])]),
    ...group.rows.map(({ name, cells }) => row([escapeLatex(name), ...cells.map(cellText)])),
    ...(group.mean ? [row([`\\textit{Mean of ${group.rows.length}}`, ...group.mean.map(cellText)])] : []),
    '\\hline'
  ]);
  return [...tableOf(title, ['System', ...heads], body, notes), ...corrections.flatMap(correctionLines)].join('\n');
}

const tableOf = (
  caption: string,
  heads: readonly string[],
  body: readonly string[],
  notes: readonly string[]
): string[] => [
  '\\begin{table}',
  '\\centering',
  `\\caption{${escapeLatex(caption)}}`,
  `\\begin{tabular}{l${'r'.repeat(heads.length - 1)}}`,
  '\\hline',
  row(heads),
  '\\hline',
  ...body,
  '\\end{tabular}',
  '',
  `\\smallskip {\\footnotesize ${notes.map(escapeLatex).join(' ')}}`,
  '\\end{table}',
  ''
];

const correctionLines = ({ title, head, rows, notes }: CorrectionTable): string[] =>
  tableOf(
    `${title}, corrected by people. ${head}.`,
    ['System', ...correctedColumns.map(({ name }) => escapeLatex(name)), 'Labelled items'],
    [
      ...rows.map((one) =>
        row([
          escapeLatex(one.system),
          ...correctedColumns.map(({ key }) => rangeText(one[key])),
          `${one.labelled} of ${one.units}`
        ])
      ),
      '\\hline'
    ],
    notes
  );
