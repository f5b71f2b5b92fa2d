import { issueSaid } from '../../../messages/schema-issues.ts';
import { sayingsOf } from '../../../messages/sayings.ts';
import { z } from 'zod';
import { nameKey, oneForm } from '../../../names.ts';
import type { ReportTrace } from '../../../scorer/report-trace.ts';
import type { FileContent } from '../../format/file-content.ts';
import { readJsonLines, type JsonLine } from '../../format/json-lines.ts';
import type { ProblemList } from '../../format/problem-list.ts';
import { Untaken } from '../../format/untaken.ts';

const say = sayingsOf('importProblems');

export interface TraceOfLine {
  /** 1-based line of the file. */
  row: number;
  system: string;
  qid: string;
  trace: ReportTrace;
}

const name = z.string().trim().min(1);
const counted = z.int('Write a whole number from 0').min(0, 'Write a whole number from 0').nullable().default(null);
const shape = z.object({ system: name, qid: name, searches: counted, pages: counted, tokens: counted });

/** Reads a file of traces, one JSON object a line (`docs/suites/daily-report.md`), each report once; problems name line and field. */
export const readTraceLines = (content: FileContent, problems: ProblemList): TraceOfLine[] =>
  [...tracesOfLines(readJsonLines(content, problems), problems)].filter((one) => one !== null);

/** The trace of each line; null if the line has none, which is a problem. */
export function* tracesOfLines(lines: Iterable<JsonLine>, problems: ProblemList): Generator<TraceOfLine | null> {
  const untaken = new Untaken();
  const rows = new Map<string, number>();
  for (const { row, value } of lines) {
    untaken.see(value, Object.keys(shape.shape));
    const read = shape.safeParse(value);
    if (!read.success) {
      for (const issue of read.error.issues) problems.add(row, issue.path.join('.') || 'line', issueSaid(issue));
      yield null;
      continue;
    }
    const { system, qid, ...trace } = read.data;
    const key = JSON.stringify([nameKey(system), nameKey(qid)]);
    const before = rows.get(key);
    const empty = Object.values(trace).every((count) => count === null);
    if (before !== undefined) problems.add(row, 'qid', say('traceTwice', { row: before, system }), qid);
    else if (empty) problems.add(row, 'line', say('traceEmpty'));
    else rows.set(key, row);
    yield before !== undefined || empty ? null : { row, system: oneForm(system), qid: oneForm(qid), trace };
  }
  untaken.note(problems);
}
