/** Rules of the judge made of code under a metric, as data of the metric. It abstains from everything that is not named here. */

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

/** Verdict of code on one item of a checklist. Quotes are words of the report, exactly as they appear there. */
export interface RuleFinding {
  label: 'yes' | 'no' | 'abstain';
  rationale: string;
  quotes: string[];
}

/** Issues that code found, and the reason why it does not say how many there are in all. */
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
