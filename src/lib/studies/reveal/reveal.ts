import { worded } from '../../errors.ts';
import type { Saying } from '../../messages/sayings.ts';
import type { VerdictLabel } from '../../scorer/verdict.ts';
import type { RevealPolicy } from '../planning/study-input.ts';

/**
 * Why a person cannot be shown the judges of an assignment; null if nothing stands in the way.
 *
 * @param left items that the person has yet to judge: in this assignment, and in all of theirs in the study
 */
export function revealObstacle(policy: RevealPolicy, left: { here: number; inStudy: number }): Saying | null {
  if (policy === 'never') return worded('judgesNeverShown');
  if (left.here > 0) return worded('judgesAfterReport', { n: left.here });
  if (policy === 'at-end' && left.inStudy > 0) return worded('judgesAfterStudy', { n: left.inStudy });
  return null;
}

/** Whether the labels that were given, the person’s among them, are not all the same. */
export const labelsDiffer = (own: VerdictLabel, judges: readonly (string | null)[]): boolean =>
  judges.some((label) => label !== null && label !== own);

/** Letters that suggest no order and are not mistaken for digits or one another. */
const letters = [...'CDFGHJKLMNPQRTVWXYZ'];

/**
 * Random aliases in random order.
 *
 * @param below a whole number in [0, n), unpredictable to the person
 */
export function drawAliases(
  judgeIds: readonly string[],
  shuffle: <T>(things: readonly T[]) => T[]
): { alias: string; judgeId: string }[] {
  const names = shuffle(letters);
  return shuffle(judgeIds).map((judgeId, i) => {
    const round = Math.floor(i / names.length);
    return { alias: `${names[i % names.length]}${round === 0 ? '' : round + 1}`, judgeId };
  });
}
