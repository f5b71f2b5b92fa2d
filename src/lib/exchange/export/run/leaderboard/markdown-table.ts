import { messagesIn } from '../../../../messages/words.ts';
import { correctedColumnsIn, type CorrectionTable } from './correction-tables.ts';
import { joinSentences } from '../../../../messages/sentences.ts';
import type { Messages } from '../../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../../messages/message.ts';
import { escapeMarkdown } from '../../alignment/escape-markdown.ts';
import type { LeaderboardTable, TableCell, TableNote } from './leaderboard-table.ts';
import { shownValue } from './shown-value.ts';

type LeaderboardWords = Words<Messages['leaderboardFile']>;

type Ends = Pick<TableCell, 'low' | 'high'>;

const rangeOf = ({ low, high }: Ends, digits = 1): string[] =>
  low === null || high === null ? [] : [`\\[${shownValue(low, digits)}, ${shownValue(high, digits)}\\]`];

const rangeText = (figure: Ends & { value: number | null }): string =>
  [shownValue(figure.value), ...rangeOf(figure)].join(' ');

function cellText(cell: TableCell, digits: number, words: LeaderboardWords): string {
  const value = shownValue(cell.value, digits);
  const marked = cell.mark === 'best' ? `**${value}**` : cell.mark === 'tied' ? `${value}†` : value;
  return [marked, ...rangeOf(cell, digits), ...(cell.n < cell.of ? [`(${words.nOf(cell)})`] : [])].join(' ');
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A leaderboard as a table of GitHub's Markdown, and one for each metric whose scores are corrected. A group's name stands in a row of its own. */
export function writeMarkdownTable({ language, title, columns, groups, notes, corrections }: LeaderboardTable): string {
  const words = messagesIn(language, 'leaderboardFile');
  const blank = columns.map(() => '');
  const heads = columns.map(({ title: heading, unit }) =>
    escapeMarkdown(unit === '' ? heading : words.inUnit({ title: heading, unit }))
  );
  const cellsIn = (cells: readonly TableCell[]) => cells.map((cell, at) => cellText(cell, columns[at]!.digits, words));
  const rows = groups.flatMap((group) => [
    ...(group.title === null ? [] : [line([`**${escapeMarkdown(group.title)}**`, ...blank])]),
    ...group.rows.map(({ name, cells }) => line([escapeMarkdown(name), ...cellsIn(cells)])),
    ...(group.mean ? [line([`*${words.meanOf({ n: group.rows.length })}*`, ...cellsIn(group.mean)])] : [])
  ]);
  return [
    `### ${escapeMarkdown(title)}`,
    '',
    line([words.system, ...heads]),
    line(['---', ...columns.map(() => '---:')]),
    ...rows,
    '',
    notesText(notes),
    '',
    ...corrections.flatMap(correctionLines)
  ].join('\n');
}

function correctionLines({ language, title, head, rows, notes }: CorrectionTable): string[] {
  const words = messagesIn(language, 'leaderboardFile');
  const columns = correctedColumnsIn(language);
  return [
    `#### ${escapeMarkdown(words.corrected({ metric: title }))}`,
    '',
    escapeMarkdown(words.finding({ finding: head })),
    '',
    line([words.system, ...columns.map(({ name }) => escapeMarkdown(name)), words.labelled]),
    line(['---', ...columns.map(() => '---:'), '---:']),
    ...rows.map((row) =>
      line([
        escapeMarkdown(row.system),
        ...columns.map(({ key }) => rangeText(row[key])),
        words.nOf({ n: row.labelled, of: row.units })
      ])
    ),
    '',
    notesText(notes),
    ''
  ];
}

const notesText = (notes: readonly TableNote[]): string => joinSentences(notes.map(({ text }) => escapeMarkdown(text)));
