import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { normalHeader } from './normal-header.ts';
import { isObject, type JsonObject } from './json-value.ts';
import type { ProblemList } from './problem-list.ts';

const say = sayingsOf('importProblems');

/** Whether a field holds anything that could be lost. */
export const hasValue = (value: unknown): boolean =>
  !(value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0)); // prettier-ignore

const sayNote = sayingsOf('importNotes');

/** Messages about things that an import does not take. */
type UntakenKind =
  | 'ignoredFields'
  | 'ignoredColumns'
  | 'namelessColumns'
  | 'ignoredSheets'
  | 'ignoredCounts'
  | 'searchedFields';

/** Counts what a file has and an import does not take, by name. */
export class Untaken {
  readonly #counts = new Map<string, number>();

  add(name: string, n = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + n);
  }

  get any(): boolean {
    return this.#counts.size > 0;
  }

  /** Counts the fields that have a value and are not among `taken`. @param prefix before their names, like `items[].` */
  see(value: JsonObject, taken: readonly string[], prefix = ''): void {
    for (const [name, one] of Object.entries(value))
      if (!taken.includes(name) && hasValue(one)) this.add(`${prefix}${name}`);
  }

  note(problems: ProblemList, kind: UntakenKind = 'ignoredFields'): void {
    if (this.#counts.size === 0) return;
    problems.note(sayNote(kind, { list: [...this.#counts].map(([name, n]) => `${name} (${n})`).join(', ') }));
  }
}

/** Counts the values in those columns of a table that an import does not read. A column without a name is known by its place. */
export class UnreadColumns {
  readonly #columns = new Map<number, { label: string; values: number }>();

  constructor(header: readonly string[], isRead: (label: string, index: number) => boolean) {
    header.forEach((label, index) => {
      if (!isRead(label, index)) this.#columns.set(index, { label: label.trim(), values: 0 });
    });
  }

  see(cells: readonly string[]): void {
    for (const [index, column] of this.#columns) if ((cells[index] ?? '').trim() !== '') column.values += 1;
  }

  note(problems: ProblemList): void {
    const [named, nameless] = [new Untaken(), new Untaken()];
    for (const [index, { label, values }] of this.#columns)
      if (label !== '') named.add(label, values);
      else if (values > 0) nameless.add(String(index + 1), values);
    named.note(problems, 'ignoredColumns');
    nameless.note(problems, 'namelessColumns');
  }
}

const PARTIAL = new Set(['points', 'levels', 'scale', 'partial credit', 'penalty', 'negative', 'max score']);

export const partialCredit = say('partialCredit');

/** Whether a field or column of an item says that it is scored otherwise than by yes and no. */
export const isPartialCredit = (name: string): boolean => PARTIAL.has(normalHeader(name));

/** Fields in which other suites keep rubrics that are scored otherwise than here. */
export const foreignRubrics = ['rubrics', 'rubric', 'criteria', 'criterions', 'nuggets'] as const;

export const foreignRubric = (name: string): Saying => say('foreignRubric', { field: name });
