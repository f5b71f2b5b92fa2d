/** One sampled unit, as far as a plan for the next study looks at it. */
export interface MajorityUnit {
  queryId: string;
  inclusionProbability: number;
  humans: readonly { label: string; seconds: number | null }[];
  judges: readonly { judgeId: string; label: string | null }[];
}

/** The labels that are given most often: one if people are decided, several if they are evenly split. */
export function mostFrequentLabels(labels: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return [...counts].filter(([, n]) => n === most).map(([label]) => label);
}
