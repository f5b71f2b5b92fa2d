import type { VerdictLabel } from '../../scorer/verdict.ts';

/** Author of a label: a person who judged blind, or a judge of the run. */
type LabelRater = { kind: 'person'; userId: string } | { kind: 'judge'; judgeId: string };

/** A label as an expert sees it who adjudicates: under a letter, so that nothing tells a person from a judge. */
export interface SeenLabel {
  letter: string;
  /** As the study's kind keeps it. */
  label: VerdictLabel;
  /** The reason that came with it; empty if none was given. */
  words: string;
  /** Of two reports: the words call A what the expert sees as B. */
  exchanged?: true;
  rater: LabelRater;
}

/**
 * Labels under letters, ordered by a text that says nothing of whose they are: people and judges are mixed, so that neither the
 * place nor the letter tells them apart.
 *
 * @param orderOf the same text for the same label each time, e.g. a hash of item and rater
 */
export function underLetters(
  labels: readonly Omit<SeenLabel, 'letter'>[],
  orderOf: (rater: LabelRater) => string
): SeenLabel[] {
  return labels
    .map((one) => ({ one, at: orderOf(one.rater) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ one }, n) => ({ letter: letterOf(n), ...one }));
}

/** A … Z, AA, AB … */
const letterOf = (n: number): string =>
  n < 26 ? String.fromCharCode(65 + n) : `${letterOf(Math.floor(n / 26) - 1)}${letterOf(n % 26)}`;
