import { aggregate } from './aggregation/aggregation.ts';
import type { Aggregate, Scored, View } from './aggregation/aggregate.ts';
import type { Games } from './figures/games.ts';
import type { SystemCategory } from '../../names.ts';
import type { RankedMetric, ReportRow } from './figures/rows.ts';
import type { SeriesFigure, Series } from './figures/series.ts';

export interface JudgeValue extends SeriesFigure {
  judge: string;
  /** Reports that the value rests on. */
  n: number;
  /** Units (items, issues, claims) that the value rests on, of all these reports. */
  units: number;
  games: Games | null;
}

/** One system under one metric. `value` is what the metric's aggregation makes of the reports' scores; see `aggregation/`. */
export interface SystemScore extends SeriesFigure {
  metric: string;
  system: string;
  category: SystemCategory | null;
  /** Reports of the system in the run; n + undecided + unscored + pending. */
  reports: number;
  /** Reports that the value rests on (a win rate on those of them that are no tie). */
  n: number;
  /** Units that the value rests on: those on which every judge of the run counts. A judge's own value has its own. */
  units: number;
  /** Whether the value is the mean of the judges' own values, to rounding; null if a judge has none, or there is one. */
  meanOfOwn: boolean | null;
  /** Reports whose score is undefined though nothing failed: abstained from, or nothing to judge. */
  undecided: number;
  /** Reports without a score because a judge failed. */
  unscored: number;
  /** Reports that not all judges have finished. */
  pending: number;
  perJudge: JudgeValue[];
  /** Pairwise metrics only. */
  games: Games | null;
  /** Other views of the same reports that the metric's aggregation shows beside the value. */
  beside: View[];
}

/** A system's score with what comparing it with other systems takes. */
export interface SystemStanding {
  score: SystemScore;
  series: Series;
}

/** Units that the values of reports rest on. */
const unitsIn = (rows: readonly Scored[]): number =>
  rows.reduce((sum, { score }) => (score === null || score.value === null ? sum : sum + score.n), 0);

const isMeanOf = (value: number | null, judges: readonly JudgeValue[]): boolean | null => {
  const own = judges.flatMap((judge) => judge.value ?? []);
  if (value === null || judges.length < 2 || own.length < judges.length) return null;
  return Math.abs(own.reduce((sum, one) => sum + one, 0) / own.length - value) < 1e-9 * Math.max(1, Math.abs(value));
};

/** Each judge's own values, by judge, then by system in the order given. */
const judgeValues = (metric: RankedMetric, groups: readonly (readonly ReportRow[])[]): Map<string, JudgeValue[]> => {
  const names = new Set(groups.flatMap((rows) => rows.flatMap(({ perJudge }) => perJudge.map(({ judge }) => judge))));
  return new Map(
    [...names].map((judge) => {
      const own = groups.map((rows) =>
        rows.map(({ qid, perJudge }): Scored => ({
          qid,
          score: perJudge.find((one) => one.judge === judge)?.score ?? null
        }))
      );
      const values = aggregate(own, metric).map(({ figure, games, n }, at): JudgeValue => ({
        ...{ judge, ...figure, games, n, units: unitsIn(own[at]!) }
      }));
      return [judge, values];
    })
  );
};

/**
 * The systems of one metric, in order of first appearance.
 *
 * A value is what the metric's aggregation says (by default the mean over queries of the reports' ensemble scores, as in
 * arXiv 2510.14240, section 4.2), with an interval over queries. Below `LEAST_QUERIES` queries there is no interval. Reports
 * without a score are counted and never taken for 0.
 *
 * @param rows Rows of this metric only; others are ignored
 */
export const standingsOf = (metric: RankedMetric, rows: readonly ReportRow[]): SystemStanding[] => {
  const groups = [
    ...Map.groupBy(
      rows.filter((row) => row.metric === metric.name),
      ({ system }) => system
    ).values()
  ];
  const judges = judgeValues(metric, groups);
  return aggregate(groups, metric).map((found: Aggregate, at): SystemStanding => {
    const group = groups[at]!;
    const { figure, games, series, beside, n } = found;
    const without = group.filter((row) => row.score !== null && row.score.value === null);
    const failed = without.filter(({ score }) => (score?.unscored ?? 0) > 0).length;
    const perJudge = [...new Set(group.flatMap((row) => row.perJudge.map(({ judge }) => judge)))].map(
      (judge) => judges.get(judge)![at]!
    );
    const score: SystemScore = {
      ...figure,
      metric: metric.name,
      system: group[0]?.system ?? '',
      category: group[0]?.category ?? null,
      reports: group.length,
      n,
      units: unitsIn(group),
      meanOfOwn: isMeanOf(figure.value, perJudge),
      undecided: without.length - failed,
      unscored: failed,
      pending: group.filter((row) => row.score === null).length,
      perJudge,
      games,
      beside
    };
    return { score, series };
  });
};
