/** Attributes of systems and queries that can group a leaderboard. */
export const groupedBy = [
  'system-kind',
  'system-provider',
  'system-family',
  'system-backbone',
  'query-category',
  'query-domain'
] as const;
export type GroupedBy = (typeof groupedBy)[number];

/**
 * The groups of a suite's leaderboard. An attribute of systems puts each system into one group; one of queries ranks all systems
 * in each group, on its queries alone, below all of them together.
 */
export interface BoardGrouping {
  by: GroupedBy;
  /** Headings by value, in the order of display; a value without one is its own heading. */
  titles?: Readonly<Record<string, string>>;
}
