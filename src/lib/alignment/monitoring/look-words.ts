import { points, proportion } from '../../stats/writing/figures.ts';
import type { DriftResult, LookFigures } from './drift.ts';

/** Points with their sign, as `−2.6` or `+0.5`. */
export const signedPoints = (share: number): string => {
  const text = points(100 * share);
  return share > 0 && text !== '0.0' ? `+${text}` : text.replace(/^−(0\.0)$/, '$1');
};

/** `−2.6 [−8.9, +3.7]`; the value alone where there is no interval. */
export const changeInWords = ({ value, interval }: NonNullable<LookFigures['change']>): string =>
  `${signedPoints(value)}${interval ? ` [${signedPoints(interval[0])}, ${signedPoints(interval[1])}]` : ''}`;

/** A check in one sentence. */
export function lookWords({ n, of, flips, agreement, adopted, change }: LookFigures): string {
  if (n === 0 || agreement === null || change === null) return `None of ${of} items has a verdict.`;
  return `${flips} of ${n} verdicts changed; agreement ${proportion(agreement)}, ${proportion(adopted)} at adoption; change over the last checks ${changeInWords(change)} points.`;
}

/** The word and tone of a result. */
export const resultWords: Record<DriftResult, { word: string; tone: 'ok' | 'open' | 'danger'; means: string }> = {
  'within-limit': { word: 'within limit', tone: 'ok', means: 'the whole interval is above the limit' },
  inconclusive: { word: 'inconclusive', tone: 'open', means: 'the interval includes the limit' },
  loss: { word: 'loss', tone: 'danger', means: 'the whole interval is below 0 and reaches the limit' },
  flips: { word: 'verdicts changed', tone: 'danger', means: 'more verdicts changed than allowed' }
};
