import { sayingsOf } from '../../../messages/sayings.ts';
import { fieldSays, problemAt, refuse } from '../../../errors.ts';
import type { ImportedItem, ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import { writeTableCsv } from '../../format/table-csv.ts';
import type { CsvColumn } from '../../format/table-csv.ts';

const leadSays = sayingsOf('leadRefusals');

export interface ItemRow {
  query: ImportedQuery;
  item: ImportedItem;
}

const APPENDIX_J: CsvColumn<ItemRow>[] = [
  { header: 'qid', value: ({ query }) => query.qid },
  { header: 'Deep Research Query', value: ({ query }) => query.text },
  { header: 'Checklist', value: ({ item }) => item.text }
];

const QUERY_FREE: CsvColumn<ItemRow> = {
  header: 'question_no_placeholder',
  value: ({ query }) => query.placeholderFree ?? null
};
const ITEM_FREE: CsvColumn<ItemRow> = {
  header: 'checklist_no_placeholder',
  value: ({ item }) => item.placeholderFree ?? null
};

/** Every field; the wordings without placeholders have columns only if there are any. */
export const flatColumns = (queries: readonly ImportedQuery[]): CsvColumn<ItemRow>[] => [
  { header: 'qid', value: ({ query }) => query.qid },
  { header: 'query', value: ({ query }) => query.text },
  ...(queries.some(({ placeholderFree }) => placeholderFree != null) ? [QUERY_FREE] : []),
  { header: 'domain', value: ({ query }) => query.domain },
  { header: 'category', value: ({ query }) => query.category },
  { header: 'language', value: ({ query }) => query.language },
  { header: 'checklist_id', value: ({ item }) => item.key },
  { header: 'checklist_item', value: ({ item }) => item.text },
  ...(queries.some(({ items }) => items.some(({ placeholderFree }) => placeholderFree != null)) ? [ITEM_FREE] : []),
  { header: 'kind', value: ({ item }) => item.kind },
  { header: 'weight', value: ({ item }) => item.weight },
  { header: 'dimension', value: ({ item }) => item.dimension },
  { header: 'explanation', value: ({ item }) => item.explanation }
];

/** One row per item of every query; a query without items has no row to stand in. */
export function itemRows(queries: readonly ImportedQuery[]): ItemRow[] {
  const bare = queries.filter((query) => query.items.length === 0);
  if (bare.length > 0)
    refuse.invalid(
      leadSays('tableNeedsItems'),
      bare.map((query) => problemAt('checklist', fieldSays('queryWithoutItems', { qid: query.qid })))
    );
  return queries.flatMap((query) => query.items.map((item) => ({ query, item })));
}

/** `appendix-j`: the three columns annotators know. `flat`: every field, so that reading it back loses nothing. */
export const writeAnnotationCsv = (queries: readonly ImportedQuery[], form: 'appendix-j' | 'flat'): string =>
  writeTableCsv(form === 'flat' ? flatColumns(queries) : APPENDIX_J, itemRows(queries), { bom: true });
