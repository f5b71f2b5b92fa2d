import type { ImportedAnswer } from '../verification/survey.ts';
import { normalHeader } from './columns.ts';
import { csvSeparator, eachCsvRecord, type CsvTable } from './csv-records.ts';
import { complain, nameField, proseField } from './fields.ts';
import { ProblemList, type Parsed } from './problem-list.ts';
import { requireUtf8 } from './utf8.ts';

const COLUMNS = {
  respondent: ['respondent', 'respondent id', 'id'],
  group: ['group', 'respondent group'],
  question: ['question', 'what would you ask', 'what questions would you ask a deep research agent?'],
  matters: ['matters', 'what matters', "what aspects of the model's response matter most to you?"]
} as const;

type Column = keyof typeof COLUMNS;

const columnOf = (header: string): Column | undefined =>
  (Object.keys(COLUMNS) as Column[]).find((name) =>
    (COLUMNS[name] as readonly string[]).includes(normalHeader(header))
  );

const LONGEST = 20_000;

/** Answers row by row, under the columns respondent, group, question and matters. */
class AnswerTable implements CsvTable {
  readonly answers: ImportedAnswer[] = [];
  readonly #problems: ProblemList;
  readonly #rows = new Map<string, number>();
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
    if (!this.#places.has('respondent') || !this.#places.has('question')) return;
    const at = (name: Column): string => cells[this.#places.get(name) ?? -1] ?? '';
    const place = (name: Column) => ({ row, column: name, ...(aside === undefined ? {} : { aside }) });
    const respondent = nameField(at('respondent'), 'respondent', this.#problems, place('respondent'));
    const question = proseField(at('question'), this.#problems, place('question'), LONGEST);
    const matters = proseField(at('matters'), this.#problems, place('matters'), LONGEST);
    const group = proseField(at('group'), this.#problems, place('group'), 200);
    if (question === '') complain(this.#problems, place('question'), 'The question is empty');
    if (respondent === null) return;
    const earlier = this.#rows.get(respondent);
    if (earlier !== undefined)
      complain(this.#problems, place('respondent'), `The respondent is in row ${earlier} already`, respondent);
    this.#rows.set(respondent, row);
    if (question && matters !== null && group !== null)
      this.answers.push({ respondent, group, question, matters, row });
  }

  #header(cells: string[], row: number): void {
    this.#labels = cells.map((cell) => cell.trim());
    this.#labels.forEach((label, index) => {
      const name = columnOf(label);
      if (name && this.#places.has(name)) this.#problems.add(row, label, `Two columns mean ${name}; keep one of them`);
      else if (name) this.#places.set(name, index);
    });
    for (const name of ['respondent', 'question'] as const)
      if (!this.#places.has(name))
        this.#problems.add(
          row,
          name,
          `The column ${name} is missing; the file's columns are: ${this.#labels.join(', ')}`
        );
  }
}

/** A survey as CSV: one row per respondent, with at least `respondent` and `question`; `group` and `matters` may be there. */
export async function parseSurveyCsv(bytes: Uint8Array): Promise<Parsed<ImportedAnswer[]>> {
  const problems = new ProblemList();
  const body = requireUtf8(bytes, problems);
  if (body === null) return problems.answer([]);
  const table = new AnswerTable(problems);
  const separator = csvSeparator(body, (header) => header.filter((cell) => columnOf(cell) !== undefined).length);
  await eachCsvRecord(body, separator, table, problems);
  if (table.answers.length === 0 && !problems.any) problems.add(null, 'file', 'The file holds no answer');
  return problems.answer(table.answers);
}
