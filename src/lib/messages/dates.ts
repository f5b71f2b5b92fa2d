import { catalogues } from './languages.ts';
import { writeDay, writeMoment, writeShortDay } from './written-dates.ts';

/** Language tag of whose customs write the days of a language. */
export const customsOf = (language: string): string =>
  catalogues.find(({ tag }) => tag === language)?.dates ?? language;

/** A day in UTC: `3 Nov 2026`, `2026年11月3日`. */
export const dayIn = (language: string, ms: number): string => writeDay(customsOf(language), ms);

/** A day in UTC if the year is known anyway: `3 Nov`. */
export const shortDayIn = (language: string, ms: number): string => writeShortDay(customsOf(language), ms);

/** A moment in UTC, to the minute: `3 Nov 2026, 10:43`. */
export const momentIn = (language: string, ms: number): string => writeMoment(customsOf(language), ms);
