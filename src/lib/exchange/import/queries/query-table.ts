import { complain } from '../../format/fields.ts';
import { sayingsOf, type Saying } from '../../../messages/sayings.ts';
import type { ColumnName, Header } from '../../format/columns.ts';
import { columnNamed, readHeader } from '../../format/columns.ts';
import { repeatsHeader } from '../../format/header-columns.ts';
import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import type { ProblemList } from '../../format/problem-list.ts';
import { QueryCollector } from './query-collector.ts';
import { UnreadColumns } from '../../format/untaken.ts';

const say = sayingsOf('importProblems');

/**
 * A dataset as a table with one row per checklist item, fed row by row. The first row that is not blank is the header.
 * Blank rows are skipped but counted, so that row numbers are those a spreadsheet shows.
 */
export class QueryTable {
  readonly #problems: ProblemList;
  readonly #queries: QueryCollector;
  #header: Header | null = null;
  #labels: readonly string[] = [];
  #unreadable = false;
  #unread: UnreadColumns | null = null;

  constructor(problems: ProblemList) {
    this.#problems = problems;
    this.#queries = new QueryCollector(problems);
  }

  /** The file's own name of the column at `index`, for problems found before a row is read. */
  label(index: number): string {
    for (const column of this.#header?.values() ?? []) if (column.index === index) return column.label;
    return `column ${index + 1}`;
  }

  add(cells: readonly string[], row: number, aside?: Saying): void {
    if (this.#unreadable || cells.every((cell) => cell.trim() === '')) return;
    if (!this.#header) {
      this.#header = readHeader(cells, row, this.#problems);
      this.#labels = cells;
      this.#unreadable = this.#header === null;
      this.#unread = new UnreadColumns(cells, (label) => columnNamed(label) !== undefined);
      return;
    }
    const header = this.#header;
    const at = (name: ColumnName): string => cells[header.get(name)?.index ?? -1] ?? '';
    const placeOf = (name: ColumnName) => ({ row, column: header.get(name)?.label ?? name, aside });
    const width = this.#labels.length;
    if (cells.slice(width).some((cell) => cell.trim() !== '')) {
      const reason = say('rowWidth', { n: cells.length, header: width });
      complain(this.#problems, { row, column: 'row', aside }, reason, cells.slice(width).join(', '));
      return;
    }
    if (repeatsHeader(this.#labels, cells)) {
      complain(this.#problems, { row, column: 'row', aside }, say('headerAgain'));
      return;
    }
    this.#unread?.see(cells);
    const query = this.#queries.query(
      {
        qid: at('qid'),
        text: at('text'),
        free: at('freeText'),
        domain: at('domain'),
        category: at('category'),
        language: at('language')
      },
      (field) => placeOf(field === 'free' ? 'freeText' : field)
    );
    this.#queries.item(
      query,
      {
        key: at('key'),
        text: at('item'),
        free: at('freeItem'),
        kind: at('kind'),
        weight: at('weight'),
        dimension: at('dimension'),
        explanation: at('explanation')
      },
      (field) => placeOf(field === 'text' ? 'item' : field === 'free' ? 'freeItem' : field)
    );
  }

  finish(): ImportedQuery[] {
    if (!this.#header && !this.#unreadable && !this.#problems.any) this.#problems.add(null, 'file', say('fileEmpty'));
    this.#unread?.note(this.#problems);
    return this.#queries.finish();
  }
}
