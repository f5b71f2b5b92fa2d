import { type Interval, kendall, spearman, withoutRounding } from '../../stats/index.ts';
import type { Leaderboard } from './table.ts';

interface RankCoefficient {
  value: number | null;
  /** Why it is null. */
  reason: string | null;
}

/** How two metrics order the systems. */
interface MetricCorrelation {
  first: string;
  second: string;
  /** Systems with a value under both. */
  n: number;
  /** Spearman's ρ; the interval takes systems as independent and needs four of them. */
  spearman: RankCoefficient & { interval: Interval | null };
  /** Kendall's τ_b. */
  kendall: RankCoefficient;
}

/** Two systems always lie on a line. */
const FEWEST = 3;

const why = (n: number): string =>
  n < FEWEST
    ? `At least ${FEWEST} systems need both scores; ${n} of them so far.`
    : 'One of the two is the same for all.';

const coefficient = (value: number | null, n: number): RankCoefficient =>
  n < FEWEST || value === null ? { value: null, reason: why(n) } : { value, reason: null };

/**
 * Rank correlations between the metrics of a leaderboard over its systems, each pair once. Metrics whose good end is the
 * low one are turned round, so that a positive value always says: who is good at one is good at the other.
 *
 * @returns undefined below three systems, and if a metric is the same for all of them.
 */
export const metricCorrelations = ({
  metrics,
  systems
}: Pick<Leaderboard, 'metrics' | 'systems'>): MetricCorrelation[] => {
  const values = (name: string, better: 'higher' | 'lower'): (number | null)[] =>
    systems.map(({ scores }) => {
      const value = scores[name]?.value ?? null;
      return value === null ? null : withoutRounding(better === 'higher' ? value : 0 - value);
    });
  return metrics.flatMap((first, at) =>
    metrics.slice(at + 1).map((second): MetricCorrelation => {
      const x = values(first.name, first.better);
      const y = values(second.name, second.better);
      const rho = spearman(x, y);
      const { n } = rho;
      return {
        first: first.name,
        second: second.name,
        n,
        spearman: { ...coefficient(rho.value, n), interval: n < FEWEST ? null : rho.interval },
        kendall: coefficient(kendall(x, y).tauB.value, n)
      };
    })
  );
};
