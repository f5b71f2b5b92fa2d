/**
 * ResearchRubrics: criteria with signed weights; a negative criterion is a fault when satisfied.
 * Source: scaleapi/researchrubrics@e0c361f (binary; calculate_compliance_score.py, evaluate_single_report.py) and 5403ff3
 * (ternary; calculate_final_score.py, calculate_F1_score.py, calculate_failure_breakdown.py).
 */
import { meanOrNull, sum } from './numbers.ts';

type Scale = 'binary' | 'ternary';
const labels = {
  binary: ['Satisfied', 'Not Satisfied'],
  ternary: ['Satisfied', 'Partially Satisfied', 'Not Satisfied']
} as const;

/** Σ w·s over the positive weights' sum; 0 without a positive weight. Not clipped: it can be below 0 or above 1. */
function weightedShare(terms: readonly { weight: number; score: number }[], weights: readonly number[]): number {
  const positive = sum(weights.filter((weight) => weight > 0));
  return positive === 0 ? 0 : sum(terms.map((term) => term.weight * term.score)) / positive;
}

/** By task and over tasks, from result rows: the score counts, not the verdict; a failed call counts 0 with its weight. */
export function scoreCompliance(rows: readonly { sample_id: string; score: number; weight: number }[]): {
  per_sample: Record<string, number>;
  average: number | null;
} {
  const samples = [...new Set(rows.map((row) => row.sample_id))];
  const per = samples.map((id) => {
    const own = rows.filter((row) => row.sample_id === id);
    return weightedShare(
      own,
      own.map((row) => row.weight)
    );
  });
  return { per_sample: Object.fromEntries(samples.map((id, k) => [id, per[k] ?? 0])), average: meanOrNull(per) };
}

/** One report against all of its task's criteria: a criterion without a result counts as not satisfied. */
export function scoreSingleReport(weights: readonly number[], scores: readonly number[]): number {
  const terms = scores.flatMap((score, k) => (weights[k] === undefined ? [] : [{ weight: weights[k], score }]));
  return weightedShare(terms, weights);
}

function valueOf(verdict: string | null, scale: Scale): number {
  if (verdict === 'Satisfied') return 1;
  return verdict === 'Partially Satisfied' && scale === 'ternary' ? 0.5 : 0;
}

/** From verdicts by position: unknown and null count 0; `binary` turns partly into not. */
export function scoreVerdicts(weights: readonly number[], verdicts: readonly (string | null)[], scale: Scale): number {
  return scoreSingleReport(
    weights,
    verdicts.map((verdict) => valueOf(verdict, scale))
  );
}

const merged = (verdict: string, scale: Scale) =>
  scale === 'binary' && verdict === 'Partially Satisfied' ? 'Not Satisfied' : verdict;

/**
 * Macro F1 of a judge against people on one task, over all labels of the scale: a label that neither side uses scores 0, so that a
 * perfect judge of a task with one label gets 1/3 (ternary) or 1/2 (binary). Lists are cut to the shorter.
 */
export function macroF1(human: readonly string[], judge: readonly string[], scale: Scale): number {
  const n = Math.min(human.length, judge.length);
  const pairs = human.slice(0, n).map((label, k) => [merged(label, scale), merged(judge[k] ?? '', scale)] as const);
  const f1 = labels[scale].map((label) => {
    const both = pairs.filter(([a, b]) => a === label && b === label).length;
    const either = pairs.filter(([a]) => a === label).length + pairs.filter(([, b]) => b === label).length;
    return either === 0 ? 0 : (2 * both) / either;
  });
  return sum(f1) / f1.length;
}

/**
 * Shares of "Not Satisfied" by category; null if nothing failed. Signs are not looked at, so that an avoided fault is listed
 * as a failure, as published.
 */
export function failureShares(
  categories: readonly string[],
  verdicts: readonly (string | null)[],
  scale: Scale
): Record<string, number> | null {
  const failed = categories.filter((_, k) => merged(verdicts[k] ?? '', scale) === 'Not Satisfied');
  if (failed.length === 0) return null;
  const names = [...new Set(failed)];
  return Object.fromEntries(names.map((name) => [name, failed.filter((one) => one === name).length / failed.length]));
}
