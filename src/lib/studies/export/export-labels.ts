import type { DimensionPoints } from '../../scorer/verdict.ts';
import type { Purpose } from '../planning/purposes/purposes.ts';

/** One revision of one person's label. Holds nothing of judges, and people by pseudonyms. */
export interface RawLabel {
  study: number;
  /** Number of the run that was sampled, and the metric. */
  run: number;
  metric: string;
  /** Of the unit; it names nothing else anywhere. */
  itemId: string;
  /** Of this very revision. */
  labelId: string;
  qid: string;
  /** As it was scored. */
  query: string;
  /** The unit's reports and their systems; a label about several counts them in this order. */
  reportIds: string[];
  systems: string[];
  /** That of the unit’s verdicts; of several reports, the one that is compared with the others. */
  system: string;
  /** Difference of the unit from the others of its report, and the question asked. */
  item: string;
  itemText: string;
  rater: string;
  phase: 'blind' | 'post-reveal';
  revision: number;
  /** Whether it is the last revision of its phase. */
  standing: boolean;
  /** Null if the label was taken back. */
  label: string | null;
  acceptable: string[];
  points: DimensionPoints[] | null;
  /** Why the person cannot judge, if they chose a reason. */
  reason: string | null;
  note: string;
  passages: number[];
  seconds: number | null;
  purpose: Purpose;
  /** The right answer as the lead gave it, for items that do not count. */
  goldAnswer: string | null;
  batch: number;
  stratum: string;
  inclusionProbability: number;
  /** The chance of being in the study at all, over its batches. */
  overallProbability: number;
  /** Version of the guideline of that moment; null before the first. */
  guideline: number | null;
  committedAt: number;
}
