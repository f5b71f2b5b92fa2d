import { reference, type BinaryLabel } from '../../alignment/ratings.ts';

interface Rated {
  stratum: string;
  humans: readonly { label: string }[];
  judges: readonly { state: string; label: string | null }[];
}

/** Where opinions part: what one may want to see first of the items behind a number. */
export const itemFilters = {
  'judge-and-people': 'a judge differs from people',
  people: 'people differ',
  judges: 'judges differ',
  gaps: 'a judge gave no label'
} as const;
export type ItemFilter = keyof typeof itemFilters;

export const isItemFilter = (name: string | null): name is ItemFilter =>
  name !== null && Object.hasOwn(itemFilters, name);

const differ = (labels: readonly (string | null)[]): boolean => new Set(labels).size > 1;

const given = (item: Rated): string[] =>
  item.judges.flatMap(({ state, label }) => (state === 'judged' && label !== null ? [label] : []));

/** What people say of the item by majority; `split` where they are evenly divided, null where nobody has judged it. */
export function peopleSay(item: Pick<Rated, 'humans'>): BinaryLabel | 'split' | null {
  const value = reference(item.humans.map(({ label }) => label as BinaryLabel));
  return value === null ? null : value === 0.5 ? 'split' : value === 1 ? 'yes' : 'no';
}

export function passes(item: Rated, filter: ItemFilter): boolean {
  const people = peopleSay(item);
  switch (filter) {
    case 'people':
      return differ(item.humans.map(({ label }) => label));
    case 'judges':
      return differ(given(item));
    case 'judge-and-people':
      return people !== null && people !== 'split' && given(item).some((label) => label !== people);
    case 'gaps':
      return item.judges.some(({ state }) => state !== 'judged');
  }
}
