import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

/**
 * The end of a journal whose beginning is in the database: entries on their way there, as lines of JSON in a file. Appending
 * takes microseconds and outlasts the end of the process, so that nobody has to wait for a commit, and commits can be few.
 */
export interface JournalTail<Entry> {
  append(entry: Entry): void;
  /** All that was appended is in the database, or refused by it. */
  clear(): void;
  /** Closes the file, and removes it unless it is to be kept: another process has begun it anew, or an entry is only there. */
  end(of: { keep: boolean }): void;
}

const parseLine = <Entry>(line: string, number: number): Entry => {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    throw new SyntaxError(`line ${number} is not JSON`);
  }
};

/** A line of a tail that cannot be read. */
export interface DamagedLine {
  /** From 1. */
  line: number;
  text: string;
}

/**
 * Entries that a process left behind when it was killed, in their order. A last line that it did not finish is none.
 * @param onDamaged Receives each other line that is not JSON
 * @throws if there is such a line and no `onDamaged`
 */
export const leftInTail = <Entry>(file: string, onDamaged?: (damaged: DamagedLine) => void): Entry[] => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole.split('\n').flatMap((line, at) => {
    if (line === '') return [];
    try {
      return [parseLine<Entry>(line, at + 1)];
    } catch (error) {
      if (!onDamaged) throw error;
      onDamaged({ line: at + 1, text: line });
      return [];
    }
  });
};

/** Begins a tail anew: what the file held is lost. */
export const createTail = <Entry>(file: string): JournalTail<Entry> => {
  const log = openSync(file, 'a', 0o600);
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
    end({ keep }) {
      closeSync(log);
      if (!keep) rmSync(file, { force: true });
    }
  };
};
