import { problemSaid, type SaidProblem } from '../../errors.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import type { PenaltyRow, PenaltyTable } from '../metric.ts';

type PenaltyReading = { ok: true; table: PenaltyTable } | { ok: false; problems: SaidProblem[] };

const say = sayingsOf('penaltyProblems');

/**
 * The score of a number of issues: that of the first row which covers it.
 *
 * @param count Number of issues, 0 or more
 * @returns 0–100
 * @throws Misuse: a count that is no whole number from 0, or a table without a last row for all larger counts
 */
export const scoreOf = (table: PenaltyTable, count: number): number => {
  if (!Number.isSafeInteger(count) || count < 0) throw new Error('scoreOf requires a whole number of issues from 0');
  const row = table.find(({ upTo }) => upTo === null || count <= upTo);
  if (!row) throw new Error('scoreOf requires a table whose last row covers every larger count');
  return row.score;
};

const MOST_ROWS = 100;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 40);

const rowProblems = (row: unknown, at: number, rows: readonly unknown[]): SaidProblem[] => {
  const problem = (column: string, reason: Saying, found: unknown): SaidProblem =>
    problemSaid(at + 1, column, reason, shown(found));
  if (!isObject(row)) return [problem('row', say('row'), row)];
  const { upTo, score, ...more } = row;
  const last = at === rows.length - 1;
  const before = rows[at - 1];
  const problems: SaidProblem[] = [];
  if (Object.keys(more).length > 0) problems.push(problem('row', say('nothingElse'), row));
  if (upTo === null ? !last : last)
    problems.push(last ? problem('issues', say('last'), upTo) : problem('issues', say('onlyLast'), upTo));
  if (upTo !== null && !(Number.isSafeInteger(upTo) && Number(upTo) >= 0))
    problems.push(problem('issues', say('whole'), upTo));
  else if (typeof upTo === 'number' && isObject(before) && typeof before['upTo'] === 'number' && upTo <= before['upTo'])
    problems.push(problem('issues', say('larger', { n: before['upTo'] }), upTo));
  if (typeof score !== 'number' || !(score >= 0 && score <= 100)) problems.push(problem('score', say('score'), score));
  else if (isObject(before) && typeof before['score'] === 'number' && score > before['score'])
    problems.push(problem('score', say('rising', { n: before['score'] }), score));
  return problems;
};

/**
 * Reads a penalty table from JSON or a form, or says everything that is wrong with it, row by row: counts rise and start
 * at 0 or more, the last row (`upTo` null) covers every larger count, scores are 0–100 and never rise with the count. A
 * table that passes gives a score to every possible count.
 */
export const readPenaltyTable = (value: unknown): PenaltyReading => {
  const whole = (reason: Saying): PenaltyReading => ({ ok: false, problems: [problemSaid(null, 'table', reason)] });
  if (!Array.isArray(value)) return whole(say('list'));
  if (value.length === 0) return whole(say('empty'));
  if (value.length > MOST_ROWS) return whole(say('manyRows', { most: MOST_ROWS }));
  const problems = value.flatMap(rowProblems);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, table: (value as PenaltyRow[]).map(({ upTo, score }) => ({ upTo, score })) };
};

/** A table as people edit it: `0:100, 2:90, … 17:20, more:10`, that is *up to this many issues : this score*. */
export const printPenaltyTable = (table: PenaltyTable): string =>
  table.map(({ upTo, score }) => `${upTo ?? 'more'}:${score}`).join(', ');

const ROW = /^(\d{1,16}|more)\s*[:：]\s*(\d{1,3}(?:\.\d+)?(?:e-\d{1,3})?)$/i;

/** Reads what `printPenaltyTable` prints and what people make of it: rows parted by commas, semicolons or line ends. */
export const parsePenaltyTable = (text: string): PenaltyReading => {
  const parts = text
    .slice(0, 10_000)
    .split(/[,;，；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const rows = parts.map((part) => ROW.exec(part));
  const problems = rows.flatMap((row, at) =>
    row ? [] : [problemSaid(at + 1, 'row', say('form'), parts[at]?.slice(0, 40) ?? '')]
  );
  if (problems.length > 0) return { ok: false, problems };
  return readPenaltyTable(
    rows.map((row) => ({ upTo: row?.[1]?.toLowerCase() === 'more' ? null : Number(row?.[1]), score: Number(row?.[2]) }))
  );
};
