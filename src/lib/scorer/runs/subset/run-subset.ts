/** Share of its project that a run judges, as of the time when the run was made. */
export interface RunSubset {
  reports: { n: number; of: number };
  queries: { n: number; of: number };
  systems: { n: number; of: number };
  /** Metrics that judge a part of each report's claims, and how many at most. */
  claims: { metric: string; most: number }[];
}

/** Sentences on what a run judges; none if it judges every report of its project with all claims. */
export function subsetSentences(
  { reports, queries, systems, claims }: RunSubset,
  titleOf: (metric: string) => string
): string[] {
  const part = ({ n, of }: { n: number; of: number }, what: string): string =>
    `${n.toLocaleString('en')} of ${of.toLocaleString('en')} ${what}`;
  const subset =
    reports.n < reports.of
      ? [
          `Subset of the project: ${part(reports, 'reports')} (${part(queries, 'queries')}, ${part(systems, 'systems')}).`
        ]
      : [];
  const capped = claims.map(
    ({ metric, most }) =>
      `${titleOf(metric)}: at most ${most.toLocaleString('en')} ${most === 1 ? 'claim' : 'claims'} per report, drawn by hash.`
  );
  return [...subset, ...capped];
}

/** The same as one text; null if there is nothing to say. */
export function subsetInWords(subset: RunSubset, titleOf: (metric: string) => string): string | null {
  const all = subsetSentences(subset, titleOf);
  return all.length === 0 ? null : all.join(' ');
}
