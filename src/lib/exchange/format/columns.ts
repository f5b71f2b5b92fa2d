import { sayingsOf } from '../../messages/sayings.ts';
import type { ProblemList } from './problem-list.ts';
import { normalHeader } from './normal-header.ts';
import { isPartialCredit, partialCredit } from './untaken.ts';

const say = sayingsOf('importProblems');

/** The columns of a dataset in a table, and every header that means each of them (in normal form, see `normalHeader`). */
const COLUMNS = {
  qid: ['qid', 'query id'],
  text: ['deep research query', 'query', 'question'],
  freeText: ['question no placeholder', 'query no placeholder'],
  item: ['checklist', 'checklist item'],
  freeItem: ['checklist no placeholder', 'checklist item no placeholder'],
  key: ['checklist id', 'item id'],
  domain: ['domain', 'topic'],
  category: ['category'],
  language: ['language'],
  kind: ['kind'],
  weight: ['weight'],
  dimension: ['dimension'],
  explanation: ['explanation']
} as const satisfies Record<string, readonly string[]>;

export type ColumnName = keyof typeof COLUMNS;

const WANTED = {
  qid: 'qid',
  text: 'Deep Research Query (or query, question)',
  item: 'Checklist (or checklist_item)'
} as const;

const meaning = new Map<string, ColumnName>(
  (Object.keys(COLUMNS) as ColumnName[]).flatMap((name) => COLUMNS[name].map((header) => [header, name] as const))
);

export const columnNamed = (header: string): ColumnName | undefined => meaning.get(normalHeader(header));

/** Where each column stands in the table, and what the file calls it. */
export type Header = Map<ColumnName, { index: number; label: string }>;

export function readHeader(cells: readonly string[], row: number, problems: ProblemList): Header | null {
  const header: Header = new Map();
  const labels = cells.map((cell) => cell.trim());
  labels.forEach((label, index) => {
    const name = columnNamed(label);
    const other = name && header.get(name);
    if (other) problems.add(row, label, say('sameMeaning', { one: other.label, other: label }));
    else if (name) header.set(name, { index, label });
  });
  // A file that has only the texts without placeholders: they are its texts.
  for (const [own, other] of [
    ['text', 'freeText'],
    ['item', 'freeItem']
  ] as const) {
    const found = header.get(other);
    if (!found || header.has(own)) continue;
    header.set(own, found);
    header.delete(other);
  }
  const missing = (Object.keys(WANTED) as (keyof typeof WANTED)[]).filter((name) => !header.has(name));
  const found = labels.filter((label) => label !== '').join(', ') || 'none';
  const isListOfQueries = missing.length === 1 && missing[0] === 'item';
  for (const name of missing)
    problems.add(
      row,
      WANTED[name],
      say(isListOfQueries ? 'checklistMissing' : 'columnMissing', { column: WANTED[name], found }),
      found
    );
  for (const label of labels) if (isPartialCredit(label)) problems.add(row, label, partialCredit, label);
  return missing.length > 0 ? null : header;
}
