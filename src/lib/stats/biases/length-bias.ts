import { bare, defined, undefinedBecause, type Estimate, type Measurements } from '../numbers/estimate.ts';
import { partialSpearman, spearman } from '../ranking/spearman.ts';

interface LengthBias {
  /** Spearman's ρ of the judge's preference for A with how much longer A is. */
  judge: Estimate;
  /** The same for people: length may deserve credit. */
  human: Estimate;
  /** judge − human: the part of the judge's liking for length that people do not share. */
  excess: Estimate;
  /** Agreement of judge and people, and what of it is left when length is held fixed. */
  judgeHuman: Estimate;
  judgeHumanGivenLength: Estimate;
  n: number;
  dropped: number;
}

/**
 * Length bias of a preference judge, beside that of people on the same comparisons.
 *
 * @param judge, human preference for A over B: 1, ½ for a tie, 0; null = missing. A comparison lacking any of the three is
 *   dropped from all figures.
 * @param lengthDifference length of A − length of B, in any unit.
 * @returns each undefined on its own (`n<2`, `zero-variance`).
 * @throws if lengths differ or a value is not finite.
 */
export const lengthBias = (judge: Measurements, human: Measurements, lengthDifference: Measurements): LengthBias => {
  if (judge.length !== human.length || judge.length !== lengthDifference.length)
    throw new Error('lengthBias requires arrays of equal length');
  const kept = Array.from(judge, (_, i) => i).filter(
    (i) => judge[i] !== null && human[i] !== null && lengthDifference[i] !== null
  );
  const [j, h, length] = [judge, human, lengthDifference].map((values) => kept.map((i) => values[i]!)) as [
    number[],
    number[],
    number[]
  ];
  const ofJudge = bare(spearman(j, length));
  const ofHuman = bare(spearman(h, length));
  const excess =
    ofJudge.value === null
      ? undefinedBecause(ofJudge.reason)
      : ofHuman.value === null
        ? undefinedBecause(ofHuman.reason)
        : defined(ofJudge.value - ofHuman.value);
  return {
    judge: ofJudge,
    human: ofHuman,
    excess,
    judgeHuman: bare(spearman(j, h)),
    judgeHumanGivenLength: bare(partialSpearman(j, h, length)),
    n: kept.length,
    dropped: judge.length - kept.length
  };
};
