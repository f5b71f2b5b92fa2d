import type { z } from 'zod';
import type { Dimension, Subtask } from '../material.ts';
import type { subtaskDetail } from '../units.ts';
import {
  type Fraction,
  fraction,
  fractionOfNumber,
  fractionValue,
  meanOfFractions,
  multiplyFractions
} from './fraction.ts';

/** One dimension of a subtask; `scored` has a score from 0 to 1, every other state says why there is none. */
export type SubtaskPart =
  | { state: 'scored'; score: Fraction }
  /**
   * `skipped`: the instruction is not followed. `absent`: the report has no claim or paragraph for the rubric. `not-judged`: the metric
   * does not judge it.
   */
  | { state: 'no-rubric' | 'skipped' | 'absent' | 'unscored' | 'not-judged' };

/** Without it nothing is known of the subtask as a whole. */
const isOpen = ({ state }: SubtaskPart): boolean => state === 'unscored' || state === 'not-judged';

export type SubtaskParts = Readonly<Record<Dimension, SubtaskPart>>;

export interface JudgedSubtask extends Pick<Subtask, 'key' | 'importance' | 'group'> {
  parts: SubtaskParts;
}

type StoredSubtask = z.infer<typeof subtaskDetail>;

const ONE = fraction(1);
const isOne = ({ numerator, denominator }: Fraction): boolean => numerator === denominator;

/** Scores of the dimensions beside instruction following that the report has something for. */
const scoredBeside = ({ fac, rat }: SubtaskParts): Fraction[] =>
  [fac, rat].flatMap((part) => (part.state === 'scored' ? [part.score] : []));

/**
 * o = ins × mean of fac and rat (arXiv 2606.12871, equation 5) over those that are present; ins if none is. Null (unscored) as
 * soon as a part is unscored. An instruction that is not followed gives 0, since nothing else is judged then.
 */
export const subtaskOutcome = (parts: SubtaskParts): Fraction | null => {
  const { ins, fac, rat } = parts;
  if (ins.state !== 'scored' || isOpen(fac) || isOpen(rat)) return null;
  return multiplyFractions(ins.score, meanOfFractions(scoredBeside(parts)) ?? ONE);
};

/** Whether every part that is present scores 1; null (open) if that depends on an unscored part. */
export const subtaskPasses = (parts: SubtaskParts): boolean | null => {
  const all = [parts.ins, parts.fac, parts.rat];
  if (all.some((part) => part.state === 'scored' && !isOne(part.score))) return false;
  return all.some(isOpen) ? null : true;
};

/** A subtask as its unit `daily-subtask` stores it. */
export const detailOfSubtask = ({ key, importance, group, parts }: JudgedSubtask): StoredSubtask => {
  const score = (part: SubtaskPart): number | null => (part.state === 'scored' ? fractionValue(part.score) : null);
  const outcome = subtaskOutcome(parts);
  return {
    ...{ subtask: key, importance, group },
    ins: score(parts.ins),
    fac: score(parts.fac),
    rat: score(parts.rat),
    states: { ins: parts.ins.state, fac: parts.fac.state, rat: parts.rat.state },
    outcome: outcome === null ? null : fractionValue(outcome),
    pass: subtaskPasses(parts)
  };
};

/** The subtask of a stored unit, with exact scores. A score without a value counts as unscored. */
export const subtaskOfDetail = (detail: StoredSubtask): JudgedSubtask => {
  const part = (dimension: Dimension): SubtaskPart => {
    const [state, score] = [detail.states[dimension], detail[dimension]];
    if (state !== 'scored') return { state };
    return score === null ? { state: 'unscored' } : { state, score: fractionOfNumber(score) };
  };
  return {
    ...{ key: detail.subtask, importance: detail.importance, group: detail.group },
    parts: { ins: part('ins'), fac: part('fac'), rat: part('rat') }
  };
};
