import { selectiveThreshold } from '../stats/index.ts';
import type { Declared } from './declared.ts';
import { decided, type Units, type Values } from './units.ts';

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
 * @returns null where there is one judge only, no number will do, or where it would leave most items, or none, to people.
 */
export function escalationFor(
  units: Units,
  scores: Values,
  panel: readonly string[],
  { target, confidence }: Pick<Declared, 'target' | 'confidence'>
): Escalation | null {
  if (panel.length < 2) return null;
  const judges = panel.map((id) => units.judges.find((judge) => judge.id === id)!);
  const seen = units.reference.flatMap((reference, unit) =>
    decided(reference) !== null && judges.every(({ labels }) => labels[unit] !== null) ? [unit] : []
  );
  const answer = (unit: number): 0 | 1 | null => decided(scores[unit]!);
  const found = selectiveThreshold(
    seen.map((unit) => {
      const given = answer(unit);
      return given === null ? 0 : judges.filter(({ labels }) => labels[unit] === given).length;
    }),
    seen.map((unit) => answer(unit) === decided(units.reference[unit]!)),
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
