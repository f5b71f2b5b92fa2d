import type { Verdict } from './verdict.ts';

/** Score of one judge's verdicts on one report, computed by us on the metric's scale. */
export interface Score {
  value: number | null;
  /** Why `value` is null. */
  reason: string | null;
  /** Units that the value rests on. */
  n: number;
  abstained: number;
  unscored: number;
  /** Further figures of the protocol by name (see its `figures`); null if undefined. */
  figures: Record<string, number | null>;
}

/** One judge's verdicts on one report: one list for each time that it was asked (`repeats` of the run, usually one). */
export interface JudgeVerdicts {
  judge: string;
  repeats: readonly (readonly Verdict[])[];
}

/** How an ensemble treats a unit for which one of its judges has no valid verdict. */
export type MissingVerdictRule = 'all-judges' | 'answered';

/** Verdict of an ensemble on one unit. */
export interface EnsembleUnit {
  item: string;
  state: Verdict['state'];
  /** Mean over judges of the unit's value (1 for *yes*, *supported* …), 0 … 1; null if abstained or unscored. */
  value: number | null;
  /** Judges that the value rests on. */
  judges: number;
}

/** Score of several judges' verdicts on one report: the mean over judges (arXiv 2510.14240, section 4). */
export interface EnsembleScore extends Score {
  /** Judges that the value rests on. */
  judges: number;
  /** Units that all judges share; empty if each judge finds its own. */
  units: EnsembleUnit[];
  perJudge: { judge: string; score: Score }[];
}
