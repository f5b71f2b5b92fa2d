import type { Aggregation } from '../../../scorer/metric.ts';
import type { Games, JudgeValue, Leaderboard, SystemScore, View } from '../../../scorer/leaderboard/index.ts';

/** Another view of a value, on the value's scale. */
export interface WrittenView extends Pick<
  View,
  'name' | 'title' | 'counted' | 'k' | 'n' | 'queries' | 'value' | 'reason'
> {
  low: number | null;
  high: number | null;
  noInterval: string | null;
}

export const viewIn = ({ interval, intervalReason, fewQueries: _few, ...view }: View): WrittenView => ({
  ...view,
  low: interval?.[0] ?? null,
  high: interval?.[1] ?? null,
  noInterval: view.value !== null && interval === null ? intervalReason : null
});

/** A value of the leaderboard as files hold it: in per cent if it is a win rate, else on the metric's scale. */
export interface WrittenFigure {
  value: number | null;
  /** Ends of the 95% CI by query; null if there is none. */
  low: number | null;
  high: number | null;
  /** Reports with a score: the value rests on them. */
  n: number;
  queries: number;
  /** Items, issues or claims that the value rests on. Together, only those count that every judge has a verdict on. */
  units: number;
  /** Why there is no value. */
  reason: string | null;
  /** Why there is a value without an interval. */
  noInterval: string | null;
  /** Of a win rate: the games it is made of. */
  games: WrittenGames | null;
}

/** Games of the mean over both orders and judges, as in the paper, and of each order alone, as in the reference scorer. */
export interface WrittenGames {
  wins: number;
  losses: number;
  ties: number;
  /** Win rate in percent with its interval; null if no comparison has points. */
  byOrder: {
    value: number | null;
    low: number | null;
    high: number | null;
    wins: number;
    losses: number;
    ties: number;
  } | null;
}

/** One system under one metric of a run: the leaderboard's figures, and those of each judge alone. */
export interface SystemLine extends WrittenFigure {
  metric: string;
  /** Kind of `value`, e.g. a mean over queries, or 100 · wins ÷ (wins + losses); see `Aggregation`. */
  measure: Aggregation['by'];
  system: string;
  /** Reports of the system in the run: `n` and those that are undecided, unscored or pending. */
  reports: number;
  undecided: number;
  unscored: number;
  pending: number;
  /** Whether the value is the mean of `judges`; false if it rests on other reports or units than theirs. */
  meanOfOwn: boolean | null;
  /** Other views of the same reports, e.g. pooled over items; `n` counts what `counted` says, `k` is a share's numerator. */
  beside: WrittenView[];
  judges: ({ judge: string } & WrittenFigure)[];
}

const percent = (share: number | null | undefined): number | null =>
  share === null || share === undefined ? null : 100 * share;

export const gamesIn = (games: Games | null): WrittenGames | null => {
  if (!games) return null;
  const { wins, losses, ties, byOrder } = games;
  return {
    ...{ wins, losses, ties },
    byOrder: byOrder && {
      value: percent(byOrder.winRate.value),
      low: percent(byOrder.winRate.interval?.[0]),
      high: percent(byOrder.winRate.interval?.[1]),
      ...{ wins: byOrder.wins, losses: byOrder.losses, ties: byOrder.ties }
    }
  };
};

/** Columns of the win rate with each order a game, in tables of systems and of the leaderboard. */
export const byOrderColumns: readonly { name: string; value: (games: WrittenGames | null) => number | null }[] = [
  { name: 'win rate by order', value: (games) => games?.byOrder?.value ?? null },
  { name: 'by order low', value: (games) => games?.byOrder?.low ?? null },
  { name: 'by order high', value: (games) => games?.byOrder?.high ?? null },
  { name: 'by order wins', value: (games) => games?.byOrder?.wins ?? null },
  { name: 'by order losses', value: (games) => games?.byOrder?.losses ?? null },
  { name: 'by order ties', value: (games) => games?.byOrder?.ties ?? null }
];

const figureIn = (figure: SystemScore | JudgeValue): WrittenFigure => {
  const { value, interval, intervalReason, n, queries, units, reason, games } = figure;
  return {
    value,
    low: interval?.[0] ?? null,
    high: interval?.[1] ?? null,
    n,
    queries,
    units,
    reason,
    noInterval: value !== null && interval === null ? intervalReason : null,
    games: gamesIn(games)
  };
};

/** Every system under every metric, metric by metric, systems in the order of the leaderboard. */
export const systemLines = ({ metrics, systems }: Leaderboard): SystemLine[] =>
  metrics.flatMap(({ name, kind }) =>
    systems.flatMap(({ system, scores }): SystemLine[] => {
      const score = scores[name];
      if (!score) return [];
      const { reports, undecided, unscored, pending, perJudge, meanOfOwn, beside } = score;
      return [
        {
          metric: name,
          measure: kind,
          system,
          ...figureIn(score),
          reports,
          undecided,
          unscored,
          pending,
          meanOfOwn,
          beside: beside.map(viewIn),
          judges: perJudge.map((one) => ({ judge: one.judge, ...figureIn(one) }))
        }
      ];
    })
  );
