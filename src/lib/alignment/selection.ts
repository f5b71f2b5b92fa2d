import {
  clusterBootstrapOf,
  clusterProportion,
  groupClusters,
  paretoFront,
  seededRandom,
  selectEnsemble
} from '../stats/index.ts';
import { agreementAt, agreementOver } from './agreement.ts';
import { commonUnits, scoresOf } from './candidates.ts';
import type { Declared } from './declared.ts';
import type { Ensemble } from './ensembles.ts';
import type { Resampling } from './figure.ts';
import { metricOf } from './metric.ts';
import type { Units } from './units.ts';

/** How a candidate stands in the choice. */
export interface Standing extends Ensemble {
  name: string;
  /** Over the units that every judge answered, weighted by 1 / inclusion probability; null where there are none. */
  agreement: number | null;
  /** US dollars per 1,000 items, or the number of judges asked. */
  cost: number;
  /** agreement − λ·cost */
  utility: number | null;
  /** Share of the resamples in which it was chosen. */
  frequency: number;
  /** 5 % quantile over resamples of its agreement less that of the chosen one. */
  behind: number | null;
  /** Whether it is behind by no more than δ. */
  notWorse: boolean;
  /** No other candidate agrees as much for less. */
  onFront: boolean;
}

export interface Selection {
  candidates: Standing[];
  costUnit: 'dollars' | 'judges';
  /** Places among the candidates: the one chosen, and the cheapest that is not worse. */
  chosen: number | null;
  cheapest: number | null;
  /** Agreement of the chosen one as it stands: too high, because it was chosen for it. */
  naive: { value: number | null; low: number | null; high: number | null };
  /** The naive one less what choosing adds to it on average. */
  corrected: number | null;
  /** Agreement of what would have been chosen without a query, on that query. */
  outOfBag: { value: number | null; low: number | null; high: number | null };
  /** Units compared, their number of queries, and resamples. */
  units: number[];
  clusters: number;
  resamples: number;
}

/**
 * Chooses among ensembles and says how good the chosen one is, given that it was chosen on the same items: the whole choice
 * is repeated on resampled queries, and what it picks is scored on the queries left out.
 *
 * @param costs US dollars per 1,000 items of each judge. Where one is unknown, candidates cost the number of their judges
 *   and λ is not applied, since it speaks of dollars.
 */
export function chooseEnsemble(
  units: Units,
  ensembles: readonly (Ensemble & { name: string })[],
  costs: Readonly<Record<string, number | null>>,
  declared: Pick<Declared, 'lambda' | 'delta' | 'confidence' | 'ties'>,
  { resamples, seed }: Resampling
): Selection {
  const kept = commonUnits(units).filter((unit) => declared.ties === 'half' || units.split[unit] === null);
  const grouped = groupClusters(kept.map((unit) => units.cluster[unit]!));
  const scores = ensembles.map((ensemble) => scoresOf(units, ensemble));
  const agreement = scores.map((of) => agreementOver(units, of, kept, declared.ties, grouped));
  const asItStands = (winner: number): { value: number | null; interval: readonly [number, number] | null } =>
    metricOf(units.scale).kind === 'mean'
      ? clusterProportion(
          kept.map((unit) => agreementAt(units, unit, scores[winner]![unit]!, declared.ties)),
          grouped.of,
          { weights: kept.map((unit) => units.weights[unit]!), confidence: declared.confidence }
        )
      : clusterBootstrapOf(grouped, agreement[winner]!, {
          random: seededRandom(seed),
          replicates: resamples,
          confidence: declared.confidence
        });
  const priced = ensembles.every(({ judgeIds }) => judgeIds.every((id) => typeof costs[id] === 'number'));
  const costOf = ({ judgeIds }: Ensemble): number =>
    priced ? judgeIds.reduce((sum, id) => sum + costs[id]!, 0) : judgeIds.length;
  const choice = selectEnsemble(
    ensembles.map((ensemble, i) => ({
      cost: costOf(ensemble),
      agreement: agreement[i]!
    })),
    grouped.names.length,
    {
      random: seededRandom(seed),
      replicates: resamples,
      lambdaPerCost: priced ? declared.lambda : 0,
      delta: declared.delta,
      confidence: declared.confidence
    }
  );
  const front = paretoFront(choice.candidates);
  const naive = choice.winner === null ? null : asItStands(choice.winner);
  return {
    candidates: ensembles.map((ensemble, i) => {
      const { agreement, cost, utility, selectionFrequency, deltaLower95 } = choice.candidates[i]!;
      return {
        ...ensemble,
        agreement,
        cost,
        utility,
        frequency: selectionFrequency,
        behind: deltaLower95,
        notWorse: choice.notWorse.includes(i),
        onFront: front.includes(i)
      };
    }),
    costUnit: priced ? 'dollars' : 'judges',
    chosen: choice.winner,
    cheapest: choice.cheapestNotWorse,
    naive: {
      value: naive?.value ?? null,
      low: naive?.interval?.[0] ?? null,
      high: naive?.interval?.[1] ?? null
    },
    corrected: choice.optimismCorrected,
    outOfBag: {
      value: choice.outOfBag,
      low: choice.outOfBagInterval?.[0] ?? null,
      high: choice.outOfBagInterval?.[1] ?? null
    },
    units: kept,
    clusters: grouped.names.length,
    resamples: choice.replicates
  };
}
