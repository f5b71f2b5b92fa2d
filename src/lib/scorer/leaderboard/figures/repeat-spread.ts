import { testRetest, type TestRetest } from '../../../stats/index.ts';

/** One report's scores by each judge, each time that it was asked; null if a repeat has no score. */
interface RepeatedScore {
  metric: string;
  judges: readonly { judge: string; repeats: readonly (number | null)[] }[];
}

/** How far a judge's scores lie apart when it is asked the same again; `items` are the reports with at least two scores. */
export interface RepeatSpread extends TestRetest {
  metric: string;
  judge: string;
}

/** For each metric and judge that was asked more than once; judges that were asked once are left out. */
export const repeatSpread = (scores: readonly RepeatedScore[]): RepeatSpread[] => {
  const groups = new Map<string, { metric: string; judge: string; reports: (number | null)[][] }>();
  for (const { metric, judges } of scores)
    for (const { judge, repeats } of judges) {
      if (repeats.length < 2) continue;
      const key = JSON.stringify([metric, judge]);
      const group = groups.get(key) ?? { metric, judge, reports: [] };
      group.reports.push([...repeats]);
      groups.set(key, group);
    }
  return [...groups.values()].map(({ metric, judge, reports }) => {
    const most = Math.max(...reports.map((repeats) => repeats.length));
    const padded = reports.map((repeats) => Array.from({ length: most }, (_, at) => repeats[at] ?? null));
    return { metric, judge, ...testRetest(padded) };
  });
};
