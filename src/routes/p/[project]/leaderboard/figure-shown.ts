import type { LibraryText } from '$lib/messages/library-text.ts';
import { type FigureCell, rowGroups, type FigureTable } from '$lib/scorer/figure-table.ts';
import { tableInWords } from '$lib/scorer/suites/figure-words.ts';

/**
 * A suite's table as its page shows it: rows of systems lead to the system's reports.
 *
 * @param say writes text of the library in the reader’s language
 * @param cellHref if a figure with a place in a report leads; figures lead nowhere if absent
 */
export function figureShown(
  figures: FigureTable,
  say: LibraryText,
  systems: readonly string[],
  hrefOf: (system: string) => string,
  cellHref?: (at: NonNullable<FigureCell['at']>) => string
) {
  const { name, title, rowsAre, columns, notes, range, counted, display, component, ...table } = tableInWords(
    figures,
    say
  );
  return {
    ...{ name, title, rowsAre: rowsAre ?? null, columns, notes, range, counted, display: display ?? null, component },
    ranges: say(`Ranges: ${figures.range}. n: ${figures.counted}.`),
    groups: rowGroups(table).map(({ group, rows }) => ({
      group,
      rows: rows.map(({ system, cells }) => ({
        name: system,
        ...(systems.includes(system) && { href: hrefOf(system) }),
        cells: cells.map(({ at, ...cell }) => ({ ...cell, ...(at && cellHref && { href: cellHref(at) }) }))
      }))
    }))
  };
}
