/** A value as people read it, with one decimal if not said otherwise; a dash if it is undefined. */
export const shownValue = (value: number | null, digits = 1): string =>
  value === null ? '–' : value.toFixed(digits).replace(/^-(0\.0+)$/, '$1');
