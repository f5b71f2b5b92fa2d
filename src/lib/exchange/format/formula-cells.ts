/**
 * Spreadsheets run a cell that starts with one of these as a formula. Writers put an apostrophe before such a cell;
 * a text that already looks so escaped gets one more, so that taking one off always gives the text back.
 */
const ESCAPED = /^'+[=+\-@\t\r＝＋－＠]/u;

/** For a cell about to be written by csv-stringify's `escape_formulas`, which adds the apostrophe before a formula itself. */
export const keepApostrophe = (cell: string): string => (ESCAPED.test(cell) ? `'${cell}` : cell);

export const unescapeFormula = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell);
