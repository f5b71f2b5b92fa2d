import type { OwnVerdict } from '../../../studies/judging/blind/blind.ts';
import type { PreferenceReason } from '../../../studies/labels/preference.ts';
import type { AssignmentAsks, AssignmentItem, AssignmentOption } from '../judging/assignment-page.ts';

interface RevealJudge extends RevealWords {
  alias: string;
}

export interface RevealWords {
  state: 'judged' | 'abstained' | 'unscored';
  label: string | null;
  rationale: string;
  /** `block` is one of the report, of a claim one of the page that it cites; null if the words are not found there. */
  quotes: { text: string; block: number | null }[];
}

export interface RevealItem {
  id: string;
  text: string;
  /** Of the text, empty if it is not certain. */
  language: string;
  quotes: string[];
  block: number | null;
  source: AssignmentItem['source'];
  mine: OwnVerdict;
  revised: string | null;
  revisedBasis: string;
  /** Empty if this item's judges are not shown. */
  judges: RevealJudge[];
  /** Results of checks by code, apart from the judges; null if code gives none. */
  code: RevealWords | null;
  /** Whether a preference is asked for: some judge gave reasons. */
  asksPreference: boolean;
  hiddenWhy: string | null;
  preference: {
    choice: 'judges' | 'tie' | 'none';
    aliases: string[];
    reasons: string[];
    error: string | null;
    note: string;
    /** Names this state: sent back with the next one. */
    basis: string;
  } | null;
  /** Left half given, here or in another browser. */
  preferenceDraft?: {
    choice: 'judges' | 'tie' | 'none';
    aliases: string[];
    reasons: string[];
    error: string | null;
    note: string;
  } | null;
}

/** A report's items after the reveal. */
export interface RevealAssignment {
  id: string;
  metricTitle: string;
  options: AssignmentOption[];
  asks: AssignmentAsks;
  items: RevealItem[];
  /** Choices that may decide a preference, and possible faults of all judges, in words. */
  preference: Record<'reasons' | 'errors', { name: string; words: string }[]>;
  done: number;
  total: number;
}

/** Judges on whose reasoning the person would rely, as the form holds them. */
export interface Choice {
  aliases: string[];
  all: 'tie' | 'none' | null;
  reasons: PreferenceReason[];
  error: string | null;
  note: string;
  saved: boolean;
  /** State of the server that it is based on. */
  basis: string;
}

export const revealChoice = ({ preference }: Pick<RevealItem, 'preference'>): Choice => ({
  aliases: preference?.choice === 'judges' ? preference.aliases : [],
  all: preference && preference.choice !== 'judges' ? preference.choice : null,
  reasons: (preference?.reasons ?? []) as PreferenceReason[],
  error: preference?.error ?? null,
  note: preference?.note ?? '',
  saved: preference !== null,
  basis: preference?.basis ?? '/'
});
