import { isoDate } from './placeholders.ts';
import type { RunOptions } from '../run-options.ts';

interface Texts {
  text: string;
  placeholderFree?: string | null;
  items: readonly { key: string; text: string; placeholderFree?: string | null }[];
}

/** A query of a dataset version as a run asks it: with the wording that the run chose, if there are two. */
export const askedOf = <Q extends Texts>(
  query: Q,
  { texts }: Pick<RunOptions, 'texts'>
): Omit<Q, 'items'> & { items: { key: string; text: string }[] } => {
  const wording = ({ text, placeholderFree }: { text: string; placeholderFree?: string | null }): string =>
    texts === 'placeholder-free' ? (placeholderFree ?? text) : text;
  return { ...query, text: wording(query), items: query.items.map((item) => ({ key: item.key, text: wording(item) })) };
};

/** When reports were collected that bring no date: as the run was told, else the day on which it was made. */
export const dateOfUndated = (run: { createdAt: number; options: Pick<RunOptions, 'collected'> }): string =>
  run.options.collected ?? isoDate(run.createdAt);
