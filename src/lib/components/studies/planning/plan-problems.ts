import type { Problem } from '../../../errors.ts';

/** A problem of a plan in words: about people, with whom. */
export const problemInWords = ({ column, reason, found }: Problem): string =>
  column === 'people' && found ? `${found}: ${reason}` : reason;
