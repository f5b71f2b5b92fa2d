import type { Metric, Protocol } from '../../metric.ts';

export type { Origin, ReportRow } from '../../suite.ts';

/** Facts about a metric that a leaderboard needs; every `Metric` has them. */
export type RankedMetric = Pick<Metric, 'name' | 'title' | 'scale' | 'aggregation' | 'average' | 'source'> & {
  protocol: Pick<Protocol, 'unit'>;
};
