import type { Aggregation } from '../../metric.ts';
import type { Aggregator } from './aggregate.ts';
import { poolShares } from './shares.ts';

/** Pooled over all groups together, with each group's own pooled share beside it. */
export const groups: Aggregator<Aggregation & { by: 'groups' }> = {
  title: 'pooled over all groups',
  unit: '',
  range: ({ scale }) => scale,
  of: (systems, metric, { groups: all }) =>
    systems.map((rows) => {
      const { view, reports, series } = poolShares(rows, all, metric.scale.max, { name: 'all', title: 'all groups' });
      const { name: _name, title: _title, counted: _counted, n: _n, k: _k, ...figure } = view;
      return {
        figure,
        n: reports,
        series,
        games: null,
        beside: all.map((group) => poolShares(rows, [group], metric.scale.max, group).view)
      };
    })
};
