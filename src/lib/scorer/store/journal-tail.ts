import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

/**
 * The end of a journal whose beginning is in the database: entries on their way there, as lines of JSON in a file. Appending
 * takes microseconds and outlasts the end of the process, so that nobody has to wait for a commit, and commits can be few.
 */
export interface JournalTail<Entry> {
  append(entry: Entry): void;
  /** All that was appended is in the database, or refused by it. */
  clear(): void;
  /** Lets go of the file; it is removed, unless somebody else has begun it anew. */
  end(of: { taken: boolean }): void;
}

/** Entries that a process left behind when it was killed, in their order. A last line that it did not finish is none. */
export const leftInTail = <Entry>(file: string): Entry[] => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
};

/** Begins a tail anew: what the file held is lost. */
export const createTail = <Entry>(file: string): JournalTail<Entry> => {
  const log = openSync(file, 'a');
  ftruncateSync(log);
  let empty = true;
  return {
    append(entry) {
      empty = false;
      writeSync(log, `${JSON.stringify(entry)}\n`);
    },
    clear() {
      if (!empty) ftruncateSync(log);
      empty = true;
    },
    end({ taken }) {
      closeSync(log);
      if (!taken) rmSync(file, { force: true });
    }
  };
};
