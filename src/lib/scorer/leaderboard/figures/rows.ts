import type { SystemCategory } from '../../../names.ts';
import type { EnsembleScore, Metric, Protocol, Score } from '../../pipeline.ts';

/** Whose report it is and on what. */
export interface Origin {
  system: string;
  /** Null where the lead has not said. */
  category: SystemCategory | null;
  /** Kind of task of the query, e.g. market analysis; null where unknown. */
  taskCategory: string | null;
  qid: string;
  reportId: string;
}

/** One report under one metric: what all figures here are computed from. */
export interface ReportRow extends Origin {
  metric: string;
  /** What the run's judges come to; null until all of them have finished the report. */
  score: EnsembleScore | null;
  /** Each judge's own score, in the run's order; null until it has finished the report. */
  perJudge: readonly { judge: string; score: Score | null }[];
}

/** What a leaderboard has to know about a metric; every `Metric` has it. */
export type RankedMetric = Pick<Metric, 'name' | 'title' | 'scale' | 'aggregation'> & {
  protocol: Pick<Protocol, 'unit'>;
};
