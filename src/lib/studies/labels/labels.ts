import type { DimensionPoints, VerdictLabel } from '../../scorer/verdict.ts';

/** A sampled unit with everything that was said of it. What alignment is computed from. */
export interface LabelledUnit {
  itemId: string;
  reportId: string;
  queryId: string;
  qid: string;
  /** The query's category, if it has one; the item's own if labels were given elsewhere. */
  category: string | null;
  systemName: string;
  item: string;
  text: string;
  stratum: string;
  inclusionProbability: number;
  /** Blind verdicts as they stand; people without one are absent. */
  humans: HumanLabel[];
  judges: JudgeLabel[];
  /** The last preference of each person who gave one. */
  preferences: {
    userId: string;
    choice: 'judges' | 'tie' | 'none';
    judgeIds: string[];
    reasons: string[];
    note: string;
  }[];
}

export interface HumanLabel {
  userId: string;
  label: VerdictLabel;
  /** Further labels that the person would accept; absent if the study did not ask for them. */
  acceptable?: readonly VerdictLabel[];
  /** Points in the metric's dimensions by report of the unit; absent if the study did not ask for them. */
  points?: readonly DimensionPoints[] | null;
  note: string;
  seconds: number | null;
  /** The person's label after a change following the reveal; not part of any agreement. */
  revised: VerdictLabel | null;
}

interface JudgeLabel {
  judgeId: string;
  state: 'judged' | 'abstained' | 'unscored';
  label: VerdictLabel | null;
  rationale: string;
  /** Why it is unscored. */
  reason: string | null;
}

/** One row per unit and rater. */
export interface LongRow {
  qid: string;
  system: string;
  report_id: string;
  item: string;
  item_text: string;
  stratum: string;
  inclusion_probability: number;
  rater_kind: 'human' | 'judge';
  rater: string;
  state: 'judged' | 'abstained' | 'unscored';
  label: VerdictLabel | '';
  revised: VerdictLabel | '';
  /** Further labels that a person would accept, separated by spaces. */
  acceptable: string;
  /** Points in the metric's dimensions by report of the unit, as JSON; empty if the study did not ask for them. */
  points: string;
  explanation: string;
  seconds: number | '';
  /** Number of people who prefer the judge on this unit; empty for people. */
  preferred_by: number | '';
}

/**
 * The long format for export: blind verdicts and judges' verdicts, one below the other.
 *
 * @param nameOf what to call a person or judge, by id
 */
export const longFormat = (units: readonly LabelledUnit[], nameOf: (id: string) => string): LongRow[] =>
  units.flatMap((unit) => {
    const about = {
      qid: unit.qid,
      system: unit.systemName,
      report_id: unit.reportId,
      item: unit.item,
      item_text: unit.text,
      stratum: unit.stratum,
      inclusion_probability: unit.inclusionProbability
    };
    return [
      ...unit.humans.map(({ userId, label, acceptable, points, note, seconds, revised }): LongRow => ({
        ...about,
        rater_kind: 'human',
        rater: nameOf(userId),
        state: 'judged',
        label,
        revised: revised ?? '',
        acceptable: acceptable?.join(' ') ?? '',
        points: points ? JSON.stringify(points) : '',
        explanation: note,
        seconds: seconds ?? '',
        preferred_by: ''
      })),
      ...unit.judges.map(({ judgeId, state, label, rationale, reason }): LongRow => ({
        ...about,
        rater_kind: 'judge',
        rater: nameOf(judgeId),
        state,
        label: label ?? '',
        revised: '',
        acceptable: '',
        points: '',
        explanation: reason ?? rationale,
        seconds: '',
        preferred_by: unit.preferences.filter((one) => one.judgeIds.includes(judgeId)).length
      }))
    ];
  });
