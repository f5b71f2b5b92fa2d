import { selectiveThreshold } from '../../stats/index.ts';
import { agreementAt } from '../agreement/agreement.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import { labelOfScore } from './candidates.ts';
import { metricOf } from '../units/metric.ts';
import type { Units, Values } from '../units/units.ts';

/** Taking the ensemble's answer only if enough judges give it, and asking a person elsewhere. */
export interface Escalation {
  /** Least number of the judges that have to be on the ensemble's side, and how many there are. */
  judges: number;
  of: number;
  /** Share of items on which they are; the rest goes to a person. */
  coverage: number;
  covered: number;
  /** Queries that the covered items come from. */
  clusters: number;
  /** Items on which the answer is wrong; an evenly split one counts ½. */
  errors: number;
  /** Upper bound of the error rate if the answer is taken, its one-sided confidence, and what is tolerated. */
  upperBound: number;
  confidence: number;
  tolerated: number;
}

/** Below this share of items an ensemble spares people too little to be adopted for it. */
const LEAST_COVERAGE = 0.5;
const LEAST_ITEMS = 30;

/** Whether a person can be asked if too few judges give the ensemble's answer: not on scores, nor with a single judge. */
export const canEscalate = (scale: Units['scale'], judges: number): boolean =>
  judges >= 2 && metricOf(scale).kind === 'mean';

/**
 * How many judges have to give the ensemble's answer for it to stand without a person: the lowest number for which the
 * upper bound of the error rate, clustered by query, stays within 1 − target (Jung et al. 2025).
 *
 * The numbers of judges are tested from all of them downwards, which needs no correction. Items on which all judges agree
 * have the same answer in every ensemble, so that there the choice of the ensemble on the same items does not matter; for
 * smaller numbers the level is divided by the number of candidates (Bonferroni behind a first test that all share).
 *
 * @param scores of the ensemble; if it is undecided a person is asked in any case.
 * @param panel ids of the judges that are asked.
 * @param candidates how many ensembles it was chosen from; default 1.
 * @returns null on scores, which are not simply right or wrong; if there is one judge only; if no number will do; and
 *   if it would leave most items, or none, to people.
 */
export function escalationFor(
  units: Units,
  scores: Values,
  panel: readonly string[],
  {
    target,
    confidence,
    ties = 'half'
  }: Pick<AnalysisPlan, 'target' | 'confidence'> & Partial<Pick<AnalysisPlan, 'ties'>>,
  candidates = 1
): Escalation | null {
  if (!canEscalate(units.scale, panel.length)) return null;
  const judges = panel.map((id) => units.judges.find((judge) => judge.id === id)!);
  const answer = (unit: number): number | null => labelOfScore(units, scores[unit]!);
  const seen = units.reference.flatMap((reference, unit) =>
    reference !== null &&
    (ties === 'half' || units.split[unit] === null) &&
    judges.every(({ labels }) => labels[unit] !== null)
      ? [unit]
      : []
  );
  const level = 1 - confidence;
  const found = selectiveThreshold(
    seen.map((unit) => {
      const given = answer(unit);
      return given === null ? 0 : judges.filter(({ labels }) => labels[unit] === given).length;
    }),
    seen.map((unit) => {
      const given = answer(unit);
      return given === null ? 0 : agreementAt(units, unit, given, ties)!;
    }),
    {
      alpha: 1 - target,
      delta: (count) => (count === judges.length ? level : level / Math.max(1, candidates)),
      minItems: LEAST_ITEMS,
      clusters: seen.map((unit) => units.cluster[unit]!),
      weights: seen.map((unit) => units.weights[unit]!)
    }
  );
  if (found.value === null || found.value === 0 || found.coverage! < LEAST_COVERAGE || found.covered === seen.length)
    return null;
  return {
    judges: found.value,
    of: judges.length,
    coverage: found.coverage!,
    covered: found.covered!,
    clusters: found.clusters!,
    errors: found.errors!,
    upperBound: found.upperBound!,
    confidence: 1 - found.delta!,
    tolerated: 1 - target
  };
}
