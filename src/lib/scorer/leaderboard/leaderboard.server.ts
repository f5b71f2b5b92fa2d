import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { type Leaderboard, leaderboard, type ReportRow } from './index.ts';
import type { Metric } from '../metric.ts';
import { groupingOf } from '../suites/index.ts';
import { metricTitle } from '../suites/metric-words.ts';
import { type ReportScore, reportScores } from '../runs/run-scores.server.ts';
import { metricIn, metricsOf, type Run } from '../runs/runs.server.ts';

/** A report's scores as the figures of a leaderboard take them. */
export const rowOf = ({ ensemble, judges, ...origin }: ReportScore): ReportRow => ({
  ...origin,
  score: ensemble,
  perJudge: judges
});

/** A run's metrics with the settings that it recorded, in its order. */
export const metricsIn = (db: Db, run: Run): Metric[] => metricsOf(db, run.id).map(metricIn);

const kept = new WeakMap<readonly ReportScore[], Leaderboard>();

/** The leaderboard of a run. Scores that are kept (see `reportScores`) keep theirs. */
export function leaderboardOf(db: Db, grant: ProjectGrant<'read-results'>, run: Run): Leaderboard {
  const scores = reportScores(db, grant, run);
  const known = kept.get(scores);
  if (known) return known;
  const metrics = metricsIn(db, run);
  const made = leaderboard(scores.map(rowOf), metrics, groupingOf(metrics), metricTitle);
  kept.set(scores, made);
  return made;
}
