import type { CollectedLabels } from './label-collector.ts';

/** Columns of the table that are neither a question nor a field of the item. */
const OWN = ['item', 'rater'];

/** Names of the columns of the table. */
interface RatingColumns {
  /** By question, in the order of the file. */
  questions: string[];
  /** By field of the item. */
  about: Map<string, string>;
}

/** A field with the name of a column or a question is written as `data.NAME`. */
export function ratingColumns({ questions, about }: Pick<CollectedLabels, 'questions' | 'about'>): RatingColumns {
  const taken = new Set(OWN);
  const free = (name: string, prefix: string): string => {
    let column = taken.has(name) ? `${prefix}.${name}` : name;
    while (taken.has(column)) column = `${prefix}.${column}`;
    taken.add(column);
    return column;
  };
  return {
    questions: questions.map(({ name }) => free(name, 'question')),
    about: new Map([...about.keys()].map((name) => [name, free(name, 'data')]))
  };
}

/**
 * Labels of another tool as a table of ratings in the long layout: one row per item and rater, with a column for each question and
 * each field of the items. `ratings-table.ts` reads it.
 */
export function* ratingRows(collected: CollectedLabels): Generator<Record<string, string>> {
  const { items, raters, values, about, labels } = collected;
  const columns = ratingColumns(collected);
  for (let from = 0; from < labels.count;) {
    const item = labels.item[from]!;
    const rows = new Map<number, Record<string, string>>();
    for (; from < labels.count && labels.item[from] === item; from++) {
      const rater = labels.rater[from]!;
      let row = rows.get(rater);
      if (!row) {
        row = { item: items[item]!, rater: raters[rater]!.name };
        for (const [field, column] of columns.about) {
          const text = about.get(field)![item];
          if (text !== undefined) row[column] = text;
        }
        rows.set(rater, row);
      }
      row[columns.questions[labels.question[from]!]!] = values[labels.value[from]!]!;
    }
    yield* rows.values();
  }
}
