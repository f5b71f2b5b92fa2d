import { type FigureCell, rowGroups, type FigureTable } from '$lib/scorer/figure-table.ts';

/**
 * A suite's table as its page shows it: rows of systems lead to the system's reports.
 *
 * @param cellHref where a figure with a place in a report leads; figures lead nowhere if absent
 */
export function figureShown(
  { name, title, rowsAre, columns, notes, range, counted, display, component, ...table }: FigureTable,
  systems: readonly string[],
  hrefOf: (system: string) => string,
  cellHref?: (at: NonNullable<FigureCell['at']>) => string
) {
  return {
    ...{ name, title, rowsAre: rowsAre ?? null, columns, notes, range, counted, display: display ?? null, component },
    ranges: `Ranges: ${range}. n: ${counted}.`,
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
