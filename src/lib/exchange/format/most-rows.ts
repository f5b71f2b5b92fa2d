import { sayingsOf } from '../../messages/sayings.ts';
import type { ProblemList } from './problem-list.ts';

const say = sayingsOf('importProblems');

/** Rows or lines of one file. More are a mistake, or meant to exhaust the memory. */
export const MOST_ROWS = 1_000_000;

/** Whether a row is one too many; then the problem says so. Asked for each row as it is read, so that no file is read to its end first. */
export function isOneTooMany(row: number, problems: ProblemList, most = MOST_ROWS): boolean {
  if (row <= most) return false;
  problems.add(row, 'file', say('tooManyRows', { most }));
  return true;
}
