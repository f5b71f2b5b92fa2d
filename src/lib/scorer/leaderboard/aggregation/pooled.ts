import type { Aggregation } from '../../metric.ts';
import type { Aggregator } from './aggregate.ts';
import { meanBeside } from './mean.ts';
import { poolShares } from './shares.ts';

/** Σ/Σ over a system's reports: long reports weigh more. Beside it the mean, in which each query weighs the same. */
export const pooled: Aggregator<Aggregation & { by: 'pooled' }> = {
  title: 'pooled over reports',
  unit: '',
  range: ({ scale }) => scale,
  of: (systems, metric, { share }) =>
    systems.map((rows) => {
      const { view, reports, series } = poolShares(rows, [share], metric.scale.max, {
        name: 'pooled',
        title: `pooled over ${share.counted}`
      });
      const { name: _name, title: _title, counted: _counted, n: _n, k: _k, ...figure } = view;
      return { figure, n: reports, series, games: null, beside: [meanBeside(rows, metric)] };
    })
};
