import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import type { ImportedAnswer } from '../../verification/proposals/survey/survey.ts';
import { csvSeparator, eachCsvRecord, type CsvTable } from '../format/csv-records.ts';
import { complain, nameField, proseField } from '../format/fields.ts';
import { HeaderColumns } from '../format/header-columns.ts';
import { ProblemList, type Parsed } from '../format/problem-list.ts';
import { requireUtf8 } from '../format/utf8.ts';

const say = sayingsOf('importProblems');

const COLUMNS = {
  respondent: ['respondent', 'respondent id', 'id'],
  group: ['group', 'respondent group'],
  question: ['question', 'what would you ask', 'what questions would you ask a deep research agent?'],
  matters: ['matters', 'what matters', "what aspects of the model's response matter most to you?"]
} as const;

type Column = keyof typeof COLUMNS;

const LONGEST = 20_000;

/** Answers row by row, under the columns respondent, group, question and matters. */
class AnswerTable implements CsvTable {
  readonly answers: ImportedAnswer[] = [];
  readonly #problems: ProblemList;
  readonly #rows = new Map<string, number>();
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
    const respondent = nameField(at('respondent'), 'respondent', this.#problems, place('respondent'));
    const question = proseField(at('question'), this.#problems, place('question'), LONGEST);
    const matters = proseField(at('matters'), this.#problems, place('matters'), LONGEST);
    const group = proseField(at('group'), this.#problems, place('group'), 200);
    if (question === '') complain(this.#problems, place('question'), say('questionEmpty'));
    if (respondent === null) return;
    const earlier = this.#rows.get(respondent);
    if (earlier !== undefined)
      complain(this.#problems, place('respondent'), say('respondentTwice', { row: earlier }), respondent);
    this.#rows.set(respondent, row);
    if (question && matters !== null && group !== null)
      this.answers.push({ respondent, group, question, matters, row });
  }
}

/** A survey as CSV: one row per respondent, with at least `respondent` and `question`; `group` and `matters` may be there. */
export async function parseSurveyCsv(bytes: Uint8Array): Promise<Parsed<ImportedAnswer[]>> {
  const problems = new ProblemList();
  const body = requireUtf8(bytes, problems);
  if (body === null) return problems.answer([]);
  const columns = new HeaderColumns<Column>(COLUMNS, ['respondent', 'question']);
  const table = new AnswerTable(problems, columns);
  const separator = csvSeparator(body, (header) => header.filter((cell) => columns.meaning(cell) !== undefined).length);
  await eachCsvRecord(body, separator, table, problems);
  columns.noteUnread(problems);
  if (table.answers.length === 0 && !problems.any) problems.add(null, 'file', say('noAnswer'));
  return problems.answer(table.answers);
}
