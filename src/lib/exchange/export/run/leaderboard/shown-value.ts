import { points } from '../../../../stats/writing/figures.ts';

/**
 * A value as people read it, with one decimal if not said otherwise and a minus sign instead of the hyphen of numbers in code;
 * a dash if it is undefined. A value that rounds to 0 is not negative.
 */
export const shownValue = (value: number | null, digits = 1): string => points(value, digits);
