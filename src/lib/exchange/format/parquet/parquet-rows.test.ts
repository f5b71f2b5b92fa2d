import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { problemsIn } from '../../../errors.ts';
import { readImport } from '../../import/sniff.ts';
import { readForeign } from '../../neighbours/read-foreign.ts';
import { parseRatings } from '../../ratings/ratings-table.ts';
import { ProblemList } from '../problem-list.ts';
import { isParquet, parquetAsLines } from './parquet-rows.ts';

const parquet = (columns: Record<string, unknown[]>): Uint8Array =>
  new Uint8Array(parquetWriteBuffer({ columnData: Object.entries(columns).map(([name, data]) => ({ name, data })) }));

async function linesOf(bytes: Uint8Array): Promise<string[]> {
  const problems = new ProblemList();
  const lines = await parquetAsLines(bytes, problems);
  return lines === null ? problems.all.map(({ reason }) => reason) : Buffer.from(lines).toString('utf8').trim().split('\n'); // prettier-ignore
}

describe('a Parquet file', () => {
  it('has its rows as JSON lines, with whole numbers of 64 bits, empty values and texts of any script', async () => {
    const bytes = parquet({ item: ['i1', 'i2'], n: [1n, 9_007_199_254_740_993n], text: ['潮汐', null] });
    expect(isParquet(bytes)).toBe(true);
    expect(await linesOf(bytes)).toEqual(['{"item":"i1","n":1,"text":"潮汐"}', '{"item":"i2","n":"9007199254740993","text":null}']); // prettier-ignore
  });

  it('of ratings is read as the table that it is', async () => {
    const problems = new ProblemList();
    const lines = await parquetAsLines(
      parquet({ item: ['i1', 'i1'], rater: ['ana', 'ben'], label: ['yes', 'no'] }),
      problems
    );
    const parsed = await parseRatings(lines!);
    expect(parsed).toMatchObject({ ok: true, value: { items: ['i1'], raters: ['ana', 'ben'] } });
  });

  it('of reports is imported like their JSON lines', async () => {
    const bytes = parquet({ qid: ['q1'], system: ['alpha'], report: ['# A report\n\nWith a text.'] });
    const parsed = await readImport([{ name: 'reports.parquet', bytes }]);
    expect(parsed).toMatchObject({ ok: true, value: { kind: 'reports' } });
  });

  it('of a tool’s records is recognised', async () => {
    const bytes = parquet({ id: ['r1'], 'met.responses': ['["no"]'], 'met.responses.users': ['["u1"]'], 'met.responses.status': ['["submitted"]'] }); // prettier-ignore
    const read = await readForeign(bytes);
    expect(read).toMatchObject({ ok: true, value: { summary: { tool: 'Argilla', labels: 1 } } });
  });

  it('with a row that is longer than a text can be is refused', async () => {
    // Each zero takes six characters in JSON.
    const english = await linesOf(parquet({ item: ['\0'.repeat(2 ** 29 / 6)] }));
    expect(english).toEqual([expect.stringContaining('512 MB')]);
  });

  describe('that cannot be read is refused in the reader’s language', () => {
    const damaged = parquet({ item: ['i1', 'i2'] });
    damaged.fill(0xff, 4, damaged.length - 8);
    const ofCodec = new Uint8Array(
      parquetWriteBuffer({
        columnData: [{ name: 'item', data: ['i1', 'i2'] }],
        codec: 'LZO',
        compressors: { LZO: (bytes: Uint8Array) => bytes }
      })
    );
    const ofType = new Uint8Array(
      parquetWriteBuffer({ columnData: [{ name: 'item', data: [new Uint8Array(12)] }], schema: [
        { name: 'root', num_children: 1 },
        { name: 'item', type: 'FIXED_LEN_BYTE_ARRAY', type_length: 12, converted_type: 'INTERVAL', repetition_type: 'REQUIRED' }
      ] })
    ); // prettier-ignore

    it.each([
      ['damaged', damaged, 'The Parquet file is damaged. Write it again, or save the rows as JSONL', 'Parquet 文件已损坏。请重新写出该文件，或将各行另存为 JSONL'],
      ['compressed otherwise', ofCodec, expect.stringContaining('compressed with LZO'), 'Parquet 文件使用 LZO 压缩。请改用 Snappy、GZIP、Brotli、Zstandard 或不压缩，重新写出'],
      ['of an unknown type', ofType, expect.stringContaining('type or an encoding that cannot be read'), 'Parquet 文件包含无法读取的类型或编码。请用普通类型重新写出，或将各行另存为 JSONL']
    ])('%s', async (_, bytes, english, chinese) => {
      const problems = new ProblemList();
      expect(await parquetAsLines(bytes, problems)).toBeNull();
      expect(problems.all.map(({ reason }) => reason)).toEqual([english]);
      expect(problemsIn('zh-Hans', problems.all).map(({ reason }) => reason)).toEqual([chinese]);
    }); // prettier-ignore
  });
});
