import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { nameFault, oneForm } from '../../names.ts';
import { isDay } from '../../stats/writing/days.ts';
import type { ProblemList } from './problem-list.ts';

const say = sayingsOf('importProblems');

/** Where a value stands, for the problems found in it. `aside` is added to the reason, e.g. the line in a text editor. */
export interface FieldPlace {
  row: number | null;
  column: string;
  aside?: Saying | undefined;
}

const LONGEST_NAME = 200;
/** Values that spreadsheets show if a formula failed, also in a CSV that one saved. */
const FORMULA_ERROR = /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|GETTING_DATA)$/;
export const isFormulaError = (text: string): boolean => FORMULA_ERROR.test(text);

/** Whether a text is a number with a comma, as spreadsheet programs write one half in many countries: 0,5. */
export const hasComma = (text: string): boolean => /^\s*[+-]?\d+,\d+\s*$/.test(text);

const CONTROL = /[^\P{Cc}\n\t]|\p{Noncharacter_Code_Point}/u;

export function complain(problems: ProblemList, place: FieldPlace, reason: Saying, found?: string): null {
  const { row, column, aside } = place;
  if (aside === undefined) problems.add(row, column, reason, found);
  else problems.add(row, column, say('withAside', { reason, aside }), found);
  return null;
}

const codePoint = (c: string): string => `U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** Prose as it is stored: line ends are `\n`, no blanks around it. The caller decides whether it may be empty. */
export function proseField(value: string, problems: ProblemList, place: FieldPlace, longest: number): string | null {
  const text = value.replace(/\r\n?/g, '\n').trim();
  const control = CONTROL.exec(text);
  if (control) return complain(problems, place, say('controlCharacter', { character: codePoint(control[0]) }), text);
  if (!text.isWellFormed()) return complain(problems, place, say('surrogate'), text);
  if (isFormulaError(text)) return complain(problems, place, say('formulaError'), text);
  if (text.length > longest)
    return complain(problems, place, say('textTooLong', { n: text.length, most: longest }), text);
  return text;
}

/** A name that people and file names use, in its one form: a qid, an item key, a system. `what` names it in the reason. */
export function nameField(value: string, what: string, problems: ProblemList, place: FieldPlace): string | null {
  const name = oneForm(value);
  if (name === '') return complain(problems, place, say('nameMissing', { what }));
  if (isFormulaError(name)) return complain(problems, place, say('formulaError'), name);
  if (name.length > LONGEST_NAME)
    return complain(problems, place, say('nameTooLong', { what, most: LONGEST_NAME }), name);
  const fault = nameFault(name);
  if (fault === null) return name;
  return complain(problems, place, say(fault === 'dots' ? 'nameDots' : 'nameCharacter', { what }), name);
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** An ISO date, or date and time; '' is "not known". */
export function dateField(value: string, problems: ProblemList, place: FieldPlace): string | null {
  const text = value.trim();
  if (text === '') return null;
  const real = ISO_DATE.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
  return real ? text : complain(problems, place, say('dateForm'), text);
}

export function weightField(value: unknown, problems: ProblemList, place: FieldPlace): number | null {
  if (value === null || value === undefined || value === '') return null;
  const weight = typeof value === 'string' ? Number(value.trim() || NaN) : value;
  if (typeof weight === 'number' && Number.isFinite(weight) && weight >= 0) return weight;
  const negative = typeof weight === 'number' && weight < 0;
  const reason = say(hasComma(String(value)) ? 'numberComma' : negative ? 'weightNegative' : 'weightForm');
  return complain(problems, place, reason, String(value));
}
