import { complain } from './fields.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { normalHeader } from './normal-header.ts';
import type { ProblemList } from './problem-list.ts';
import { UnreadColumns } from './untaken.ts';

const say = sayingsOf('importProblems');

/** Whether a row has the cells of the header, as in tables that were joined with `cat`: then it is no data. */
export const repeatsHeader = (header: readonly string[], cells: readonly string[]): boolean =>
  header.filter((label) => label.trim() !== '').length > 1 &&
  Array.from({ length: Math.max(header.length, cells.length) }).every(
    (_, index) => (cells[index] ?? '').trim() === (header[index] ?? '').trim()
  );

/** Which column of a CSV means what, by the names that its header gives them. */
export class HeaderColumns<Column extends string> {
  readonly #names: Readonly<Record<Column, readonly string[]>>;
  readonly #needed: readonly Column[];
  #labels: string[] | null = null;
  #places = new Map<Column, number>();
  #unread: UnreadColumns | null = null;

  /** @param names what each column may be called, in normal form; the first is the one that people are told */
  constructor(names: Readonly<Record<Column, readonly string[]>>, needed: readonly Column[]) {
    this.#names = names;
    this.#needed = needed;
  }

  meaning(header: string): Column | undefined {
    return (Object.keys(this.#names) as Column[]).find((name) => this.#names[name].includes(normalHeader(header)));
  }

  /** Whether the header was read. */
  get known(): boolean {
    return this.#labels !== null;
  }

  /** Whether it has all columns without which no row can be read. */
  get complete(): boolean {
    return this.#needed.every((name) => this.#places.has(name));
  }

  /** The file's own name of a column. */
  label(index: number): string {
    return this.#labels?.[index] ?? `column ${index + 1}`;
  }

  /** The cell under a column; empty if the file has no such column. */
  cell(cells: readonly string[], name: Column): string {
    return cells[this.#places.get(name) ?? -1] ?? '';
  }

  /**
   * Counts the values of a row that no column is read for.
   *
   * @returns false, with a problem, if the row has more cells than the header, so that some text is not where it belongs, or
   *   repeats the header
   */
  see(cells: readonly string[], row: number, problems: ProblemList, aside?: Saying): boolean {
    const width = this.#labels?.length ?? 0;
    const beyond = cells.slice(width);
    if (beyond.some((cell) => cell.trim() !== '')) {
      const reason = say('rowWidth', { n: cells.length, header: width });
      complain(problems, { row, column: 'row', aside }, reason, beyond.join(', '));
      return false;
    }
    if (repeatsHeader(this.#labels ?? [], cells)) {
      complain(problems, { row, column: 'row', aside }, say('headerAgain'));
      return false;
    }
    this.#unread?.see(cells);
    return true;
  }

  /** Names the columns that were not read, with how many values they have. */
  noteUnread(problems: ProblemList): void {
    this.#unread?.note(problems);
  }

  /** Reads the header. @param sheet of a workbook, for the problem that a column is missing */
  read(cells: readonly string[], row: number, problems: ProblemList, sheet: string | null = null): void {
    const labels = cells.map((cell) => cell.trim());
    this.#labels = labels;
    this.#unread = new UnreadColumns(labels, (label) => this.meaning(label) !== undefined);
    labels.forEach((label, index) => {
      const name = this.meaning(label);
      if (name && this.#places.has(name)) problems.add(row, label, say('twoColumns', { column: name }));
      else if (name) this.#places.set(name, index);
    });
    for (const name of this.#needed)
      if (!this.#places.has(name)) {
        const missing = { column: this.#names[name][0]!, found: labels.join(', ') };
        problems.add(row, name, sheet === null ? say('columnMissing', missing) : say('columnMissingInSheet', { ...missing, sheet })); // prettier-ignore
      }
  }
}
