import { catalogues } from './languages.ts';

const customs = (language: string): string => catalogues.find(({ tag }) => tag === language)?.dates ?? language;

/** A day in UTC, so that server and browser write the same: `3 Nov 2026`, `2026年11月3日`. */
export const dayIn = (language: string, ms: number): string =>
  new Date(ms).toLocaleDateString(customs(language), {
    ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }
  });

/** A moment in UTC, to the minute: `3 Nov 2026, 10:43`. */
export const momentIn = (language: string, ms: number): string =>
  new Date(ms).toLocaleString(customs(language), {
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
