import {
  hasIntervals,
  isNumberShown,
  documentReasons,
  type DocumentBlock,
  type DocumentCell,
  type Column,
  type Fact,
  type Section,
  type DocumentTable
} from '../../../alignment/document/document.ts';
import { escapeXml, inlineSvg } from '../../../alignment/charts/svg.ts';
import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';

export type PartWords = Words<Messages['documentParts']>;

/** Figures stand in one column with interval and n below, if a table has more than so many of them. */
const WIDE = 2;

/** A section of a document with its heading; small charts stand side by side. */
export function sectionHtml({ id, title, blocks }: Section, words: PartWords): string {
  const small = blocks.filter((block) => block.kind === 'chart' && isSmall(block.chart));
  const rest = blocks.filter((block) => !small.includes(block));
  return [
    `<section id="${escapeXml(id)}" aria-labelledby="${escapeXml(id)}-head">`,
    `<h2 id="${escapeXml(id)}-head">${escapeXml(title)}</h2>`,
    ...rest.map((block) => blockHtml(block, words)),
    ...(small.length > 0 ? ['<div class="charts">', ...small.map((block) => blockHtml(block, words)), '</div>'] : []),
    '</section>'
  ].join('\n');
}

/** Such charts stand beside each other and shrink; a greater one has its own region. */
type Chart = Extract<DocumentBlock, { kind: 'chart' }>['chart'];

const isSmall = ({ picture }: Chart): boolean => picture.width <= 460;

function blockHtml(block: DocumentBlock, words: PartWords): string {
  switch (block.kind) {
    case 'paragraph': {
      const lead = block.lead === undefined ? '' : `<strong>${escapeXml(block.lead)}</strong> `;
      return `<p${block.lead === undefined ? '' : ' class="finding"'}>${lead}${escapeXml(block.text)}</p>`;
    }
    case 'list':
      return `<ul>\n${block.items.map((item) => `<li>${escapeXml(item)}</li>`).join('\n')}\n</ul>`;
    case 'facts':
      return factListHtml(block.facts);
    case 'table':
      return tableHtml(block.table, words);
    case 'chart':
      return chartHtml(block.chart, words);
  }
}

export const factListHtml = (facts: readonly Fact[]): string =>
  `<dl>\n${facts.map(({ term, value }) => `<dt>${escapeXml(term)}</dt><dd>${escapeXml(value)}</dd>`).join('\n')}\n</dl>`;

/** Writes the reasons for the dashes of a table. */
export const reasonsBelow = (reasons: readonly string[], words: PartWords): string =>
  words.dashes({ reasons: reasons.reduce((before, reason) => words.twoReasons({ before, reason })) });

/** A part that scrolls by itself if the window is narrow. */
export const regionHtml = (label: string, inside: string): string =>
  `<div class="scroll" tabindex="0" role="region" aria-label="${escapeXml(label)}">${inside}</div>`;

function chartHtml(chart: Chart, words: PartWords): string {
  const { picture, note, table } = chart;
  const head = table.columns.map(
    ({ title, numeric }) => `<th scope="col"${numeric ? ' class="num"' : ''}>${escapeXml(title)}</th>`
  );
  const rows = table.rows.map((cells) => {
    const [name = '', ...rest] = cells;
    const others = rest.map(
      (cell, i) => `<td${table.columns[i + 1]!.numeric ? ' class="num"' : ''}>${escapeXml(cell)}</td>`
    );
    return `<tr><th scope="row">${escapeXml(name)}</th>${others.join('')}</tr>`;
  });
  const svg = inlineSvg(picture);
  return [
    '<figure>',
    `<figcaption><b>${escapeXml(picture.title)}</b><span class="soft">${escapeXml(note)}</span></figcaption>`,
    isSmall(chart) ? svg : regionHtml(picture.title, svg),
    ...(table.rows.length === 0
      ? []
      : [
          `<details><summary>${escapeXml(words.chartData)}</summary>`,
          regionHtml(
            words.chartFigures({ title: picture.title }),
            `<table>\n<thead><tr>${head.join('')}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
          ),
          '</details>'
        ]),
    '</figure>'
  ].join('\n');
}

/** A table of a document. Undefined figures are dashes, with their reasons below. */
function tableHtml(table: DocumentTable, words: PartWords): string {
  const { caption, columns, rows } = table;
  const ranged = columns.map((_, i) => hasIntervals(table, i));
  const stacked = columns.filter(({ kind }) => kind === 'figure').length > WIDE;
  const heads = columns.map(({ title, kind, level = '95%' }, i) =>
    kind === 'name' || kind === 'text'
      ? `<th scope="col">${escapeXml(title)}</th>`
      : `<th scope="col" class="num">${escapeXml(title)}</th>${kind === 'figure' && !stacked ? `${ranged[i] ? `<th scope="col" class="num">${escapeXml(words.interval({ level }))}</th>` : ''}<th scope="col" class="num">n</th>` : ''}`
  );
  const body = rows.map(({ name, strong, cells }) => {
    const others = cells.map((cell, i) => cellHtml(cell, columns[i + 1]!, { stacked, ranged: ranged[i + 1]! }));
    return `<tr${strong ? ' class="strong"' : ''}><th scope="row">${escapeXml(name)}</th>${others.join('')}</tr>`;
  });
  const dashes = documentReasons(rows);
  return [
    regionHtml(
      caption,
      `<table>\n<caption>${escapeXml(caption)}</caption>\n<thead><tr>${heads.join('')}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`
    ),
    ...(dashes.length > 0 ? [`<p class="soft">${escapeXml(reasonsBelow(dashes, words))}</p>`] : [])
  ].join('\n');
}

function cellHtml(
  cell: DocumentCell,
  { kind }: Column,
  { stacked, ranged }: { stacked: boolean; ranged: boolean }
): string {
  if (kind !== 'figure') {
    const text = cell === null ? '' : escapeXml(String(cell));
    return `<td${kind === 'count' ? ' class="num"' : ''}>${text}</td>`;
  }
  if (!isNumberShown(cell)) return '<td></td>'.repeat(stacked ? 1 : ranged ? 3 : 2);
  const [written, range] = [escapeXml(cell.written), escapeXml(cell.range)];
  return stacked
    ? `<td class="num"><b>${written}</b><small>${range === '' ? '' : `${range}, `}n&nbsp;${cell.n}</small></td>`
    : `<td class="num"><b>${written}</b></td>${ranged ? `<td class="num soft">${range}</td>` : ''}<td class="num">${cell.n}</td>`;
}
