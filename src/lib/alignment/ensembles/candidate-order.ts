import type { ShownFigure } from '../items/reasons.ts';

export interface Compared {
  common: Pick<ShownFigure, 'value' | 'low' | 'high'>;
}

/** A figure without the rounding of its sum, so that equal agreement is equal however it was added up. */
export const agreementRank = (value: number): number => Math.round(value * 1e9);

const rankOf = ({ common: { value } }: Compared): number => (value === null ? -Infinity : agreementRank(value));

/** Places of the candidates from the highest agreement on common items down; equal ones keep their order, dashes come last. */
export const byAgreement = (candidates: readonly Compared[]): number[] =>
  candidates
    .map((_, place) => place)
    .sort((a, b) => {
      const [left, right] = [rankOf(candidates[a]!), rankOf(candidates[b]!)];
      return left === right ? a - b : right > left ? 1 : -1;
    });

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
