import type { Metric } from '../metric.ts';
import type { Leaderboard, ScoreCell } from './table.ts';

interface MetricViews {
  name: string;
  title: string;
  /** Name of the metric's own value, e.g. "mean over queries". */
  measure: string;
  /** `%` for a win rate, `rating` for Elo, else empty. */
  unit: Leaderboard['metrics'][number]['unit'];
  /** Systems with their value under the metric and the other views of the same reports. */
  rows: ({ system: string } & Pick<
    ScoreCell,
    'value' | 'reason' | 'interval' | 'n' | 'queries' | 'reports' | 'beside'
  >)[];
}

/**
 * The metrics that show other views beside their values, such as the share of all items of all reports taken together. Left out are
 * metrics without a value, and those that ask the same items of every report: there the share says the same as the mean.
 */
export const viewsBeside = (
  board: Pick<Leaderboard, 'systems' | 'metrics'>,
  metrics: readonly Pick<Metric, 'name' | 'items'>[]
): MetricViews[] =>
  board.metrics.flatMap(({ name, title, measure, unit }): MetricViews[] => {
    if (metrics.find((metric) => metric.name === name)?.items !== null) return [];
    const rows = board.systems.flatMap(({ system, scores }) => {
      const cell = scores[name];
      if (!cell || cell.beside.length === 0) return [];
      const { value, reason, interval, n, queries, reports, beside } = cell;
      return [{ system, value, reason, interval, n, queries, reports, beside }];
    });
    return rows.some(({ value }) => value !== null) ? [{ name, title, measure, unit, rows }] : [];
  });
