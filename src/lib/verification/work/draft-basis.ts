/**
 * The state of an entry that a page has read, as one opaque text that pages send back with drafts and commits: the idempotency
 * key of the last commit and the time of the draft. A page whose basis is not the present one would overwrite an entry that it
 * has never shown.
 */
export interface Read {
  /** Absent if the page does not say, as forms without scripts: then nothing is compared. */
  basis?: string | undefined;
  /** Names of the pages that wrote this entry, first the present one: whose draft it may overwrite, acknowledged or not. */
  writers?: readonly string[] | undefined;
}

export interface StoredDraft {
  savedAt: number;
  writer: string | null;
}

export const draftBasis = (commit: string | null | undefined, draft: Pick<StoredDraft, 'savedAt'> | null | undefined) =>
  `${commit ?? ''}/${draft?.savedAt ?? ''}`;

/**
 * Whether another page has committed or drafted since the page read the entry.
 *
 * @param commit idempotency key of the last commit, those that took an entry back included
 * @param draft the stored draft; null also if it holds the very words that are sent now
 */
export function isOvertaken({ basis, writers = [] }: Read, commit: string | null, draft: StoredDraft | null): boolean {
  if (basis === undefined) return false;
  const at = basis.lastIndexOf('/');
  if (basis.slice(0, at) !== (commit ?? '')) return true;
  if (draft === null || String(draft.savedAt) === basis.slice(at + 1)) return false;
  return draft.writer === null || !writers.includes(draft.writer);
}
