/** A day in UTC, as `3 Nov 2026`, so that server and browser write the same. */
export const date = (ms: number): string =>
  new Date(ms).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
