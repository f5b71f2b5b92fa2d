import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { scaleRange } from '../units/metric.ts';
import type { Reference } from '../units/ratings.ts';
import type { TieRule } from '../units/units.ts';

/**
 * How far one score agrees with what people say of an item, in [0, 1]: 1 − |difference| over the range of the scale; on a scale
 * of names whether it is the same, and of several answers given equally often each its share. Null without labels, and for
 * a tie if those are left out.
 */
export function agreementOnItem(
  scale: LabelScale,
  score: number,
  { value, split }: Reference,
  ties: TieRule
): number | null {
  if (value === null || (split && ties === 'leave-out')) return null;
  if (scale.level === 'nominal' || scale.level === 'preference')
    return split ? (split.includes(score) ? 1 / split.length : 0) : Number(score === value);
  return 1 - Math.min(1, Math.abs(score - value) / scaleRange(scale));
}
