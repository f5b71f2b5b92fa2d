import { isRefusal, refuse, Refusal } from '../lib/errors.ts';
import { isDay } from '../lib/stats/writing/days.ts';

/** The refusal of a value that an option does not take: the command was called wrongly. */
export class WrongOption extends Refusal {}

/** Reads the values of an option. A refusal of them names the option, and is one of a wrong call. */
export function readOption<T>(flag: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const words = error.message.startsWith(flag) ? error.message : `${flag}: ${error.message}`;
    throw new WrongOption(error.code, words, error.problems);
  }
}

/** Reads the day that an option gives, as `2025-09-30`. */
export const readDay = (flag: string, text: string): string =>
  readOption(flag, () =>
    isDay(text)
      ? text
      : refuse.invalid(`${JSON.stringify(text)} is not a day of the calendar. Write a date like 2025-09-30.`)
  );
