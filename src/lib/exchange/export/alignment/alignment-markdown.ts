import {
  isNumberShown,
  type AlignmentDocument,
  type DocumentBlock,
  type DocumentCell,
  type Fact,
  type DocumentTable
} from '../../../alignment/document/document.ts';
import { messagesIn } from '../../../messages/words.ts';
import type { PartWords } from '../html/document-blocks.ts';
import { escapeMarkdown } from './escape-markdown.ts';

/** The report in GitHub's Markdown. Charts are given as the tables behind them. */
export function writeAlignmentMarkdown({ language, title, facts, sections }: AlignmentDocument): string {
  const words = messagesIn(language, 'documentParts');
  return `${[
    `# ${escapeMarkdown(title)}`,
    factList(facts, words),
    ...sections.flatMap((section) => [
      `## ${escapeMarkdown(section.title)}`,
      ...section.blocks.map((block) => blockText(block, words))
    ])
  ].join('\n\n')}\n`;
}

function blockText(block: DocumentBlock, words: PartWords): string {
  switch (block.kind) {
    case 'paragraph':
      return [block.lead === undefined ? '' : `**${escapeMarkdown(block.lead)}** `, escapeMarkdown(block.text)].join(
        ''
      );
    case 'list':
      return block.items.map((item) => `- ${escapeMarkdown(item)}`).join('\n');
    case 'facts':
      return factList(block.facts, words);
    case 'table':
      return tableText(block.table, words);
    case 'chart': {
      const { picture, table, note } = block.chart;
      return [
        `*${escapeMarkdown(words.chartTitle({ title: picture.title }))}* ${escapeMarkdown(note)}`,
        '',
        line(table.columns.map((column) => escapeMarkdown(column.title))),
        line(table.columns.map(({ numeric }) => (numeric ? '---:' : '---'))),
        ...table.rows.map((row) => line(row.map(escapeMarkdown)))
      ].join('\n');
    }
  }
}

const factList = (facts: readonly Fact[], words: PartWords): string =>
  facts
    .map(({ term, value }) => `- ${words.fact({ term: `**${escapeMarkdown(term)}**`, value: escapeMarkdown(value) })}`)
    .join('\n');

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const tableText = ({ caption, columns, rows }: DocumentTable, words: PartWords): string =>
  [
    `*${escapeMarkdown(caption)}*`,
    '',
    line(
      columns.map(({ title, level = 'several' }) =>
        escapeMarkdown(level === 'several' ? title : words.columnAt({ title, level }))
      )
    ),
    line(columns.map(({ kind }) => (kind === 'name' || kind === 'text' ? '---' : '---:'))),
    ...rows.map(({ name, strong, cells }) => {
      const head = escapeMarkdown(name);
      return line([strong ? `**${head}**` : head, ...cells.map((cell) => cellText(cell, words))]);
    })
  ].join('\n');

function cellText(cell: DocumentCell, words: PartWords): string {
  if (cell === null) return '';
  if (!isNumberShown(cell)) return escapeMarkdown(String(cell));
  const { written, range, n, why } = cell;
  const figure = [escapeMarkdown(written), range === '' || range === '–' ? '' : ` \\[${escapeMarkdown(range)}\\]`].join(
    ''
  );
  return why === null ? words.figure({ figure, n }) : words.figureWhy({ figure, n, why: escapeMarkdown(why) });
}
