/** A day in UTC, so that server and browser write the same: `3 Nov 2026`, `2026年11月3日`. @param customs language tag of whose customs write days */
export const writeDay = (customs: string, ms: number): string =>
  new Date(ms).toLocaleDateString(customs, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A day in UTC if the year is known anyway: `3 Nov`, `11月3日`. */
export const writeShortDay = (customs: string, ms: number): string =>
  new Date(ms).toLocaleDateString(customs, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A moment in UTC, to the minute: `3 Nov 2026, 10:43`. */
export const writeMoment = (customs: string, ms: number): string =>
  new Date(ms).toLocaleString(customs, {
    ...{
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC'
    }
  });
