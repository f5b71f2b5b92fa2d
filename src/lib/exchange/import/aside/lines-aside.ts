import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsonLine } from '../../format/json-lines.ts';
import type { ProblemList } from '../../format/problem-list.ts';

/** The lines of a file that another process reads; what is wrong with them goes into `problems`. */
export type LinesAside = (problems: ProblemList) => Promise<Iterable<JsonLine>>;

/** For this long rows are read while others wait. In ms. */
const TURN = 10;

/** All rows of a reader that does its work row by row, without those that are null; others are answered in between. */
export async function readInTurns<Row>(rows: Iterable<Row | null>): Promise<Row[]> {
  const read: Row[] = [];
  let began = performance.now();
  for (const row of rows) {
    if (row !== null) read.push(row);
    if (performance.now() - began < TURN) continue;
    await nextTurn();
    began = performance.now();
  }
  return read;
}
