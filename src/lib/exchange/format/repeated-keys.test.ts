import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDatasetJsonl } from '../import/queries/dataset-jsonl.ts';
import { repeatedKeys } from './repeated-keys.ts';
import { parseReferenceResults } from '../reference/parser.ts';
import { processorTimeSince } from '../../../../tests/timing.ts';
import { inEnglish } from '../../messages/say-in.ts';

describe('keys that an object gives more than once', () => {
  it.each([
    ['{"a":1,"b":2,"a":3}', ['a']],
    ['{"a":{"b":1,"b":2},"b":{"a":1}}', ['b']],
    ['[{"a":1},{"a":2}]', []],
    ['{"a":["x",{"a":1}],"c":"a\\":{\\"a"}', []],
    ['{"\\u0061":1,"a":2}', ['a']],
    ['{"a\\\\":1,"a\\\\":{"k":[1,{"z":1,"z":2}]}}', ['z', 'a\\']],
    ['"a"', []]
  ])('of %s are %j', (text, keys) => {
    expect(repeatedKeys(text).sort()).toEqual([...keys].sort());
  });

  it('do not exist in what JSON.stringify writes', () => {
    fc.assert(fc.property(fc.json(), (text) => repeatedKeys(JSON.stringify(JSON.parse(text))).length === 0));
  });

  it('are found in time that grows with the length of the text, whatever it holds', () => {
    for (const text of [
      `{"a":"${'\\\\'.repeat(500_000)}"}`,
      '['.repeat(1e6) + ']'.repeat(1e6),
      `{"a":"${'"{:,'.replaceAll('"', '\\"').repeat(250_000)}"}`
    ]) {
      const began = process.threadCpuUsage();
      expect(repeatedKeys(text)).toEqual([]);
      expect(processorTimeSince(began)).toBeLessThan(2_000);
    }
  });

  it('are a problem of a line of queries, with their names', () => {
    const line = '{"qid":"q1","query":"Why?","items":[{"text":"Because?"}],"qid":"q2"}';
    const read = parseDatasetJsonl(new TextEncoder().encode(line));
    expect(read.ok ? [] : read.problems).toMatchObject([
      { row: 1, reason: expect.stringContaining('"qid" more than once') }
    ]);
  });

  it('are named in a note of results', () => {
    const report =
      '{"query_id":"qid_q1","model_name":"a","report_file_path":"a/qid_q1_report.md","query":"x","query":"y"}';
    const read = parseReferenceResults(new TextEncoder().encode(`{"reports":[${report}]}`), 'detailed_results_1.json');
    expect(read.ok ? inEnglish(read.notes).join() : read.problems).toContain('"query"');
  });
});
