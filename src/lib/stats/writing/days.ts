/** Milliseconds of a written moment, NaN if it is none. Programs in Python write none of its zone: it is taken for UTC, not for the zone of this machine. */
export const momentOf = (text: string): number =>
  Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) || !/\d:\d/.test(text) ? text : `${text}Z`);

/** A day in UTC, as `3 Nov 2026`, so that server and browser write the same. */
export const date = (ms: number): string =>
  new Date(ms).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Whether a text is a day of the calendar as `2026-11-03`; `Date.parse` takes 30 February for 2 March. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
