import { normalHeader } from './normal-header.ts';
import type { JsonObject } from './json-value.ts';
import type { ProblemList } from './problem-list.ts';

/** Counts what a file has and an import does not take, by name. */
export class Untaken {
  readonly #counts = new Map<string, number>();

  add(name: string, n = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + n);
  }

  /** Counts the fields that have a value and are not among `taken`. @param prefix before their names, like `items[].` */
  see(value: JsonObject, taken: readonly string[], prefix = ''): void {
    for (const [name, one] of Object.entries(value))
      if (!taken.includes(name) && one !== null && one !== '') this.add(`${prefix}${name}`);
  }

  note(problems: ProblemList, what = 'Fields that were not taken'): void {
    if (this.#counts.size === 0) return;
    problems.notes.push(`${what}: ${[...this.#counts].map(([name, n]) => `${name} (${n})`).join(', ')}`);
  }
}

const PARTIAL = new Set(['points', 'levels', 'scale', 'partial credit', 'penalty', 'negative', 'max score']);

export const partialCredit =
  'Items with points, levels, penalties or partial credit are not supported: every item is answered yes or no and counts the same. Remove the field, or write one item for each step';

/** Whether a field or column of an item says that it is scored otherwise than by yes and no. */
export const isPartialCredit = (name: string): boolean => PARTIAL.has(normalHeader(name));

/** Fields in which other suites keep rubrics that are scored otherwise than here. */
export const foreignRubrics = ['rubrics', 'rubric', 'criteria', 'criterions', 'nuggets'] as const;

export const foreignRubric = (name: string): string =>
  `${name} is a rubric of another form. Rubrics with weighted, negative or partly met criteria (partial credit) are not supported yet, and without them its scores would be others. Items that are answered yes or no can be given in a list called items`;
