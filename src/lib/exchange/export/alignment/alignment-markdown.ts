import {
  isNumberShown,
  type AlignmentDocument,
  type DocumentBlock,
  type DocumentCell,
  type Fact,
  type DocumentTable
} from '../../../alignment/document/document.ts';
import { escapeMarkdown } from './escape-markdown.ts';

/** The report in GitHub's Markdown. Charts are given as the tables behind them. */
export function writeAlignmentMarkdown({ title, facts, sections }: AlignmentDocument): string {
  return `${[
    `# ${escapeMarkdown(title)}`,
    factList(facts),
    ...sections.flatMap((section) => [`## ${escapeMarkdown(section.title)}`, ...section.blocks.map(blockText)])
  ].join('\n\n')}\n`;
}

function blockText(block: DocumentBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return [block.lead === undefined ? '' : `**${escapeMarkdown(block.lead)}** `, escapeMarkdown(block.text)].join(
        ''
      );
    case 'list':
      return block.items.map((item) => `- ${escapeMarkdown(item)}`).join('\n');
    case 'facts':
      return factList(block.facts);
    case 'table':
      return tableText(block.table);
    case 'chart': {
      const { picture, table, note } = block.chart;
      return [
        `*${escapeMarkdown(picture.title)}.* ${escapeMarkdown(note)}`,
        '',
        line(table.columns.map((column) => escapeMarkdown(column.title))),
        line(table.columns.map(({ numeric }) => (numeric ? '---:' : '---'))),
        ...table.rows.map((row) => line(row.map(escapeMarkdown)))
      ].join('\n');
    }
  }
}

const factList = (facts: readonly Fact[]): string =>
  facts.map(({ term, value }) => `- **${escapeMarkdown(term)}**: ${escapeMarkdown(value)}`).join('\n');

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const tableText = ({ caption, columns, rows }: DocumentTable): string =>
  [
    `*${escapeMarkdown(caption)}*`,
    '',
    line(columns.map(({ title }) => escapeMarkdown(title))),
    line(columns.map(({ kind }) => (kind === 'name' || kind === 'text' ? '---' : '---:'))),
    ...rows.map(({ name, strong, cells }) => {
      const head = escapeMarkdown(name);
      return line([strong ? `**${head}**` : head, ...cells.map(cellText)]);
    })
  ].join('\n');

function cellText(cell: DocumentCell): string {
  if (cell === null) return '';
  if (!isNumberShown(cell)) return escapeMarkdown(String(cell));
  const { written, range, n, why } = cell;
  return [
    escapeMarkdown(written),
    range === '' || range === '–' ? '' : ` \\[${escapeMarkdown(range)}\\]`,
    `, n ${n}`,
    why === null ? '' : ` (${escapeMarkdown(why)})`
  ].join('');
}
