const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const isoOf = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
};

/**
 * The ISO date of a date as search providers write it: `2024-11-03T08:00:00`, `Sun, 03 Nov 2024 08:00:00 GMT`, `Nov 3, 2024`.
 * Null for everything else, such as `2 days ago` or `vor 2 Tagen`: it is not guessed.
 */
export const dateIn = (text: string | null): string | null => {
  const [, y = '', m = '', d = ''] = /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T\s]|$)/.exec(text ?? '') ?? [];
  if (y !== '') return isoOf(Number(y), Number(m), Number(d));
  const dayFirst = /^\s*(?:[A-Za-z]{3},\s+)?(\d{1,2})\s+([A-Za-z]{3,9})\.?\s+(\d{4})\b/.exec(text ?? '');
  const monthFirst = /^\s*([A-Za-z]{3,9})\.?\s+(\d{1,2}),\s+(\d{4})\b/.exec(text ?? '');
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : monthFirst
      ? [monthFirst[2], monthFirst[1], monthFirst[3]]
      : [];
  const month = months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? null : isoOf(Number(year), month, Number(day));
};
