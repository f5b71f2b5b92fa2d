import type { Score } from '../pipeline.ts';
import { type Games, gamesOf, gamesSeries, whyNoWinRate } from './figures/games.ts';
import { rateWithEnough, whyNoInterval, withEnough } from './figures/enough.ts';
import { clusteredRate, type Rate } from './figures/rate.ts';
import type { SystemCategory } from '../../names.ts';
import { isGames, type Origin, type RankedMetric, type ReportRow } from './figures/rows.ts';
import { type Figure, figureOf, meanSeries, noFigure, type Series } from './figures/series.ts';

export interface JudgeValue extends Figure {
  judge: string;
  /** Reports that the value rests on. */
  n: number;
  /** Units (items, issues, claims) that the value rests on, of all these reports. */
  units: number;
  games: Games | null;
}

/** One system under one metric. `value` is a mean over queries on the metric's scale, or 100 · win rate. */
export interface SystemScore extends Figure {
  metric: string;
  system: string;
  category: SystemCategory | null;
  /** Reports of the system in the run; n + undecided + unscored + pending. */
  reports: number;
  /** Reports with a score: the value rests on them (a win rate on those of them that are no tie). */
  n: number;
  /** Units that the value rests on: those on which every judge of the run counts. A judge's own value has its own. */
  units: number;
  /** Whether the value is the mean of the judges' own values, to rounding; null where a judge has none, or there is one. */
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
  /** Checklist metrics only: share of all items of all reports taken together, beside the mean over queries. */
  pooled: Rate | null;
}

/** A system's score with what comparing it with other systems takes. */
export interface Standing {
  score: SystemScore;
  series: Series;
}

type Scored = Pick<Origin, 'qid'> & { score: Score | null };

const seriesOf = (metric: RankedMetric, rows: readonly Scored[]): Series =>
  isGames(metric)
    ? gamesSeries(rows)
    : meanSeries(
        rows.flatMap(({ qid, score }) =>
          score?.value === null || score?.value === undefined ? [] : [{ qid, value: score.value }]
        )
      );

/** Ends of the scale of a system's value. */
export const rangeOf = (metric: RankedMetric): { min: number; max: number } =>
  isGames(metric) ? { min: 0, max: 100 } : metric.scale;

/** What a series is multiplied with to be a system's value. */
export const factorOf = (metric: RankedMetric): number => (isGames(metric) ? 100 : 1);

const percent = (rate: Rate, reason: string): Figure => ({
  value: rate.value === null ? null : 100 * rate.value,
  reason: rate.value === null ? reason : null,
  interval: rate.interval && [100 * rate.interval[0], 100 * rate.interval[1]],
  intervalReason: rate.value !== null && rate.interval === null ? whyNoInterval(rate.queries) : null,
  queries: rate.queries,
  fewQueries: rate.fewQueries
});

const isScored = ({ score }: Scored): boolean => score !== null && score.value !== null;

const whyNone = (rows: readonly Scored[]): string => {
  const reasons = rows.flatMap(({ score }) => score?.reason ?? []);
  const [first] = reasons;
  if (first !== undefined && reasons.every((one) => one === first)) return first;
  return rows.every(({ score }) => score === null) ? 'No report is finished yet.' : 'No report has a score.';
};

const figureOfRows = (
  metric: RankedMetric,
  rows: readonly Scored[]
): { figure: Figure; games: Games | null; series: Series } => {
  const series = seriesOf(metric, rows);
  if (isGames(metric)) {
    const games = gamesOf(rows);
    const reason = rows.some(isScored) ? whyNoWinRate(games) : whyNone(rows);
    return { figure: withEnough(percent(games.winRate, reason)), games, series };
  }
  const figure = withEnough(figureOf([{ factor: 1, series }], metric.scale, whyNone(rows)));
  return { figure, games: null, series };
};

/** Units that the values of reports rest on. */
const unitsIn = (rows: readonly Scored[]): number =>
  rows.reduce((sum, { score }) => (score === null || score.value === null ? sum : sum + score.n), 0);

const isMeanOf = (value: number | null, judges: readonly JudgeValue[]): boolean | null => {
  const own = judges.flatMap((judge) => judge.value ?? []);
  if (value === null || judges.length < 2 || own.length < judges.length) return null;
  return Math.abs(own.reduce((sum, one) => sum + one, 0) / own.length - value) < 1e-9 * Math.max(1, Math.abs(value));
};

const judgeValues = (metric: RankedMetric, rows: readonly ReportRow[]): JudgeValue[] => {
  const judges = [...new Set(rows.flatMap(({ perJudge }) => perJudge.map(({ judge }) => judge)))];
  return judges.map((judge) => {
    const own = rows.map(({ qid, perJudge }) => ({
      qid,
      score: perJudge.find((one) => one.judge === judge)?.score ?? null
    }));
    const { figure, games } = figureOfRows(metric, own);
    return { judge, ...figure, games, n: own.filter(isScored).length, units: unitsIn(own) };
  });
};

const pooledItems = (rows: readonly ReportRow[]): Rate =>
  rateWithEnough(
    clusteredRate(
      rows.flatMap(({ qid, score }) => {
        const values = (score?.units ?? []).flatMap(({ value }) => value ?? []);
        return values.length === 0 ? [] : [{ qid, k: values.reduce((sum, value) => sum + value, 0), n: values.length }];
      })
    )
  );

/**
 * The systems of one metric, in order of first appearance.
 *
 * A value is the mean over queries of the reports' ensemble scores (arXiv 2510.14240, section 4.2), with Student's interval over
 * queries; under a pairwise metric the win rate in percent over decisive games. Below `LEAST_QUERIES` queries there is no
 * interval. Reports without a score are counted and
 * never taken for 0.
 *
 * @param rows Rows of this metric only; others are ignored
 */
export const standingsOf = (metric: RankedMetric, rows: readonly ReportRow[]): Standing[] => {
  const own = rows.filter((row) => row.metric === metric.name);
  return [...Map.groupBy(own, ({ system }) => system).values()].map((group): Standing => {
    const { figure, games, series } = figureOfRows(metric, group);
    const without = group.filter((row) => row.score !== null && row.score.value === null);
    const failed = without.filter(({ score }) => (score?.unscored ?? 0) > 0).length;
    const perJudge = judgeValues(metric, group);
    const score: SystemScore = {
      ...(group.length === 0 ? noFigure('There is no report.') : figure),
      metric: metric.name,
      system: group[0]?.system ?? '',
      category: group[0]?.category ?? null,
      reports: group.length,
      n: group.filter(isScored).length,
      units: unitsIn(group),
      meanOfOwn: isMeanOf(figure.value, perJudge),
      undecided: without.length - failed,
      unscored: failed,
      pending: group.filter((row) => row.score === null).length,
      perJudge,
      games,
      pooled: metric.protocol.unit.kind === 'item' ? pooledItems(group) : null
    };
    return { score, series };
  });
};
