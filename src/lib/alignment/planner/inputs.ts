import type { Saying } from '../../messages/sayings.ts';
import { type Problem, fieldSays, problemAt } from '../../errors.ts';
import { typedNumber, unclearComma } from '../preregistration/typed-number.ts';
import { shown } from './words.ts';

/** A number that the planner asks for. Shares are in [0, 1]; a form or address may write them as `90 %` as well. */
interface PlannerField {
  /** As a form shows it if nothing is known. Empty: nothing is said. */
  start: string;
  from: number;
  to: number;
  kind: 'share' | 'whole' | 'number';
  /** May be left empty. */
  optional?: true;
}

const field = <const F extends PlannerField>(one: F): F => one;

/** Fields of the planner, by section and in the order of the form; labels and hints are messages (`plannerFields`). */
export const plannerFields = {
  p: field({ start: '.9', from: 0.01, to: 0.999, kind: 'share' }),
  confidence: field({ start: '.95', from: 0.5, to: 0.999, kind: 'share' }),
  perQuery: field({ start: '10', from: 1, to: 1000, kind: 'number' }),
  icc: field({ start: '.1', from: 0, to: 1, kind: 'share' }),
  run: field({ start: '', from: 1, to: 10_000_000, kind: 'whole', optional: true }),
  items: field({ start: '', from: 1, to: 100_000, kind: 'whole', optional: true }),

  half: field({ start: '.05', from: 0.001, to: 0.5, kind: 'share' }),
  least: field({ start: '.85', from: 0.01, to: 0.999, kind: 'share', optional: true }),

  first: field({ start: '.15', from: 0, to: 1, kind: 'share' }),
  second: field({ start: '.05', from: 0, to: 1, kind: 'share' }),
  margin: field({ start: '.05', from: 0.001, to: 0.5, kind: 'share' }),
  discordant: field({ start: '.15', from: 0.001, to: 1, kind: 'share' }),
  alpha: field({ start: '.05', from: 0.0001, to: 0.5, kind: 'share' }),
  power: field({ start: '.8', from: 0.1, to: 0.999, kind: 'share' }),

  target: field({ start: '.85', from: 0.01, to: 0.999, kind: 'share' }),

  contenders: field({ start: '4', from: 1, to: 94, kind: 'whole' }),
  alike: field({ start: '.8', from: 0, to: 1, kind: 'share' }),

  people: field({ start: '3', from: 1, to: 50, kind: 'whole' }),
  single: field({ start: '.6', from: 0, to: 1, kind: 'share' }),
  wanted: field({ start: '.8', from: 0, to: 0.999, kind: 'share' }),
  between: field({ start: '.82', from: 0.5, to: 1, kind: 'share' }),
  epsilon: field({ start: '.2', from: 0, to: 0.5, kind: 'share' }),
  seconds: field({ start: '45', from: 1, to: 36_000, kind: 'number' }),

  lot: field({ start: '1000', from: 1, to: 1_000_000, kind: 'whole', optional: true }),
  allowed: field({ start: '.05', from: 0.001, to: 0.5, kind: 'share' }),
  accept: field({ start: '0', from: 0, to: 100, kind: 'whole' }),
  beta: field({ start: '.05', from: 0.0001, to: 0.5, kind: 'share' }),
  good: field({ start: '.025', from: 0, to: 0.5, kind: 'share' })
} as const;

export type PlannerName = keyof typeof plannerFields;

/** The fields of each section of the form, in the order of the page. */
export const plannerSections = {
  expect: ['p', 'confidence', 'perQuery', 'icc', 'run', 'items'],
  interval: ['half', 'least'],
  power: ['first', 'second', 'margin', 'discordant', 'alpha', 'power'],
  chance: ['target', 'contenders', 'alike'],
  people: ['people', 'single', 'wanted', 'between', 'epsilon', 'seconds'],
  inspection: ['lot', 'allowed', 'accept', 'beta', 'good']
} as const satisfies Record<string, readonly PlannerName[]>;

export type PlannerSection = keyof typeof plannerSections;

type Optional = { [N in PlannerName]: (typeof plannerFields)[N] extends { optional: true } ? N : never }[PlannerName];

/** Inputs as read; null if an optional number was left empty. */
export type PlannerInputs = { [N in PlannerName]: N extends Optional ? number | null : number };

/** Every field as it was typed. */
export type PlannerTyped = Record<PlannerName, string>;

const names = Object.keys(plannerFields) as PlannerName[];

/** A number as people type it: `.9`, `0,9`, for shares `90 %`, for whole ones `1,200`. Not a number if it is none. */
function numberIn(text: string, kind: PlannerField['kind']): number {
  const plain = text.trim();
  return kind === 'share' && plain.endsWith('%')
    ? Number((typedNumber(plain.slice(0, -1)) / 100).toPrecision(12))
    : typedNumber(plain, { whole: kind === 'whole' });
}

/**
 * Reads what an address or a command line asks.
 *
 * @param given text by name; a name that is absent takes what is `known`, else its start value.
 * @param known numbers from somewhere else, like a study that was judged already.
 * @returns everything as typed, the numbers that could be read, and a problem for each that could not. A field with a
 *   problem has no number, and what depends on it cannot be computed; the rest can.
 */
export function readPlanner(
  given: (name: PlannerName) => string | null | undefined,
  known: Partial<Record<PlannerName, number | null>> = {}
): { typed: PlannerTyped; numbers: Partial<PlannerInputs>; problems: Problem[] } {
  const problems: Problem[] = [];
  const typed = {} as PlannerTyped;
  const numbers: Partial<Record<PlannerName, number | null>> = {};
  const problem = (column: PlannerName, wording: Saying): void => {
    const found = typed[column];
    problems.push(problemAt(column, wording, found.trim() === '' ? undefined : found));
    delete numbers[column];
  };
  for (const name of names) {
    const { from, to, kind, start, optional }: PlannerField = plannerFields[name];
    const fromElsewhere = known[name];
    typed[name] = given(name) ?? (fromElsewhere === undefined || fromElsewhere === null ? start : shown(fromElsewhere));
    if (optional && typed[name].trim() === '') {
      numbers[name] = null;
      continue;
    }
    const value = numberIn(typed[name], kind);
    const range = { least: shown(from), most: to < 1000 ? shown(to) : to };
    if (!(value >= from && value <= to))
      problem(
        name,
        (kind === 'whole' ? null : unclearComma(typed[name])) ??
          fieldSays(
            kind === 'whole'
              ? optional
                ? 'wholeOrNothing'
                : 'wholeFrom'
              : optional
                ? 'numberOrNothing'
                : 'numberFrom',
            range
          )
      );
    else numbers[name] = value;
  }
  const both = (a: PlannerName, b: PlannerName): [number, number] | null =>
    typeof numbers[a] === 'number' && typeof numbers[b] === 'number' ? [numbers[a], numbers[b]] : null;
  const differ = both('first', 'second');
  if (differ && differ[0] + differ[1] > 1 + 1e-12) problem('second', fieldSays('sharesAboveOne'));
  const work = both('good', 'allowed');
  if (work && work[0] >= work[1]) problem('good', fieldSays('goodAboveAllowed'));
  const inRun = both('items', 'run');
  if (inRun && inRun[0] > inRun[1]) problem('items', fieldSays('itemsOfRun', { n: inRun[1] }));
  return { typed, numbers: numbers as Partial<PlannerInputs>, problems };
}

/** Parameters of an address of the planner. */
export type PlannerPrefill = Partial<Record<PlannerName, number | null>> & {
  /** Number of a study that the planner starts from. */
  study?: number;
};

/**
 * The address of the planner, prefilled.
 *
 * @param base address of the project, `/p/NAME`.
 * @param section where the page opens: `chance` for "collect more labels", `power` to compare judges.
 */
export function plannerAddress(base: string, prefill: PlannerPrefill = {}, section?: PlannerSection): string {
  const { study, ...numbers } = prefill;
  const query = new URLSearchParams();
  if (study !== undefined) query.set('study', String(study));
  for (const name of names) {
    const value = numbers[name];
    if (value !== undefined) query.set(name, value === null ? '' : shown(value));
  }
  const text = query.toString();
  return `${base}/planner${text === '' ? '' : `?${text}`}${section === undefined ? '' : `#${section}`}`;
}
