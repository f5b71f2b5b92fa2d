import type { Evidence, Label } from '../scorer/pipeline.ts';
import { writeJsonLines } from './json-lines.ts';

/** One verdict of one judge on one item of one report, with everything needed to read it away from the product. */
export interface VerdictRow {
  run: string;
  system: string;
  qid: string;
  metric: string;
  judge: string;
  item: string;
  itemText: string;
  state: 'judged' | 'abstained' | 'unscored';
  label: Label | null;
  rationale: string;
  evidence: readonly Evidence[];
  /** Why there is no valid verdict; null unless `unscored`. */
  reason: string | null;
}

export const writeVerdictsJsonl = (rows: Iterable<VerdictRow>): string =>
  writeJsonLines(
    Array.from(rows, (row) => ({
      run: row.run,
      system: row.system,
      qid: row.qid,
      metric: row.metric,
      judge: row.judge,
      item: row.item,
      item_text: row.itemText,
      state: row.state,
      label: row.label,
      rationale: row.rationale,
      evidence: row.evidence.map(({ quote }) => ({ quote })),
      reason: row.reason
    }))
  );
