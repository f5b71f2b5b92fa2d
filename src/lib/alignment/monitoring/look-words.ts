import { points, proportion } from '../../stats/writing/figures.ts';
import type { DriftResult, LookFigures } from './drift.ts';

/** Points with their sign, as `−2.6` or `+0.5`. */
const signedPoints = (share: number): string => {
  const text = points(100 * share);
  return share > 0 && text !== '0.0' ? `+${text}` : text.replace(/^−(0\.0)$/, '$1');
};

/** `−2.6 [−8.9, +3.7]`; the value alone if there is no interval. */
export const changeInWords = ({ value, interval }: NonNullable<LookFigures['change']>): string =>
  `${signedPoints(value)}${interval ? ` [${signedPoints(interval[0])}, ${signedPoints(interval[1])}]` : ''}`;

/** A check in one sentence. */
export function lookWords({ n, of, flips, agreement, adopted, change }: LookFigures): string {
  if (n === 0 || agreement === null || change === null) return `None of ${of} items has a verdict.`;
  return `${flips} of ${n} verdicts changed; agreement ${proportion(agreement)}, ${proportion(adopted)} at adoption; change over the last checks ${changeInWords(change)} points.`;
}

/** A result as messages choose by it, and its tone. */
export const driftResults: Record<
  DriftResult,
  { name: 'within' | 'inconclusive' | 'loss' | 'flips'; tone: 'ok' | 'open' | 'danger' }
> = {
  'within-limit': { name: 'within', tone: 'ok' },
  inconclusive: { name: 'inconclusive', tone: 'open' },
  loss: { name: 'loss', tone: 'danger' },
  flips: { name: 'flips', tone: 'danger' }
};
