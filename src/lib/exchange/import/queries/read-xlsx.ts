import { sayingsOf } from '../../../messages/sayings.ts';
import readSheets from 'read-excel-file/node';
import { zipSync } from 'fflate';
import type { ProblemList } from '../../format/problem-list.ts';
import { unescapeFormula } from '../../format/formula-cells.ts';
import { openZip } from '../../format/zip.ts';

const say = sayingsOf('importProblems');
const sayNote = sayingsOf('importNotes');

const MB = 1024 * 1024;
const LIMITS = { entries: 2000, bytesPerFile: 20 * MB, bytesInAll: 20 * MB };
const WORKBOOK = 'xl/workbook.xml';
const SHEET = /worksheets\/[^/]*\.xml$/i;
/** Of all sheets. The reader fills every gap up to the last used row and column, so one far cell could take all memory. */
const MOST_CELLS = 5_000_000;
const ROW_ATTRIBUTE = /(?<!\sxmlns)[\s:]r\s*=\s*(?:"([^"]*)"|'([^']*)')((?:\s+[\w:]+="[^"<>/]*")*\s*\/>)?/g;

/**
 * Text that no program writes and for which the reader of XML takes quadratic time: a tag that holds another or never ends, a long
 * run of blanks in a tag, or thousands of attributes.
 */
const NOT_XML = /<(?!!)(?:[^<>]*(?:<|$|\s{64})|(?:[^<>=]*=){2000})/;

const LISTED_SHEET = /<(?:\w+:)?sheet\s([^<>]*)/g;
const PART_OF_SHEET = /[\s:]id\s*=\s*("[^"]*"|'[^']*')/;

/** Whether two sheets of a workbook are one part, which the reader would read again for each of them. */
function repeatsPart(workbook: string): boolean {
  const parts = [...workbook.matchAll(LISTED_SHEET)].map(([, tag]) => PART_OF_SHEET.exec(tag!)?.[1]?.slice(1, -1));
  return new Set(parts).size < parts.length;
}

/** Whether each sheet is hidden, in the order of the workbook. */
const hiddenSheets = (workbook: string): boolean[] =>
  [...workbook.matchAll(LISTED_SHEET)].map(([, tag]) => /(?:^|\s)state=["'](?:hidden|veryHidden)/.test(tag!));

/** A row that the spreadsheet program does not show, mostly because of a filter, with cells. */
const HIDDEN_ROW = /<(?:\w+:)?row\s(?:[^<>]*\s)?hidden=["'](?:1|true)["'][^<>]*(?<!\/)>/g;

/** The beginning of a formula; its kept result follows in the same cell. */
const FORMULA = /<(?:\w+:)?f[\s>/]/g;

/** A formula that no program has calculated, as scripts write them: its cell has no value, or an empty one that is no empty text. */
const NOT_CALCULATED =
  /<(?:\w+:)?c\s([^<>]*)><(?:\w+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*(<(?:\w+:)?v(?:\s*\/>|><\/(?:\w+:)?v>))?<\/(?:\w+:)?c>/g;

/** The type of a cell whose formula failed. The reader takes such a cell for an empty one. */
const FAILED = /(<(?:\w+:)?c\s[^<>]*?\st=["'])e(?=["'])/g;

function columnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Rows × columns up to the last cell with a value; null if an address makes no sense. */
function extent(sheet: string): number | null {
  let [rows, columns] = [1, 1];
  for (const [, double, single, selfClosed] of sheet.matchAll(ROW_ATTRIBUTE)) {
    const address = /^([A-Za-z]{0,3})(\d{1,7})$/.exec(double ?? single ?? '');
    if (!address) return null;
    rows = Math.max(rows, Number(address[2]));
    if (!selfClosed) columns = Math.max(columns, columnNumber(address[1] ?? ''));
  }
  return rows * columns;
}

/** Addresses of cells with a formula that has no result. */
const notCalculated = (sheet: string): string[] =>
  [...sheet.matchAll(NOT_CALCULATED)]
    .filter(([, attributes, value]) => value === undefined || !/\st=["']str["']/.test(` ${attributes}`))
    .map(([, attributes]) => /(?:^|\s)r=["'](\w+)/.exec(attributes!)?.[1] ?? '?');

/** Unpacks within limits and packs anew, so that what the reader unpacks is exactly what was checked. */
function checkedWorkbook(
  bytes: Uint8Array,
  problems: ProblemList
): { packed: Buffer; isHidden: readonly boolean[] } | null {
  const files: Record<string, Uint8Array> = {};
  let [formulas, span, hiddenRows] = [0, 0, 0];
  let isHidden: boolean[] = [];
  for (const entry of openZip(bytes, LIMITS, problems)) {
    if (!/\.(xml|rels)$/i.test(entry.path)) continue;
    const content = entry.read();
    if (!content) continue;
    const text = new TextDecoder().decode(content);
    if (NOT_XML.test(text) || (entry.path === WORKBOOK && repeatsPart(text))) {
      problems.add(null, entry.path, say('workbookPart'));
      continue;
    }
    if (entry.path === WORKBOOK) isHidden = hiddenSheets(text);
    if (SHEET.test(entry.path)) {
      const cells = extent(text);
      if (cells === null) problems.add(null, entry.path, say('cellAddress'));
      else if (cells > MOST_CELLS) problems.add(null, entry.path, say('sheetSize', { n: cells, most: MOST_CELLS }));
      span += cells ?? 0;
      hiddenRows += text.match(HIDDEN_ROW)?.length ?? 0;
      formulas += text.match(FORMULA)?.length ?? 0;
      const open = notCalculated(text);
      if (open.length > 0)
        problems.add(null, entry.path, say('formulaWithoutResult', { n: open.length, cell: open[0]! }));
    }
    files[entry.path] = SHEET.test(entry.path) ? Buffer.from(text.replace(FAILED, '$1str')) : content;
  }
  if (!problems.any && span > MOST_CELLS)
    problems.add(null, 'file', say('workbookSize', { n: span, most: MOST_CELLS }));
  if (!problems.any && !Object.hasOwn(files, WORKBOOK)) problems.add(null, 'file', say('notWorkbook'));
  if (problems.any) return null;
  if (formulas > 0) problems.note(sayNote('formulas', { n: formulas }));
  if (hiddenRows > 0) problems.note(sayNote('hiddenRows', { n: hiddenRows }));
  return { packed: Buffer.from(zipSync(files, { level: 0 })), isHidden };
}

/** A CSV that a spreadsheet program saved as a workbook still has the apostrophes that guard its texts; our workbooks have those too. */
const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().replace('T00:00:00.000Z', '');
  return unescapeFormula(String(cell));
};

/** A sheet as texts; row `n` of the sheet is `rows[n - 1]`. */
export interface WorkbookSheet {
  name: string;
  rows: string[][];
}

/** All sheets of a workbook in their order, hidden ones last, within limits of size; null, with the problems, if it cannot be read. */
export async function readXlsx(bytes: Uint8Array, problems: ProblemList): Promise<WorkbookSheet[] | null> {
  const workbook = checkedWorkbook(bytes, problems);
  if (!workbook) return null;
  try {
    const sheets = (await readSheets(workbook.packed, { trim: false })) as { sheet: string; data: unknown[][] }[];
    const read = sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((cells) => cells.map(cellText)) }));
    const hidden = read.filter((_, at) => workbook.isHidden[at]);
    return [...read.filter((sheet) => !hidden.includes(sheet)), ...hidden];
  } catch {
    // The reader's reasons are English, and about parts of the archive that a person does not know.
    problems.add(null, 'file', say('workbookUnreadable'));
    return null;
  }
}

export const isBlankRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
