import type { HtmlRow } from '../structure/html-parts.ts';
import { covered, statementsIn, wordsOfClaim, type Statement } from './claims-sentences.ts';

/** The sources that a citation, by its number, points to. */
export type PointsTo = (citation: number) => readonly number[];

/** A table whose cells are read. */
export interface Grid {
  titles: string[];
  rows: Statement[][][];
  /** Columns that name a row: from the first to where no other row begins with the same words. */
  names: number;
}

/** Columns that may make up a row's name. */
const MOST_NAMES = 3;

export const readGrid = (header: readonly string[], rows: readonly (readonly string[])[]): Grid => {
  const cells = rows.map((row) => row.map(statementsIn));
  const begin = (row: Statement[][], columns: number): string => row.slice(0, columns).map(wordsOfClaim).join('; ');
  let names = 1;
  while (names < MOST_NAMES) {
    const begins = cells.map((row) => begin(row, names));
    if (new Set(begins).size === begins.length && begins.some((words) => /\p{L}/u.test(words))) break;
    names++;
  }
  return { titles: header.map((title) => wordsOfClaim(statementsIn(title))), rows: cells, names };
};

/** Rows of heads that name columns. */
const MOST_HEADS = 3;
/** The longest cell that is read again in the further rows and columns that it spans. */
const LONGEST_NAME = 160;
/** Places of a table in which spans are followed; behind them a cell takes one place. */
const MOST_PLACES = 5_000;

/** Cells by row and column: one that spans several stands in each of the rows, and `across` also in each of the columns. */
const placed = (rows: readonly HtmlRow[], across: boolean): string[][] => {
  const grid = rows.map((): string[] => []);
  let places = 0;
  rows.forEach(({ cells }, at) => {
    let column = 0;
    for (const cell of cells) {
      const { columns, rows: down } = places < MOST_PLACES ? cell : { columns: 1, rows: 1 };
      while (grid[at]![column] !== undefined) column++;
      const name = cell.text.length <= LONGEST_NAME ? cell.text : '';
      for (const row of grid.slice(at, at + down))
        for (let k = 0; k < columns; k++) row[column + k] = k === 0 || across ? name : '';
      grid[at]![column] = cell.text;
      column += columns;
      places += columns * down;
    }
  });
  return grid.map((row) => Array.from(row, (text) => text ?? ''));
};

/** The same of a table in HTML, which may have several rows of heads, or none. */
export const readHtmlGrid = (rows: readonly HtmlRow[]): Grid => {
  const first = rows.findIndex(({ head }) => !head);
  const heads = placed(rows.slice(0, first < 0 ? rows.length : first).slice(0, MOST_HEADS), true);
  const widest = Math.max(0, ...heads.map(({ length }) => length));
  const titles = Array.from({ length: widest }, (_, column) => {
    const above = heads.map((row) => row[column] ?? '').filter((title) => title !== '');
    return [...new Set(above)].join(', ');
  });
  return readGrid(titles, placed(first < 0 ? [] : rows.slice(first), false));
};

/** The statements of a row: those of its cells that have citations of their own, after the row as a whole. */
export const rowStatements = ({ titles, names }: Grid, parts: Statement[][], pointsTo: PointsTo): Statement[] => {
  const named = (column: number, text: string): string => {
    const title = titles[column] ?? '';
    return title === '' ? text : `${title}: ${text}`;
  };
  const own = parts.map((cell, column) => column > 0 && cell.some((one) => one.cites.length > 0 && !one.bare));
  const citedBy = (cellwise: boolean): number[] =>
    parts.flatMap((cell, column) => (own[column] === cellwise ? cell.flatMap(({ cites }) => cites) : []));
  // A column that lists the sources of the other cells once more adds nothing to them.
  const known = new Set(citedBy(true).flatMap(pointsTo));
  const rowCites = citedBy(false).filter((cite) => pointsTo(cite).some((source) => !known.has(source)));
  const whole = parts.flatMap((cell, column) => {
    const said = cell.filter(({ bare }) => !bare);
    return said.length === 0 || (own[column] === true && column >= names) ? [] : [{ column, said }];
  });
  const row: Statement = {
    text: whole.map(({ column, said }) => named(column, wordsOfClaim(said))).join('; '),
    pieces: whole.flatMap(({ said }) => said.flatMap(({ pieces }) => pieces)),
    cites: [...new Set(rowCites)],
    cited: rowCites.length > 0,
    bare: whole.length === 0
  };
  const nameOf = (until: number): string =>
    parts
      .slice(0, Math.min(names, until))
      .flatMap((cell, column) => (cell.length === 0 ? [] : [named(column, wordsOfClaim(cell))]))
      .join('; ');
  const inCells = parts.flatMap((cell, column) =>
    own[column] === true
      ? covered(cell).map((one) => ({ ...one, text: `${nameOf(column)}; ${named(column, one.text)}` }))
      : []
  );
  return [row, ...inCells];
};
