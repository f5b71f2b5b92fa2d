import type { PenaltyTable } from '../metric.ts';
import type { MissingVerdictRule } from '../score.ts';

export interface RescoredValue {
  value: number | null;
  /** Reports of a system, or units of a report, that the value rests on. */
  n: number;
  /** Why there is no value. */
  reason: string | null;
}

export interface RescoredFigure extends RescoredValue {
  /** 95% CI by query; null if there is none, with the reason. */
  interval: readonly [low: number, high: number] | null;
  intervalReason: string | null;
  queries: number;
}

/** By which rules a metric's verdicts were combined. */
export interface ScoringRule {
  penalties: PenaltyTable | null;
  missing: MissingVerdictRule;
  /** Title of the metric, which names a rubric's version. */
  title: string;
}

export interface RescoredMetric {
  name: string;
  title: string;
  /** Decimals that people read its values with. */
  digits: number;
  rule: BeforeAfter<ScoringRule>;
  systems: ({ system: string } & BeforeAfter<RescoredFigure>)[];
  reports: ({ system: string; qid: string } & BeforeAfter<RescoredValue>)[];
}

export interface BeforeAfter<T> {
  before: T;
  after: T;
}
