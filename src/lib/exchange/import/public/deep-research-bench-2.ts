import { sayingsOf } from '../../../messages/sayings.ts';
import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import type { FileContent } from '../../format/file-content.ts';
import { pick, readJsonLines, jsonLinesText } from '../../format/json-lines.ts';
import { isObject } from '../../format/json-value.ts';
import { ProblemList } from '../../format/problem-list.ts';
import type { Parsed } from '../../format/problem-list.ts';
import { QueryCollector } from '../queries/query-collector.ts';
import { Untaken } from '../../format/untaken.ts';

const say = sayingsOf('importProblems');
const sayNote = sayingsOf('importNotes');

const GROUPS = ['info_recall', 'analysis', 'presentation'] as const;

/**
 * `tasks_and_rubrics.jsonl` of DeepResearch Bench II: `{id, idx, language, theme, prompt, content: {rubric: {GROUP: [text]},
 * blocked}}` per line. The qid is `idx`, by which its results are kept; `id` carries another number. Items have no ids and are
 * known by their texts, so that one which stands twice in a task is one item.
 */
export function parseDeepResearchBench2(file: FileContent): Parsed<ImportedQuery[]> {
  const problems = new ProblemList();
  const queries = new QueryCollector(problems);
  const untaken = new Untaken();
  const rows = new Map<string, number>();
  let twice = 0;
  for (const line of readJsonLines(file, problems)) {
    const { value, row } = line;
    const text = (name: string) => jsonLinesText(line, pick(value, name), problems);
    const qid = jsonLinesText(line, pick(value, 'idx'), problems, 'numbers');
    const before = rows.get(qid);
    if (before !== undefined) problems.add(row, 'idx', say('idxUsed', { row: before }), qid);
    rows.set(qid, row);
    const query = queries.query(
      { qid, text: text('prompt'), free: '', domain: text('theme'), category: '', language: text('language') },
      (field) => ({ row, column: { qid: 'idx', text: 'prompt', domain: 'theme' }[field as string] ?? field })
    );
    const content = isObject(value['content']) ? value['content'] : {};
    const rubric = isObject(content['rubric']) ? content['rubric'] : {};
    untaken.see(value, ['idx', 'prompt', 'theme', 'language', 'content']);
    untaken.see(content, ['rubric', ...(content['task'] === value['prompt'] ? ['task'] : [])], 'content.');
    untaken.see(rubric, GROUPS, 'content.rubric.');
    const seen = new Set<string>();
    for (const group of GROUPS) {
      const column = `content.rubric.${group}`;
      const list = rubric[group] ?? [];
      if (!Array.isArray(list)) problems.add(row, column, say('groupList'), JSON.stringify(list));
      else
        list.forEach((entry: unknown, index) => {
          const item = jsonLinesText(line, { name: `${column}[${index}]`, value: entry }, problems);
          const words = item.replace(/\s+/g, ' ').trim();
          if (words !== '' && seen.has(words)) twice += 1;
          else
            queries.item(
              query,
              {
                ...{ key: `${group.replace('_', '-')}-${index + 1}`, free: '', text: item, kind: 'criterion' },
                ...{ weight: null, dimension: group, explanation: '' }
              },
              () => ({ row, column: `${column}[${index}]` })
            );
          seen.add(words);
        });
    }
  }
  untaken.note(problems);
  if (twice > 0) problems.note(sayNote('itemsTwice', { n: twice }));
  problems.note(sayNote('blockedSource'));
  return problems.answer(queries.finish());
}
