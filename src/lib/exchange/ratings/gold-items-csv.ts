import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { isGoldPurpose, type GoldItem } from '../../studies/planning/purposes/purposes.ts';
import { csvSeparator, eachCsvRecord, type CsvTable } from '../format/csv-records.ts';
import { complain, nameField, proseField } from '../format/fields.ts';
import { HeaderColumns } from '../format/header-columns.ts';
import { ProblemList, type Parsed } from '../format/problem-list.ts';

const say = sayingsOf('importProblems');

const COLUMNS = {
  purpose: ['purpose', 'for'],
  qid: ['query', 'qid'],
  system: ['system'],
  item: ['item', 'key'],
  answer: ['answer', 'label'],
  reason: ['reason', 'why'],
  text: ['words', 'text', 'own words']
} as const;

type Column = keyof typeof COLUMNS;

const needed: readonly Column[] = ['purpose', 'qid', 'system', 'answer'];
const LONGEST = 2_000;

class GoldTable implements CsvTable {
  readonly items: GoldItem[] = [];
  readonly #problems: ProblemList;
  readonly #columns: HeaderColumns<Column>;

  constructor(problems: ProblemList, columns: HeaderColumns<Column>) {
    this.#problems = problems;
    this.#columns = columns;
  }

  label(index: number): string {
    return this.#columns.label(index);
  }

  add(cells: string[], row: number, aside?: Saying): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (!this.#columns.known) return this.#columns.read(cells, row, this.#problems);
    if (!this.#columns.complete || !this.#columns.see(cells, row, this.#problems, aside)) return;
    const at = (name: Column): string => this.#columns.cell(cells, name);
    const place = (name: Column) => ({ row, column: name, ...(aside === undefined ? {} : { aside }) });
    const name = (one: 'qid' | 'system' | 'answer') =>
      nameField(at(one), COLUMNS[one][0], this.#problems, place(one)) ?? '';
    const prose = (one: 'reason' | 'text') => proseField(at(one), this.#problems, place(one), LONGEST) ?? '';
    const purpose = at('purpose').trim().toLowerCase();
    if (!isGoldPurpose(purpose)) {
      complain(this.#problems, place('purpose'), say('purpose'), purpose);
      return;
    }
    const text = prose('text');
    const item = { purpose, qid: name('qid'), system: name('system'), item: at('item').trim(), answer: name('answer') };
    this.items.push({ ...item, reason: prose('reason'), ...(text && { text }) });
  }
}

/**
 * Gold items as CSV: one a row under the columns purpose, query, system and answer; item, reason and words may be
 * there.
 */
export async function parseGoldItems(text: string): Promise<Parsed<GoldItem[]>> {
  const problems = new ProblemList();
  const body = new TextEncoder().encode(text);
  const columns = new HeaderColumns<Column>(COLUMNS, needed);
  const table = new GoldTable(problems, columns);
  const separator = csvSeparator(body, (header) => header.filter((cell) => columns.meaning(cell) !== undefined).length);
  await eachCsvRecord(body, separator, table, problems);
  columns.noteUnread(problems);
  return problems.answer(table.items);
}
