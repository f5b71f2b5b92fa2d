/** What the judge made of code may say under a metric, as data of the metric. From everything that is not named here it abstains. */

/** Checks of one report that code can decide; `judges/rules/checks.ts` has them by these names. */
export type CheckName =
  | 'structure-is-clear'
  | 'language-is-correct'
  | 'entries-cited'
  | 'citations-listed'
  | 'one-sorted-list'
  | 'one-citation-style'
  | 'citations-at-clause-ends'
  | 'tables-complete'
  | 'formatting-valid'
  | 'numbering-unbroken';

/** What code says of one item of a checklist. Quotes are words of the report, exactly as they stand there. */
export interface RuleFinding {
  label: 'yes' | 'no' | 'abstain';
  rationale: string;
  quotes: string[];
}

/** What code says of a list of issues: those that it found, and why it does not say how many there are in all. */
export interface IssuesFound {
  issues: { quotes: string[]; explanation: string }[];
  abstains: string;
}

export interface MetricRules {
  /** Of a checklist: an item's check by the item's key. A function of the suite reads the report's Markdown. */
  items?: Readonly<Record<string, CheckName | ((markdown: string) => RuleFinding)>>;
  /** Of a list of issues: numbers without a citation, or a function of the suite. */
  issues?: 'uncited-numbers' | ((markdown: string, query: string) => IssuesFound);
  /** Why it abstains from the rest, in one sentence for people; one that fits every metric of the protocol if absent. */
  abstains?: string;
}
