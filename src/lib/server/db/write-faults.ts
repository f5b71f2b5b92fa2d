/** Why the database takes no write: its disk is full, fails or can only be read, or another process keeps it locked. */
export interface WriteFault {
  code: string;
  kind: 'full' | 'failing' | 'locked';
}

/** Milliseconds that a write waits while another process writes. */
export const LOCK_WAIT_MS = 5_000;

const FULL = /^(?:SQLITE_FULL|ENOSPC|EDQUOT)$/;
const FAILING = /^(?:SQLITE_IOERR.*|SQLITE_READONLY.*|EIO|EROFS)$/;
const LOCKED = /^SQLITE_(?:BUSY|LOCKED)/;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** The fault that an error, or one that it wraps, comes from; null for any other error. */
export function writeFault(error: unknown): WriteFault | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const code = codeOf(at);
    if (FULL.test(code)) return { code, kind: 'full' };
    if (FAILING.test(code)) return { code, kind: 'failing' };
    if (LOCKED.test(code)) return { code, kind: 'locked' };
  }
  return null;
}

const LOCK_SECONDS = LOCK_WAIT_MS / 1_000;

/**
 * Sentences for a person.
 *
 * @param kept a sentence on the data that is safe
 * @param next the action that continues once the fault is fixed, without a full stop
 */
export const writeFaultWords = ({ code, kind }: WriteFault, kept: string, next: string): string =>
  kind === 'locked'
    ? `Another process kept the database locked for ${LOCK_SECONDS} seconds (${code}). ${kept} Wait until it has finished, then ${next}.`
    : `The disk of the database is full or fails (${code}). ${kept} Make room on the disk, then ${next}.`;

const NOT_SAVED: Record<WriteFault['kind'], (code: string) => string> = {
  full: (code) => `This was not saved: the disk of the server is full (${code}). ${TELL_OPERATOR}`,
  failing: (code) => `This was not saved: the disk of the server fails (${code}). ${TELL_OPERATOR}`,
  locked: (code) =>
    `This was not saved: another process kept the database locked for ${LOCK_SECONDS} seconds (${code}). ${TRY_AGAIN}`
};

/** The refusal of a commit that the database did not take. */
export const notSavedWords = ({ code, kind }: WriteFault): string => NOT_SAVED[kind](code);

const TELL_OPERATOR = 'What was saved before is there. Tell the operator of the server, then try again.';
const TRY_AGAIN = 'What was saved before is there. Try again; if this is said again, tell the operator of the server.';

/** Does what may as well be done another time; null if the database does not take it. */
export function unlessWriteFails<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (!writeFault(error)) throw error;
    return null;
  }
}
