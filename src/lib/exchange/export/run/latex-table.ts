import { correctedColumns } from '../../../alignment/corrected/corrected.ts';
import type { CorrectionTable } from './correction-tables.ts';
import {
  breakable,
  columnGroups,
  latexColumn,
  escapeLatex,
  latexRow,
  leftCell,
  rightCell,
  stacked
} from '../../format/latex-parts.ts';
import { shownValue, type LeaderboardTable, type TableCell } from './leaderboard-table.ts';

export { escapeLatex } from '../../format/latex-parts.ts';

/** A minus sign of mathematics, not a hyphen. */
const number = (value: number | null, digits = 1): string =>
  escapeLatex(shownValue(value, digits)).replace(/^-(?=\d)/, '$-$');

type Ends = Pick<TableCell, 'low' | 'high'>;

const rangeOf = ({ low, high }: Ends, digits = 1): string =>
  low === null || high === null ? '' : `[${number(low, digits)}, ${number(high, digits)}]`;

function cellText(cell: TableCell, digits: number): string {
  const value = number(cell.value, digits);
  const marked = cell.mark === 'best' ? `\\textbf{${value}}` : cell.mark === 'tied' ? `${value}$^{\\dagger}$` : value;
  return stacked([marked, rangeOf(cell, digits), cell.n < cell.of ? `${cell.n} of ${cell.of}` : '']);
}

/** Share of the line for the names of systems. */
const NAMES = 0.3;

/**
 * A leaderboard as plain `tabular`s that fit the text width of an article, at most four columns of figures in each, and one
 * for each metric whose scores are corrected. It needs no package.
 */
export function writeLatexTable({ title, columns, groups, notes, corrections }: LeaderboardTable): string {
  const parts = columnGroups(columns.length);
  const tables = parts.flatMap((places, part) => {
    const heads = places.map((at) => {
      const { title: heading, unit } = columns[at]!;
      return unit === '' ? heading : `${heading}, ${unit}`;
    });
    const body = groups.flatMap((group) => [
      ...(group.title === null
        ? []
        : [latexRow([`\\multicolumn{${places.length + 1}}{@{}l@{}}{\\textit{${escapeLatex(group.title)}}}`])]),
      ...group.rows.map(({ name, cells }) =>
        lineOf(
          breakable(name),
          places.map((at) => cellText(cells[at]!, columns[at]!.digits))
        )
      ),
      ...(group.mean
        ? [
            lineOf(
              `\\textit{Mean of ${group.rows.length}}`,
              places.map((at) => cellText(group.mean![at]!, columns[at]!.digits))
            )
          ]
        : []),
      '\\hline'
    ]);
    const caption = parts.length === 1 ? title : `${title} (${part + 1} of ${parts.length})`;
    return latexTable(caption, ['System', ...heads], body, part === parts.length - 1 ? notes : []);
  });
  return [...tables, ...corrections.flatMap(correctionLines)].join('\n');
}

const lineOf = (name: string, cells: readonly string[]): string => latexRow([leftCell(name), ...cells.map(rightCell)]);

/** A floating table that fits the text width: the first column for names, the others alike. */
export const latexTable = (
  caption: string,
  [first = '', ...heads]: readonly string[],
  body: readonly string[],
  notes: readonly string[]
): string[] => [
  '\\begin{table}',
  '\\centering\\small\\setlength{\\tabcolsep}{3pt}',
  `\\caption{${breakable(caption)}}`,
  `\\begin{tabular}{@{}${latexColumn(NAMES)}${latexColumn((1 - NAMES) / heads.length).repeat(heads.length)}@{}}`,
  '\\hline',
  lineOf(
    breakable(first),
    heads.map((head) => breakable(head))
  ),
  '\\hline',
  ...body,
  '\\end{tabular}',
  ...(notes.length > 0
    ? [
        '',
        `\\smallskip \\parbox{\\linewidth}{\\footnotesize\\raggedright ${notes.map((note) => breakable(note)).join(' ')}}`
      ]
    : []),
  '\\end{table}',
  ''
];

const correctionLines = ({ title, head, rows, notes }: CorrectionTable): string[] =>
  latexTable(
    `${title}, corrected by human labels. ${head}.`,
    ['System', ...correctedColumns.map(({ name }) => name), 'Labelled items'],
    [
      ...rows.map((one) =>
        lineOf(breakable(one.system), [
          ...correctedColumns.map(({ key }) => stacked([number(one[key].value), rangeOf(one[key])])),
          `${one.labelled} of ${one.units}`
        ])
      ),
      '\\hline'
    ],
    notes
  );
