import type { Saying } from '../../messages/sayings.ts';
import { type Problem, fieldSays, problemAt } from '../../errors.ts';
import type { Evidence, Place } from '../../scorer/verdict.ts';
import { readReport } from '../../scorer/report/read-report.ts';
import { locateQuote } from '../../scorer/report/html/locate.ts';

/** An issue as a person lists it. */
export interface ListedIssue {
  text: string;
  /** With the places of the quotes in the report; null if the words are not there. */
  evidence: Evidence[];
}

/** Where a passage stands in a report; null if its words are not there. */
export type LocatePassages = (quote: string) => Place | null;

/** Looks passages up in a report, in this thread. */
export const inReport =
  (markdown: string): LocatePassages =>
  (quote) =>
    locateQuote(readReport(markdown).rendered.blocks, quote);

/**
 * Reads a person's list of issues: passages on lines that begin with `>`, remarks on the lines after them, an empty line between two
 * issues. Remarks without a passage belong to no issue.
 */
export function readListedIssues(list: string, locate: LocatePassages): ListedIssue[] {
  return list.split(/\n[^\S\n]*\n/).flatMap((part): ListedIssue[] => {
    const lines = part.split('\n').map((line) => line.trim());
    const quotes = lines.flatMap((line) => (/^>\s*\S/.test(line) ? [line.replace(/^>\s*/, '')] : []));
    if (quotes.length === 0) return [];
    return [
      {
        text: lines.filter((line) => line !== '' && !line.startsWith('>')).join(' '),
        evidence: quotes.map((quote) => ({ quote, place: locate(quote) }))
      }
    ];
  });
}

/** The passages of a list. */
export const passagesIn = (list: string): string[] =>
  readListedIssues(list, () => null).flatMap(({ evidence }) => evidence.map(({ quote }) => quote));

/**
 * Faults of a list as read: it has no issue, a passage is not in the report, or an issue has fewer passages than make up one.
 *
 * @param passages how many passages make up an issue of the metric
 */
export function listProblems(issues: readonly ListedIssue[], passages: 1 | 2): Problem[] {
  const wrong = (wording: Saying, found?: string): Problem => problemAt('note', wording, found);
  if (issues.length === 0) return [wrong(fieldSays('noIssueListed'))];
  return issues.flatMap(({ evidence }, i) => [
    ...(evidence.length < passages ? [wrong(fieldSays('secondPassage', { n: i + 1 }))] : []),
    ...evidence.flatMap(({ quote, place }) => (place ? [] : [wrong(fieldSays('passageNotFound', { n: i + 1 }), quote)]))
  ]);
}
