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

function cellText(cell: TableCell): string {
  const value = number(cell.value);
  const marked = cell.mark === 'best' ? `\\textbf{${value}}` : cell.mark === 'tied' ? `${value}$^{\\dagger}$` : value;
  return [
    marked,
    ...(cell.low === null || cell.high === null ? [] : [`{\\small [${number(cell.low)}, ${number(cell.high)}]}`]),
    ...(cell.n < cell.of ? [`{\\small (${cell.n} of ${cell.of})}`] : [])
  ].join(' ');
}

const row = (cells: readonly string[]): string => `${cells.join(' & ')} \\\\`;

/** A leaderboard as a plain `tabular`: needs no package. */
export function writeLatexTable({ title, columns, groups, notes }: LeaderboardTable): string {
  const heads = columns.map(({ title: heading, unit }) => escapeLatex(unit === '' ? heading : `${heading}, ${unit}`));
  const body = groups.flatMap((group) => [
    ...(group.title === null
      ? []
      : [row([`\\multicolumn{${columns.length + 1}}{l}{\\textit{${escapeLatex(group.title)}}}`])]),
    ...group.rows.map(({ name, cells }) => row([escapeLatex(name), ...cells.map(cellText)])),
    ...(group.mean ? [row([`\\textit{Mean of ${group.rows.length}}`, ...group.mean.map(cellText)])] : []),
    '\\hline'
  ]);
  return [
    '\\begin{table}',
    '\\centering',
    `\\caption{${escapeLatex(title)}}`,
    `\\begin{tabular}{l${'r'.repeat(columns.length)}}`,
    '\\hline',
    row(['System', ...heads]),
    '\\hline',
    ...body,
    '\\end{tabular}',
    '',
    `\\smallskip {\\footnotesize ${notes.map(escapeLatex).join(' ')}}`,
    '\\end{table}',
    ''
  ].join('\n');
}
