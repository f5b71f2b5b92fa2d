/** Next step of a draft of a query, in the order in which the steps are done. */
export type DraftStep = 'questions' | 'items' | 'checklist' | 'adopt';

interface DraftState {
  status: 'draft' | 'adopted' | 'dropped';
  /** Items that are not dropped, and those of them that no lead has accepted yet. */
  items: number;
  proposed: number;
  openClarifications: number;
}

/** The next step of a draft; null if it is adopted or dropped. A checklist can be left empty: nothing forces that step. */
export function nextStep({ status, items, proposed, openClarifications }: DraftState): DraftStep | null {
  if (status !== 'draft') return null;
  if (openClarifications > 0) return 'questions';
  if (proposed > 0) return 'items';
  return items === 0 ? 'checklist' : 'adopt';
}
