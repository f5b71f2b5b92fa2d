import { selectiveThreshold } from '../stats/index.ts';
import type { Declared } from './declared.ts';
import { said } from './candidates.ts';
import { metricOf } from './metric.ts';
import type { Units, Values } from './units.ts';

/** Taking the ensemble's answer only where enough judges give it, and asking a person elsewhere. */
export interface Escalation {
  /** Least number of the judges that have to be on the ensemble's side, and how many there are. */
  judges: number;
  of: number;
  /** Share of items on which they are; the rest goes to a person. */
  coverage: number;
  covered: number;
  errors: number;
  /** Upper bound of the error rate where the answer is taken, and what is tolerated. */
  upperBound: number;
  tolerated: number;
}

/** Below this share of items an ensemble spares people too little to be adopted for it. */
const LEAST_COVERAGE = 0.5;
const LEAST_ITEMS = 30;

/**
 * How many judges have to be of one mind for the ensemble's answer to stand without a person: the lowest number for which
 * the one-sided Clopper–Pearson bound of the error rate stays within 1 − target (Jung et al. 2025).
 *
 * @param scores of the ensemble; where it is undecided a person is asked in any case.
 * @param panel ids of the judges that are asked.
 * @returns null on scores, which are not simply right or wrong; where there is one judge only; where no number will do; and
 *   where it would leave most items, or none, to people.
 */
export function escalationFor(
  units: Units,
  scores: Values,
  panel: readonly string[],
  { target, confidence }: Pick<Declared, 'target' | 'confidence'>
): Escalation | null {
  if (panel.length < 2 || metricOf(units.scale).kind !== 'mean') return null;
  const judges = panel.map((id) => units.judges.find((judge) => judge.id === id)!);
  const seen = units.truth.flatMap((truth, unit) =>
    truth !== null && judges.every(({ labels }) => labels[unit] !== null) ? [unit] : []
  );
  const answer = (unit: number): number | null => said(units, scores[unit]!);
  const found = selectiveThreshold(
    seen.map((unit) => {
      const given = answer(unit);
      return given === null ? 0 : judges.filter(({ labels }) => labels[unit] === given).length;
    }),
    seen.map((unit) => answer(unit) === units.truth[unit]),
    { alpha: 1 - target, delta: 1 - confidence, minItems: LEAST_ITEMS }
  );
  if (found.value === null || found.value === 0 || found.coverage! < LEAST_COVERAGE || found.coverage === 1)
    return null;
  return {
    judges: found.value,
    of: judges.length,
    coverage: found.coverage!,
    covered: found.covered!,
    errors: found.errors!,
    upperBound: found.upperBound!,
    tolerated: 1 - target
  };
}
