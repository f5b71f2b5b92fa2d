import { sayingsOf } from '../../../messages/sayings.ts';
import type { ImportedReport } from '../../../verification/benchmark/benchmark.ts';
import type { FileContent } from '../../format/file-content.ts';
import { pick, jsonLinesText } from '../../format/json-lines.ts';
import type { Parsed } from '../../format/problem-list.ts';
import type { RawReport } from './report-collector.ts';
import { readReports } from './report-lines.ts';

const say = sayingsOf('importProblems');

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
export const parseReportsJsonl = (
  content: FileContent,
  source: string,
  system = ''
): Parsed<Iterable<ImportedReport>> =>
  readReports(content, (line, reports, problems, untaken) => {
    untaken.see(line.value, Object.values(NAMES).flat());
    const field = (name: keyof typeof NAMES) => pick(line.value, ...NAMES[name]);
    const text = (name: keyof typeof NAMES) =>
      jsonLinesText(line, field(name), problems, name === 'qid' ? 'numbers' : 'text only');
    if (!NAMES.markdown.some((name) => Object.hasOwn(line.value, name)))
      problems.add(line.row, 'report', say('reportMissing'));
    return reports.add(
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
  });
