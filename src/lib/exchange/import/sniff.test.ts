import { describe, expect, it } from 'vitest';
import { zipSync } from 'fflate';
import { writeDatasetXlsx } from '../export/version/dataset-xlsx-writer.ts';
import { bytesOf } from './queries/queries.fixture.ts';
import { MOST_IMPORT_BYTES, readImport, type ImportHint } from './sniff.ts';

const query = {
  ...{ qid: 'a', text: 'Q?', domain: null, category: null, language: null },
  items: [{ key: 'c1', text: 'I?', kind: 'item' as const, weight: null, dimension: null, explanation: null }]
};
const read = (name: string, content: string | Uint8Array, hint?: ImportHint) =>
  readImport([{ name, bytes: typeof content === 'string' ? bytesOf(content) : content }], hint);

describe('readImport', () => {
  it.each([
    ['a.csv', 'qid,query,checklist\na,Q?,I?', 'queries', 'annotation-csv'],
    ['A.TSV', 'qid\tquery\tchecklist\na\tQ?\tI?', 'queries', 'annotation-csv'],
    ['a.jsonl', '\n{"qid":"a","query":"Q?"}', 'queries', 'dataset-jsonl'],
    ['a.json', '{"qid":"a","query":"Q?"}', 'queries', 'dataset-jsonl'],
    ['query.jsonl', '{"id":1,"topic":"T","language":"en","prompt":"Q?"}', 'queries', 'deep-research-bench'],
    [
      'criteria.jsonl',
      '{"id":1,"prompt":"Q?","criterions":{"comprehensiveness":[],"instruction_following":[]}}',
      'criteria',
      'deep-research-bench'
    ],
    ['cairn-1.jsonl', '{"id":1,"prompt":"Q?","article":"A"}', 'reports', 'deep-research-bench'],
    ['r.jsonl', '{"system":"s","qid":"a","report":"A"}', 'reports', 'reports-jsonl'],
    ['sys/qid_a_report.md', 'A', 'reports', 'report-folder']
  ])('takes %s for what it holds', async (name, content, kind, format) => {
    expect(await read(name, content)).toMatchObject({ ok: true, value: { kind, format } });
  });

  it('refuses and notes a file of 100,000 columns in a few lines, also if a name is long', async () => {
    const columns = Array.from({ length: 100_000 }, (_, n) => `column ${n}`).join(',');
    const refused = await read('a.csv', `${columns},qid,QID\n`);
    expect(refused).toMatchObject({ ok: false });
    expect(JSON.stringify(refused)).toMatch(/columns are: column 0, column 1, .*…/);
    expect(JSON.stringify(refused).length).toBeLessThan(20_000);
    const noted = await read('a.csv', `qid,query,checklist,${columns}\na,Q?,I?\n`);
    expect(noted).toMatchObject({ ok: true });
    expect(JSON.stringify(noted)).toMatch(/column 0 \(0\), column 1 \(0\), .*…/);
    expect(JSON.stringify(noted).length).toBeLessThan(5_000);
    const twice = `x${'y'.repeat(100_000)}`;
    const named = await read('a.csv', `qid,query,checklist,points ${twice},${twice}\na,Q?,I?,1,2,3,4\n`);
    expect(JSON.stringify(named).length).toBeLessThan(5_000);
  });

  it('tells a workbook from a zip of reports', async () => {
    expect(await read('a.xlsx', await writeDatasetXlsx([query]))).toMatchObject({ value: { format: 'dataset-xlsx' } });
    const zip = zipSync({ 's/qid_a_report.md': bytesOf('A') });
    expect(await read('r.zip', zip)).toMatchObject({ value: { format: 'report-zip' } });
  });

  it('names the system of a DeepResearch Bench file after the file, or after what the person says', async () => {
    const line = '{"id":1,"prompt":"Q?","article":"A"}';
    expect(await read('folder/cairn-1.2.jsonl', line)).toMatchObject({ value: { reports: [{ system: 'cairn-1.2' }] } });
    expect(await read('cairn.jsonl', line, { system: 'heron' })).toMatchObject({
      value: { reports: [{ system: 'heron' }] }
    });
  });

  it.each([
    ['a.docx', 'words', /format of the file is unknown/],
    ['a.csv', '', /is empty/],
    ['a.jsonl', '\n\n', /is empty/],
    ['a.jsonl', '[{"qid":"a"}]', /not an object/],
    ['a.jsonl', '{"id":1,"prompt":"Q?","overall_score":0.4}', /not a query.*, a report/],
    ['a.xlsx', 'qid,query', /named \.xlsx, but its content/],
    ['a.xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0]), /old Excel workbook/],
    ['scores.csv', 'run,value\n1,2', /column qid is missing/]
  ])('explains why %s with %j cannot be read', async (name, content, reason) => {
    const parsed = await read(name, content);
    if (parsed.ok) throw new Error('no problem was found');
    expect(parsed.problems[0]?.reason).toMatch(reason);
  });

  it('refuses content of another kind than the person asked for', async () => {
    const parsed = await read('r.jsonl', '{"system":"s","qid":"a","report":"A"}', { kind: 'queries' });
    expect(parsed).toMatchObject({
      ok: false,
      problems: [{ reason: 'The file contains reports, but queries were expected' }]
    });
  });

  it('does not guess which of several dataset files is meant', async () => {
    const one = { name: 'a.csv', bytes: bytesOf('qid,query,checklist\na,Q?,I?') };
    expect(await readImport([one, { ...one, name: 'b.csv' }])).toMatchObject({
      ok: false,
      problems: [{ column: 'file' }]
    });
    expect(await readImport([])).toMatchObject({ ok: false });
  });

  it('refuses a file above 50 MB without reading it', async () => {
    await expect(read('a.csv', new Uint8Array(MOST_IMPORT_BYTES + 1))).rejects.toMatchObject({ code: 'too-large' });
  });
});
