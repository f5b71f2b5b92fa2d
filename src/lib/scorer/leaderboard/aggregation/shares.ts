import type { SummedShare } from '../../metric.ts';
import type { EnsembleScore } from '../../score.ts';
import { clusteredRate } from '../figures/rate.ts';
import { ratioSeries, type Series } from '../figures/series.ts';
import { figureOfJackknife, figureOfRate, isScored, whyNone, type Scored, type View } from './aggregate.ts';
import { pooledRatio, type Summand } from './pooled-ratio.ts';

/** Contribution of a report to a share; null if it has no score, or its judges do not say. */
const summandOf = ({ qid, score }: Scored, share: SummedShare): Summand | null => {
  if (score === null || score.value === null) return null;
  if ('units' in share) {
    const values = ((score as Partial<EnsembleScore>).units ?? []).flatMap(({ value }) => value ?? []);
    return { cluster: qid, above: values.reduce((sum, value) => sum + value, 0), below: values.length };
  }
  const [above, below] = [score.figures[share.above], score.figures[share.below]];
  return typeof above === 'number' && typeof below === 'number' ? { cluster: qid, above, below } : null;
};

interface PooledShare {
  view: View;
  /** Reports that add to the denominator. */
  reports: number;
  series: Series;
}

/**
 * Shares of reports pooled: Σ above / Σ below, `times` as large, with its jackknife interval by query inside 0 … `times`.
 *
 * @param shares Several are added up, such as groups of one whole
 */
export const poolShares = (
  rows: readonly Scored[],
  shares: readonly SummedShare[],
  times: number,
  { name, title }: { name: string; title: string }
): PooledShare => {
  const parts = rows.flatMap((row) => {
    const own = shares.flatMap((share) => summandOf(row, share) ?? []);
    const sum = (of: 'above' | 'below') => own.reduce((total, one) => total + one[of], 0);
    return own.length === shares.length && sum('below') > 0
      ? [{ cluster: row.qid, above: sum('above'), below: sum('below') }]
      : [];
  });
  const total = (of: 'above' | 'below') => parts.reduce((sum, part) => sum + part[of], 0);
  const { counted } = shares[0] ?? { counted: 'units' };
  const why = rows.some(isScored) ? `There are no ${counted}.` : whyNone(rows);
  // Outcomes of single units have Wilson's form also if all are alike; counts of a report the jackknife of their ratio.
  const figure = shares.every((share) => 'units' in share)
    ? figureOfRate(clusteredRate(parts.map(({ cluster, above: k, below: n }) => ({ qid: cluster, k, n }))), times, why)
    : figureOfJackknife(pooledRatio(parts), times, why);
  return {
    view: { name, title, counted, n: total('below'), k: total('above'), ...figure },
    reports: parts.length,
    series: ratioSeries(parts.map(({ cluster, above, below }) => ({ qid: cluster, k: times * above, n: below })))
  };
};
