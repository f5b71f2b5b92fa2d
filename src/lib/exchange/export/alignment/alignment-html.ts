import {
  hasIntervals,
  isNumberShown,
  documentReasons,
  type AlignmentDocument,
  type DocumentBlock,
  type DocumentCell,
  type Column,
  type Fact,
  type Section,
  type DocumentTable
} from '../../../alignment/document/document.ts';
import { escapeXml, inlineSvg } from '../../../alignment/charts/svg.ts';
import { reportStyle } from './alignment-html-style.ts';

/** Figures stand in one column with interval and n below, where a table has more than so many of them. */
const WIDE = 2;

/**
 * The report as one HTML file that needs nothing else: style and charts are inside, there is no script, and its policy forbids
 * a browser to load anything. It opens from a disk, follows the system's theme and prints light.
 */
export const writeAlignmentHtml = ({ title, facts, sections }: AlignmentDocument): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${escapeXml(title)}</title>
<style>
${reportStyle}</style>
</head>
<body>
<main>
<header>
<h1>${escapeXml(title)}</h1>
${factList(facts)}
<nav aria-label="Contents"><ul>
${sections.map(({ id, title: name }) => `<li><a href="#${escapeXml(id)}">${escapeXml(name)}</a></li>`).join('\n')}
</ul></nav>
</header>
${sections.map(sectionText).join('\n')}
</main>
</body>
</html>
`;

function sectionText({ id, title, blocks }: Section): string {
  const small = blocks.filter((block) => block.kind === 'chart' && isSmall(block.chart));
  const rest = blocks.filter((block) => !small.includes(block));
  return [
    `<section id="${escapeXml(id)}" aria-labelledby="${escapeXml(id)}-head">`,
    `<h2 id="${escapeXml(id)}-head">${escapeXml(title)}</h2>`,
    ...rest.map((block) => blockText(block)),
    ...(small.length > 0 ? ['<div class="charts">', ...small.map((block) => blockText(block)), '</div>'] : []),
    '</section>'
  ].join('\n');
}

/** Such charts stand beside each other and shrink; a greater one has its own region. */
type Chart = Extract<DocumentBlock, { kind: 'chart' }>['chart'];

const isSmall = ({ picture }: Chart): boolean => picture.width <= 460;

function blockText(block: DocumentBlock): string {
  switch (block.kind) {
    case 'paragraph': {
      const lead = block.lead === undefined ? '' : `<strong>${escapeXml(block.lead)}</strong> `;
      return `<p${block.lead === undefined ? '' : ' class="finding"'}>${lead}${escapeXml(block.text)}</p>`;
    }
    case 'list':
      return `<ul>\n${block.items.map((item) => `<li>${escapeXml(item)}</li>`).join('\n')}\n</ul>`;
    case 'facts':
      return factList(block.facts);
    case 'table':
      return tableText(block.table);
    case 'chart':
      return chartText(block.chart);
  }
}

const factList = (facts: readonly Fact[]): string =>
  `<dl>\n${facts.map(({ term, value }) => `<dt>${escapeXml(term)}</dt><dd>${escapeXml(value)}</dd>`).join('\n')}\n</dl>`;

const region = (label: string, inside: string): string =>
  `<div class="scroll" tabindex="0" role="region" aria-label="${escapeXml(label)}">${inside}</div>`;

function chartText(chart: Chart): string {
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
    isSmall(chart) ? svg : region(picture.title, svg),
    ...(table.rows.length === 0
      ? []
      : [
          '<details><summary>Data of this chart</summary>',
          region(
            `Figures: ${picture.title}`,
            `<table>\n<thead><tr>${head.join('')}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
          ),
          '</details>'
        ]),
    '</figure>'
  ].join('\n');
}

function tableText(table: DocumentTable): string {
  const { caption, columns, rows } = table;
  const ranged = columns.map((_, i) => hasIntervals(table, i));
  const stacked = columns.filter(({ kind }) => kind === 'figure').length > WIDE;
  const heads = columns.map(({ title, kind }, i) =>
    kind === 'name' || kind === 'text'
      ? `<th scope="col">${escapeXml(title)}</th>`
      : `<th scope="col" class="num">${escapeXml(title)}</th>${kind === 'figure' && !stacked ? `${ranged[i] ? '<th scope="col" class="num">95% CI</th>' : ''}<th scope="col" class="num">n</th>` : ''}`
  );
  const body = rows.map(({ name, strong, cells }) => {
    const others = cells.map((cell, i) => cellText(cell, columns[i + 1]!, { stacked, ranged: ranged[i + 1]! }));
    return `<tr${strong ? ' class="strong"' : ''}><th scope="row">${escapeXml(name)}</th>${others.join('')}</tr>`;
  });
  const dashes = documentReasons(rows);
  return [
    region(
      caption,
      `<table>\n<caption>${escapeXml(caption)}</caption>\n<thead><tr>${heads.join('')}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`
    ),
    ...(dashes.length > 0 ? [`<p class="soft">–: ${escapeXml(dashes.join('; '))}.</p>`] : [])
  ].join('\n');
}

function cellText(
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
