import { isDeepStrictEqual } from 'node:util';
import { problemSaid, type SaidProblem } from '../../errors.ts';
import { sayingsOf, type Saying, type SayingValue } from '../../messages/sayings.ts';
import { shortened } from '../../messages/shortened.ts';

const say = sayingsOf('importProblems');

/** A file read whole, or everything that is wrong with it. `notes` say what was left out on purpose. */
export type Parsed<T> = { ok: true; value: T; notes: Saying[] } | { ok: false; problems: SaidProblem[] };

/** Most problems that are listed: more have one cause, and do not help the reader. */
export const MOST_PROBLEMS = 1000;

const LONGEST_FOUND = 160;
/** Characters of each text in a reason or a note, such as the names of all columns: a file with very many would come back as its refusal. */
const LONGEST_TEXT = 2000;

const shortenIn = (saying: Saying): Saying => ({
  ...saying,
  values: Object.fromEntries(Object.entries(saying.values).map(([name, value]) => [name, shortValue(value)]))
});

function shortValue(value: SayingValue): SayingValue {
  if (typeof value === 'string') return shortened(value, LONGEST_TEXT);
  if (typeof value !== 'object') return value;
  return 'values' in value && 'key' in value ? shortenIn(value) : value;
}

/** Collects every problem of a file, and notes, and turns them into the parser's answer. */
export class ProblemList {
  readonly notes: Saying[] = [];
  #problems: SaidProblem[] = [];
  #unlisted = 0;

  /** A second problem of the cell just complained of is a consequence of the first, and is left out. */
  add(row: number | null, name: string, reason: Saying, found?: string): void {
    const column = shortened(name, LONGEST_FOUND);
    const last = this.#problems.at(-1);
    if (row !== null && last?.row === row && last.column === column) return;
    if (this.#problems.length >= MOST_PROBLEMS) this.#unlisted += 1;
    else
      this.#problems.push(
        problemSaid(row, column, shortenIn(reason), found === undefined ? undefined : shortened(found, LONGEST_FOUND))
      );
  }

  /** Adds a note, once. */
  note(given: Saying): void {
    const note = shortenIn(given);
    if (!this.notes.some((one) => isDeepStrictEqual(one, note))) this.notes.push(note);
  }

  get any(): boolean {
    return this.#problems.length > 0;
  }

  /** All problems; if there are more than can be listed, a last one that says how many. */
  get all(): SaidProblem[] {
    if (this.#unlisted === 0) return [...this.#problems];
    const reason = say('moreUnlisted', { n: this.#unlisted });
    return [...this.#problems, problemSaid(null, 'file', reason)];
  }

  answer<T>(value: T): Parsed<T> {
    return this.any ? { ok: false, problems: this.all } : { ok: true, value, notes: [...this.notes] };
  }
}

/** Rows or lines of one file. More are a mistake, or meant to exhaust the memory. */
export const MOST_ROWS = 1_000_000;

/** Whether a row is one too many; then the problem says so. Asked for each row as it is read, so that no file is read to its end first. */
export function isOneTooMany(row: number, problems: ProblemList, most = MOST_ROWS): boolean {
  if (row <= most) return false;
  problems.add(row, 'file', say('tooManyRows', { most }));
  return true;
}
