import { correctedColumns } from '../../../alignment/corrected/corrected.ts';
import type { CorrectionTable } from './correction-tables.ts';
import { escapeMarkdown } from '../alignment/escape-markdown.ts';
import { shownValue, type LeaderboardTable, type TableCell } from './leaderboard-table.ts';

type Ends = Pick<TableCell, 'low' | 'high'>;

const rangeOf = ({ low, high }: Ends, digits = 1): string[] =>
  low === null || high === null ? [] : [`\\[${shownValue(low, digits)}, ${shownValue(high, digits)}\\]`];

const rangeText = (figure: Ends & { value: number | null }): string =>
  [shownValue(figure.value), ...rangeOf(figure)].join(' ');

function cellText(cell: TableCell, digits: number): string {
  const value = shownValue(cell.value, digits);
  const marked = cell.mark === 'best' ? `**${value}**` : cell.mark === 'tied' ? `${value}†` : value;
  return [marked, ...rangeOf(cell, digits), ...(cell.n < cell.of ? [`(${cell.n} of ${cell.of})`] : [])].join(' ');
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A leaderboard as a table of GitHub's Markdown, and one for each metric whose scores are corrected. A group's name stands in a row of its own. */
export function writeMarkdownTable({ title, columns, groups, notes, corrections }: LeaderboardTable): string {
  const blank = columns.map(() => '');
  const heads = columns.map(({ title: heading, unit }) =>
    escapeMarkdown(unit === '' ? heading : `${heading}, ${unit}`)
  );
  const cellsIn = (cells: readonly TableCell[]) => cells.map((cell, at) => cellText(cell, columns[at]!.digits));
  const rows = groups.flatMap((group) => [
    ...(group.title === null ? [] : [line([`**${escapeMarkdown(group.title)}**`, ...blank])]),
    ...group.rows.map(({ name, cells }) => line([escapeMarkdown(name), ...cellsIn(cells)])),
    ...(group.mean ? [line([`*Mean of ${group.rows.length}*`, ...cellsIn(group.mean)])] : [])
  ]);
  return [
    `### ${escapeMarkdown(title)}`,
    '',
    line(['System', ...heads]),
    line(['---', ...columns.map(() => '---:')]),
    ...rows,
    '',
    notes.map(escapeMarkdown).join(' '),
    '',
    ...corrections.flatMap(correctionLines)
  ].join('\n');
}

const correctionLines = ({ title, head, rows, notes }: CorrectionTable): string[] => [
  `#### ${escapeMarkdown(`${title}, corrected by human labels`)}`,
  '',
  `${escapeMarkdown(head)}.`,
  '',
  line(['System', ...correctedColumns.map(({ name }) => escapeMarkdown(name)), 'Labelled items']),
  line(['---', ...correctedColumns.map(() => '---:'), '---:']),
  ...rows.map((row) =>
    line([
      escapeMarkdown(row.system),
      ...correctedColumns.map(({ key }) => rangeText(row[key])),
      `${row.labelled} of ${row.units}`
    ])
  ),
  '',
  notes.map(escapeMarkdown).join(' '),
  ''
];
