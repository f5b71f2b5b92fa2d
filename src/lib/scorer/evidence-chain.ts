/**
 * How a verdict on one statement of a report came about, step by step, as people read it: the statement, the questions that
 * verify it, searches and pages, the rule that made a verdict of them, and the check of the report's own citations. A kind of
 * unit whose verdicts hold all of this has a page for it (`UnitDefinition.chain`).
 */
import type { Place, Verdict } from './verdict.ts';

/** A label in words with its side: for the statement, against it, or neither. */
export interface ChainVerdict {
  words: string;
  tone: 'agree' | 'disagree' | 'tie';
}

export interface ChainPage {
  url: string;
  title: string;
  /** Pages of one publisher are one source. */
  publisher: string;
  /** ISO date; null if the page has none. */
  date: string | null;
  official: boolean;
  /** It is the page that the report cites for the statement. */
  ownReference: boolean;
  /** The page's verdict on the question; null if the page was not used. */
  verdict: ChainVerdict | null;
  quote: string;
  /** Why it was not used; null if it was. */
  unused: string | null;
  /** Hash of the text that was judged; null if no text was kept. */
  content: string | null;
}

export interface ChainQuestion {
  /** As other questions refer to it: `Q1`. */
  id: string;
  text: string;
  dependsOn: string[];
  searches: { query: string; about: string }[];
  pages: ChainPage[];
  /** How many pages are on which side. */
  tally: string;
  /** The rule that decided, in words. */
  because: string;
  verdict: ChainVerdict;
  /** A conclusion of the model, which decides nothing; null if it gave none. */
  modelVerdict: ChainVerdict | null;
}

export interface EvidenceChain {
  /** The finding as a sentence. */
  title: string;
  /** Reason for which the statement was looked for: a rubric, with its importance. Empty if it belongs to none. */
  about: string;
  /** The statement in the report's words, where it stands, and the wording that was verified. */
  fact: string;
  place: Place | null;
  fromTable: boolean;
  wording: string;
  /** Where it stands among those that the judge found in the report, from 1. */
  number: number;
  of: number;
  questions: ChainQuestion[];
  /** Which pages count, by date; empty if all do. */
  dates: string;
  verdict: ChainVerdict;
  /** How the questions' verdicts make the verdict on the statement, and what it counts for. */
  because: string;
  /** Pages that the report cites for the statement, as checked before the searches. */
  citations: { url: string; outcome: string | null; verdict: ChainVerdict | null; quote: string }[];
}

/** Source of a chain. */
export interface ChainSource {
  verdict: Verdict;
  /** All verdicts of the same judge on the same report, in their order; the verdict itself is among them. */
  siblings: readonly Verdict[];
  /** The suite's material of the query; undefined if there is none. */
  material: unknown;
  /** Of the reader; English by default. */
  language?: string;
}
