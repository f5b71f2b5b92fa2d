import { dimensionTitles, type Dimension } from '../material.ts';
import { addFractions, divideFractions, type Fraction, fraction, multiplyFractions } from './fraction.ts';
import { type JudgedSubtask, subtaskPasses } from './subtask-outcome.ts';

/** A dimension over subtasks: the two sums of its ratio, and how many subtasks they are of. */
export interface DimensionSums {
  /** Σ δ·ins·fac and Σ δ·ins; for instruction following Σ ins and the number of subtasks. */
  above: Fraction;
  below: Fraction;
  /** Subtasks with a score in it. */
  scored: number;
  /** Subtasks whose rubric has no claim or paragraph in the report: in neither sum. */
  absent: number;
  /** Subtasks with a rubric for it that was not judged, because the instruction is not followed. */
  skipped: number;
  unscored: number;
}

interface DimensionScore extends DimensionSums {
  /** Null if `reason` says why. */
  value: Fraction | null;
  reason: string | null;
}

const none = (dimension: Dimension, { scored, absent, skipped, unscored }: DimensionSums, subtasks: number): string => {
  const title = dimensionTitles[dimension].toLowerCase();
  if (subtasks === 0) return 'The task has no subtasks.';
  if (unscored > 0) return `No subtask has a valid verdict on ${title}.`;
  if (skipped > 0 && scored + absent === 0) return `No subtask with a rubric for ${title} follows its instruction.`;
  if (absent > 0) return `The report has nothing that a rubric for ${title} applies to.`;
  return `No subtask has a rubric for ${title}.`;
};

/**
 * A dimension over subtasks (arXiv 2606.12871, equations 2–4). Ins is the mean of `ins`; Fac = Σ δ·ins·fac / Σ δ·ins, where δ is 1 for
 * subtasks that have a score, and Rat likewise. Undefined if the denominator is 0.
 */
export function dimensionScore(subtasks: readonly JudgedSubtask[], dimension: Dimension): DimensionScore {
  const sums = { above: fraction(0), below: fraction(0), scored: 0, absent: 0, skipped: 0, unscored: 0 };
  for (const { parts } of subtasks) {
    const part = parts[dimension];
    if (part.state === 'no-rubric' || part.state === 'not-judged') continue;
    sums[part.state] += 1;
    if (part.state !== 'scored' || parts.ins.state !== 'scored') continue;
    const weight = dimension === 'ins' ? fraction(1) : parts.ins.score;
    sums.above = addFractions(sums.above, multiplyFractions(weight, part.score));
    sums.below = addFractions(sums.below, weight);
  }
  const value = divideFractions(sums.above, sums.below);
  return { ...sums, value, reason: value === null ? none(dimension, sums, subtasks.length) : null };
}

/** Subtasks that pass, among those of which that is known; `open` are the others. */
export const passCounts = (subtasks: readonly JudgedSubtask[]): { passed: number; decided: number; open: number } => {
  const passes = subtasks.map(({ parts }) => subtaskPasses(parts));
  const open = passes.filter((pass) => pass === null).length;
  return { passed: passes.filter((pass) => pass === true).length, decided: passes.length - open, open };
};
