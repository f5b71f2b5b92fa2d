import fc from 'fast-check';
import { nameKey, oneForm } from '../../../names.ts';
import { writeJsonLines } from '../../format/json-lines.ts';
import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';

/** Texts that trouble tables and JSON: quotes, separators, line breaks, formulas, apostrophes, other scripts. */
const trouble = fc.constantFrom(
  '"',
  ',',
  ';',
  '\n',
  '\t',
  "'",
  '=',
  '+',
  '-',
  '@',
  '＝',
  '_x0041_',
  '\uFFFD',
  '中文',
  '\u{1F600}',
  '<',
  '&',
  ' ',
  '\\',
  '{{date}}',
  '\u05E9\u05DC',
  '\u202E',
  'e\u0301\u0323',
  '\u200D',
  '=HYPERLINK("x")',
  'x'.repeat(800)
);
const anything = fc.string({
  unit: fc.oneof(trouble, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
  minLength: 1
});

const kept = (text: string): boolean =>
  text !== '' && text === text.trim() && !/(?![\n\t])[\p{Cc}\p{Noncharacter_Code_Point}]/u.test(text);

/** Words that are properties of every object. */
const inherited = fc.constantFrom('constructor', '__proto__', 'toString');

export const prose = fc
  .oneof({ weight: 20, arbitrary: anything }, inherited)
  .map((text) => text.trim())
  .filter(kept);
/** In their one form, as they are kept. */
export const name = prose
  .map(oneForm)
  .filter((text) => text !== '' && !/[\p{Cc}/\\]/u.test(text) && text.length <= 200);
const optional = fc.option(prose);
/** A field that is there only if it has a value. */
const free = fc.option(prose, { nil: undefined });
const withoutUndefined = <T extends { placeholderFree: string | undefined }>({ placeholderFree, ...rest }: T) => ({
  ...rest,
  ...(placeholderFree !== undefined && { placeholderFree })
});

/** Queries as parsers give them: any of these must survive being written and read. */
export const arbitraryQueries = (leastItems: 0 | 1) =>
  fc.uniqueArray(
    fc
      .record({
        qid: name,
        text: prose,
        placeholderFree: free,
        domain: optional,
        category: optional,
        language: optional,
        items: fc.uniqueArray(
          fc
            .record({
              key: name,
              text: prose,
              placeholderFree: free,
              kind: fc.constantFrom('item' as const, 'criterion' as const),
              weight: fc.option(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })),
              dimension: optional,
              explanation: optional
            })
            .map(withoutUndefined),
          {
            minLength: leastItems,
            maxLength: 4,
            comparator: (a, b) => a.key === b.key || a.text.replace(/\s+/g, ' ') === b.text.replace(/\s+/g, ' ')
          }
        )
      })
      .map(withoutUndefined),
    { minLength: 1, maxLength: 4, selector: ({ qid }) => nameKey(qid) }
  ) satisfies fc.Arbitrary<ImportedQuery[]>;

/** Queries as JSON lines with every field that such a file can have, each under its name there. */
export const datasetJsonl = (queries: readonly ImportedQuery[]): string =>
  writeJsonLines(
    queries.map(({ text, placeholderFree, items, ...query }) => ({
      ...query,
      query: text,
      ...(placeholderFree != null && { question_no_placeholder: placeholderFree }),
      items: items.map(({ placeholderFree: own, ...item }) => ({
        ...item,
        ...(own != null && { text_no_placeholder: own })
      }))
    }))
  );

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Notes of an import on the weights of these queries: none if all items have the same weight. */
export const weightNotes = (queries: readonly ImportedQuery[]): unknown[] => {
  const weights = queries.flatMap(({ items }) => items.map(({ weight }) => weight));
  return new Set(weights).size < 2
    ? []
    : [{ section: 'importNotes', key: 'weights', values: { n: weights.filter((weight) => weight !== null).length } }];
};
