import { issueSaid } from '../../../messages/schema-issues.ts';
import { sayingsOf } from '../../../messages/sayings.ts';
import { z } from 'zod';
import { nameKey, oneForm } from '../../../names.ts';
import type { ReportTrace } from '../../../scorer/report-trace.ts';
import type { FileContent } from '../../format/file-content.ts';
import { readJsonLines } from '../../format/json-lines.ts';
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
export function readTraceLines(content: FileContent, problems: ProblemList): TraceOfLine[] {
  const untaken = new Untaken();
  const found = new Map<string, TraceOfLine>();
  for (const { row, value } of readJsonLines(content, problems)) {
    untaken.see(value, Object.keys(shape.shape));
    const read = shape.safeParse(value);
    if (!read.success) {
      for (const issue of read.error.issues) problems.add(row, issue.path.join('.') || 'line', issueSaid(issue));
      continue;
    }
    const { system, qid, ...trace } = read.data;
    const key = JSON.stringify([nameKey(system), nameKey(qid)]);
    const before = found.get(key);
    if (before) problems.add(row, 'qid', say('traceTwice', { row: before.row, system }), qid);
    else if (Object.values(trace).every((count) => count === null)) problems.add(row, 'line', say('traceEmpty'));
    else found.set(key, { row, system: oneForm(system), qid: oneForm(qid), trace });
  }
  untaken.note(problems);
  return [...found.values()];
}
