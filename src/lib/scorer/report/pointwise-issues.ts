import type { Evidence, Verdict } from '../verdict.ts';
import { readReport, type ReadReport } from './read-report.ts';
import { locateQuote } from './html/locate.ts';
import { type Block } from './html/letters.ts';
import type { ReportPart } from './split-report.ts';

/** One issue as a judge reports it. */
export interface Issue {
  /** Without empty ones, each once. */
  quotes: string[];
  explanation: string;
}

export interface IssueList {
  issues: Issue[];
  /** Entries that repeat an earlier one word for word; they are not in `issues`. */
  repeated: number;
  /** Why the judge does not stand by the list as a count; null if it does. */
  abstains: string | null;
}

/**
 * When an issue counts as grounded: `any-quote`: at least one of its quotes is in the report; `every-quote`: all of them
 * are, and there is at least one. A contradiction takes `every-quote`: it lies between two passages, and if one of
 * them was made up there is nothing to contradict.
 */
export type Grounding = 'any-quote' | 'every-quote';

const textBlocks = (texts: readonly string[]): Block[] => texts.map((text) => ({ n: 0, text }));

const addressesOf = ({ structure }: ReadReport): Block[] => {
  const { citations, references } = structure;
  const cited = [...citations, ...references.flatMap(({ entries }) => entries)];
  return textBlocks([...new Set(cited.flatMap(({ url }) => url ?? []))]);
};

/** Every address has a dot between letters; citations are read only for a quote that may be one. */
const MAY_BE_ADDRESS = /[^\s.]\.[^\s.]/;

/** Finds quotes in the report, then in its addresses. Those in headings and addresses have no place. */
const quoteFinder = (markdown: string): ((quote: string) => Evidence & { found: boolean }) => {
  const report = readReport(markdown);
  const { blocks } = report.rendered;
  let addresses: Block[] | undefined;
  return (quote) => {
    const place = locateQuote(blocks, quote);
    if (place && place.end > place.start) return { quote, place, found: true };
    const found =
      place ?? (MAY_BE_ADDRESS.test(quote) ? locateQuote((addresses ??= addressesOf(report)), quote) : null);
    return found ? { quote, found: true } : { quote, place: null, found: false };
  };
};

const notLookedUp = (quote: string): Evidence & { found: boolean } => ({ quote, found: false });

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Whether two quotes, each from another part, are the same passage of what both parts show. */
const samePassage = (a: string, b: string, overlap: string): boolean => {
  const [short, long] = [letters(a), letters(b)].sort((one, other) => one.length - other.length);
  return short !== undefined && long !== undefined && short !== '' && long.includes(short) && overlap.includes(short);
};

const sameIssue = (a: Issue, b: Issue, overlap: string): boolean => {
  const covers = (one: Issue, other: Issue): boolean =>
    one.quotes.every((quote) => other.quotes.some((twin) => samePassage(quote, twin, overlap)));
  return a.quotes.length > 0 && b.quotes.length > 0 && covers(a, b) && covers(b, a);
};

/**
 * The issues of a report that was read in overlapping parts. An issue found in two neighbouring parts is one issue if
 * every quote of either has its counterpart in the other, in words that both parts show; each issue has one twin at most,
 * so two findings about one passage stay two.
 */
export const mergeParts = (
  parts: readonly { part: Pick<ReportPart, 'overlap'>; issues: readonly Issue[] }[]
): Issue[] => {
  const merged: Issue[] = [];
  let before: readonly Issue[] = [];
  for (const { part, issues } of parts) {
    const shared = letters(part.overlap);
    const twins = new Set<Issue>();
    for (const issue of issues) {
      const twin = before.find((one) => !twins.has(one) && sameIssue(one, issue, shared));
      if (twin) twins.add(twin);
      else merged.push(issue);
    }
    before = issues;
  }
  return merged;
};

const counted = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;

const summary = (grounded: number, issues: number, repeated: number, parts: number): string =>
  [
    issues === 0
      ? 'No issue reported.'
      : `${counted(issues, 'issue')} reported, ${grounded} of them grounded in the report.`,
    repeated === 0
      ? ''
      : `${counted(repeated, 'entry').replace('entrys', 'entries')} repeated another word for word and counted once.`,
    parts === 1
      ? ''
      : `The report was read in ${parts} overlapping parts; what shows only between distant parts may be missed.`
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');

export const isGrounded = ({ detail }: Verdict): boolean => detail?.kind === 'issue' && detail.grounded;

/** A list of issues → the `count` unit, then one `issue` unit each with its quotes and where they stand. */
export const verdictsOf = (
  found: IssueList,
  markdown: string,
  { grounding, parts = 1 }: { grounding: Grounding; parts?: number }
): Verdict[] => {
  // A report is rendered only if there are quotes to look up in it.
  const find = found.issues.some(({ quotes }) => quotes.length > 0) ? quoteFinder(markdown) : notLookedUp;
  const issues = found.issues.map(({ quotes, explanation }, at): Verdict => {
    const places = quotes.map(find);
    const hits = places.filter((one) => one.found).length;
    return {
      item: `issue-${at + 1}`,
      kind: 'issue',
      text: explanation,
      state: 'judged',
      label: 'issue',
      rationale: '',
      evidence: places.map(({ found: _found, ...evidence }) => evidence),
      detail: { kind: 'issue', grounded: hits > 0 && (grounding === 'any-quote' || hits === places.length) }
    };
  });
  const count = { item: 'count', kind: 'count' } as const;
  const rationale = summary(issues.filter(isGrounded).length, issues.length, found.repeated, parts);
  return [
    found.abstains === null
      ? { ...count, state: 'judged', label: String(issues.length), rationale, evidence: [] }
      : { ...count, state: 'abstained', label: null, rationale: found.abstains, evidence: [] },
    ...issues
  ];
};

/** The verdict on a report whose issues could not be counted. */
export const uncounted = (reason: string): Verdict[] => [
  { item: 'count', kind: 'count', state: 'unscored', label: null, rationale: '', evidence: [], reason }
];
