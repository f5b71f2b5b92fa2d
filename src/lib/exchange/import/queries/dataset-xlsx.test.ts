import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import writeXlsxFile from 'write-excel-file/node';
import { parseDatasetXlsx } from './dataset-xlsx.ts';
import { writeDatasetXlsx } from '../../export/version/dataset-xlsx-writer.ts';
import { arbitraryQueries, weightNotes, bytesOf } from './queries.fixture.ts';
import { processorTimeSince } from '../../../../../tests/timing.ts';
import { problemsIn } from '../../../errors.ts';
import { inEnglish } from '../../../messages/say-in.ts';
import { sized } from '../../../../../tests/timing.ts';

type Cell = string | number | boolean | Date | null;

async function workbook(...rows: Cell[][]): Promise<Uint8Array> {
  const typed = rows.map((row) =>
    row.map((value) =>
      value instanceof Date ? { value, type: Date, format: 'yyyy-mm-dd' } : value === null ? null : { value }
    )
  );
  return writeXlsxFile(typed).toBuffer();
}

/** The workbook with the XML of a part changed. */
function changed(bytes: Uint8Array, part: string, change: (xml: string) => string): Uint8Array {
  const files = unzipSync(bytes);
  return zipSync({ ...files, [part]: strToU8(change(strFromU8(files[part]!))) });
}

/** The same of its first sheet. */
const tampered = (bytes: Uint8Array, change: (xml: string) => string): Uint8Array =>
  changed(bytes, 'xl/worksheets/sheet1.xml', change);

const header = ['qid', 'Deep Research Query', 'Checklist'];

describe('a dataset as a workbook', () => {
  it('loses nothing when written and read', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryQueries(1), async (queries) => {
        expect(await parseDatasetXlsx(await writeDatasetXlsx(queries))).toEqual({
          ok: true,
          value: { queries, topics: [] },
          notes: weightNotes(queries)
        });
      }),
      { numRuns: sized(40, 15) }
    );
  });

  it('has the texts of a CSV that a spreadsheet program saved as a workbook, apostrophes before formulas included', async () => {
    const guarded = await parseDatasetXlsx(await workbook(header, ['a', "'=Q?", "'- names each cost"]));
    const queries = guarded.ok ? guarded.value.queries : [];
    expect(queries).toMatchObject([{ text: '=Q?', items: [{ text: '- names each cost' }] }]);
    const own = queries.map((query) => ({ ...query, text: "'=Q?" }));
    expect(await parseDatasetXlsx(await writeDatasetXlsx(own))).toMatchObject({ value: { queries: own } });
  });

  it('reads numbers, dates and truth values as the texts people see', async () => {
    const parsed = await parseDatasetXlsx(await workbook(header, [7, new Date('2026-09-14'), true]));
    expect(parsed).toMatchObject({
      ok: true,
      value: { queries: [{ qid: '7', text: '2026-09-14', items: [{ text: 'true' }] }] }
    });
  });

  it('is read from a visible sheet, although a hidden one stands before it, which is named', async () => {
    const sheet = (qid: string) => [header, [qid, 'Q?', 'I?']].map((row) => row.map((value) => ({ value })));
    const two = [sheet('old'), sheet('a')].map((data, index) => ({ data, sheet: `Sheet${index + 1}` }));
    const hidden = changed(await writeXlsxFile(two).toBuffer(), 'xl/workbook.xml', (xml) =>
      xml.replace('<sheet ', '<sheet state="hidden" ')
    );
    const parsed = await parseDatasetXlsx(hidden);
    expect(parsed).toMatchObject({ ok: true, value: { queries: [{ qid: 'a' }] } });
    expect(parsed.ok && inEnglish(parsed.notes)).toEqual(['Ignored sheets, with their rows: Sheet1 (2)']);
  });

  it('is read with its hidden rows, as of a filter, whose number is told', async () => {
    const filtered = tampered(await workbook(header, ['a', 'Q?', 'I?'], ['b', 'R?', 'J?']), (xml) =>
      xml.replace('<row r="3"', '<row r="3" hidden="1"')
    );
    const parsed = await parseDatasetXlsx(filtered);
    expect(parsed).toMatchObject({ ok: true, value: { queries: [{ qid: 'a' }, { qid: 'b' }] } });
    expect(parsed.ok && inEnglish(parsed.notes)).toEqual([
      'The workbook has 1 hidden row, as a filter leaves it, which was read as well'
    ]);
  });

  it('is read from its first sheet with a value', async () => {
    const rows = [header, ['a', 'Q?', 'I?']].map((row) => row.map((value) => ({ value })));
    const sheets = [[], rows].map((data, index) => ({ data, sheet: `Sheet${index + 1}` }));
    const parsed = await parseDatasetXlsx(await writeXlsxFile(sheets).toBuffer());
    expect(parsed).toMatchObject({ ok: true, value: { queries: [{ qid: 'a' }] } });
  });

  it('numbers rows as the sheet shows them, also below blank rows and a blank column', async () => {
    const rows: Cell[][] = [[null], [null, ...header], [null], [null, 'a', 'Q?', 'I?'], [null, null, 'Q?', 'J?']];
    expect(await parseDatasetXlsx(await workbook(...rows))).toMatchObject({
      ok: false,
      problems: [{ row: 5, column: 'qid' }]
    });
  });

  it('is refused if one stray value would make it span billions of cells', async () => {
    const sheet = await workbook(header, ['a', 'Q?', 'I?'], ['b', 'Q?', 'I?']);
    const far = tampered(sheet, (xml) =>
      xml
        .replace('row r="3"', 'row r="900000"')
        .replace('r="A3"', 'r="XFD900000"')
        .replace(/<c r="[BC]3".*?<\/c>/g, '')
    );
    expect(await parseDatasetXlsx(far)).toMatchObject({
      ok: false,
      problems: [{ reason: expect.stringMatching(/stray value/) }]
    });
  });

  it('is refused if its sheets together span more cells than are held', async () => {
    const files = unzipSync(await workbook(header, ['a', 'Q?', 'I?']));
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!).replace('row r="2"', 'row r="900000"');
    const far = strToU8(sheet.replace(/ r="([ABC])2"/g, ' r="$1900000"'));
    const parts = ['sheet1', 'sheet2'].map((name) => [`xl/worksheets/${name}.xml`, far]);
    expect(await parseDatasetXlsx(zipSync({ ...files, ...Object.fromEntries(parts) }))).toMatchObject({
      ok: false,
      problems: [{ column: 'file', reason: expect.stringMatching(/together span 5,400,000 cells/) }]
    });
  });

  it('is refused if it lists one sheet again and again', async () => {
    const files = unzipSync(await workbook(header, ['a', 'Q?', 'I?']));
    const listed = strFromU8(files['xl/workbook.xml']!).replace(/<sheet [^>]*\/>/, (sheet) => sheet.repeat(1000));
    expect(listed.length).toBeGreaterThan(30_000);
    expect(await parseDatasetXlsx(zipSync({ ...files, 'xl/workbook.xml': strToU8(listed) }))).toMatchObject({
      ok: false,
      problems: [{ column: 'xl/workbook.xml', reason: expect.stringMatching(/not well-formed/) }]
    });
  });

  it.each(['r="&#88;FD3"', 'r="A99999999999"', "x:r='ZZZZ1'"])(
    'is refused for the cell address %s',
    async (address) => {
      const odd = tampered(await workbook(header, ['a', 'Q?', 'I?']), (xml) => xml.replace('r="A2"', address));
      expect(await parseDatasetXlsx(odd)).toMatchObject({
        ok: false,
        problems: [{ reason: expect.stringMatching(/cell address/) }]
      });
    }
  );

  it('may have formatting far beyond the table, as long as no value stands there', async () => {
    const sheet = tampered(await workbook(header, ['a', 'Q?', 'I?']), (xml) =>
      xml.replace('</sheetData>', '<row r="1000000"><c r="XFD1000000" s="1"/></row></sheetData>')
    );
    expect(await parseDatasetXlsx(sheet)).toMatchObject({ ok: true, value: { queries: [{ qid: 'a' }] } });
  });

  it.each([
    ['words', bytesOf('hello'), /zip archive is damaged/],
    ['a zip of something else', zipSync({ 'a.md': bytesOf('x') }), /not an Excel workbook/]
  ])('is not %s', async (_, bytes, reason) => {
    expect(await parseDatasetXlsx(bytes)).toMatchObject({
      ok: false,
      problems: [{ reason: expect.stringMatching(reason) }]
    });
  });

  it('is refused when cut off', async () => {
    const bytes = await workbook(header, ['a', 'Q?', 'I?']);
    expect(await parseDatasetXlsx(bytes.subarray(0, bytes.length - 200))).toMatchObject({ ok: false });
  });

  // Files of 2 KB that take the XML reader 20 seconds and more.
  it.each([
    ['blanks inside a tag', (xml: string) => xml.replace('<sheetData>', `<sheetData${' '.repeat(2_000_000)}>`)],
    [
      'tags that never end',
      (xml: string) => xml.replace('</sheetData>', `${'<row r="9" '.repeat(200_000)}</sheetData>`)
    ],
    [
      'a tag of 200,000 attributes',
      (xml: string) =>
        xml.replace('<sheetData>', `<sheetData ${Array.from({ length: 200_000 }, (_, n) => `a${n}="1"`).join(' ')}>`)
    ],
    ['a last tag that never ends', (xml: string) => `${xml}<row ${'r '.repeat(1_000_000)}`]
  ])('is refused at once with %s', async (_, change) => {
    const hostile = tampered(await workbook(header, ['a', 'Q?', 'I?']), change);
    const began = process.threadCpuUsage();
    expect(await parseDatasetXlsx(hostile)).toMatchObject({
      ok: false,
      problems: [{ reason: expect.stringMatching(/not well-formed/) }]
    });
    expect(processorTimeSince(began)).toBeLessThan(2000);
  });

  it('unpacks to 20 MB at most', async () => {
    const large = tampered(await workbook(header, ['a', 'Q?', 'I?']), (xml) => xml + ' '.repeat(21_000_000));
    expect(await parseDatasetXlsx(large)).toMatchObject({
      ok: false,
      problems: [{ reason: expect.stringMatching(/at most 20 MB/) }, {}]
    });
  });
});

it('a workbook without a part that it needs is refused in the reader’s language', async () => {
  const { 'xl/_rels/workbook.xml.rels': _, ...rest } = unzipSync(await workbook(header, ['a', 'Q?', 'I?']));
  const read = await parseDatasetXlsx(zipSync(rest));
  if (read.ok) throw new Error('The workbook was read.');
  expect(problemsIn('zh-Hans', read.problems)).toMatchObject([
    { column: 'file', reason: '无法读取工作簿：其中有部分缺失或损坏。请重新保存，或将工作表另存为 CSV' }
  ]);
});

describe('a workbook with formulas', () => {
  it('is read by the results that it keeps, which a note says', async () => {
    const sheet = await workbook(header, ['a', 'Q?', 'I?'], ['a', 'Q?', 7]);
    const formula = tampered(sheet, (xml) => xml.replace(/<v>7<\/v>/, '<f>3+4</f><v>7</v>'));
    const read = await parseDatasetXlsx(formula);
    expect(read).toMatchObject({ ok: true, value: { queries: [{ items: [{ text: 'I?' }, { text: '7' }] }] } });
    expect(read.ok && inEnglish(read.notes).join()).toMatch(/1 cell contains a formula.*may be out of date/);
    const plain = await parseDatasetXlsx(sheet);
    expect(plain.ok && plain.notes).toEqual([]);
  });

  it('is refused by the cells whose formula failed, also in columns that may be empty', async () => {
    const sheet = await workbook([...header, 'weight', 'domain'], ['a', 'Q?', 'I?', 7, 8]);
    const failed = tampered(sheet, (xml) =>
      xml.replace(/<c r="(D2|E2)"[^<>]*><v>[78]<\/v>/g, '<c r="$1" t="e"><f>1/0</f><v>#DIV/0!</v>')
    );
    expect(await parseDatasetXlsx(failed)).toMatchObject({
      ok: false,
      problems: [
        { row: 2, column: 'domain', reason: /error of a formula/, found: '#DIV/0!' },
        { row: 2, column: 'weight', reason: /not a number/, found: '#DIV/0!' }
      ].map((one) => ({ ...one, reason: expect.stringMatching(one.reason) as string }))
    });
  });

  it.each(['', '<v></v>', '<v/>'])('is refused if a formula has no result (%s)', async (value) => {
    const sheet = await workbook([...header, 'weight'], ['a', 'Q?', 'I?', 7]);
    const open = tampered(sheet, (xml) => xml.replace('<v>7</v>', `<f>3+4</f>${value}`));
    expect(await parseDatasetXlsx(open)).toMatchObject({
      ok: false,
      problems: [{ reason: expect.stringContaining('The formula in cell D2 has no stored result') as string }]
    });
  });

  it('may have formulas whose result is an empty text', async () => {
    const sheet = await workbook([...header, 'domain'], ['a', 'Q?', 'I?', 7]);
    const empty = tampered(sheet, (xml) =>
      xml.replace(/<c r="D2"[^<>]*><v>7<\/v>/, '<c r="D2" t="str"><f>""</f><v></v>')
    );
    expect(await parseDatasetXlsx(empty)).toMatchObject({ ok: true, value: { queries: [{ domain: null }] } });
  });
});
