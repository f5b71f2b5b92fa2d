/** Milliseconds that a server asks to wait: `retry-after-ms`, or `Retry-After` in seconds or as a date. */
export const retryAfterMs = (headers: Headers, now: number): number | null => {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const header = headers.get('retry-after');
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return seconds >= 0 ? Math.round(seconds * 1000) : null;
  // A date begins with its weekday, or a year in ISO 8601. `Date.parse` reads `1,5` as the 5th of January 2001.
  if (!/^\s*(?:[a-z]|\d{4}-)/i.test(header)) return null;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
};
