import type { ShownFigure } from '../items/reasons.ts';

export interface Compared {
  common: Pick<ShownFigure, 'value' | 'low' | 'high'>;
}

/** Places of the candidates from the highest agreement on common items down; equal ones keep their order, dashes come last. */
export const byAgreement = (candidates: readonly Compared[]): number[] =>
  candidates
    .map((_, place) => place)
    .sort((a, b) => (candidates[b]!.common.value ?? -1) - (candidates[a]!.common.value ?? -1) || a - b);

/** Whether the whole interval of one lies below the whole interval of the other. */
export const surelyBelow = (one: Compared['common'], other: Compared['common']): boolean =>
  one.high !== null && other.low !== null && one.high < other.low;

/** The places that have a figure, or all if none has. */
export function comparedPlaces(order: readonly number[], candidates: readonly Compared[]): number[] {
  const measured = order.filter((place) => candidates[place]!.common.value !== null);
  return measured.length > 0 ? measured : [...order];
}

/**
 * The places to show if there are too many: the first so many of the order, and those that must not be missing.
 */
export function firstOf(order: readonly number[], most: number, keep: readonly (number | null)[]): number[] {
  return order.filter((place, rank) => rank < most || keep.includes(place));
}
