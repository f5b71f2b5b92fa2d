import { escapeXml } from '../../../alignment/charts/svg.ts';
import { regionHtml } from '../html/document-blocks.ts';
import { ensembleTextIn } from '../../../alignment/report/ensemble-in-words.ts';
import { messagesIn } from '../../../messages/words.ts';
import { correctionHtml, dashReasonsHtml, rangeHtml } from '../run/page/leaderboard-html.ts';
import type { LeaderboardTable, TableCell } from '../run/leaderboard/leaderboard-table.ts';
import { shownValue } from '../run/leaderboard/shown-value.ts';
import { metricFile, type SiteContent } from './site-content.ts';
import { pageLinks, sitePage, siteSection } from './site-frame.ts';
import { adoptionState, cardLinks, correctionsOf, pagesOfTable } from './site-index.ts';

const MOST_SYSTEMS = 150;

type SiteMetric = SiteContent['metrics'][number];

/** The pages of one metric: raw scores as a forest plot in a table, scores corrected by human labels, adoption and cards. */
export function metricPages(content: SiteContent, metric: SiteMetric): { name: string; text: string }[] {
  const { title, name, question, scale, adoption, uncorrected } = metric;
  const { language } = content;
  const words = messagesIn(language, 'siteFile');
  const tables = pagesOfTable(content.table, MOST_SYSTEMS);
  const files = tables.map((_, at) => metricFile(name, at + 1));
  const cards = content.cards.filter(({ card }) => card.adoption.metric === name);
  return tables.map((table, at) => {
    const correction = correctionsOf(table).find((one) => one.metric === name);
    return {
      name: files[at]!,
      text: sitePage(content, {
        title,
        at: files[at]!,
        body: [
          `<header>\n<h1>${escapeXml(title)}</h1>\n<p>${escapeXml(messagesIn(language, 'reportsOfRun').scale({ question, ...scale }))}</p>\n</header>`,
          siteSection(
            'raw',
            words.scores,
            [plotHtml(table, metric), pageLinks(files, at, words.pagesOf({ metric: title }), language)].join('\n')
          ),
          siteSection(
            'corrected',
            words.corrected,
            correction
              ? correctionHtml(correction)
              : `<p>${escapeXml(words.notCorrected({ reason: uncorrected ?? words.noneCorrected }))}</p>`
          ),
          siteSection(
            'adoption',
            words.adoptedEnsemble,
            [
              adoption ? `<p class="finding">${escapeXml(ensembleTextIn(language, adoption.ensemble))}</p>` : '',
              `<p>${escapeXml(adoptionState(adoption, language))}</p>`,
              `<p>${cards.length === 0 ? escapeXml(words.noCard) : cardLinks(cards, language)}</p>`
            ].join('\n')
          )
        ].join('\n')
      })
    };
  });
}

/** Points and intervals on the axis of all systems of the page. */
interface Axis {
  from: number;
  to: number;
  steps: number[];
}

/** An axis in five or fewer round steps around all values and intervals. */
export function axisAround(cells: readonly Pick<TableCell, 'value' | 'low' | 'high'>[]): Axis | null {
  const ends = cells.flatMap(({ value, low, high }) => (value === null ? [] : [low ?? value, value, high ?? value]));
  if (ends.length === 0) return null;
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const rough = Math.max(most - least, 1e-6) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((one) => one >= rough)!;
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  const steps = Array.from({ length: Math.max(last, first + 1) - first + 1 }, (_, n) => (first + n) * step);
  return { from: steps[0]!, to: steps.at(-1)!, steps };
}

const percentOf = ({ from, to }: Axis, value: number): string => (3 + (94 * (value - from)) / (to - from)).toFixed(2);

function plotHtml(table: LeaderboardTable, { name, title }: SiteMetric): string {
  const { language } = table;
  const words = messagesIn(language, 'siteFile');
  const { system, nOf, inUnit } = messagesIn(language, 'leaderboardFile');
  const at = table.columns.findIndex((column) => column.name === name);
  const { digits, unit } = table.columns[at]!;
  const rows = table.groups.flatMap((group) =>
    group.rows.map((row) => ({ group: group.title, row, cell: row.cells[at]! }))
  );
  const axis = axisAround(rows.map(({ cell }) => cell));
  const lines = rows.flatMap(({ group, row, cell }, n) => [
    ...(group !== null && group !== rows[n - 1]?.group
      ? [`<tr><th scope="rowgroup" colspan="6"><b>${escapeXml(group)}</b></th></tr>`]
      : []),
    `<tr><th scope="row">${escapeXml(row.name)}</th><td class="p">${axis ? pictureOf(cell, axis) : ''}</td><td class="num${cell.mark === 'best' ? ' best' : ''}"><b>${shownValue(cell.value, digits)}${cell.mark === 'tied' ? '†' : ''}</b></td><td class="num soft">${rangeHtml(cell, digits) || '–'}</td><td class="num">${(cell.n === cell.of ? String(cell.n) : escapeXml(nOf(cell))).replaceAll(' ', '&nbsp;')}</td><td class="num">${cell.queries}</td></tr>`
  ]);
  const metric = unit === '' ? title : inUnit({ title, unit });
  const notes = table.notes.filter(
    ({ kind, metrics = [] }) => kind === 'best' || kind === 'tied' || metrics.includes(name)
  );
  const head = (text: string): string => `<th scope="col" class="num">${escapeXml(text)}</th>`;
  return [
    regionHtml(
      words.scoresOf({ metric: title }),
      `<table>\n<caption>${escapeXml(words.plotted({ metric }))}</caption>\n<thead><tr><th scope="col">${escapeXml(system)}</th><th scope="col">${axis ? axisHtml(axis, words.plot) : escapeXml(words.plot)}</th>${[words.score, words.interval, messagesIn(language, 'runReport').reports, words.queries].map(head).join('')}</tr></thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`
    ),
    dashReasonsHtml(
      rows.map(({ cell }) => (cell.value === null ? cell.reason : cell.noInterval)),
      language
    ),
    notes.length === 0
      ? ''
      : `<ul class="soft">${notes.map((note) => `<li>${escapeXml(note.text)}</li>`).join('')}</ul>`
  ].join('\n');
}

const axisHtml = (axis: Axis, label: string): string =>
  `<svg width="100%" height="14" role="img" aria-label="${escapeXml(label)}">${axis.steps
    .map(
      (step, at) =>
        `<text class="ax" x="${percentOf(axis, step)}%" y="11" text-anchor="${at === 0 ? 'start' : at === axis.steps.length - 1 ? 'end' : 'middle'}">${Number(step.toPrecision(6))}</text>`
    )
    .join('')}</svg>`;

/** Filled: not distinguishable from the best. */
function pictureOf({ value, low, high, mark }: TableCell, axis: Axis): string {
  const hairs = axis.steps.map((step) => {
    const x = percentOf(axis, step);
    return `<line class="hair" x1="${x}%" x2="${x}%" y1="0" y2="22"/>`;
  });
  const ci =
    low === null || high === null
      ? ''
      : `<line class="ci" x1="${percentOf(axis, low)}%" x2="${percentOf(axis, high)}%" y1="11" y2="11"/>`;
  const dot =
    value === null
      ? ''
      : `<circle class="${mark === null ? 'hollow' : 'full'}" cx="${percentOf(axis, value)}%" cy="11" r="3.5"/>`;
  return `<svg width="100%" height="22" aria-hidden="true">${hairs.join('')}${ci}${dot}</svg>`;
}
