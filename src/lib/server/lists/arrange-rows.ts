import { pageWithin, searchWords, type ListPage, type ListQuestion } from './list-question.ts';

type Sortable = string | number | null;

/** How rows that are in memory answer a `ListQuestion`. */
interface Arrangement<Row> {
  /** The texts in which words are looked for. */
  text: (row: Row) => readonly (string | null)[];
  /** Values by the name of the order. */
  orders: Readonly<Record<string, (row: Row) => Sortable>>;
  /** Whether a row has the chosen value, by the name of the filter. */
  filters?: Readonly<Record<string, (row: Row, chosen: string) => boolean>>;
}

/**
 * One page of rows: found, filtered and sorted. Equal rows keep their order, and rows without a value stand last both ways. An
 * order that the list does not know leaves the rows as they are, or the other way round.
 */
export function arrangeRows<Row>(
  rows: readonly Row[],
  question: ListQuestion,
  { text, orders, filters = {} }: Arrangement<Row>
): ListPage<Row> {
  const words = searchWords(question.search).map((word) => word.toLowerCase());
  const found = rows.filter((row) => {
    const texts = words.length === 0 ? [] : text(row).map((one) => (one ?? '').normalize('NFC').toLowerCase());
    return (
      words.every((word) => texts.some((one) => one.includes(word))) &&
      Object.entries(question.filters).every(([name, chosen]) => filters[name]?.(row, chosen) ?? true)
    );
  });
  const order = orders[question.sort];
  if (order) {
    const sign = question.descending ? -1 : 1;
    const value = new Map(found.map((row) => [row, order(row)]));
    found.sort((a, b) => compareValues(value.get(a)!, value.get(b)!, sign));
  } else if (question.descending) found.reverse();
  const { page, pages, offset } = pageWithin(found.length, question);
  return { rows: found.slice(offset, offset + question.size), page, pages, total: found.length };
}

const letters = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compareValues(a: Sortable, b: Sortable, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * letters.compare(String(a), String(b));
}
