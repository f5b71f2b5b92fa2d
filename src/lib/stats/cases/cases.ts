/**
 * Reference cases: a file of `{ id, fn, args, expect, tolAbs, source, note }` with values from other programs and published
 * examples. This evaluates the functions of that format with the library and compares; it is how the library is checked
 * against R, SciPy and the rest, here and by users with a file of their own.
 */
import { agreementCases } from './agreement.ts';
import type { CaseArguments, CaseFunction } from './arguments.ts';
import { correlationCases } from './correlation.ts';
import { ensembleCases } from './ensembles.ts';
import { generatedCases } from './generated.ts';
import { intervalCases } from './intervals.ts';
import { judgeCases } from './judges.ts';
import { planningCases } from './planning.ts';
import { resamplingCases } from './resampling.ts';
import { testCases } from './tests.ts';

export interface StatisticsCase {
  id: string;
  fn: string;
  args: CaseArguments;
  /** Members to compare; null = undefined there. `mcTolerance` is the tolerance of a Monte-Carlo result. */
  expect: Readonly<Record<string, unknown>>;
  /** Absolute tolerance; null = take `expect.mcTolerance`. */
  tolAbs: number | null;
  source?: string;
  note?: string | null;
}

export interface Mismatch {
  /** Where in the result, as `linear.kappa` or `percentile[0]`; empty if the evaluation itself failed. */
  path: string;
  expected: unknown;
  got: unknown;
}

export interface CaseResult {
  id: string;
  fn: string;
  /** `unknown` if no such function is known here. */
  outcome: 'passed' | 'failed' | 'unknown';
  mismatches: Mismatch[];
}

const functions: Readonly<Record<string, CaseFunction>> = {
  ...agreementCases,
  ...correlationCases,
  ...intervalCases,
  ...testCases,
  ...planningCases,
  ...resamplingCases,
  ...judgeCases,
  ...ensembleCases,
  ...generatedCases
};

/** Names of the functions a case may use. */
export const caseFunctions: readonly string[] = Object.keys(functions).sort();

/** Evaluates one case and compares each expected member: |x − e| ≤ tolAbs + 1e-10·|e|; null only equals null. */
export const runCase = (given: StatisticsCase): CaseResult => {
  const { id, fn, args, expect, tolAbs } = given;
  const evaluate = Object.hasOwn(functions, fn) ? functions[fn] : undefined;
  if (!evaluate) return { id, fn, outcome: 'unknown', mismatches: [] };
  const { mcTolerance, ...wanted } = expect;
  let mismatches: Mismatch[];
  try {
    mismatches = compare(wanted, evaluate(args), '', tolAbs ?? mcTolerance ?? 0);
  } catch (error) {
    mismatches = [{ path: '', expected: wanted, got: error instanceof Error ? error.message : String(error) }];
  }
  return { id, fn, outcome: mismatches.length === 0 ? 'passed' : 'failed', mismatches };
};

/** Every place where `got` differs from `expected`. `tolerance` is a number, or an array that runs along an array. */
export const compare = (expected: unknown, got: unknown, path: string, tolerance: unknown): Mismatch[] => {
  const differs = [{ path, expected, got }];
  if (typeof expected === 'number') {
    if (typeof got !== 'number' || !Number.isFinite(got)) return differs;
    const allowed = (typeof tolerance === 'number' ? tolerance : 0) + 1e-10 * Math.abs(expected);
    return Math.abs(got - expected) <= allowed ? [] : differs;
  }
  if (expected === null) return got === null ? [] : differs;
  if (Array.isArray(expected)) {
    if (!Array.isArray(got) || got.length !== expected.length) return differs;
    const along = Array.isArray(tolerance) && tolerance.length === expected.length;
    return expected.flatMap((e, i) => compare(e, got[i], `${path}[${i}]`, along ? tolerance[i] : tolerance));
  }
  if (typeof expected === 'object') {
    if (typeof got !== 'object' || got === null) return differs;
    return Object.entries(expected as Record<string, unknown>).flatMap(([name, e]) =>
      compare(e, (got as Record<string, unknown>)[name], path ? `${path}.${name}` : name, tolerance)
    );
  }
  return got === expected ? [] : differs;
};
