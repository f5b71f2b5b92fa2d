import type { LibraryText } from '../../messages/library-text.ts';
import type { FigureCell, FigureTable } from '../figure-table.ts';

/**
 * A table of figures in a reader’s language: titles, heads, notes, reasons and words in cells. Names stay: those of columns are heads in
 * files, those of systems are people’s.
 */
export function tableInWords(table: FigureTable, say: LibraryText): FigureTable {
  const { rowsAre } = table;
  return {
    ...table,
    title: say(table.title),
    range: say(table.range),
    counted: say(table.counted),
    columns: table.columns.map(({ title, about, ...column }) => ({
      ...{ ...column, title: say(title) },
      ...(about !== undefined && { about: say(about) })
    })),
    rows: table.rows.map(({ group, system, cells }) => ({
      group: group === null ? null : say(group),
      system: rowsAre === undefined ? system : say(system),
      cells: cells.map((cell) => cellInWords(cell, say))
    })),
    notes: table.notes.map(say),
    ...(rowsAre !== undefined && { rowsAre: say(rowsAre) })
  };
}

const cellInWords = ({ reason, text, ...cell }: FigureCell, say: LibraryText): FigureCell => ({
  ...{ ...cell, reason: reason === null ? null : say(reason) },
  ...(text !== undefined && { text: say(text) })
});
