const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const deviation = (values: readonly number[]): number => {
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
};

/** One report's scores by one judge, each time that it was asked; null where a repeat has no score. */
export interface RepeatedScore {
  metric: string;
  judges: readonly { judge: string; repeats: readonly (number | null)[] }[];
}

/** How far a judge's answers lie apart when it is asked the same again. */
export interface RepeatSpread {
  metric: string;
  judge: string;
  /** Reports with at least two scores. */
  n: number;
  /** Mean over reports of the standard deviation (n − 1) over repeats, in points of the metric. */
  deviation: number | null;
  /** Largest distance between two repeats on one report. */
  range: number | null;
  /** Share of reports on which all repeats have the same score, 0 … 1. */
  same: number | null;
}

/** Spread over repeats for each metric and judge that was asked more than once; judges that were asked once are left out. */
export const repeatSpread = (scores: readonly RepeatedScore[]): RepeatSpread[] => {
  const groups = new Map<string, { metric: string; judge: string; reports: number[][] }>();
  for (const { metric, judges } of scores)
    for (const { judge, repeats } of judges) {
      if (repeats.length < 2) continue;
      const key = JSON.stringify([metric, judge]);
      const group = groups.get(key) ?? { metric, judge, reports: [] };
      const values = repeats.flatMap((value) => value ?? []);
      if (values.length > 1) group.reports.push(values);
      groups.set(key, group);
    }
  return [...groups.values()].map(({ metric, judge, reports }) => {
    const ranges = reports.map((values) => Math.max(...values) - Math.min(...values));
    const none = reports.length === 0;
    return {
      metric,
      judge,
      n: reports.length,
      deviation: none ? null : mean(reports.map(deviation)),
      range: none ? null : Math.max(...ranges),
      same: none ? null : ranges.filter((range) => range < 1e-9).length / reports.length
    };
  });
};
