import { outboxOwner } from './outbox-owner.ts';

/** An entry that the server has not acknowledged, as this browser keeps it for the person who wrote it. */
export interface KeptDraft {
  content: Record<string, unknown>;
  /** The server's state that the page had read. */
  basis: string;
  /** Names of the pages that wrote it, the last first. */
  writers: string[];
  /** ms */
  at: number;
}

/** Name of this page, so that it may change its own words before the server has acknowledged them. */
export const pageName = Math.random().toString(36).slice(2);

const prefixOf = (about: string): string => `voirdire-draft-${outboxOwner()}-${about} `;

/** A slot for each page, so that two tabs never overwrite each other's. */
export function putDraft(about: string, draft: Pick<KeptDraft, 'content' | 'basis'> & Partial<KeptDraft>): KeptDraft {
  const kept = { writers: [pageName], at: Date.now(), ...draft };
  try {
    localStorage.setItem(prefixOf(about) + pageName, JSON.stringify(kept));
  } catch {
    // Storage is full or forbidden: the server's copy is all there is.
  }
  return kept;
}

const slots = (about: string): { key: string; draft: KeptDraft }[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(prefixOf(about)))
    .flatMap((key) => {
      try {
        return [{ key, draft: JSON.parse(localStorage.getItem(key)!) as KeptDraft }];
      } catch {
        return [];
      }
    });

/** The last draft of any page about it; older ones stay where they are, and come up after this one is sent. */
export const newestDraft = (about: string): KeptDraft | null =>
  slots(about).sort((a, b) => b.draft.at - a.draft.at)[0]?.draft ?? null;

/** Forgets what these pages wrote up to a time. */
export function dropDrafts(about: string, { writers, at }: Pick<KeptDraft, 'writers' | 'at'>): void {
  for (const { key, draft } of slots(about))
    if (draft.at <= at && draft.writers.some((one) => writers.includes(one))) localStorage.removeItem(key);
}
