import { fingerprint, textHash } from '../../scorer/runs/fingerprint.ts';
import type { Evidence } from '../../scorer/verdict.ts';
import { lettersOf } from '../../scorer/report/html/letters.ts';

/** An issue as one reporter lists it. */
export interface ReportedIssue {
  /** Reporter: the id of a judge, or of a person's list. */
  by: string;
  /** Tells it from the other issues of the same reporter in the report. */
  key: string;
  text: string;
  evidence: readonly Evidence[];
}

/** Reports of one place in a report by several reporters: one issue, about which people are asked once. */
export interface PooledIssue {
  /** Depends on the report, the metric and the passages alone, not on who reports and in which order. */
  id: string;
  /** Each reporter once, sorted. */
  by: string[];
  /** The issues that were merged, in an order that says nothing about their reporters. */
  members: ReportedIssue[];
  /** The member whose wording and quotes stand for all. */
  shown: ReportedIssue;
  /** The first block that it quotes; null if none of its quotes stands in a block. */
  block: number | null;
}

/** Two quotes are one passage if they share at least this part of the shorter one, in characters. */
const SAME_PASSAGE = 0.5;

/** Where a quote stands; or its letters alone if it stands in no block. */
type Place = { block: number; start: number; end: number } | { letters: string };

/**
 * Merges the issues of all reporters of one report that are about the same passages.
 *
 * Two quotes are the same passage if they overlap in one block by `SAME_PASSAGE` of the shorter; quotes without a place are
 * the same if their letters and digits are equal. Two issues are the same if they share a passage. Of an issue that lies
 * between two passages (`passages` 2: a contradiction), they are the same if they share two passages, or if each passage
 * of either is one of the other. An issue without a quote is known by the letters of its description. What is the same as a
 * third is one issue (connected components), so the result does not depend on any order.
 *
 * @param about.report hash of the report's text
 * @param about.passages how many passages make up one issue of the metric
 * @returns in the order of the report; issues that stand in no block come last
 */
export function poolIssues(
  issues: readonly ReportedIssue[],
  about: { report: string; metric: string; passages: 1 | 2 }
): PooledIssue[] {
  const placed = issues.map((issue) => ({ issue, places: placesOf(issue) }));
  const root = issues.map((_, at) => at);
  const find = (at: number): number => (root[at] === at ? at : (root[at] = find(root[at]!)));
  for (const [at, one] of placed.entries())
    for (let before = 0; before < at; before++)
      if (sameIssue(one.places, placed[before]!.places, about.passages)) root[find(at)] = find(before);
  return [...Map.groupBy(placed, (_, at) => find(at)).values()]
    .map((merged) => pooled(merged, about))
    .sort((a, b) => (a.block ?? Infinity) - (b.block ?? Infinity) || (a.id < b.id ? -1 : 1));
}

/** Whether an issue is about the same passages as one of those that were merged: for lists that came later. */
export const isAbout = (issue: ReportedIssue, { members }: PooledIssue, passages: 1 | 2): boolean => {
  const places = placesOf(issue);
  return members.some((member) => sameIssue(places, placesOf(member), passages));
};

const letters = (text: string): string => lettersOf(text).text;

function placesOf({ text, evidence }: ReportedIssue): Place[] {
  const places = evidence.flatMap(({ quote, place }): Place[] => {
    if (place) return [place];
    const own = letters(quote);
    return own === '' ? [] : [{ letters: own }];
  });
  return places.length > 0 ? places : [{ letters: letters(text) || text }];
}

function samePassage(a: Place, b: Place): boolean {
  if ('letters' in a || 'letters' in b) return 'letters' in a && 'letters' in b && a.letters === b.letters;
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  const shorter = Math.min(a.end - a.start, b.end - b.start);
  return a.block === b.block && shared > 0 && shared >= SAME_PASSAGE * shorter;
}

function sameIssue(a: readonly Place[], b: readonly Place[], passages: 1 | 2): boolean {
  const ofA = a.filter((one) => b.some((other) => samePassage(one, other))).length;
  if (passages === 1) return ofA > 0;
  const ofB = b.filter((one) => a.some((other) => samePassage(one, other))).length;
  return (ofA >= 2 && ofB >= 2) || (ofA === a.length && ofB === b.length);
}

function pooled(
  merged: readonly { issue: ReportedIssue; places: Place[] }[],
  { report, metric }: { report: string; metric: string }
): PooledIssue {
  const members = merged
    .map(({ issue, places }) => ({
      issue,
      lost: places.filter((place) => 'letters' in place).length,
      words: textHash(JSON.stringify([issue.text, ...issue.evidence.map(({ quote }) => quote)]))
    }))
    .sort(
      (a, b) =>
        a.lost - b.lost ||
        compare(a.words, b.words) ||
        compare(a.issue.by, b.issue.by) ||
        compare(a.issue.key, b.issue.key)
    )
    .map(({ issue }) => issue);
  const places = merged.flatMap((one) => one.places);
  const blocks = places.flatMap((place) => ('block' in place ? place.block : []));
  return {
    id: `issue-${fingerprint({ report, metric, places: [...new Set(places.map(nameOf))].sort() }).slice(0, 12)}`,
    by: [...new Set(members.map(({ by }) => by))].sort(),
    members,
    shown: members[0]!,
    block: blocks.length === 0 ? null : Math.min(...blocks)
  };
}

const nameOf = (place: Place): string =>
  'letters' in place ? place.letters : `${place.block}:${place.start}-${place.end}`;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
