import { and, asc, desc, or, sql, type Column, type SQL } from 'drizzle-orm';
import { searchWords, type ListQuestion } from './list-question.ts';

/**
 * The condition that each word of a search occurs in one of the columns. SQLite compares letters without regard to capitals in
 * ASCII alone, so that other words are looked for in small and in capital letters as well as as they are typed.
 */
export function containsWords(columns: readonly (Column | SQL)[], search: string): SQL | undefined {
  const forms = (word: string): string[] => [...new Set([word, word.toLowerCase(), word.toUpperCase()])];
  return and(
    ...searchWords(search).map((word) =>
      or(
        ...columns.flatMap((column) =>
          forms(word).map((form) => sql`${column} like ${`%${form.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`)
        )
      )
    )
  );
}

/**
 * The order that a list is asked for, then `last`, which tells all rows apart, so that each row is on one page. Rows without a
 * value stand last both ways.
 */
export function inOrder(
  { sort, descending }: Pick<ListQuestion, 'sort' | 'descending'>,
  orders: Readonly<Record<string, Column | SQL>>,
  last: readonly Column[]
): SQL[] {
  const by = orders[sort];
  return [
    ...(by ? [sql`${by} is null`, descending ? desc(by) : asc(by)] : []),
    ...last.map((column) => (descending && !by ? desc(column) : asc(column)))
  ];
}
