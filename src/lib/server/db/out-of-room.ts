/** A full disk, or one that fails or can only be read. */
export interface DiskFault {
  code: string;
  /** Whether room would help. */
  full: boolean;
}

const FULL = /^(?:SQLITE_FULL|ENOSPC|EDQUOT)$/;
const FAILING = /^(?:SQLITE_IOERR.*|SQLITE_READONLY.*|EIO|EROFS)$/;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** The fault of the disk that an error, or one that it wraps, comes from; null for any other error. */
export function diskFault(error: unknown): DiskFault | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const code = codeOf(at);
    if (FULL.test(code)) return { code, full: true };
    if (FAILING.test(code)) return { code, full: false };
  }
  return null;
}

/** Whether an error is that of a full or failing disk, from the database or a file beside it. */
export const isOutOfRoom = (error: unknown): error is Error & { code: string } =>
  diskFault(error)?.code === codeOf(error) && codeOf(error) !== '';

/**
 * Sentences for a person.
 *
 * @param kept What is safe, as a sentence
 * @param next What to do after making room, without a full stop
 */
export const outOfRoomWords = ({ code }: { code: string }, kept: string, next: string): string =>
  `The disk of the database is full or fails (${code}). ${kept} Make room on the disk, then ${next}.`;

/** The refusal of a commit that the disk did not take. */
export const notSavedWords = ({ code, full }: DiskFault): string =>
  full
    ? `This was not saved: the disk of the server is full (${code}). ${TRY_AGAIN}`
    : `This was not saved: the disk of the server fails (${code}). ${TRY_AGAIN}`;

const TRY_AGAIN = 'What was saved before is there. Tell the operator of the server, then try again.';

/** Does what may as well be done another time; null if the disk does not take it. */
export function unlessDiskFails<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (!diskFault(error)) throw error;
    return null;
  }
}
