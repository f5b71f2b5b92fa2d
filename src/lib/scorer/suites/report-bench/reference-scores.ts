import { quantile } from '../../../stats/index.ts';
import type { Work } from './matching.ts';

/** Q1 holds the least cited quarter of a survey's works; `unknown` those whose citations are not known. */
export const citationRows = ['Q1', 'Q2', 'Q3', 'Q4', 'unknown'] as const;
export type QuarterRow = (typeof citationRows)[number];

/** How often a work has been cited: the most that one of its entries says; null if none does. */
const citationsOf = ({ entries }: Work): number | null =>
  entries.reduce<number | null>(
    (most, { citations }) => (citations === null ? most : Math.max(most ?? 0, citations)),
    null
  );

/**
 * The quarter of each work within its survey: cuts at the 25, 50 and 75 % quantiles (type 7) of the known counts. A count equal
 * to a cut goes down, so that works with equal counts stay together and quarters may differ in size.
 */
export const citationQuarters = (works: readonly Work[]): Map<Work, QuarterRow> => {
  const counts = works.map(citationsOf);
  const known = counts.filter((count) => count !== null);
  const cuts = known.length === 0 ? [] : [0.25, 0.5, 0.75].map((p) => quantile(known, p).value!);
  return new Map(
    works.map((work, at) => {
      const count = counts[at]!;
      return [work, count === null ? 'unknown' : citationRows[cuts.filter((cut) => count > cut).length]!];
    })
  );
};
