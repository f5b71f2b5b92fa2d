import type { DocumentBlock, Row } from '../../../alignment/document/document.ts';
import { nameColumn, tableBlock, textColumn } from '../../../alignment/document/tables.ts';

/**
 * A guideline's Markdown as blocks of a document: paragraphs, lists and tables, without marks of emphasis and code. Headings
 * become the lead of a paragraph, because the document has headings of its own.
 * @param caption of its tables
 */
export const guidelineBlocks = (markdown: string, caption: string): DocumentBlock[] =>
  markdown
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => blockOf(part.split('\n'), caption));

function blockOf(lines: readonly string[], caption: string): DocumentBlock {
  if (lines.every((line) => /^[-*] /.test(line)))
    return { kind: 'list', items: lines.map((line) => plain(line.slice(2))) };
  const [head, rule, ...rows] = lines;
  if (head?.startsWith('|') && rule !== undefined && /^[|\s:-]+$/.test(rule))
    return tableBlock(
      caption,
      cellsOf(head).map((title, i) => (i === 0 ? nameColumn(title) : textColumn(title))),
      rows.map(cellsOf).map(([name = '', ...cells]): Row => ({ name, cells }))
    );
  const heading = /^#+ /.test(head ?? '');
  const text = plain(lines.join(' ').replace(/^#+ /, ''));
  return heading ? { kind: 'paragraph', lead: text, text: '' } : { kind: 'paragraph', text };
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .map((cell) => plain(cell.trim()));

const plain = (text: string): string => text.replace(/\*\*(.+?)\*\*/g, '$1').replace(/`(.+?)`/g, '$1');
