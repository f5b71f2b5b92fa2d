/**
 * DeepScholar-Bench: nuggets with three levels of support, organisation in pairs, cited sentences.
 * Source: guestrin-lab/deepscholar-bench@6ff05aa, eval/nuggetizer/…/metrics.py:15-63, eval/evaluator/cite_p.py:21-42,
 * claim_coverage.py:25-58, organization.py:38-60, document_importance.py:21-32, evaluator.py:26-48.
 */
import {
  givenScore,
  meanOrNull,
  numberOf,
  roundLikeNumpy,
  sum,
  type OfficialScore,
  undefinedScore
} from './numbers.ts';

export interface Nugget {
  importance: string;
  assignment: string;
}
interface NuggetScores {
  strict_vital_score: number;
  /** The figure that is reported: supported nuggets of all. */
  strict_all_score: number;
  vital_score: number;
  all_score: number;
}

function coverage(nuggets: readonly Nugget[], partial: number): number {
  const value = (one: Nugget) =>
    one.assignment === 'support' ? 1 : one.assignment === 'partial_support' ? partial : 0;
  return nuggets.length === 0 ? 0 : sum(nuggets.map(value)) / nuggets.length;
}

/** One answer: strict counts full support only, the others give half for partial support. No nuggets give 0, as published. */
export function scoreNuggets(nuggets: readonly Nugget[]): NuggetScores {
  const vital = nuggets.filter((one) => one.importance === 'vital');
  return {
    strict_vital_score: coverage(vital, 0),
    strict_all_score: coverage(nuggets, 0),
    vital_score: coverage(vital, 0.5),
    all_score: coverage(nuggets, 0.5)
  };
}

/** Means over answers. */
export function scoreNuggetAnswers(answers: readonly (readonly Nugget[])[]): OfficialScore<NuggetScores> {
  if (answers.length === 0) return undefinedScore('there are no answers');
  const scores = answers.map(scoreNuggets);
  const of = (name: keyof NuggetScores) => meanOrNull(scores.map((one) => one[name])) ?? 0;
  return givenScore({
    strict_vital_score: of('strict_vital_score'),
    strict_all_score: of('strict_all_score'),
    vital_score: of('vital_score'),
    all_score: of('all_score')
  });
}

/** One task in both orders: a win in each order is ½; there is no tie. */
export function scoreOrganisation(decision: { first_order: string; swapped_order: string }): number {
  return ((decision.first_order === 'A' ? 1 : 0) + (decision.swapped_order === 'B' ? 1 : 0)) / 2;
}

const mark = /\[(\d+)(?:[^\]]*)\]/gu;
const SHORTEST = 50;

/** Numbers of the documents that a sentence cites: the first number of each mark, if there is such a document. */
function citedNumbers(sentence: string, documents: number): number[] {
  const numbers = [...sentence.matchAll(mark)].map((match) => Number(match[1]));
  return numbers.filter((number) => number >= 1 && number <= documents);
}

/**
 * Citation precision: over sentences with marks of at least 50 characters (marks included), the mean of the verdicts on the
 * documents that the sentence cites; 0 if none of its numbers is a document.
 * @param support 0 or 1 for sentence (0-based) and document number.
 */
export function citationPrecision(
  sentences: readonly string[],
  documents: number,
  support: (sentence: number, document: number) => number
): OfficialScore<number> {
  const scores = sentences.flatMap((sentence, k) => {
    if (sentence.length < SHORTEST || !/\[\d+/u.test(sentence)) return [];
    const cited = citedNumbers(sentence, documents);
    return [meanOrNull(cited.map((document) => (support(k, document) === 1 ? 1 : 0))) ?? 0];
  });
  const value = meanOrNull(scores);
  return value === null ? undefinedScore('no sentence of 50 characters or more has a citation') : givenScore(value);
}

/**
 * Claim coverage: the share of sentences of at least 50 characters (marks not counted) that the documents cited in the very
 * sentence support together. The published window of neighbours has no effect on the score, only on the number of calls.
 */
export function claimCoverage(
  sentences: readonly string[],
  support: (sentence: number) => number,
  window = 1
): { score: OfficialScore<number>; calls: number } {
  const long = sentences.flatMap((sentence, k) => (sentence.replace(mark, '').length >= SHORTEST ? [k] : []));
  const supported = long.filter((k) => support(k) === 1);
  const places = (k: number) => Math.min(sentences.length - 1, k + window) - Math.max(0, k - window) + 1;
  const calls = sum(long.map((k) => (support(k) === 1 ? 1 : places(k))));
  const value =
    long.length === 0 ? undefinedScore('no sentence has 50 characters') : givenScore(supported.length / long.length);
  return { score: value, calls };
}

/** A title for comparison: lower case, letters, digits and single blanks. */
function plainTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\s]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Median citation count of the distinct cited titles that are known; 0 if none is. */
export function documentImportance(titles: readonly string[], counts: Record<string, number>): number {
  const distinct = [...new Set(titles.map(plainTitle))];
  const known = distinct.flatMap((title) => counts[title] ?? []).sort((a, b) => a - b);
  const middle = Math.floor(known.length / 2);
  if (known.length === 0) return 0;
  return known.length % 2 === 1 ? (known[middle] ?? 0) : ((known[middle - 1] ?? 0) + (known[middle] ?? 0)) / 2;
}

/** A system's mean over tasks, to 2 decimals as numpy rounds; missing and what is no number count 0, and so do no tasks. */
export function summariseTasks(values: readonly unknown[]): number {
  const numbers = values.map((value) => {
    const number = numberOf(value);
    return number === null || Number.isNaN(number) ? 0 : number;
  });
  return roundLikeNumpy(meanOrNull(numbers) ?? 0);
}
