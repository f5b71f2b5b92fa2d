import type { Games, JudgeValue, Leaderboard, SystemScore } from '../scorer/leaderboard/index.ts';

/** A value of the leaderboard as files hold it: in per cent where it is a win rate, else on the metric's scale. */
export interface WrittenFigure {
  value: number | null;
  /** Ends of the 95 % interval by query; null where there is none. */
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
  games: { wins: number; losses: number; ties: number } | null;
}

/** One system under one metric of a run: the leaderboard's figures, and those of each judge alone. */
export interface SystemLine extends WrittenFigure {
  metric: string;
  /** What `value` is: a mean over queries, or 100 · wins ÷ (wins + losses). */
  measure: 'mean' | 'win-rate';
  system: string;
  /** Reports of the system in the run: `n` and those that are undecided, unscored or pending. */
  reports: number;
  undecided: number;
  unscored: number;
  pending: number;
  /** Whether the value is the mean of `judges`; false where it rests on other reports or units than theirs. */
  meanOfOwn: boolean | null;
  /** Pooled share of items beside the mean over queries, under a checklist. */
  pooled: { value: number | null; k: number; n: number } | null;
  judges: ({ judge: string } & WrittenFigure)[];
}

const gamesIn = (games: Games | null): WrittenFigure['games'] =>
  games && { wins: games.wins, losses: games.losses, ties: games.ties };

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
export const systemLines = ({ metrics, groups }: Leaderboard): SystemLine[] =>
  metrics.flatMap(({ name, kind }) =>
    groups.flatMap(({ systems }) =>
      systems.flatMap(({ system, scores }): SystemLine[] => {
        const score = scores[name];
        if (!score) return [];
        const { reports, undecided, unscored, pending, perJudge, meanOfOwn, pooled } = score;
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
            pooled: pooled && { value: pooled.value, k: pooled.k, n: pooled.n },
            judges: perJudge.map((one) => ({ judge: one.judge, ...figureIn(one) }))
          }
        ];
      })
    )
  );
