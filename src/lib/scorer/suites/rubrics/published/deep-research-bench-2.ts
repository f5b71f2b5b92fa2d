/** DeepResearch Bench II: `tasks_and_rubrics.jsonl`, and one result line for each report with its items by text. */
import { groups2 } from '../official/deep-research-bench-2.ts';
import { fieldsOf, isFields, numberOf } from '../official/numbers.ts';
import type { RubricNode } from '../rubric.ts';
import type { PublishedForm, PublishedTask, ReadingContext, SaidInFile } from './form.ts';
import { FileFault, fieldsIn, idOf, unwrapJson, wordsOf, type GivenRow } from './given-files.ts';

const titles = { info_recall: 'Recall of information', analysis: 'Analysis', presentation: 'Presentation' };

function taskOf(place: GivenRow, { left, note }: ReadingContext): PublishedTask {
  const { row } = place;
  const content = fieldsOf(row.content);
  const [qid, query] = [idOf(row.idx), wordsOf(row.prompt) ?? wordsOf(content.task)];
  if (qid === null || query === null) throw new FileFault(place, 'idx or prompt is missing');
  left.see(row, ['idx', 'prompt', 'content']);
  left.see(content, ['rubric', 'blocked', ...(content.task === query ? ['task'] : [])], 'content.');
  const rubric = fieldsOf(content.rubric);
  left.see(rubric, groups2, 'content.rubric.');
  // The suite knows an item by its text: the same text twice is one item, of the later group.
  const groupOf = new Map<string, string>();
  const lists = groups2.map((group) => {
    const list = rubric[group] ?? [];
    if (!Array.isArray(list)) throw new FileFault(place, `${group} is not a list`);
    return list.map((one: unknown, k) => {
      const text = wordsOf(one);
      if (text === null) throw new FileFault(place, `item ${String(k + 1)} of ${group} is no text`);
      if (groupOf.has(text)) note(`task ${qid} holds an item twice, which is one item: ${JSON.stringify(text)}`);
      groupOf.set(text, group);
      return text;
    });
  });
  const criteria = groups2.flatMap((group, k): RubricNode[] => {
    const texts = [...new Set(lists[k])].filter((text) => groupOf.get(text) === group);
    const items = texts.map((text, at) => ({ key: `${group}-${String(at + 1)}`, text }));
    return items.length === 0 ? [] : [{ key: group, title: titles[group], criteria: items }];
  });
  const { title, authors, urls, ...more } = fieldsOf(content.blocked);
  left.see(more, [], 'content.blocked.');
  const of = (value: unknown) => (Array.isArray(value) ? value.map(String).join(', ') : (wordsOf(value) ?? ''));
  const blocked = [wordsOf(title) ?? '', of(authors), of(urls)].filter((one) => one !== '').join('; ');
  return { qid, query, criteria, ...(blocked !== '' && { context: `Blocked source: ${blocked}` }) };
}

/** Meaning of an item's score. Only 1 is satisfied; −1 rests on the blocked source; any other number is an item that is not met. */
function labelOf(score: unknown): { label: string | null; reason: string | null; remark: string } {
  const value = numberOf(score);
  if (value === null) {
    const reason = `The suite’s score ${JSON.stringify(score ?? null)} is no number, so the item counts nowhere.`;
    return { label: null, reason, remark: '' };
  }
  const label = value === 1 ? 'met' : value === -1 ? 'blocked' : 'not-met';
  return { label, reason: null, remark: [1, 0, -1].includes(value) ? '' : `Score ${String(value)} in the file.` };
}

export const bench2Files: PublishedForm = {
  name: 'deep-research-bench-2',
  isTasks: (row) => 'idx' in row && 'rubric' in fieldsOf(row.content),
  tasks: (rows, context) => rows.map((row) => taskOf(row, context)),
  isResults: (row) => 'model' in row && 'idx' in row && ('result' in row || 'new_content' in row),
  results: (rows, { left, criteriaOf }) => {
    const runs = new Map<string, number>();
    return rows.flatMap((place): SaidInFile[] => {
      const { row } = place;
      const [qid, system] = [idOf(row.idx), wordsOf(row.model)];
      if (qid === null || system === null) throw new FileFault(place, 'idx or model is missing');
      const result = unwrapJson(row.result ?? row.new_content);
      if (!isFields(result)) throw new FileFault(place, 'the result is no object');
      left.see(row, ['model', 'idx', 'result', 'new_content']);
      left.see(result, ['task', 'scores', ...('scores' in result ? [] : ['error'])], 'result.');
      // Later runs are appended to the same file.
      const repeat = runs.get(JSON.stringify([system, qid])) ?? 0;
      runs.set(JSON.stringify([system, qid]), repeat + 1);
      const by = { place, system, judge: null, qid, repeat };
      if (!isFields(result.scores)) {
        const reason = `The suite’s record failed: ${wordsOf(result.error) ?? 'it holds no scores'}`;
        return criteriaOf(qid).map(({ key }) => ({ ...by, of: { key }, label: null, rationale: '', reason }));
      }
      left.see(result.scores, groups2, 'result.scores.');
      return groups2.flatMap((group) =>
        Object.entries(fieldsIn(fieldsOf(result.scores)[group] ?? {}, `${group} of ${qid}`, place)).map(
          ([text, given]): SaidInFile => {
            const one = fieldsOf(given);
            left.see(one, ['score', 'reason', 'evidence'], 'scores[].');
            const { label, reason, remark } = labelOf(one.score);
            const evidence = wordsOf(one.evidence);
            return {
              ...{ ...by, of: { text }, label, reason },
              rationale: [wordsOf(one.reason) ?? '', remark].filter((part) => part !== '').join(' '),
              ...(evidence !== null && { quotes: [evidence] })
            };
          }
        )
      );
    });
  }
};
