import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { errorRows, mappingRows, type LabelledPair } from '../../../scorer/suites/report-bench/people/validation.ts';
import { writeValidationCsv, writeValidationJson, type ValidationLine } from './validation-files.ts';

const pair = (qid: string, person: string | null, pipeline: string | null): LabelledPair => ({ qid, person, pipeline });
const lines: ValidationLine[] = [
  ...mappingRows([pair('a', 'matched', 'matched'), pair('b', 'unmatched', 'matched'), pair('b', null, 'matched')]).map(
    (row) => ({ from: 'study 1', judge: '=cmd', row })
  ),
  ...errorRows([]).map((row) => ({ from: 'study 2', judge: null, row }))
];

it('a file of the validation has each share with its n, interval and printed value, and leaves empty what is undefined', () => {
  const rows: Record<string, string>[] = parse(writeValidationCsv(lines), { columns: true });
  expect(rows).toHaveLength(8);
  expect(rows[0]).toMatchObject({
    part: 'a',
    from: 'study 1',
    n: '2',
    queries: '2',
    share: '0.5',
    printed: '0.967',
    left_out: '1'
  });
  expect(Number(rows[0]!.low)).toBeLessThan(0.5);
  // No cell can run as a formula.
  expect(rows[0]!.judge).not.toMatch(/^=/);
  expect(rows[4]).toMatchObject({
    part: 'error-temporal-cutoff',
    n: '0',
    share: '',
    low: '',
    printed_as_rough: 'true',
    judge: ''
  });
  const json = JSON.parse(writeValidationJson(lines, [{ study: 3, name: 'Closed' }])) as {
    rows: object[];
    embargoed: object[];
  };
  expect(json.rows[0]).toMatchObject({ part: 'a', n: 2, share: 0.5, printed: 0.967, printedInInterval: true });
  expect(json.rows[7]).toMatchObject({ part: 'error-other', share: null, interval: null, printed: null });
  expect(json.embargoed).toEqual([{ study: 3, name: 'Closed' }]);
});
