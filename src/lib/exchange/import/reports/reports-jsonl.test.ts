import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { nameKey } from '../../../names.ts';
import { writeJsonLines } from '../../format/json-lines.ts';
import { bytesOf, name, prose } from '../queries/queries.fixture.ts';
import { parseReportsJsonl } from './reports-jsonl.ts';
import { notesInEnglish } from '../../parsed.fixture.ts';

describe('reports as JSON lines', () => {
  it('lose nothing when written and read', () => {
    const report = fc.record({
      system: name,
      qid: name,
      markdown: prose,
      collectedAt: fc.option(fc.constantFrom('2026-09-14', '2024-02-29T23:59:00Z', '2026-09-14 08:30')),
      queryText: fc.option(prose)
    });
    const reports = fc.uniqueArray(report, {
      minLength: 1,
      maxLength: 5,
      selector: ({ system, qid }) => JSON.stringify([nameKey(system), nameKey(qid)])
    });
    fc.assert(
      fc.property(reports, (given) => {
        const sourced = given.map((one, i) => ({ ...one, source: `r.jsonl, line ${i + 1}` }));
        const lines = given.map(({ system, qid, markdown, collectedAt, queryText }) => ({
          ...{ system, qid, report: markdown },
          ...(collectedAt !== null && { collected_at: collectedAt }),
          ...(queryText !== null && { query: queryText })
        }));
        expect(parseReportsJsonl(bytesOf(writeJsonLines(lines)), 'r.jsonl')).toEqual({
          ok: true,
          value: sourced,
          notes: []
        });
      })
    );
  });

  it('belong to the system that the caller names if a line names none', () => {
    const bytes = bytesOf('{"qid":"a","report":"A"}\n{"system":"heron","qid":"a","report":"A"}');
    expect(parseReportsJsonl(bytes, 'r.jsonl', 'cairn')).toMatchObject({
      value: [{ system: 'cairn' }, { system: 'heron' }]
    });
  });

  it('come in without the empty one, which is named with its line', () => {
    const lines = [
      { system: 's', qid: 'a', report: 'A' },
      { system: 's', qid: 'b', report: ' \n ' }
    ];
    const bytes = bytesOf(lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(notesInEnglish(parseReportsJsonl(bytes, 'r.jsonl'))).toMatchObject({
      ok: true,
      value: [{ qid: 'a' }],
      notes: ['1 report is empty and was not imported: s · b (r.jsonl, line 2)']
    });
  });

  it.each(['2025-13-01', '2025-02-29', '14.09.2026', '2026-09-14T25:00', 'soon'])(
    'are refused for the date %s',
    (date) => {
      const bytes = bytesOf(JSON.stringify({ system: 's', qid: 'a', report: 'A', collected_at: date }));
      expect(parseReportsJsonl(bytes, 'r.jsonl')).toMatchObject({
        ok: false,
        problems: [{ column: 'collected_at', found: date }]
      });
    }
  );
});
