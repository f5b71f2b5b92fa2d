/** A value as people read it, with one decimal if not said otherwise; a dash if it is undefined. */
export const shownValue = (value: number | null, digits = 1): string =>
  value === null ? '–' : value.toFixed(digits).replace(/^-(0\.0+)$/, '$1');

/** A value of a table of figures, with a minus sign instead of the hyphen of numbers in code. */
export const figureValue = (value: number | null, decimals: number): string =>
  shownValue(value, decimals).replace(/^-0$/, '0').replace('-', '\u2212');
