import type { Label } from './estimate.ts';

/**
 * Places of labels on a declared scale: the index of each label in `categories`, −1 if the label is missing.
 *
 * The scale is declared, never observed: an unused category still counts in weights and in chance agreement.
 *
 * @throws if the scale is empty or repeats a category, or a label is not on it.
 */
export const scaleCodes = (labels: ArrayLike<Label | null>, categories: readonly Label[]): Int32Array => {
  const lookup = placeOf(categories);
  const codes = new Int32Array(labels.length);
  for (let i = 0; i < codes.length; i++) codes[i] = lookup(labels[i]!);
  return codes;
};

/** A function from label to its place on the scale, null to −1. */
export const placeOf = (categories: readonly Label[]): ((label: Label | null) => number) => {
  if (categories.length === 0) throw new Error('A rating scale requires at least one category');
  const places = new Map<Label, number>();
  for (const [i, category] of categories.entries()) {
    if (typeof category === 'number' && !Number.isFinite(category))
      throw new Error(`A rating scale requires finite numbers, got ${category}`);
    if (places.has(category)) throw new Error(`The rating scale names ${JSON.stringify(category)} twice`);
    places.set(category, i);
  }
  return (label) => {
    if (label === null) return -1;
    const place = places.get(label);
    if (place === undefined)
      throw new Error(
        `The label ${JSON.stringify(label) ?? 'undefined'} is not on the scale ${JSON.stringify(categories)}`
      );
    return place;
  };
};

/** How far two categories are apart counts as `unweighted` (any difference is total), `linear` or `quadratic`. */
export type WeightScheme = 'unweighted' | 'linear' | 'quadratic';

/** Disagreement between every two categories in the scale's own units, and the largest there is. */
interface Distances {
  between: number[][];
  largest: number;
}

/**
 * Disagreement |i − j|⁰, |i − j| or (i − j)² between categories: by value if all are numbers, else by place.
 * Agreement weights are w = 1 − distance / largest.
 */
export const distances = (categories: readonly Label[], scheme: WeightScheme): Distances => {
  const numeric = categories.every((c) => typeof c === 'number');
  const position = categories.map((c, i) => (numeric ? (c as number) : i));
  const between = position.map((x) =>
    position.map((y) =>
      scheme === 'unweighted' ? Number(x !== y) : scheme === 'linear' ? Math.abs(x - y) : (x - y) ** 2
    )
  );
  return { between, largest: Math.max(0, ...between.flat()) };
};

/** Agreement weights w = 1 − (|i − j| / range)^{1, 2}, or the identity matrix if unweighted. */
export const agreementWeights = (categories: readonly Label[], scheme: WeightScheme): number[][] => {
  const { between, largest } = distances(categories, scheme);
  return between.map((row) => row.map((d) => (largest === 0 ? 1 : 1 - d / largest)));
};
