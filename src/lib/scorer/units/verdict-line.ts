import type { Detail, Evidence, VerdictLabel, UnitKind, Verdict } from '../verdict.ts';

/** One verdict of one judge on one unit of one report, with everything needed to read it away from the product. */
export interface VerdictLine {
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
  state: Verdict['state'];
  label: VerdictLabel | null;
  rationale: string;
  evidence: readonly Evidence[];
  /** Why there is no valid verdict; null unless `unscored`. */
  reason: string | null;
  /** Detail of the unit's kind; null if it has none. */
  detail: Detail | null;
  /** Name of the system with whose report a comparison is; absent if nothing is compared. */
  baseline?: string;
  /** Model versions that answered, as the servers named them; absent if none was named. */
  served?: readonly string[];
  /** The reply had words around its JSON. */
  prose?: boolean;
}
