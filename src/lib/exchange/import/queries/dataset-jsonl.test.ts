import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { parseDatasetJsonl } from './dataset-jsonl.ts';
import { arbitraryQueries, bytesOf, datasetJsonl, weightNotes } from './queries.fixture.ts';

describe('a dataset as JSON lines', () => {
  it('loses nothing when written and read, queries without items included', () => {
    fc.assert(
      fc.property(arbitraryQueries(0), (queries) => {
        expect(parseDatasetJsonl(bytesOf(datasetJsonl(queries)))).toEqual({
          ok: true,
          value: queries,
          notes: weightNotes(queries)
        });
      })
    );
  });

  it('reads items one per line as it reads them in a list', () => {
    fc.assert(
      fc.property(arbitraryQueries(1), (queries) => {
        const lines = queries.flatMap(({ items, text, placeholderFree: free, ...query }) =>
          items.map(({ key, text: item, placeholderFree: own, ...rest }) =>
            JSON.stringify({
              ...{ ...query, query: text, question_no_placeholder: free },
              ...{ checklist_id: key, checklist_item: item, checklist_no_placeholder: own, ...rest }
            })
          )
        );
        expect(parseDatasetJsonl(bytesOf(lines.join('\r\n')))).toEqual({
          ok: true,
          value: queries,
          notes: weightNotes(queries)
        });
      })
    );
  });

  it('does not take fields that every object inherits for columns', () => {
    const parsed = parseDatasetJsonl(bytesOf('{"qid":"a","query":"Q?","__proto__":{"items":["I?"]},"constructor":1}'));
    expect(parsed).toMatchObject({ ok: true, value: [{ qid: 'a', items: [] }] });
  });
});
