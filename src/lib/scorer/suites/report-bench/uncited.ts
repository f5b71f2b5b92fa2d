import { ratio, type Estimate, type Interval } from '../../../stats/index.ts';
import type { Ballot, VoteOutcome } from '../../capabilities.ts';

/**
 * Statements of a report that have no citation (arXiv 2508.15804, section 2.2): several models with a web search vote on each.
 * These are the ballot and what the votes of a report come to; who asks is `Capabilities.vote`.
 */
export const verdicts = ['correct', 'incorrect'] as const;
export type UncitedVerdict = (typeof verdicts)[number];

/** Two models vote three times each. Ties, and fewer than four valid votes, decide nothing. */
export const uncitedBallot = {
  of: verdicts,
  repeats: 3,
  minimumValid: 4
} as const satisfies Omit<Ballot<UncitedVerdict>, 'read'>;

interface FactualAccuracy {
  /** Correct / decided; undefined (`zero-denominator`) if nothing was decided. */
  accuracy: Estimate;
  /** Over all statements: if every undecided one were incorrect, and if every one were correct; null without statements. */
  range: Interval | null;
  statements: number;
  correct: number;
  incorrect: number;
  /** Votes were tied. */
  tied: number;
  /** Fewer valid votes than decide anything. */
  tooFew: number;
}

/** Factual accuracy from the votes on the statements of a report, or of many. */
export const factualAccuracy = (
  outcomes: readonly Pick<VoteOutcome<UncitedVerdict>, 'label' | 'valid'>[]
): FactualAccuracy => {
  const statements = outcomes.length;
  const many = (is: (one: (typeof outcomes)[number]) => boolean): number => outcomes.filter(is).length;
  const correct = many(({ label }) => label === 'correct');
  const incorrect = many(({ label }) => label === 'incorrect');
  const tooFew = many(({ label, valid }) => label === null && valid < uncitedBallot.minimumValid);
  const undecided = statements - correct - incorrect;
  return {
    accuracy: ratio(correct, correct + incorrect),
    range: statements === 0 ? null : [correct / statements, (correct + undecided) / statements],
    ...{ statements, correct, incorrect, tied: undecided - tooFew, tooFew }
  };
};
