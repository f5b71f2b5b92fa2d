import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
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

  it('that is damaged is refused with the reason', async () => {
    const bytes = parquet({ item: ['i1', 'i2'] });
    bytes.fill(0xff, 4, bytes.length - 8);
    expect(await linesOf(bytes)).toEqual([expect.stringContaining('damaged')]);
  });
});
