import type { ImportedReport } from '../../../verification/benchmark/benchmark.ts';
import { isStored, type FileContent } from '../../format/file-content.ts';
import { readJsonLines, type JsonLine } from '../../format/json-lines.ts';
import { ProblemList, type Parsed } from '../../format/problem-list.ts';
import { ReportCollector } from './report-collector.ts';
import { Untaken } from '../../format/untaken.ts';

/** Reads one line; the report that it holds, or null if it is left out or a problem was added. */
type ReadLine = (
  line: JsonLine,
  reports: ReportCollector,
  problems: ProblemList,
  untaken: Untaken
) => ImportedReport | null;

/**
 * Reports, one a line. Those of a file on the disk are never held together: the file is read once to check it, and again
 * whenever the reports are asked for.
 */
export function readReports(content: FileContent, readLine: ReadLine): Parsed<Iterable<ImportedReport>> {
  const problems = new ProblemList();
  const untaken = new Untaken();
  const stored = isStored(content);
  const reports = new ReportCollector(problems, stored ? 'checks' : 'keeps');
  for (const line of readJsonLines(content, problems)) readLine(line, reports, problems, untaken);
  untaken.note(problems);
  const kept = reports.finish();
  return problems.answer(stored ? { [Symbol.iterator]: () => reportsAgain(content, readLine) } : kept);
}

function* reportsAgain(content: FileContent, readLine: ReadLine): Generator<ImportedReport> {
  const problems = new ProblemList();
  const reports = new ReportCollector(problems, 'checks');
  for (const line of readJsonLines(content, problems)) {
    const report = readLine(line, reports, problems, new Untaken());
    if (report) yield report;
  }
  const [changed] = problems.all;
  if (changed) throw new Error(`The file changed during the import: ${changed.reason}`);
}
