import { sayingsOf, type Saying } from '../../messages/sayings.ts';

// Not `worded` of the refusals: pages compare wordings, and their scripts hold no catalogue.
const worded = sayingsOf('refusals');
/** Wordings as they are stored and compared. */

const CONTROL = /[^\P{Cc}\n\t]|\p{Noncharacter_Code_Point}/u;

const LONGEST_WORDING = 10_000;

/** As an import would store it: line ends are `\n`, no blanks around. */
export const cleanWording = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

/** Why a cleaned wording cannot be stored; null if it can. */
export function wordingFault(text: string): Saying | null {
  if (text === '') return worded('writeWording');
  if (text.length > LONGEST_WORDING) return worded('atMostCharacters', { most: LONGEST_WORDING });
  if (CONTROL.test(text) || !text.isWellFormed()) return worded('controlCharacter');
  return null;
}

/** Whether two wordings say the same to a reader: blanks and line ends do not matter. */
export const sameWording = (a: string, b: string): boolean => a.replace(/\s+/g, ' ') === b.replace(/\s+/g, ' ');
