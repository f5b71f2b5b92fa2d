import type { Detail, Evidence, Label, Place, UnitKind } from '../scorer/pipeline.ts';
import { writeJsonLines } from './json-lines.ts';

/** One verdict of one judge on one unit of one report, with everything needed to read it away from the product. */
export interface VerdictRow {
  run: string;
  system: string;
  qid: string;
  metric: string;
  judge: string;
  /** 0 for the first time that the judge was asked, 1 … for repeats. */
  repeat: number;
  kind: UnitKind;
  item: string;
  /** Wording of the checklist item, or of the unit that was found in the report. */
  itemText: string;
  state: 'judged' | 'abstained' | 'unscored';
  label: Label | null;
  rationale: string;
  evidence: readonly Evidence[];
  /** Why there is no valid verdict; null unless `unscored`. */
  reason: string | null;
  /** What the unit's kind adds; null where it adds nothing. */
  detail: Detail | null;
}

export const writeVerdictsJsonl = (rows: Iterable<VerdictRow>): string =>
  writeJsonLines(
    Array.from(rows, (row) => ({
      run: row.run,
      system: row.system,
      qid: row.qid,
      metric: row.metric,
      judge: row.judge,
      repeat: row.repeat,
      kind: row.kind,
      item: row.item,
      item_text: row.itemText,
      state: row.state,
      label: row.label,
      rationale: row.rationale,
      evidence: row.evidence.map(({ quote, place }) => ({ quote, ...whereItStands(place) })),
      reason: row.reason,
      detail: row.detail
    }))
  );

/** `place` is null where the words were looked for and not found, and absent where nobody looked. */
const whereItStands = (place: Place | null | undefined): { place?: Place | null } =>
  place === undefined ? {} : { place };
