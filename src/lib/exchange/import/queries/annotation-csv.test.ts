import { sayIn } from '../../../messages/say-in.ts';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isRefusal } from '../../../errors.ts';
import { parseAnnotationCsv } from './annotation-csv.ts';
import { writeAnnotationCsv } from '../../export/version/annotation-csv-writer.ts';
import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import { MOST_PROBLEMS } from '../../format/problem-list.ts';
import type { Parsed } from '../../format/problem-list.ts';
import { arbitraryQueries, bytesOf } from './queries.fixture.ts';
import { atMost, processorTimeSince, sized, watchThread } from '../../../../../tests/timing.ts';
import { notesInEnglish } from '../../parsed.fixture.ts';

const read = (...lines: string[]) => parseAnnotationCsv(bytesOf(lines.join('\n')));

async function problemsOf(parsed: Promise<Parsed<unknown>>) {
  const result = await parsed;
  if (result.ok) throw new Error('no problem was found');
  return result.problems;
}

async function valueOf<T>(parsed: Promise<Parsed<T>>): Promise<T> {
  const result = await parsed;
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

describe('parseAnnotationCsv', () => {
  it.each(['QID', 'Qid ', '"qid"'])('does not mind case, blanks and quotes in the header %s', async (qid) => {
    expect(await valueOf(read(`${qid},deep-research_QUERY, CHECKLIST`, 'a,Q?,I?'))).toMatchObject([
      { qid: 'a', text: 'Q?' }
    ]);
  });

  it('refuses a row that repeats the header, as in files that were joined', async () => {
    const header = 'qid,query,checklist,domain';
    expect(await problemsOf(read(header, 'a,Q?,I?,', header, 'b,R?,J?,'))).toMatchObject([
      { row: 3, reason: 'The row repeats the header. Remove it' }
    ]);
    expect(await valueOf(read('qid,query,checklist', 'qid,query,Is it a query?'))).toHaveLength(1);
  });

  it('lists the columns found and the one wanted if a column is missing', async () => {
    expect(await problemsOf(read('id,Query,Checklist', 'a,Q?,I?'))).toEqual([
      {
        row: 1,
        column: 'qid',
        reason: 'The column qid is missing; the file’s columns are: id, Query, Checklist',
        found: 'id, Query, Checklist',
        wording: {
          section: 'importProblems',
          key: 'columnMissing',
          values: { column: 'qid', found: 'id, Query, Checklist' }
        }
      }
    ]);
  });

  it('says how queries without checklists are imported, if the table has queries alone', async () => {
    expect(await problemsOf(read('qid,query,domain', 'a,Q?,law'))).toMatchObject([
      {
        column: 'Checklist (or checklist_item)',
        reason: expect.stringContaining('import them as JSONL with the fields qid and query')
      }
    ]);
  });

  it('does not choose between two columns that mean the same', async () => {
    expect(await problemsOf(read('qid,query,question,checklist', 'a,Q?,R?,I?'))).toMatchObject([
      { row: 1, column: 'question', reason: 'The columns query and question have the same meaning. Keep one of them' }
    ]);
  });

  it('tells which columns were not read', async () => {
    expect(notesInEnglish(await read('qid,query,checklist,rating', 'a,Q?,I?,x'))).toMatchObject({
      notes: ['Ignored columns: rating (1)']
    });
  });

  it.each([
    [';', 'semicolons'],
    ['\t', 'tabs']
  ])('reads %j as the separator of a file with %s', async (separator) => {
    const line = (...cells: string[]) => cells.join(separator);
    const parsed = read(line('qid', 'query', 'checklist'), line('a', 'Q, with commas?', 'I, too?'));
    expect(await valueOf(parsed)).toMatchObject([{ text: 'Q, with commas?', items: [{ text: 'I, too?' }] }]);
  });

  it('counts rows as a spreadsheet does, and names the line if quoted line breaks make it another', async () => {
    const problems = await problemsOf(read('qid,query,checklist', 'a,"Q\nover\nthree lines?",I?', '', ',Q?,I?'));
    expect(problems).toMatchObject([
      { row: 4, column: 'qid', reason: 'The qid is missing (line 6 in a text editor)', wording: { key: 'withAside' } }
    ]);
    expect(sayIn('zh-Hans', problems[0]!.wording!)).toBe('缺少 qid（文本编辑器中第 6 行）');
  });

  it('says where a quotation mark is opened that nothing closes, and still tells the problems before it', async () => {
    const problems = await problemsOf(read('qid,query,checklist', ',Q?,I?', 'a,"Q?,I?', 'b,Q?,I?'));
    expect(problems).toMatchObject([
      { row: 2, column: 'qid' },
      { row: 3, column: 'query', reason: expect.stringMatching(/opening quotation mark is never closed/) }
    ]);
  });

  it.each([
    ['a,"Q" it said?,I?', /follows a closing quotation mark/],
    ['a,Q "quoted"?,I?', /A cell without quotes contains a quotation mark/]
  ])('explains the quotation marks of %j', async (line, reason) => {
    expect(await problemsOf(read('qid,query,checklist', 'b,Q?,I?', line))).toMatchObject([
      { row: 3, column: 'query', reason: expect.stringMatching(reason) }
    ]);
  });

  it('takes the query from an earlier row if a merged cell left it empty, but not from a later one', async () => {
    const header = 'qid,query,checklist';
    expect(await valueOf(read(header, 'a,Q?,I?', 'a,,J?'))).toMatchObject([
      { text: 'Q?', items: [{}, { text: 'J?' }] }
    ]);
    expect(await problemsOf(read(header, 'a,,I?', 'a,Q?,J?'))).toMatchObject([{ row: 2, column: 'query' }]);
    expect(await problemsOf(read(header, 'a,Q?,I?', ',,J?'))).toMatchObject([
      { row: 3, column: 'qid', reason: expect.stringMatching(/unmerge them and fill them down/) }
    ]);
  });

  it('does not give a derived id that another item of the query has', async () => {
    const queries = await valueOf(read('qid,query,checklist,checklist_id', 'a,Q?,I?,', 'a,Q?,J?,c1', 'a,Q?,K?,'));
    expect(queries[0]?.items.map(({ key }) => key)).toEqual(['c2', 'c1', 'c3']);
  });

  it.each(['', '\n\n', 'qid,query,checklist'])('refuses %j, which holds no query', async (text) => {
    expect(await problemsOf(read(text))).toMatchObject([{ column: 'file' }]);
  });

  it(`lists ${MOST_PROBLEMS} problems and says how many more there are`, async () => {
    const rows = Array.from({ length: MOST_PROBLEMS + 7 }, () => ',Q?,I?');
    const problems = await problemsOf(read('qid,query,checklist', ...rows));
    expect(problems).toHaveLength(MOST_PROBLEMS + 1);
    expect(problems.at(-1)).toMatchObject({ row: null, reason: '7 more problems are not listed. Fix these first' });
  });
});

describe('an annotation CSV in another encoding', () => {
  const text = 'qid,query,checklist\na,Q?,I?\nb,Où est né Pelé?,I?\n';
  const utf16be = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();

  it.each([
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le'), /is UTF-16, not UTF-8: save it as UTF-8/],
    ['big-endian UTF-16', utf16be, /is UTF-16/],
    [
      'UTF-16 without a byte order mark',
      Buffer.from(text.replace('ù', 'u').replaceAll('é', 'e'), 'utf16le'),
      /UTF-16 without a byte order mark/
    ],
    ['Latin-1', Buffer.from(text, 'latin1'), /not UTF-8 \(byte 0xF9 on line 3\).*Excel: Save as, "CSV UTF-8"/],
    ['a workbook', Buffer.from('PK\u0003\u0004\u0014\0\xAD', 'latin1'), /content of a \.xlsx or \.zip file, not text/],
    ['Parquet', Buffer.from('PAR1\x15\x90', 'latin1'), /content of a \.parquet file, not text/]
  ])('is refused with the way to correct it: %s', async (_, bytes, reason) => {
    expect(await problemsOf(parseAnnotationCsv(bytes))).toMatchObject([{ reason: expect.stringMatching(reason) }]);
  });

  it('is told from UTF-8 at a character that is cut off, too', async () => {
    const cut = Buffer.from('qid,query,checklist\na,中文?,I?\nb,中').subarray(0, -1);
    expect(await problemsOf(parseAnnotationCsv(cut))).toMatchObject([{ row: 3, found: '0xE4' }]);
  });
});

describe('writeAnnotationCsv', () => {
  it('loses nothing in its flat form', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryQueries(1), async (queries) => {
        expect(await valueOf(parseAnnotationCsv(bytesOf(writeAnnotationCsv(queries, 'flat'))))).toEqual(queries);
      })
    );
  });

  it("keeps qids, queries and items in the annotators' three columns", async () => {
    const words = (queries: ImportedQuery[]) =>
      queries.map(({ qid, text, items }) => [qid, text, items.map((item) => item.text)]);
    await fc.assert(
      fc.asyncProperty(arbitraryQueries(1), async (queries) => {
        const read = await valueOf(parseAnnotationCsv(bytesOf(writeAnnotationCsv(queries, 'appendix-j'))));
        expect(words(read)).toEqual(words(queries));
      })
    );
  });

  it('writes no cell that a spreadsheet would run', () => {
    const query = (text: string): ImportedQuery => ({
      ...{ qid: text, text, domain: null, category: null, language: null },
      items: [{ key: text, text, kind: 'item', weight: null, dimension: null, explanation: null }]
    });
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', "'=1"];
    const csv = writeAnnotationCsv(formulas.map(query), 'appendix-j');
    const cells = csv
      .slice(1)
      .trim()
      .split('\r\n')
      .slice(1)
      .flatMap((line) => line.split(','));
    expect(cells).toHaveLength(3 * formulas.length);
    expect(cells.filter((cell) => !cell.startsWith("'"))).toEqual([]);
  });

  it('refuses a query without items, which has no row to stand in', () => {
    const bare = { qid: 'a', text: 'Q?', domain: null, category: null, language: null, items: [] };
    try {
      writeAnnotationCsv([bare], 'flat');
      throw new Error('nothing was refused');
    } catch (error) {
      if (!isRefusal(error)) throw error;
      expect(error.problems).toMatchObject([{ reason: 'The query a has no items' }]);
    }
  });
});

/** The largest file that is taken has 50 MB. */
const MB = sized(50, 10);

describe(`an annotation CSV of ${MB} MB`, () => {
  it('is read in seconds while other work continues', async () => {
    const lines = ['qid,Deep Research Query,Checklist'];
    let size = 0;
    for (let row = 0; size < MB * 1024 * 1024 - 400; row += 1) {
      const line = `q${row >> 3},"What is known of ""market"" ${row >> 3}, in every region?\nAnd with a second line that makes the query as long as real ones are?","Does the report say ${row} of the market?"`;
      lines.push(line);
      size += line.length + 2;
    }
    const bytes = bytesOf(lines.join('\r\n'));
    expect(bytes.length).toBeGreaterThan((MB - 1) * 1024 * 1024);
    const { longest } = watchThread();
    const started = process.threadCpuUsage();
    const queries = await valueOf(parseAnnotationCsv(bytes));
    const took = processorTimeSince(started);
    expect(queries.reduce((sum, { items }) => sum + items.length, 0)).toBe(lines.length - 1);
    expect(took).toBeLessThan(atMost(600 * MB));
    expect(longest()).toBeLessThan(took / 2);
  });
});
