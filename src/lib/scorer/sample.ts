/**
 * Samples, the subjects of judging. The types of scoring are one file for each noun, in the order in which data takes them:
 *
 *   Sample → Call → Reply → Verdict → Score
 *
 * A *sample* is one report under one metric, with the units to be judged. A *protocol* turns it into *calls*; a *judge*
 * answers each call with a *reply*; the protocol reads replies into *verdicts* and combines verdicts into a *score*.
 */

/** One unit of a checklist: judged on its own, identified by its key in every reply. */
export interface Item {
  key: string;
  text: string;
  /** Further words on it, which judges and annotators read below it. */
  explanation?: string | null;
}

export interface ReportText {
  id: string;
  markdown: string;
  /** ISO date on which the report was collected, if known. */
  collectedAt: string | null;
}

/** One report under one metric: everything that a protocol may use. */
export interface Sample {
  metric: string;
  query: { qid: string; text: string };
  report: ReportText;
  /** The units of a checklist; empty for protocols that find their units in the report. */
  items: Item[];
  /** The baseline system's report on the same query, for protocols that compare two. */
  baseline?: ReportText;
  /** The suite's material of the query, as its schema reads it; absent if the suite has no material. */
  material?: unknown;
}
