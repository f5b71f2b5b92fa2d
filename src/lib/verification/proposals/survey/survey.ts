/** An answer to the survey that a benchmark starts from, as a file brings it (appendix I: two open questions, three groups). */
export interface ImportedAnswer {
  /** Unique in the file: a number or a code, never a name. */
  respondent: string;
  /** E.g. enterprise, researcher, general; empty if unknown. */
  group: string;
  /** Answer to: what would you ask a deep research agent? */
  question: string;
  /** Answer to: what matters most to you in its answer? May be empty. */
  matters: string;
  /** Its row in the file, for saying what is wrong with it. */
  row?: number;
}
