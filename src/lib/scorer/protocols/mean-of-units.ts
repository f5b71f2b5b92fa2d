import type { Score } from '../score.ts';
import type { Verdict } from '../verdict.ts';
import { labelOn, type UnitScale } from '../unit-definition.ts';

/**
 * A report's score as the mean of its units' values, Σ weight · value / Σ weight over the units whose label has a value. Units
 * without a value, abstentions and unscored units are left out and counted.
 *
 * @param weightOf Weight of a unit by its key, above 0; 1 by default
 * @throws if a label is not on the scale: no protocol gives one that is not
 */
export function meanOfUnits(
  scale: UnitScale,
  verdicts: readonly Verdict[],
  weightOf: (item: string) => number = () => 1
): Score {
  const count = (state: Verdict['state']) => verdicts.filter((one) => one.state === state).length;
  const valued = verdicts.flatMap(({ item, state, label }) => {
    if (state !== 'judged') return [];
    const known = labelOn(scale, label);
    if (!known) throw new Error(`the label ${JSON.stringify(label)} is not on the scale of its unit`);
    return known.value === null ? [] : [{ value: known.value, weight: weightOf(item) }];
  });
  const weight = valued.reduce((sum, one) => sum + one.weight, 0);
  const value = valued.reduce((sum, one) => sum + one.weight * one.value, 0) / weight;
  return {
    value: valued.length === 0 ? null : value,
    reason: valued.length === 0 ? 'No unit has a label with a value.' : null,
    ...{ n: valued.length, abstained: count('abstained'), unscored: count('unscored'), figures: {} }
  };
}
