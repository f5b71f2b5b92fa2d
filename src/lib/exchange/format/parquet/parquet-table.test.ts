import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeJsonLines } from '../json-lines.ts';
import { ProblemList } from '../problem-list.ts';
import { parquetRows } from './parquet-rows.ts';
import { parquetOfLines } from './parquet-table.ts';

async function rowsOf(bytes: Uint8Array): Promise<unknown[]> {
  const problems = new ProblemList();
  const rows: unknown[] = [];
  for await (const row of parquetRows(bytes, problems)) rows.push(row);
  expect(problems.all).toEqual([]);
  return rows;
}

describe('a table written as Parquet', () => {
  it('is read as it was written: empty values, texts of any script, empty lists and objects', async () => {
    const rows = [
      { id: 'i1', text: '潮汐热泵 🌊', n: 1, share: 0.5, ok: true, list: [], about: {}, mixed: 'a', none: null },
      { id: 'i2', text: '', n: null, share: 2, ok: null, list: ['a', null, []], about: null, mixed: 3, none: null },
      { id: 'i3', text: null, n: -7, share: null, ok: false, list: null, about: { 深: [{}] }, mixed: [], none: null }
    ];
    expect(await rowsOf(await parquetOfLines(writeJsonLines(rows)))).toEqual(rows);
  });

  it('has null for a name that a row does not have', async () => {
    const bytes = await parquetOfLines(writeJsonLines([{ a: 1 }, { b: 'x' }]));
    expect(await rowsOf(bytes)).toEqual([{ a: 1, b: null }, { a: null, b: 'x' }]); // prettier-ignore
  });

  it('without rows is a file without rows', async () => {
    expect(await rowsOf(await parquetOfLines(''))).toEqual([]);
  });

  it('loses nothing, whatever the values are', async () => {
    const names = ['a', '标签', 'c.d'];
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.jsonValue()
    );
    const row = fc.tuple(...names.map(() => value)).map((cells) => Object.fromEntries(cells.map((one, i) => [names[i]!, one]))); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
        const written = JSON.parse(JSON.stringify(rows)) as unknown;
        expect(await rowsOf(await parquetOfLines(writeJsonLines(rows)))).toEqual(written);
      })
    );
  });

  it('is the same file for the same rows', async () => {
    const lines = writeJsonLines([{ a: 'x', b: [1] }]);
    expect(await parquetOfLines(lines)).toEqual(await parquetOfLines(lines));
  });
});
