/** A system's work on one report, from its own trace. Null is "not known". */
export interface ReportTrace {
  /** Calls of a search tool. */
  searches: number | null;
  /** Calls that read a page. */
  pages: number | null;
  /** Tokens of the system's model, in and out. */
  tokens: number | null;
}

/** Counts of a trace in the order of display, with their words. */
export const traceCounts = {
  searches: 'searches',
  pages: 'page readings',
  tokens: 'tokens'
} as const satisfies Record<keyof ReportTrace, string>;
