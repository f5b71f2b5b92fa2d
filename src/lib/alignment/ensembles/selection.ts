import {
  behindBest,
  clusterProportion,
  groupClusters,
  jackknifeInfluence,
  paretoFront,
  seededRandom,
  selectEnsemble,
  weightingError,
  type Contender
} from '../../stats/index.ts';
import { agreementAt, agreementOver } from '../agreement/agreement.ts';
import { commonUnits, scoresOf } from './candidates.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { JudgeEnsemble } from './ensembles.ts';
import type { Resampling } from '../units/figure.ts';
import { kappaOfScores, kappaOfSums, momentSums } from '../units/coefficients.ts';
import { metricOf } from '../units/metric.ts';
import { correctedAgreement, type CorrectedAgreement } from './selection-bound.ts';
import type { Units } from '../units/units.ts';

/** How a candidate stands in the choice. */
interface CandidateStanding extends JudgeEnsemble {
  name: string;
  /** Over the units that every judge answered, weighted by 1 / inclusion probability; null if there are none. */
  agreement: number | null;
  /** US dollars per 1,000 items, or the number of judges asked. */
  cost: number;
  /** agreement − λ·cost */
  utility: number | null;
  /** Share of the resamples in which it was chosen. */
  frequency: number;
  /** Lower bound of its agreement less that of the best one, one-sided 95% for all candidates together; 0 for the best one. */
  behind: number | null;
  /** Whether it is behind by no more than δ. */
  notWorse: boolean;
  /** No other candidate agrees as much for less. */
  onFront: boolean;
}

export interface Selection {
  candidates: CandidateStanding[];
  costUnit: 'dollars' | 'judges';
  /** Places among the candidates: the one chosen, and the cheapest that is not worse, the chosen one if none costs less. */
  chosen: number | null;
  cheapest: number | null;
  /** Agreement of the chosen one as it stands: too high, because it was chosen for it. */
  naive: { value: number | null; low: number | null; high: number | null };
  corrected: CorrectedAgreement;
  /** Units compared, their number of queries, and resamples. */
  units: number[];
  clusters: number;
  resamples: number;
}

/** Agreement of one candidate with its interval, and what `correctedAgreement` needs to know of its error. */
interface AsItStands {
  value: number | null;
  low: number | null;
  high: number | null;
  designEffect: number | null;
  least: number;
}

/** The candidate that was chosen; null if none could be. */
export const chosenIn = <Candidate>({
  candidates,
  chosen
}: {
  candidates: readonly Candidate[];
  chosen: number | null;
}): Candidate | null => (chosen === null ? null : candidates[chosen]!);

/**
 * Selects one of several ensembles and says how good it is, given that it was selected on the same items. The lower bound has
 * the critical value of `selectionCritical` and is `shareBound` of a mean, `coefficientBound` of κ; repeating the selection
 * on resampled queries tells how often each would be selected, and what selecting adds to its agreement.
 *
 * @param costs US dollars per 1,000 items of each judge. Where one is unknown, candidates cost the number of their judges
 *   and λ is not applied, since it speaks of dollars.
 */
export function chooseEnsemble(
  units: Units,
  ensembles: readonly (JudgeEnsemble & { name: string })[],
  costs: Readonly<Record<string, number | null>>,
  analysisPlan: Pick<AnalysisPlan, 'lambda' | 'delta' | 'confidence' | 'ties'>,
  { resamples, seed }: Resampling
): Selection {
  const kept = commonUnits(units).filter((unit) => analysisPlan.ties === 'half' || units.split[unit] === null);
  const grouped = groupClusters(kept.map((unit) => units.cluster[unit]!));
  const scores = ensembles.map((ensemble) => scoresOf(units, ensemble));
  const agreement = scores.map((of) => agreementOver(units, of, kept, analysisPlan.ties, grouped));
  const weights = kept.map((unit) => units.weights[unit]!);
  const asItStands = (winner: number): AsItStands => {
    const own = scores[winner]!;
    if (metricOf(units.scale).kind === 'mean') {
      const { value, interval, designEffect } = clusterProportion(
        kept.map((unit) => agreementAt(units, unit, own[unit]!, analysisPlan.ties)),
        grouped.of,
        { weights, confidence: analysisPlan.confidence }
      );
      return { value, low: interval?.[0] ?? null, high: interval?.[1] ?? null, designEffect, least: 0 };
    }
    const pairs = kept.map((unit) => ({ unit, a: own[unit]!, b: units.reference[unit]! }));
    const { value, low, high } = kappaOfScores(units, pairs, analysisPlan, { weighted: true });
    const sums = { ...momentSums(pairs, units.weights), value: (of: Float64Array) => kappaOfSums(of).value };
    return { value, low, high, designEffect: null, least: weightingError(sums, weights) };
  };
  const priced = ensembles.every(({ judgeIds }) => judgeIds.every((id) => typeof costs[id] === 'number'));
  const costOf = ({ judgeIds }: JudgeEnsemble): number =>
    priced ? judgeIds.reduce((sum, id) => sum + costs[id]!, 0) : judgeIds.length;
  const choice = selectEnsemble(
    ensembles.map((ensemble, i) => ({
      cost: costOf(ensemble),
      agreement: agreement[i]!.over
    })),
    grouped.names.length,
    {
      random: seededRandom(seed),
      replicates: resamples,
      lambdaPerCost: priced ? analysisPlan.lambda : 0,
      delta: analysisPlan.delta,
      confidence: analysisPlan.confidence
    }
  );
  const front = paretoFront(choice.candidates);
  const naive = choice.winner === null ? null : asItStands(choice.winner);
  const clusters = grouped.names.length;
  const contenders = agreement.map((of, i): Contender => {
    const influence = choice.candidates[i]!.utility === null ? null : jackknifeInfluence(of, clusters);
    return { utility: influence === null ? null : choice.candidates[i]!.utility, influence: influence ?? new Float64Array(clusters) }; // prettier-ignore
  });
  const corrected = correctedAgreement(
    {
      kind: metricOf(units.scale).kind,
      value: choice.value,
      reason: choice.reason,
      choosing: choice.choosing
    },
    contenders,
    choice.winner,
    {
      sizes: grouped.members.map(({ length }) => length),
      weights,
      designEffect: naive?.designEffect ?? null,
      least: naive?.least ?? 0
    },
    { confidence: analysisPlan.confidence, random: seededRandom(seed) }
  );
  // δ is a margin of agreement; utility also has the costs.
  const inAgreement = contenders.map((one, i): Contender => ({
    ...one,
    utility: one.utility === null ? null : choice.candidates[i]!.agreement
  }));
  const behind =
    corrected.critical === null
      ? null
      : behindBest(inAgreement, bestOf(inAgreement, choice.winner!), clusters, {
          random: seededRandom(seed),
          least:
            corrected.effectiveItems === null
              ? 0
              : Math.sqrt((analysisPlan.delta * (1 - analysisPlan.delta)) / corrected.effectiveItems)
        });
  const notWorse = ensembles.map((_, i) => (behind?.[i] ?? -Infinity) >= -analysisPlan.delta - ROUNDING);
  const dearer = (a: number, b: number): boolean => costOf(ensembles[a]!) > costOf(ensembles[b]!) + ROUNDING;
  return {
    candidates: ensembles.map((ensemble, i) => {
      const { agreement, cost, utility, selectionFrequency } = choice.candidates[i]!;
      return {
        ...ensemble,
        agreement,
        cost,
        utility,
        frequency: selectionFrequency,
        behind: behind?.[i] ?? null,
        notWorse: notWorse[i]!,
        onFront: front.includes(i)
      };
    }),
    costUnit: priced ? 'dollars' : 'judges',
    chosen: choice.winner,
    cheapest:
      behind && ensembles.reduce((least, _, i) => (notWorse[i] && dearer(least, i) ? i : least), choice.winner!),
    naive: { value: naive?.value ?? null, low: naive?.low ?? null, high: naive?.high ?? null },
    corrected,
    units: kept,
    clusters,
    resamples: choice.replicates
  };
}

const ROUNDING = 1e-12;

/** The one with the highest figure; of equals the selected one. */
const bestOf = (contenders: readonly Contender[], selected: number): number =>
  contenders.reduce(
    (best, { utility }, i) => ((utility ?? -Infinity) > contenders[best]!.utility! + ROUNDING ? i : best),
    selected
  );
