import { inEnglish } from '../messages/say-in.ts';
import type { Saying } from '../messages/sayings.ts';

/** Result of a reader, its notes in English. */
export const notesInEnglish = <T extends object>(parsed: T) =>
  'notes' in parsed ? { ...parsed, notes: inEnglish(parsed.notes as Saying[]) } : parsed;
