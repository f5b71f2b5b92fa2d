import type { Aggregation } from '../../metric.ts';
import type { RankedMetric } from '../figures/rows.ts';
import type { Aggregate, Aggregator, Scored } from './aggregate.ts';
import { eloAggregation } from './elo.ts';
import { groups } from './groups.ts';
import { meanAggregation } from './mean.ts';
import { pooled } from './pooled.ts';
import { winRateAggregation } from './win-rate.ts';

/** Every way in which reports' scores become a system's value; to add one, write its file and name it here. */
const aggregators: { [By in Aggregation['by']]: Aggregator<Aggregation & { by: By }> } = {
  mean: meanAggregation,
  pooled,
  'win-rate': winRateAggregation,
  elo: eloAggregation,
  groups
};

const MEAN: Aggregation = { by: 'mean' };

/** How the metric's reports become a system's value. */
export const aggregationOf = ({ aggregation }: Pick<RankedMetric, 'aggregation'>): Aggregation => aggregation ?? MEAN;

export const aggregatorOf = (metric: Pick<RankedMetric, 'aggregation'>): Aggregator =>
  aggregators[aggregationOf(metric).by] as Aggregator;

/** The systems' values under a metric, in their order. */
export const aggregate = (systems: readonly (readonly Scored[])[], metric: RankedMetric): Aggregate[] =>
  aggregatorOf(metric).of(systems, metric, aggregationOf(metric));

/** Ends of the scale of a system's value. */
export const rangeOf = (metric: RankedMetric): { min: number; max: number } => aggregatorOf(metric).range(metric);
