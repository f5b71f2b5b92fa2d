import readWorkbook, { readSheet } from 'read-excel-file/node';
import { zipSync } from 'fflate';
import { ABOUT_SHEET, AUDIT_HEAD } from '../../format/audit-head.ts';
import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import { ProblemList } from '../../format/problem-list.ts';
import type { Parsed } from '../../format/problem-list.ts';
import { QueryTable } from './query-table.ts';
import { Untaken } from '../../format/untaken.ts';
import { openZip } from '../../format/zip.ts';

const MB = 1024 * 1024;
const LIMITS = { entries: 2000, bytesPerFile: 20 * MB, bytesInAll: 20 * MB };
const SHEET = /worksheets\/[^/]*\.xml$/i;
/** The reader fills every gap up to the last used row and column, so one far cell could take all memory. */
const MOST_CELLS = 5_000_000;
const ROW_ATTRIBUTE = /(?<!\sxmlns)[\s:]r\s*=\s*(?:"([^"]*)"|'([^']*)')((?:\s+[\w:]+="[^"<>/]*")*\s*\/>)?/g;

/**
 * What no program writes and the reader of XML takes quadratic time over: a tag that holds another or never ends, or a long
 * run of blanks in a tag.
 */
const NOT_XML = /<(?!!)[^<>]*(?:<|$|\s{64})/;

/** The beginning of a formula; its kept result follows in the same cell. */
const FORMULA = /<(?:\w+:)?f[\s>/]/g;

function columnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Rows × columns up to the last cell with a value; null where an address makes no sense. */
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

/** Unpacks within limits and packs anew, so that what the reader unpacks is exactly what was checked. */
function checkedWorkbook(bytes: Uint8Array, problems: ProblemList): { bytes: Buffer; sheets: number } | null {
  const files: Record<string, Uint8Array> = {};
  let formulas = 0;
  for (const entry of openZip(bytes, LIMITS, problems)) {
    if (!/\.(xml|rels)$/i.test(entry.path)) continue;
    const content = entry.read();
    if (!content) continue;
    const text = new TextDecoder().decode(content);
    if (NOT_XML.test(text)) {
      problems.add(null, entry.path, 'This part of the workbook is not well-formed; save the workbook again');
      continue;
    }
    if (SHEET.test(entry.path)) {
      const cells = extent(text);
      if (cells === null)
        problems.add(null, entry.path, 'The sheet holds a cell address that can not be read; save the workbook again');
      else if (cells > MOST_CELLS)
        problems.add(
          null,
          entry.path,
          `The sheet spans ${cells} cells, at most ${MOST_CELLS} are read. A stray value far from the table causes this: delete it, or save the sheet as CSV`
        );
    }
    if (SHEET.test(entry.path)) formulas += text.match(FORMULA)?.length ?? 0;
    files[entry.path] = content;
  }
  if (!problems.any && !Object.hasOwn(files, 'xl/workbook.xml'))
    problems.add(null, 'file', 'The file is not an Excel workbook (.xlsx)');
  if (problems.any) return null;
  if (formulas > 0)
    problems.notes.push(
      `${formulas === 1 ? 'A cell holds a formula' : `${formulas} cells hold formulas`}: what was read is the result that the workbook keeps, which may be out of date. Nothing was computed`
    );
  const sheets = Object.keys(files).filter((path) => SHEET.test(path)).length;
  return { bytes: Buffer.from(zipSync(files, { level: 0 })), sheets };
}

interface Sheet {
  sheet: string;
  data: unknown[][];
}

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().replace('T00:00:00.000Z', '');
  return String(cell);
};

/** Names the sheets with a value beside the first one, with how many rows they have; but not ours about the file. */
async function noteOtherSheets(workbook: Buffer, problems: ProblemList): Promise<void> {
  try {
    const [, ...others] = (await readWorkbook(workbook, { trim: false })) as Sheet[];
    const untaken = new Untaken();
    for (const { sheet, data } of others) {
      if (sheet === ABOUT_SHEET && data[0]?.[0] === AUDIT_HEAD) continue;
      const rows = data.filter((cells) => cells.some((cell) => cellText(cell).trim() !== '')).length;
      if (rows > 0) untaken.add(sheet, rows);
    }
    untaken.note(problems, 'Sheets that were not read, with their rows');
  } catch {
    problems.notes.push('Only the first sheet was read; what the others hold could not be told');
  }
}

/** The first sheet of a workbook, with the columns of the annotation CSV; other sheets are named. Rows are numbered as the sheet shows them. */
export async function parseDatasetXlsx(bytes: Uint8Array): Promise<Parsed<ImportedQuery[]>> {
  const problems = new ProblemList();
  const workbook = checkedWorkbook(bytes, problems);
  if (!workbook) return problems.answer([]);
  const table = new QueryTable(problems);
  try {
    const rows: unknown[][] = await readSheet(workbook.bytes, 1, { trim: false });
    if (workbook.sheets > 1) await noteOtherSheets(workbook.bytes, problems);
    rows.forEach((cells, index) => table.add(cells.map(cellText), index + 1));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    problems.add(null, 'file', `The workbook can not be read (${why}); save it again, or save the sheet as CSV`);
    return problems.answer([]);
  }
  return problems.answer(table.finish());
}
