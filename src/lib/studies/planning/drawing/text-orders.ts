import type { Random } from '../../../stats/numbers/rng.ts';
import { shuffled } from '../../../stats/numbers/shuffle.ts';

/**
 * In which order each rater of a unit sees its texts. The second rater sees the mirrored order of the first, the fourth that
 * of the third, and so on; orders are drawn so that every person sees each report of a pair on the left as often as not.
 *
 * @param units raters of each unit, in the order in which they count; every unit has `texts` texts
 * @returns for each unit and rater the place of each shown text among the unit's texts; by the keys of `units`
 * @throws if a unit has fewer than two texts
 */
export function textOrders(
  units: readonly { id: string; raters: readonly string[]; texts: number }[],
  random: Random
): Map<string, Map<string, number[]>> {
  /** How much more often a person sees a pair as it is kept than mirrored. */
  const lean = new Map<string, number>();
  const leanOf = (rater: string): number => lean.get(rater) ?? 0;
  const orders = new Map<string, Map<string, number[]>>();
  for (const { id, raters, texts } of shuffled(units, random)) {
    if (texts < 2) throw new Error(`textOrders requires at least two texts, got ${texts}`);
    const asKept = Array.from({ length: texts }, (_, i) => i);
    const cost = raters.reduce((sum, rater, i) => sum + (i % 2 === 0 ? 1 : -1) * leanOf(rater), 0);
    const mirrored = cost > 0 || (cost === 0 && random.below(2) === 1);
    const mine = new Map<string, number[]>();
    let first = asKept;
    raters.forEach((rater, i) => {
      if (i % 2 === 0) first = texts === 2 ? (mirrored ? [1, 0] : asKept) : shuffled(asKept, random);
      const order = i % 2 === 0 ? first : [...first].reverse();
      if (texts === 2) lean.set(rater, leanOf(rater) + (order[0] === 0 ? 1 : -1));
      mine.set(rater, order);
    });
    orders.set(id, mine);
  }
  return orders;
}
