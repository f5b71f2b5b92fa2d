import type { Label, Ratings } from './estimate.ts';
import { placeOf } from './scale.ts';

/**
 * Units × categories counts, the form in which agreement of many raters is computed: who gave a value does not matter.
 */
interface ValueCounts {
  categories: readonly Label[];
  /** counts[unit][category] */
  counts: Float64Array[];
  /** Values per unit. */
  sizes: Float64Array;
}

/**
 * Counts how often each category was given to each unit.
 *
 * @param units rows = units, columns = raters, null = missing. Rows may differ in length.
 * @throws if a label is not on the scale.
 */
export const valueCounts = (units: readonly Ratings[], categories: readonly Label[]): ValueCounts => {
  const place = placeOf(categories);
  const sizes = new Float64Array(units.length);
  const counts = units.map((unit, u) => {
    const row = new Float64Array(categories.length);
    for (let r = 0; r < unit.length; r++) {
      const code = place(unit[r]!);
      if (code < 0) continue;
      row[code]!++;
      sizes[u]!++;
    }
    return row;
  });
  return { categories, counts, sizes };
};
