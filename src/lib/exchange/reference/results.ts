import type { DimensionPoints, Flaws } from '../../scorer/verdict.ts';

/**
 * The results of the public reference scorer of DeepEval (the LiveResearchBench repository), as neutral values. Its files:
 *
 * - `reports_*.json`: which reports there are, before anything is graded: `{metadata, reports: […]}`.
 * - `detailed_results_*.json`, formerly `*_graded_PROVIDER_MODEL.json`: the same, each report with
 *   `CRITERION_grading_results` beside it. One file is of one judge.
 * - `incremental/CRITERION_results.jsonl`: one line for each graded report and criterion.
 * - averages of two detailed files: `provider_a`, `provider_b`, `score_a`, … in place of a judge's own fields.
 * - `summary_*.json`: means by system.
 */

/** Criteria of the reference scorer and the metrics that they are here. */
export const referenceCriteria = {
  presentation: 'presentation',
  coverage: 'coverage',
  consistency: 'consistency',
  citation: 'citation-association',
  depth: 'depth'
} as const;
export type ReferenceCriterion = keyof typeof referenceCriteria;

export const isCriterion = (name: string): name is ReferenceCriterion => Object.hasOwn(referenceCriteria, name);

/** A report that a file names; its text is in a file of its own. */
export interface ReferenceReport {
  /** Null if the file does not say. */
  system: string | null;
  /** Without the `qid_` that the reference puts before some of them. */
  qid: string;
  /** With the dates filled in that the query has placeholders for. */
  query: string | null;
  /** Where the text is, as the file tells it. */
  path: string | null;
}

/** One judge's result for one report under one criterion. */
export interface ReferenceResult {
  system: string | null;
  qid: string;
  criterion: ReferenceCriterion;
  judge: ReferenceJudge;
  /** Local time without a zone, as the reference writes it; null if it is not told. */
  gradedAt: string | null;
  said: ReferenceVerdicts;
  /** File and place in it, for people. */
  from: string;
  /** Whether the record was written for this very report or names its system, and was not looked up by its query. */
  own: boolean;
}

export interface ReferenceJudge {
  provider: string;
  model: string;
}

/**
 * Content of a result, as far as it is credible. Totals and scores are those of the file; nothing is derived from them. `open`,
 * `parts` and `abstains` are in files of our own only: the reference has no place for them.
 */
export type ReferenceVerdicts =
  | {
      kind: 'answers';
      answers: ReferenceAnswer[];
      /** Items without an answer. */
      open?: OpenAnswer[];
      told: { total: number | null; passed: number | null; rate: number | null };
    }
  | {
      kind: 'issues';
      issues: string[];
      /** The same issues with their quotes apart. */
      parts?: IssueParts[];
      /** Why the judge did not count them. */
      abstains?: string;
      told: { total: number | null; score: number | null };
      justification: string;
    }
  | {
      kind: 'comparison';
      baseline: string | null;
      orders: [ReferenceOrder, ReferenceOrder];
      told: [Winner | null, Winner | null];
    }
  | { kind: 'nothing'; reason: string; abstains?: string };

export interface OpenAnswer {
  key: string;
  state: 'abstained' | 'unscored';
  reason: string;
}

export interface IssueParts {
  explanation: string;
  quotes: string[];
}

export interface ReferenceAnswer {
  key: string;
  passed: boolean;
  justification: string;
}

/** One of the two orders in which a pair was shown. */
export interface ReferenceOrder {
  first: 'report' | 'baseline';
  report: DimensionPoints;
  baseline: DimensionPoints;
  justification: string;
  /** Absent if they were not asked for, or the file has none. */
  flaws?: Flaws;
}

export type Winner = 'report' | 'baseline' | 'tie';

/** Content of a file. */
export interface ReferenceFile {
  kind: 'reports' | 'detailed' | 'averaged' | 'incremental';
  reports: ReferenceReport[];
  results: ReferenceResult[];
}

/** `qid_abc` and `abc` are the same query there. */
export const bareQid = (qid: string): string => qid.trim().replace(/^qid_(?=.)/, '');
