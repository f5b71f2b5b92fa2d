import { shownValue, type LeaderboardTable, type TableCell } from './leaderboard-table.ts';

/** Letters that Markdown, or HTML in it, would take for something else. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()#+!|~$]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

function cellText(cell: TableCell): string {
  const value = shownValue(cell.value);
  const marked = cell.mark === 'best' ? `**${value}**` : cell.mark === 'tied' ? `${value}†` : value;
  return [
    marked,
    ...(cell.low === null || cell.high === null ? [] : [`\\[${shownValue(cell.low)}, ${shownValue(cell.high)}\\]`]),
    ...(cell.n < cell.of ? [`(${cell.n} of ${cell.of})`] : [])
  ].join(' ');
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A leaderboard as a table of GitHub's Markdown. A group's name stands in a row of its own. */
export function writeMarkdownTable({ title, columns, groups, notes }: LeaderboardTable): string {
  const blank = columns.map(() => '');
  const heads = columns.map(({ title: heading, unit }) =>
    escapeMarkdown(unit === '' ? heading : `${heading}, ${unit}`)
  );
  const rows = groups.flatMap((group) => [
    ...(group.title === null ? [] : [line([`**${escapeMarkdown(group.title)}**`, ...blank])]),
    ...group.rows.map(({ name, cells }) => line([escapeMarkdown(name), ...cells.map(cellText)])),
    ...(group.mean ? [line([`*Mean of ${group.rows.length}*`, ...group.mean.map(cellText)])] : [])
  ]);
  return [
    `### ${escapeMarkdown(title)}`,
    '',
    line(['System', ...heads]),
    line(['---', ...columns.map(() => '---:')]),
    ...rows,
    '',
    notes.map(escapeMarkdown).join(' '),
    ''
  ].join('\n');
}
