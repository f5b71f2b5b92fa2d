import { escapeXml } from '../../../../alignment/charts/svg.ts';
import { correctedColumns, type CorrectedFigure } from '../../../../alignment/corrected/corrected.ts';
import { regionHtml } from '../../html/document-blocks.ts';
import type { CorrectionTable } from '../correction-tables.ts';
import { shownValue, type LeaderboardTable, type TableCell } from '../leaderboard-table.ts';

/** A number of things: `1 verdict`, `1,200 verdicts`. */
export const countedHtml = (n: number, one: string): string => `${grouped(n)} ${n === 1 ? one : `${one}s`}`;

/** A whole number with commas. */
export const grouped = (n: number): string => n.toLocaleString('en');

type Ends = Pick<TableCell, 'low' | 'high'>;

export const rangeHtml = ({ low, high }: Ends, digits = 1): string =>
  low === null || high === null ? '' : `${shownValue(low, digits)}&nbsp;–&nbsp;${shownValue(high, digits)}`;

/** The reasons of dashes in a table, or of another gap, each once, as a line below it; empty if there is none. */
export function dashReasonsHtml(reasons: readonly (string | null)[], gap = '–'): string {
  const known = [...new Set(reasons.flatMap((one) => one?.replace(/\.$/, '') ?? []))];
  return known.length === 0 ? '' : `<p class="soft">${gap}: ${escapeXml(known.join('; '))}.</p>`;
}

/** How many reports a value rests on: all of a system, or some of them. */
export const reportsHtml = ({ n, of }: Pick<TableCell, 'n' | 'of'>): string =>
  `n&nbsp;${n === of ? n : `${n}&nbsp;of&nbsp;${of}`}`;

function cellHtml(cell: TableCell, digits: number): string {
  const value = `${shownValue(cell.value, digits)}${cell.mark === 'tied' ? '†' : ''}`;
  const below = [rangeHtml(cell, digits), reportsHtml(cell)].filter((part) => part !== '').join(', ');
  return `<td class="num${cell.mark === 'best' ? ' best' : ''}"><b>${value}</b><small>${below}</small></td>`;
}

/**
 * A leaderboard as a table, each value with its interval and n, and the notes that its reader needs.
 *
 * @param addressOf page of a metric; without it heads are no links, and the average never is one
 */
export function leaderboardHtml(
  { title, columns, groups, notes }: LeaderboardTable,
  addressOf?: (metric: string) => string
): string {
  const heads = columns.map(({ name, title: heading, unit, measure }) => {
    const text = escapeXml(unit === '' ? heading : `${heading}, ${unit}`);
    const isMetric = addressOf !== undefined && measure !== null;
    return `<th scope="col" class="num">${isMetric ? `<a href="${escapeXml(addressOf(name))}">${text}</a>` : text}</th>`;
  });
  const rowHtml = (name: string, cells: readonly TableCell[]): string =>
    `<tr><th scope="row">${escapeXml(name)}</th>${cells.map((cell, at) => cellHtml(cell, columns[at]!.digits)).join('')}</tr>`;
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
      `<table>\n<caption>${escapeXml(title)}</caption>\n<thead><tr><th scope="col">System</th>${heads.join('')}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
    ),
    dashReasonsHtml(undefinedWhy),
    dashReasonsHtml(noInterval, 'Without interval'),
    notes.length === 0
      ? ''
      : `<ul class="soft">\n${notes
          .filter((note) => note !== '–: undefined.')
          .map((note) => `<li>${escapeXml(note.replace(/^In brackets: /, 'Below each value: '))}</li>`)
          .join('\n')}\n</ul>`
  ].join('\n');
}

/** Scores of a metric corrected by human labels, beside the adopted ensemble's own. */
export function correctionHtml({ title, head, rows, notes }: CorrectionTable): string {
  const heads = correctedColumns.map(({ name }) => `<th scope="col" class="num">${escapeXml(name)}</th>`);
  const figure = (one: CorrectedFigure): string =>
    `<td class="num"><b>${shownValue(one.value)}</b><small>${rangeHtml(one)}</small></td>`;
  const caption = `${title}, corrected by human labels`;
  return [
    `<p class="finding">${escapeXml(head)}.</p>`,
    regionHtml(
      `Corrected scores: ${title}`,
      `<table>\n<caption>${escapeXml(caption)}, in points</caption>\n<thead><tr><th scope="col">System</th>${heads.join('')}<th scope="col" class="num">Labelled items</th></tr></thead>\n<tbody>\n${rows
        .map(
          (row) =>
            `<tr><th scope="row">${escapeXml(row.system)}</th>${correctedColumns.map(({ key }) => figure(row[key])).join('')}<td class="num">${row.labelled} of ${row.units}</td></tr>`
        )
        .join('\n')}\n</tbody>\n</table>`
    ),
    notes.length === 0
      ? ''
      : `<ul class="soft">\n${notes.map((note) => `<li>${escapeXml(note.replace(/^In brackets: /, 'Below each value: '))}</li>`).join('\n')}\n</ul>`
  ].join('\n');
}
