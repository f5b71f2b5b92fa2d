/** Whether an error is that of a full or failing disk, from the database or a file beside it. */
export function isOutOfRoom(error: unknown): error is Error & { code: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:SQLITE_FULL|SQLITE_IOERR.*|ENOSPC|EDQUOT|EIO)$/.test(code);
}

/**
 * Sentences for a person.
 *
 * @param kept What is safe, as a sentence
 * @param next What to do after making room, without a full stop
 */
export const outOfRoomWords = ({ code }: { code: string }, kept: string, next: string): string =>
  `The disk of the database is full or fails (${code}). ${kept} Make room on the disk, then ${next}.`;
