import { sayingsOf, type Saying } from '../../../messages/sayings.ts';
import type { ImportedTopic } from '../../../verification/topics/topics.ts';
import { csvSeparator, eachCsvRecord, type CsvTable } from '../../format/csv-records.ts';
import { HeaderColumns } from '../../format/header-columns.ts';
import { ProblemList, type Parsed } from '../../format/problem-list.ts';
import { requireUtf8 } from '../../format/utf8.ts';
import { TopicCollector, type RawTopic } from './topic-collector.ts';

const say = sayingsOf('importProblems');

const COLUMNS = {
  topic: ['topic', 'topic id'],
  platform: ['platform'],
  url: ['url', 'address'],
  date: ['date'],
  language: ['language'],
  text: ['text', 'post'],
  comment: ['comment'],
  count: ['comment count', 'count', 'likes'],
  state: ['state'],
  reason: ['reason'],
  note: ['note']
} as const;
type Column = keyof typeof COLUMNS;

/** Columns of the table, as its writers name them. */
export const topicColumns = [
  ...['topic', 'platform', 'url', 'date', 'language', 'text', 'comment', 'comment_count', 'state', 'reason', 'note']
] as const;

const headerColumns = () => new HeaderColumns<Column>(COLUMNS, ['topic', 'platform', 'text']);

/** Whether a header is that of a table of topics. */
export function isTopicHeader(header: readonly string[]): boolean {
  const columns = headerColumns();
  const found = new Set(header.map((cell) => columns.meaning(cell)));
  return found.has('topic') && found.has('platform') && found.has('text');
}

/** Topics as a table: one row per comment; a topic without comments has one row. Rows after a topic's first may leave its fields empty. */
export class TopicTable implements CsvTable {
  readonly #problems: ProblemList;
  readonly #columns = headerColumns();
  readonly #topics: TopicCollector;

  constructor(problems: ProblemList) {
    this.#problems = problems;
    this.#topics = new TopicCollector(problems);
  }

  label(index: number): string {
    return this.#columns.label(index);
  }

  add(cells: string[], row: number, aside?: Saying): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (!this.#columns.known) return this.#columns.read(cells, row, this.#problems);
    if (!this.#columns.complete || !this.#columns.see(cells, row, this.#problems, aside)) return;
    const at = (name: Column): string => this.#columns.cell(cells, name);
    const placeOf = (field: Column) => ({
      row,
      column: COLUMNS[field][0],
      ...(aside === undefined ? {} : { aside })
    });
    const fields = ['topic', 'platform', 'url', 'date', 'language', 'text', 'state', 'reason', 'note'] as const;
    const raw = Object.fromEntries(fields.map((name) => [name, at(name)])) as RawTopic;
    const topic = this.#topics.topic(raw, placeOf, true);
    if (at('comment').trim() !== '' || at('count').trim() !== '')
      this.#topics.comment(topic, at('comment'), at('count'), placeOf);
  }

  finish(): ImportedTopic[] {
    this.#columns.noteUnread(this.#problems);
    return this.#topics.finish();
  }
}

/** Topics as CSV. */
export async function parseTopicCsv(bytes: Uint8Array): Promise<Parsed<ImportedTopic[]>> {
  const problems = new ProblemList();
  const body = requireUtf8(bytes, problems);
  if (body === null) return problems.answer([]);
  const table = new TopicTable(problems);
  const separator = csvSeparator(body, (header) => header.filter((cell) => headerColumns().meaning(cell)).length);
  await eachCsvRecord(body, separator, table, problems);
  const topics = table.finish();
  if (topics.length === 0 && !problems.any) problems.add(null, 'file', say('noTopic'));
  return problems.answer(topics);
}
