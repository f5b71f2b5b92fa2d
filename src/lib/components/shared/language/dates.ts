import { writeDay, writeMoment, writeShortDay } from '../../../messages/written-dates.ts';
import { sentWords } from './sent-words.ts';

/** Writers of days, moments (both in UTC) and lists in the page's language. */
interface DateWriters {
  /** `3 Nov 2026` */
  day: (ms: number) => string;
  /** `3 Nov` */
  shortDay: (ms: number) => string;
  /** `3 Nov 2026, 10:43` */
  moment: (ms: number) => string;
  /** `Ana, Ben and Cleo` */
  list: (names: readonly string[]) => string;
}

/** Asked for while a component is set up: `const { day, moment, list } = pageDates()`. */
export function pageDates(): DateWriters {
  const { customs } = sentWords();
  return {
    day: (ms) => writeDay(customs, ms),
    shortDay: (ms) => writeShortDay(customs, ms),
    moment: (ms) => writeMoment(customs, ms),
    list: (names) => new Intl.ListFormat(customs, { type: 'conjunction' }).format(names)
  };
}
