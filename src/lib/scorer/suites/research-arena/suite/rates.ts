/** Rates of key points over reports, as means over reports and as pooled shares (arXiv 2509.01396, Table 3 and Figure 4). */
import type { Jackknife } from '../../../../stats/index.ts';
import { pooledRatio } from '../../../leaderboard/aggregation/pooled-ratio.ts';

/** How the key points of one report are counted. */
export interface PointCounts {
  qid: string;
  set: number;
  supported: number;
  contradicted: number;
  omitted: number;
}

type RateName = 'supported' | 'contradicted' | 'omitted';

export interface PointRates {
  supported: Jackknife;
  contradicted: Jackknife;
  omitted: Jackknife;
  /** KSR / (KCR + KOR) of these very rates; undefined if nothing is contradicted or omitted. */
  efficiency: Jackknife;
}

/**
 * Rates in per cent over reports that have key points.
 *
 * @param view `macro`: mean of the reports' rates; `pooled`: Σ counts / Σ key points
 */
export function pointRates(reports: readonly PointCounts[], view: 'macro' | 'pooled'): PointRates {
  const own = reports.filter(({ set }) => set > 0);
  const unit = (one: PointCounts): number => (view === 'macro' ? one.set : 1);
  const rate = (name: RateName): Jackknife =>
    pooledRatio(
      own.map((one) => ({ cluster: one.qid, above: (100 * one[name]) / unit(one), below: one.set / unit(one) })),
      [0, 100]
    );
  const efficiency = pooledRatio(
    own.map((one) => ({
      ...{ cluster: one.qid, above: one.supported / unit(one) },
      below: (one.contradicted + one.omitted) / unit(one)
    })),
    null
  );
  return {
    ...{ supported: rate('supported'), contradicted: rate('contradicted'), omitted: rate('omitted') },
    // A ratio of shares has no upper end, and none below 0.
    efficiency: efficiency.interval
      ? { ...efficiency, interval: [Math.max(0, efficiency.interval[0]), efficiency.interval[1]] }
      : efficiency
  };
}
