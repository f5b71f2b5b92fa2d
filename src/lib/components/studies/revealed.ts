import type { PreferenceReason } from '../../studies/preference.ts';

export interface RevealJudge {
  alias: string;
  state: 'judged' | 'abstained' | 'unscored';
  label: string | null;
  rationale: string;
  quotes: { text: string; block: number | null }[];
}

export interface RevealItem {
  id: string;
  text: string;
  mine: { label: string; note: string; passages: number[]; committedAt: number };
  revised: string | null;
  /** Empty where this item's judges are not shown. */
  judges: RevealJudge[];
  hiddenWhy: string | null;
  preference: {
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
  options: { label: string; title: string }[];
  query: { number: number; text: string };
  report: { html: string; language: string };
  /** Letters of the texts, where there are several, and those to the right of the first. */
  titles: string[];
  beside: { html: string; language: string }[];
  items: RevealItem[];
  done: number;
  total: number;
}

/** Whose reasoning the person would rely on, as the form holds it. */
export interface Choice {
  aliases: string[];
  all: 'tie' | 'none' | null;
  reasons: PreferenceReason[];
  error: string | null;
  note: string;
  saved: boolean;
}

export const choiceOf = ({ preference }: RevealItem): Choice => ({
  aliases: preference?.choice === 'judges' ? preference.aliases : [],
  all: preference && preference.choice !== 'judges' ? preference.choice : null,
  reasons: (preference?.reasons ?? []) as PreferenceReason[],
  error: preference?.error ?? null,
  note: preference?.note ?? '',
  saved: preference !== null
});
