import type { Detail, Evidence, UnitKind, Verdict } from '../verdict.ts';

/** A verdict as the database holds it. */
interface StoredVerdict {
  item: string;
  kind: UnitKind;
  text: string | null;
  state: Verdict['state'];
  label: string | null;
  rationale: string;
  evidence: Evidence[];
  reason: string | null;
  detail: Detail | null;
  /** The reply had words around its JSON. */
  prose?: boolean;
}

/** The stored row as the pipeline's verdict. */
export const verdictOf = (row: StoredVerdict): Verdict => {
  const { item, rationale, evidence } = row;
  const unit = {
    item,
    ...(row.kind !== 'item' && { kind: row.kind }),
    ...(row.text !== null && { text: row.text }),
    ...(row.detail !== null && { detail: row.detail }),
    ...(row.prose && { prose: true as const })
  };
  if (row.state === 'unscored')
    return { ...unit, state: 'unscored', label: null, rationale: '', evidence: [], reason: row.reason ?? 'not stored' };
  if (row.state === 'abstained' || row.label === null)
    return { ...unit, state: 'abstained', label: null, rationale, evidence };
  return { ...unit, state: 'judged', label: row.label, rationale, evidence };
};

/** The columns of a verdict that come from the verdict itself: the inverse of `verdictOf`. */
export const columnsOf = (verdict: Verdict): Required<StoredVerdict> => ({
  item: verdict.item,
  kind: verdict.kind ?? 'item',
  text: verdict.text ?? null,
  state: verdict.state,
  label: verdict.label,
  rationale: verdict.rationale,
  evidence: verdict.evidence,
  reason: verdict.state === 'unscored' ? verdict.reason : null,
  detail: verdict.detail ?? null,
  prose: verdict.prose === true
});
