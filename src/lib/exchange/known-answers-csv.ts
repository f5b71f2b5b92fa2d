import { isKnownPurpose, type KnownItem } from '../studies/purposes.ts';
import { normalHeader } from './columns.ts';
import { csvSeparator, eachCsvRecord, type CsvTable } from './csv-records.ts';
import { complain, nameField, proseField } from './fields.ts';
import { ProblemList, type Parsed } from './problem-list.ts';

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

const columnOf = (header: string): Column | undefined =>
  (Object.keys(COLUMNS) as Column[]).find((name) =>
    (COLUMNS[name] as readonly string[]).includes(normalHeader(header))
  );

class KnownTable implements CsvTable {
  readonly items: KnownItem[] = [];
  readonly #problems: ProblemList;
  #labels: string[] | null = null;
  #places = new Map<Column, number>();

  constructor(problems: ProblemList) {
    this.#problems = problems;
  }

  label(index: number): string {
    return this.#labels?.[index] ?? `column ${index + 1}`;
  }

  add(cells: string[], row: number, aside?: string): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (!this.#labels) return this.#header(cells, row);
    if (needed.some((name) => !this.#places.has(name))) return;
    const at = (name: Column): string => cells[this.#places.get(name) ?? -1] ?? '';
    const place = (name: Column) => ({ row, column: name, ...(aside === undefined ? {} : { aside }) });
    const name = (one: 'qid' | 'system' | 'answer') =>
      nameField(at(one), COLUMNS[one][0], this.#problems, place(one)) ?? '';
    const prose = (one: 'reason' | 'text') => proseField(at(one), this.#problems, place(one), LONGEST) ?? '';
    const purpose = at('purpose').trim().toLowerCase();
    if (!isKnownPurpose(purpose)) {
      complain(this.#problems, place('purpose'), 'Write practice, gold or attention', purpose);
      return;
    }
    const text = prose('text');
    const item = { purpose, qid: name('qid'), system: name('system'), item: at('item').trim(), answer: name('answer') };
    this.items.push({ ...item, reason: prose('reason'), ...(text && { text }) });
  }

  #header(cells: string[], row: number): void {
    this.#labels = cells.map((cell) => cell.trim());
    this.#labels.forEach((label, index) => {
      const name = columnOf(label);
      if (name && this.#places.has(name)) this.#problems.add(row, label, `Two columns mean ${name}; keep one of them`);
      else if (name) this.#places.set(name, index);
    });
    for (const name of needed)
      if (!this.#places.has(name))
        this.#problems.add(
          row,
          name,
          `The column ${COLUMNS[name][0]} is missing; there are: ${this.#labels.join(', ')}`
        );
  }
}

/**
 * Items with a known answer as CSV: one a row under the columns purpose, query, system and answer; item, reason and words may be
 * there.
 */
export async function parseKnownAnswers(text: string): Promise<Parsed<KnownItem[]>> {
  const problems = new ProblemList();
  const body = new TextEncoder().encode(text);
  const table = new KnownTable(problems);
  const separator = csvSeparator(body, (header) => header.filter((cell) => columnOf(cell) !== undefined).length);
  await eachCsvRecord(body, separator, table, problems);
  return problems.answer(table.items);
}
