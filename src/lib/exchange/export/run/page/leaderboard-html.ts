import { escapeXml } from '../../../../alignment/charts/svg.ts';
import type { CorrectedFigure } from '../../../../alignment/corrected/corrected.ts';
import { messagesIn } from '../../../../messages/words.ts';
import { reasonsBelow, regionHtml } from '../../html/document-blocks.ts';
import { correctedColumnsIn, type CorrectionTable } from '../leaderboard/correction-tables.ts';
import type { LeaderboardTable, TableCell, TableNote } from '../leaderboard/leaderboard-table.ts';
import { shownValue } from '../leaderboard/shown-value.ts';

/** A whole number as the language groups its digits: `1,200`. */
export const grouped = (n: number, language: string): string => n.toLocaleString(language);

type Ends = Pick<TableCell, 'low' | 'high'>;

export const rangeHtml = ({ low, high }: Ends, digits = 1): string =>
  low === null || high === null ? '' : `${shownValue(low, digits)}&nbsp;–&nbsp;${shownValue(high, digits)}`;

/** The reasons of dashes in a table, each once, as a line below it; empty if there is none. */
export function dashReasonsHtml(reasons: readonly (string | null)[], language: string): string {
  const known = distinctReasons(reasons);
  return known.length === 0 ? '' : softHtml(reasonsBelow(known, messagesIn(language, 'documentParts')));
}

/** The same of values without an interval. */
function noIntervalHtml(reasons: readonly (string | null)[], language: string): string {
  const known = distinctReasons(reasons);
  const { twoReasons } = messagesIn(language, 'documentParts');
  return known.length === 0
    ? ''
    : softHtml(
        messagesIn(language, 'runReport').withoutInterval({
          reasons: known.reduce((before, reason) => twoReasons({ before, reason }))
        })
      );
}

const distinctReasons = (reasons: readonly (string | null)[]): string[] => [
  ...new Set(reasons.flatMap((one) => one?.replace(/[.。]$/, '') ?? []))
];

const softHtml = (text: string): string => `<p class="soft">${escapeXml(text)}</p>`;

/** How many reports a value rests on: all of a system, or some of them. */
function reportsHtml({ n, of }: Pick<TableCell, 'n' | 'of'>, language: string): string {
  const words = messagesIn(language, 'runReport');
  return escapeXml(n === of ? words.n({ n }) : words.nOf({ n, of })).replaceAll(' ', '&nbsp;');
}

/** Notes below a table of a page: ranges stand below their values, and dashes have their reasons. */
function notesHtml(notes: readonly TableNote[], language: string): string {
  const words = messagesIn(language, 'leaderboardFile');
  const items = notes
    .filter(({ kind }) => kind !== 'undefined')
    .map(({ kind, text }) => `<li>${escapeXml(kind === 'interval' ? words.intervalBelow : text)}</li>`);
  return notes.length === 0 ? '' : `<ul class="soft">\n${items.join('\n')}\n</ul>`;
}

function cellHtml(cell: TableCell, digits: number, language: string): string {
  const value = `${shownValue(cell.value, digits)}${cell.mark === 'tied' ? '†' : ''}`;
  const below = [rangeHtml(cell, digits), reportsHtml(cell, language)].filter((part) => part !== '').join(', ');
  return `<td class="num${cell.mark === 'best' ? ' best' : ''}"><b>${value}</b><small>${below}</small></td>`;
}

/**
 * A leaderboard as a table, each value with its interval and n, and the notes that its reader needs.
 *
 * @param addressOf page of a metric; without it heads are no links, and the average never is one
 */
export function leaderboardHtml(
  { language, title, columns, groups, notes }: LeaderboardTable,
  addressOf?: (metric: string) => string
): string {
  const words = messagesIn(language, 'leaderboardFile');
  const heads = columns.map(({ name, title: heading, unit, measure }) => {
    const text = escapeXml(unit === '' ? heading : words.inUnit({ title: heading, unit }));
    const isMetric = addressOf !== undefined && measure !== null;
    return `<th scope="col" class="num">${isMetric ? `<a href="${escapeXml(addressOf(name))}">${text}</a>` : text}</th>`;
  });
  const rowHtml = (name: string, cells: readonly TableCell[]): string =>
    `<tr><th scope="row">${escapeXml(name)}</th>${cells.map((cell, at) => cellHtml(cell, columns[at]!.digits, language)).join('')}</tr>`;
  const rows = groups.flatMap((group) => [
    ...(group.title === null
      ? []
      : [`<tr><th scope="rowgroup" colspan="${columns.length + 1}"><b>${escapeXml(group.title)}</b></th></tr>`]),
    ...group.rows.map(({ name, cells }) => rowHtml(name, cells))
  ]);
  const all = groups.flatMap((group) => group.rows.flatMap(({ cells }) => cells));
  const undefinedWhy = all.map(({ value, reason }) => (value === null ? reason : null));
  const noInterval = all.map((cell) => (cell.value === null ? null : cell.noInterval));
  return [
    regionHtml(
      title,
      `<table>\n<caption>${escapeXml(title)}</caption>\n<thead><tr><th scope="col">${escapeXml(words.system)}</th>${heads.join('')}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
    ),
    dashReasonsHtml(undefinedWhy, language),
    noIntervalHtml(noInterval, language),
    notesHtml(notes, language)
  ].join('\n');
}

/** Scores of a metric corrected by human labels, beside the adopted ensemble's own. */
export function correctionHtml({ language, title, head, rows, notes }: CorrectionTable): string {
  const words = messagesIn(language, 'leaderboardFile');
  const page = messagesIn(language, 'runReport');
  const columns = correctedColumnsIn(language);
  const heads = columns.map(({ name }) => `<th scope="col" class="num">${escapeXml(name)}</th>`);
  const figure = (one: CorrectedFigure): string =>
    `<td class="num"><b>${shownValue(one.value)}</b><small>${rangeHtml(one)}</small></td>`;
  return [
    `<p class="finding">${escapeXml(words.finding({ finding: head }))}</p>`,
    regionHtml(
      page.correctedScores({ metric: title }),
      `<table>\n<caption>${escapeXml(page.correctedPoints({ metric: title }))}</caption>\n<thead><tr><th scope="col">${escapeXml(words.system)}</th>${heads.join('')}<th scope="col" class="num">${escapeXml(words.labelled)}</th></tr></thead>\n<tbody>\n${rows
        .map(
          (row) =>
            `<tr><th scope="row">${escapeXml(row.system)}</th>${columns.map(({ key }) => figure(row[key])).join('')}<td class="num">${escapeXml(words.nOf({ n: row.labelled, of: row.units }))}</td></tr>`
        )
        .join('\n')}\n</tbody>\n</table>`
    ),
    notesHtml(notes, language)
  ].join('\n');
}
