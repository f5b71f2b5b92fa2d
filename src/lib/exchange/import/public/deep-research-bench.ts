import { sayingsOf } from '../../../messages/sayings.ts';
import type { ImportedQuery, ImportedReport } from '../../../verification/benchmark/benchmark.ts';
import type { FileContent } from '../../format/file-content.ts';
import { pick, readJsonLines, jsonLinesText } from '../../format/json-lines.ts';
import type { JsonLine, JsonObject } from '../../format/json-lines.ts';
import { isObject } from '../../format/json-value.ts';
import { ProblemList } from '../../format/problem-list.ts';
import type { Parsed } from '../../format/problem-list.ts';
import { QueryCollector } from '../queries/query-collector.ts';
import { readReports } from '../reports/report-lines.ts';
import { Untaken } from '../../format/untaken.ts';

const say = sayingsOf('importProblems');

/** The files of DeepResearch Bench: `query.jsonl`, `criteria.jsonl` and one JSONL of reports per system. */

const idOf = (line: JsonLine, problems: ProblemList): string =>
  jsonLinesText(line, pick(line.value, 'id'), problems, 'numbers');

const queryPlace = (row: number) => (field: string) => ({
  row,
  column: { qid: 'id', text: 'prompt', domain: 'topic' }[field] ?? field
});

function openQuery(line: JsonLine, queries: QueryCollector, problems: ProblemList) {
  const text = (name: string) => jsonLinesText(line, pick(line.value, name), problems);
  return queries.query(
    {
      qid: idOf(line, problems),
      free: '',
      text: text('prompt'),
      domain: text('topic'),
      category: '',
      language: text('language')
    },
    queryPlace(line.row)
  );
}

/** Ids seen twice are problems here: each file has one line per id. */
class Once {
  readonly #seen = new Map<string, number>();
  readonly #problems: ProblemList;

  constructor(problems: ProblemList) {
    this.#problems = problems;
  }

  check(line: JsonLine): void {
    const id = String(line.value['id'] ?? '').trim();
    const before = this.#seen.get(id);
    if (before !== undefined && id !== '') this.#problems.add(line.row, 'id', say('idUsed', { row: before }), id);
    else this.#seen.set(id, line.row);
  }
}

/** `query.jsonl`: `{id, topic, language, prompt}` per line. */
export function parseDeepResearchBenchQueries(content: FileContent): Parsed<ImportedQuery[]> {
  const problems = new ProblemList();
  const queries = new QueryCollector(problems);
  const once = new Once(problems);
  const untaken = new Untaken();
  for (const line of readJsonLines(content, problems)) {
    once.check(line);
    untaken.see(line.value, ['id', 'topic', 'language', 'prompt']);
    openQuery(line, queries, problems);
  }
  untaken.note(problems);
  return problems.answer(queries.finish());
}

const CRITERIA_GROUPS = ['comprehensiveness', 'insight', 'instruction_following', 'readability'] as const;
/** Files of our own may leave the others out. */
const NEEDED: readonly string[] = ['comprehensiveness', 'instruction_following'];

/** `criteria.jsonl`: the criteria of all groups, unverified; weight is within the group, dimension is the group. */
export function parseDeepResearchBenchCriteria(content: FileContent): Parsed<ImportedQuery[]> {
  const problems = new ProblemList();
  const queries = new QueryCollector(problems);
  const once = new Once(problems);
  const untaken = new Untaken();
  for (const line of readJsonLines(content, problems)) {
    once.check(line);
    const query = openQuery(line, queries, problems);
    untaken.see(line.value, ['id', 'topic', 'language', 'prompt', 'criterions']);
    const groups = pick(line.value, 'criterions').value as JsonObject | undefined;
    if (isObject(groups)) untaken.see(groups, CRITERIA_GROUPS, 'criterions.');
    for (const group of CRITERIA_GROUPS) {
      const list = groups?.[group];
      if (list === undefined && !NEEDED.includes(group)) continue;
      const column = `criterions.${group}`;
      if (!Array.isArray(list)) {
        problems.add(line.row, column, say('groupMissing'), JSON.stringify(list));
        continue;
      }
      list.forEach((entry: unknown, index) => {
        const value = (typeof entry === 'object' && entry !== null ? entry : {}) as JsonObject;
        untaken.see(value, ['criterion', 'explanation', 'weight'], `${column}[].`);
        const part = (name: string) => ({ name: `${column}[${index}].${name}`, value: pick(value, name).value });
        queries.item(
          query,
          {
            key: `${group.replace('_', '-')}-${index + 1}`,
            free: '',
            text: jsonLinesText(line, part('criterion'), problems),
            kind: 'criterion',
            weight: part('weight').value,
            dimension: group,
            explanation: jsonLinesText(line, part('explanation'), problems)
          },
          (field) => ({ row: line.row, column: part(field === 'text' ? 'criterion' : field).name })
        );
      });
    }
  }
  untaken.note(problems);
  return problems.answer(queries.finish());
}

/** Reports of one system: `{id, prompt, article}` per line. The file does not name its system; its file name usually does. */
export const parseDeepResearchBenchReports = (
  content: FileContent,
  system: string,
  source: string
): Parsed<Iterable<ImportedReport>> =>
  readReports(content, (line, reports, problems, untaken) => {
    untaken.see(line.value, ['id', 'prompt', 'article', 'collected_at']);
    return reports.add(
      {
        system,
        qid: idOf(line, problems),
        markdown: jsonLinesText(line, pick(line.value, 'article'), problems),
        collectedAt: jsonLinesText(line, pick(line.value, 'collected_at'), problems),
        source: `${source}, line ${line.row}`,
        queryText: jsonLinesText(line, pick(line.value, 'prompt'), problems)
      },
      (field) => ({
        row: line.row,
        column:
          { qid: 'id', queryText: 'prompt', collectedAt: 'collected_at', markdown: 'article' }[field as string] ?? field
      })
    );
  });
