import type { Metric, Protocol } from '../../metric.ts';

export type { Origin, ReportRow } from '../../suite.ts';

/** What a leaderboard has to know about a metric; every `Metric` has it. */
export type RankedMetric = Pick<Metric, 'name' | 'title' | 'scale' | 'aggregation' | 'average' | 'source'> & {
  protocol: Pick<Protocol, 'unit'>;
};
