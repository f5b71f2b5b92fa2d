import { normalHeader } from '../format/normal-header.ts';

/** Columns that say something of an item, beside its name and its cluster, with headers that mean them, in normal form. */
const aboutNames = {
  system: ['system', 'model', 'agent'],
  category: ['category', 'domain', 'topic'],
  stratum: ['stratum'],
  // Of raw labels, the figures are weighted by the one over all batches.
  probability: ['overall probability', 'inclusion probability', 'probability']
} as const satisfies Record<string, readonly string[]>;

export type AboutColumn = keyof typeof aboutNames;
export const aboutColumns = Object.keys(aboutNames) as AboutColumn[];

/** Such columns by their names in the file; null is none, and those that are left out are recognised. */
export type AboutWish = { [Column in AboutColumn]?: string | null };

/** The columns of a header that are recognised by their names, but not those that are used for something else. */
export const recognisedAbout = (header: readonly string[], used: readonly (string | null | undefined)[]): AboutWish =>
  Object.fromEntries(
    aboutColumns.flatMap((name) => {
      const free = header.filter((label) => !used.includes(label));
      const found = aboutNames[name].flatMap((one) => free.filter((label) => normalHeader(label) === one))[0];
      return found === undefined ? [] : [[name, found]];
    })
  );
