import { isEmail, oneForm } from '../../../names.ts';
import { sayingsOf, type Saying } from '../../../messages/sayings.ts';
import { csvSeparator, eachCsvRecord, type CsvTable } from '../../format/csv-records.ts';
import { complain, nameField } from '../../format/fields.ts';
import { HeaderColumns } from '../../format/header-columns.ts';
import { ProblemList, type Parsed } from '../../format/problem-list.ts';

const say = sayingsOf('importProblems');

const COLUMNS = {
  email: ['email', 'e mail', 'email address', 'e mail address', 'mail', '电子邮箱', '邮箱', '电子邮件', '邮件'],
  name: ['name', 'full name', 'person', '姓名', '名字'],
  role: ['role', '角色']
} as const;

type Column = keyof typeof COLUMNS;

/** People in one list: each gets a link, which a lead has to send. */
export const MOST_PEOPLE = 500;

interface ListedPerson<Role extends string = string> {
  /** In lower case. */
  email: string;
  /** Empty if the list does not give it. */
  name: string;
  role: Role;
  /** Line of the list, from 1. */
  row: number;
}

class PeopleTable<Role extends string> implements CsvTable {
  readonly people: ListedPerson<Role>[] = [];
  readonly #columns = new HeaderColumns<Column>(COLUMNS, ['email']);
  readonly #rows = new Map<string, number>();
  readonly #problems: ProblemList;
  readonly #roles: readonly Role[];
  readonly #usual: Role;
  readonly #called: (role: Role) => string;

  constructor(problems: ProblemList, roles: readonly Role[], usual: Role, called: (role: Role) => string) {
    this.#problems = problems;
    this.#roles = roles;
    this.#usual = usual;
    this.#called = called;
  }

  label(index: number): string {
    return this.#columns.label(index);
  }

  add(cells: string[], row: number, aside?: Saying): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (!this.#columns.known) {
      // A first person with a wrong address is a person: the other lines are then checked as well.
      const isHeader = cells.some((cell) => this.#columns.meaning(cell) !== undefined) && !cells.some(hasAt);
      this.#columns.read(isHeader ? cells : Object.keys(COLUMNS), row, this.#problems);
      if (isHeader) return;
    }
    if (!this.#columns.complete || !this.#columns.see(cells, row, this.#problems, aside)) return;
    const at = (column: Column): string => this.#columns.cell(cells, column).trim();
    const place = (column: Column) => ({ row, column, ...(aside === undefined ? {} : { aside }) });
    const email = oneForm(at('email')).toLowerCase();
    if (!isEmail(email) || /[<>,;"，；、]/.test(email))
      return void complain(this.#problems, place('email'), say('emailForm'), at('email'));
    const earlier = this.#rows.get(email);
    if (earlier !== undefined)
      return void complain(this.#problems, place('email'), say('emailTwice', { row: earlier }), email);
    this.#rows.set(email, row);
    const name = at('name') === '' ? '' : nameField(at('name'), 'name', this.#problems, place('name'));
    const wanted = at('role').toLowerCase();
    const role = wanted === '' ? this.#usual : this.#roles.find((one) => [one, this.#called(one)].includes(wanted));
    const known = this.#roles.map((one) => this.#called(one)).join(', ');
    if (role === undefined) complain(this.#problems, place('role'), say('roleUnknown', { roles: known }), at('role'));
    else if (name !== null) this.people.push({ email, name, role, row });
  }
}

const hasAt = (cell: string): boolean => cell.includes('@');

/** With the separators of a Chinese keyboard as those of CSV, if the list has no others. */
const separated = (text: string): string =>
  /[,;\t]/.test(text) ? text : text.replaceAll('，', ',').replaceAll('；', ';');

/**
 * People to invite, one per line: e-mail, name, role, separated by comma, semicolon or tab. A first line that names one of the columns and
 * has no `@` is their header, in any order.
 *
 * @param usual role of lines that name none
 * @param called name of a role in the reader's language, in lower case; a line can give either
 * @returns all people, or every problem with its line
 */
export async function parsePeopleList<Role extends string>(
  text: string,
  roles: readonly Role[],
  usual: Role,
  called: (role: Role) => string = (role) => role
): Promise<Parsed<ListedPerson<Role>[]>> {
  const problems = new ProblemList();
  const table = new PeopleTable(problems, roles, usual, called);
  const body = Buffer.from(separated(text), 'utf8');
  await eachCsvRecord(
    body,
    csvSeparator(body, (cells) => cells.length),
    table,
    problems,
    MOST_PEOPLE + 1
  );
  if (table.people.length === 0 && !problems.any) problems.add(null, 'list', say('noPerson'));
  return problems.answer(table.people);
}
