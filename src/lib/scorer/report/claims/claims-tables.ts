import { htmlGrid, type HtmlRow } from '../structure/html-parts.ts';
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

/** The same of a table in HTML. */
export const readHtmlGrid = (rows: readonly HtmlRow[]): Grid => {
  const { titles, body } = htmlGrid(rows, 'down');
  return readGrid(titles, body);
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
