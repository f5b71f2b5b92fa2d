import type { Jackknife } from '../../../stats/index.ts';
import { pooledRatio } from '../../leaderboard/aggregation/pooled-ratio.ts';

/** A share of one report, e.g. matched of counted references. `of` 0: the report has no such share. */
interface ReportShare {
  survey: string;
  count: number;
  of: number;
}

/** `n` is the number of reports whose share is defined, `clusters` the number of their surveys. */
type OverReports = Jackknife & {
  /** Reports without such a share. */
  undefinedReports: number;
};

/**
 * Shares of reports as one figure: `macro` is their mean over reports, as in the paper's Table 1, and `withZeros` the same with 0
 * for reports without a share; `pooled` is Σ count / Σ of, as in its Table 2. `macro` and `pooled` are undefined (`n=0`) where no report has a share.
 *
 * Interval: 95 %, jackknife by survey between 0 and 1 (see `jackknifeInterval`), since reports on one survey resemble each
 * other. None below two surveys, nor where leaving out any survey changes nothing.
 *
 * @throws if a count is not between 0 and `of`
 */
export const overReports = (shares: readonly ReportShare[]): Record<'macro' | 'withZeros' | 'pooled', OverReports> => {
  for (const { survey, count, of } of shares)
    if (!(count >= 0 && count <= of && Number.isFinite(of)))
      throw new Error(`overReports requires counts between 0 and their total, got ${count} of ${of} for ${survey}`);
  const defined = shares.filter(({ of }) => of > 0);
  const figure = (
    part: (share: ReportShare) => readonly [number, number],
    kept: readonly ReportShare[] = defined
  ): OverReports => ({
    ...pooledRatio(
      kept.map((share) => {
        const [above, below] = part(share);
        return { cluster: share.survey, above, below };
      })
    ),
    undefinedReports: shares.length - defined.length
  });
  return {
    macro: figure(({ count, of }) => [count / of, 1]),
    withZeros: figure(({ count, of }) => [of > 0 ? count / of : 0, 1], shares),
    pooled: figure(({ count, of }) => [count, of])
  };
};
