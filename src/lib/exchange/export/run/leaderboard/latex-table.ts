import type { Messages } from '../../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../../messages/message.ts';
import { joinSentences } from '../../../../messages/sentences.ts';
import { messagesIn } from '../../../../messages/words.ts';
import { correctedColumnsIn, type CorrectionTable } from './correction-tables.ts';
import {
  breakable,
  columnGroups,
  latexColumn,
  escapeLatex,
  latexRow,
  leftCell,
  rightCell,
  stacked,
  withPackages
} from '../../../format/latex-parts.ts';
import type { LeaderboardTable, TableCell, TableNote } from './leaderboard-table.ts';
import { shownValue } from './shown-value.ts';

/** A minus sign of mathematics, not a hyphen. */
const number = (value: number | null, digits = 1): string =>
  escapeLatex(shownValue(value, digits)).replace(/^\u2212/, '$-$');

type Ends = Pick<TableCell, 'low' | 'high'>;

const rangeOf = ({ low, high }: Ends, digits = 1): string =>
  low === null || high === null ? '' : `[${number(low, digits)}, ${number(high, digits)}]`;

function cellText(cell: TableCell, digits: number, words: Words<Messages['leaderboardFile']>): string {
  const value = number(cell.value, digits);
  const marked = cell.mark === 'best' ? `\\textbf{${value}}` : cell.mark === 'tied' ? `${value}$^{\\dagger}$` : value;
  return stacked([marked, rangeOf(cell, digits), cell.n < cell.of ? words.nOf(cell) : '']);
}

/** Share of the line for the names of systems. */
const NAMES = 0.3;

/**
 * A leaderboard as plain `tabular`s that fit the text width of an article, at most four columns of figures in each, and one
 * for each metric whose scores are corrected. It needs no package but for text in Chinese.
 */
export function writeLatexTable({ language, title, columns, groups, notes, corrections }: LeaderboardTable): string {
  const words = messagesIn(language, 'leaderboardFile');
  const parts = columnGroups(columns.length);
  const tables = parts.flatMap((places, part) => {
    const heads = places.map((at) => {
      const { title: heading, unit } = columns[at]!;
      return unit === '' ? heading : words.inUnit({ title: heading, unit });
    });
    const body = groups.flatMap((group) => [
      ...(group.title === null
        ? []
        : [latexRow([`\\multicolumn{${places.length + 1}}{@{}l@{}}{\\textit{${escapeLatex(group.title)}}}`])]),
      ...group.rows.map(({ name, cells }) =>
        lineOf(
          breakable(name),
          places.map((at) => cellText(cells[at]!, columns[at]!.digits, words))
        )
      ),
      ...(group.mean
        ? [
            lineOf(
              `\\textit{${words.meanOf({ n: group.rows.length })}}`,
              places.map((at) => cellText(group.mean![at]!, columns[at]!.digits, words))
            )
          ]
        : []),
      '\\hline'
    ]);
    const caption = captionOfPart(title, { part: part + 1, parts: parts.length }, language);
    return latexTable(caption, [words.system, ...heads], body, part === parts.length - 1 ? [notesText(notes)] : []);
  });
  return withPackages([...tables, ...corrections.flatMap(correctionLines)].join('\n'));
}

/** A caption that says which part of its table follows, if there are several. */
export const captionOfPart = (
  caption: string,
  { part, parts }: { part: number; parts: number },
  language: string
): string => (parts === 1 ? caption : messagesIn(language, 'documentParts').partOf({ caption, part, parts }));

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

const notesText = (notes: readonly TableNote[]): string => joinSentences(notes.map(({ text }) => text));

function correctionLines({ language, title, head, rows, notes }: CorrectionTable): string[] {
  const words = messagesIn(language, 'leaderboardFile');
  const columns = correctedColumnsIn(language);
  return latexTable(
    words.correctedCaption({ metric: title, finding: head }),
    [words.system, ...columns.map(({ name }) => name), words.labelled],
    [
      ...rows.map((one) =>
        lineOf(breakable(one.system), [
          ...columns.map(({ key }) => stacked([number(one[key].value), rangeOf(one[key])])),
          words.nOf({ n: one.labelled, of: one.units })
        ])
      ),
      '\\hline'
    ],
    [notesText(notes)]
  );
}
