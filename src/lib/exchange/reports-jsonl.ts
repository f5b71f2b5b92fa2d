import type { ImportedReport } from './benchmark.ts';
import { pick, readJsonLines, textOf, writeJsonLines } from './json-lines.ts';
import { ProblemList } from './problem-list.ts';
import type { Parsed } from './problem-list.ts';
import { ReportCollector } from './report-collector.ts';
import type { RawReport } from './report-collector.ts';
import { Untaken } from './untaken.ts';

const NAMES: Record<Exclude<keyof RawReport, 'source'>, string[]> = {
  system: ['system', 'model'],
  qid: ['qid', 'query_id'],
  markdown: ['report', 'markdown', 'article'],
  collectedAt: ['collected_at', 'collectedAt'],
  queryText: ['query', 'question', 'prompt']
};

/**
 * One report per line: `{"system", "qid", "report" | "markdown" | "article", "collected_at"?, "query"?}`.
 * `system` is used for lines that name none.
 */
export function parseReportsJsonl(bytes: Uint8Array, source: string, system = ''): Parsed<ImportedReport[]> {
  const problems = new ProblemList();
  const reports = new ReportCollector(problems);
  const untaken = new Untaken();
  for (const line of readJsonLines(bytes, problems)) {
    untaken.see(line.value, Object.values(NAMES).flat());
    const field = (name: keyof typeof NAMES) => pick(line.value, ...NAMES[name]);
    const text = (name: keyof typeof NAMES) =>
      textOf(line, field(name), problems, name === 'qid' ? 'numbers' : 'text only');
    if (!NAMES.markdown.some((name) => Object.hasOwn(line.value, name)))
      problems.add(line.row, 'report', 'The report is missing');
    reports.add(
      {
        system: text('system') || system,
        qid: text('qid'),
        markdown: text('markdown'),
        collectedAt: text('collectedAt'),
        source: `${source}, line ${line.row}`,
        queryText: text('queryText')
      },
      (name) => ({ row: line.row, column: name === 'source' ? 'line' : field(name).name })
    );
  }
  untaken.note(problems);
  return problems.answer(reports.finish());
}

export const writeReportsJsonl = (reports: readonly ImportedReport[]): string =>
  writeJsonLines(
    reports.map(({ system, qid, markdown, collectedAt, queryText }) => ({
      system,
      qid,
      report: markdown,
      ...(collectedAt === null ? {} : { collected_at: collectedAt }),
      ...(queryText === null ? {} : { query: queryText })
    }))
  );
