import type { AlignmentDocument, DocumentCell, Row, DocumentTable } from '../../../alignment/document/document.ts';
import { rowGroups, type FigureCell, type FigureColumn, type FigureTable } from '../../../scorer/figure-table.ts';
import { writeAlignmentHtml } from '../alignment/alignment-html.ts';
import { writeAlignmentMarkdown } from '../alignment/alignment-markdown.ts';
import { messagesIn } from '../../../messages/words.ts';
import { shownValue } from './leaderboard/shown-value.ts';
import { figurePicture } from './figure-chart.ts';

const cellOf = (
  { value, low, high, n, reason, text }: FigureCell,
  { decimals }: FigureColumn,
  range: string
): DocumentCell => {
  if (text !== undefined) return text;
  const ends = low === null || high === null ? '' : `${shownValue(low, decimals)} – ${shownValue(high, decimals)}`;
  return {
    ...{ value, low, high, n, clusters: null, interval: ends === '' ? null : range, why: reason },
    ...{ written: shownValue(value, decimals), range: ends }
  };
};

const isText = ({ rows }: FigureTable, place: number): boolean =>
  rows.length > 0 && rows.every(({ cells }) => cells[place]!.text !== undefined);

/** A table of figures in a language as a document, with a table for each group of rows, its chart and its notes. */
function figureDocument(table: FigureTable, language: string): AlignmentDocument {
  const words = messagesIn(language, 'figureFile');
  const { name, title, columns, range, counted, notes, rowsAre = words.system } = table;
  const heads: DocumentTable['columns'] = [
    { title: rowsAre, kind: 'name' },
    ...columns.map((column, place) => ({
      title: column.title,
      kind: isText(table, place) ? ('text' as const) : ('figure' as const)
    }))
  ];
  const groups = rowGroups(table);
  return {
    language,
    title,
    facts: [],
    sections: [
      {
        id: name,
        title: words.figures,
        blocks: [
          ...groups.map(({ group, rows }) => ({
            kind: 'table' as const,
            table: {
              caption: group ?? title,
              columns: heads,
              rows: rows.map(({ system, cells }): Row => ({
                name: system,
                cells: cells.map((cell, place) => cellOf(cell, columns[place]!, range))
              }))
            }
          })),
          { kind: 'list', items: [words.ranges({ range, counted }), ...notes] }
        ]
      }
    ]
  };
}

export const writeFigureMarkdown = (table: FigureTable, language: string): string =>
  writeAlignmentMarkdown(figureDocument(table, language));

/** One page with table, notes and chart, which needs nothing else. */
export function writeFigureHtml(table: FigureTable, language: string): string {
  const words = messagesIn(language, 'figureFile');
  const document = figureDocument(table, language);
  const picture = figurePicture({ ...table, notes: [] }, language);
  const chart = { picture, note: words.lines({ range: table.range }), table: { columns: [], rows: [] } };
  return writeAlignmentHtml({
    ...document,
    sections: [...document.sections, { id: 'chart', title: words.chart, blocks: [{ kind: 'chart', chart }] }]
  });
}
