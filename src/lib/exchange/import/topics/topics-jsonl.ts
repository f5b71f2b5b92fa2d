import { sayingsOf } from '../../../messages/sayings.ts';
import type { ImportedTopic } from '../../../verification/topics/topics.ts';
import type { FileContent } from '../../format/file-content.ts';
import { jsonLinesText, pick, readJsonLines, writeJsonLines, type JsonObject } from '../../format/json-lines.ts';
import { isObject } from '../../format/json-value.ts';
import { ProblemList, type Parsed } from '../../format/problem-list.ts';
import { Untaken } from '../../format/untaken.ts';
import { TopicCollector, type RawTopic } from './topic-collector.ts';

const say = sayingsOf('importProblems');

const FIELDS = ['topic', 'platform', 'url', 'date', 'language', 'text', 'state', 'reason', 'note'] as const;

/** Whether a line tells a topic. */
export const isTopicLine = (line: JsonObject): boolean =>
  ['topic', 'platform', 'text'].every((name) => Object.hasOwn(line, name)) && !Object.hasOwn(line, 'qid');

/**
 * Topics as JSON lines: `{"topic": "t1", "platform", "text", "url"?, "date"?, "language"?, "comments"?: [{"text", "count"?} |
 * "text" …], "state"?, "reason"?, "note"?}`. `state` is waiting (if absent), accepted or rejected with a `reason`.
 */
export function parseTopicsJsonl(content: FileContent): Parsed<ImportedTopic[]> {
  const problems = new ProblemList();
  const topics = new TopicCollector(problems);
  const untaken = new Untaken();
  for (const line of readJsonLines(content, problems)) {
    const { row, value } = line;
    untaken.see(value, [...FIELDS, 'comments']);
    const raw = Object.fromEntries(
      FIELDS.map((name) => [name, jsonLinesText(line, { name, value: pick(value, name).value }, problems)])
    ) as RawTopic;
    const topic = topics.topic(raw, (field) => ({ row, column: field }), false);
    const comments = pick(value, 'comments').value ?? [];
    if (!Array.isArray(comments)) {
      problems.add(row, 'comments', say('notList'), JSON.stringify(comments));
      continue;
    }
    comments.forEach((one: unknown, at) => {
      const placeOf = (field: string) => ({
        row,
        column: `comments[${at}].${field === 'comment' ? 'text' : field}`
      });
      if (typeof one === 'string') return topics.comment(topic, one, '', placeOf);
      if (!isObject(one))
        return problems.add(row, `comments[${at}]`, say('commentForm'), JSON.stringify(one)); // prettier-ignore
      untaken.see(one, ['text', 'count'], 'comments[].');
      const { text, count } = one;
      if (typeof text !== 'string')
        return problems.add(row, `comments[${at}].text`, say('notText'), JSON.stringify(text) ?? 'nothing');
      topics.comment(topic, text, count === null || count === undefined ? '' : JSON.stringify(count), placeOf);
    });
  }
  untaken.note(problems);
  const found = topics.finish();
  if (found.length === 0 && !problems.any) problems.add(null, 'file', say('noTopic'));
  return problems.answer(found);
}

export const writeTopicsJsonl = (topics: readonly ImportedTopic[]): string =>
  writeJsonLines(
    topics.map(({ key, platform, url, date, language, text, comments, state, reason, note }) => ({
      ...{ topic: key, platform, url, date, language, text, comments, state },
      ...(reason !== null && { reason }),
      ...(note !== '' && { note })
    }))
  );
