import { clusterProportion, groupClusters, paretoFront, seededRandom, selectEnsemble } from '../stats/index.ts';
import type { Clusters } from '../stats/index.ts';
import { closeness, commonUnits, scoresOf } from './candidates.ts';
import type { Declared } from './declared.ts';
import type { Ensemble } from './ensembles.ts';
import type { Resampling } from './figure.ts';
import type { Units, Values } from './units.ts';

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

/** Agreement of each unit with the people who judged it; null where a split between them is left out or nobody answered. */
export const agreementsOf = (units: Units, scores: Values, ties: Declared['ties']): Values =>
  units.reference.map((reference, unit) =>
    ties === 'leave-out' && reference === 0.5 ? null : closeness(scores[unit]!, reference)
  );

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
  const kept = commonUnits(units).filter((unit) => declared.ties === 'half' || units.reference[unit] !== 0.5);
  const grouped = groupClusters(kept.map((unit) => units.cluster[unit]!));
  const weights = kept.map((unit) => units.weights[unit]!);
  const agreements = ensembles.map((ensemble) => {
    const all = agreementsOf(units, scoresOf(units, ensemble), declared.ties);
    return kept.map((unit) => all[unit]!);
  });
  const priced = ensembles.every(({ judgeIds }) => judgeIds.every((id) => typeof costs[id] === 'number'));
  const costOf = ({ judgeIds }: Ensemble): number =>
    priced ? judgeIds.reduce((sum, id) => sum + costs[id]!, 0) : judgeIds.length;
  const choice = selectEnsemble(
    ensembles.map((ensemble, i) => ({
      cost: costOf(ensemble),
      agreement: weightedMean(agreements[i]!, weights, grouped)
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
  const naive =
    choice.winner === null
      ? null
      : clusterProportion(agreements[choice.winner]!, grouped.of, { weights, confidence: declared.confidence });
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

/** Weighted mean over drawn clusters, each summed up once; null for a candidate without a score on some unit. */
function weightedMean(
  values: Values,
  weights: readonly number[],
  grouped: Clusters
): (drawn: Uint32Array) => number | null {
  if (values.some((value) => value === null)) return () => null;
  const sums = new Float64Array(grouped.names.length);
  const sizes = new Float64Array(grouped.names.length);
  for (const [i, value] of values.entries()) {
    sums[grouped.of[i]!]! += weights[i]! * value!;
    sizes[grouped.of[i]!]! += weights[i]!;
  }
  return (drawn) => {
    let sum = 0;
    let size = 0;
    for (let i = 0; i < drawn.length; i++) {
      sum += sums[drawn[i]!]!;
      size += sizes[drawn[i]!]!;
    }
    return size === 0 ? null : Math.min(1, sum / size);
  };
}
