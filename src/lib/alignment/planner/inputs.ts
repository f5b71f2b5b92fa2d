import type { Problem } from '../../errors.ts';
import { shown } from './words.ts';

/** A number that the planner asks for. Shares are in [0, 1]; a form or address may write them as `90 %` as well. */
interface PlannerField {
  label: string;
  hint: string;
  /** As a form shows it where nothing is known. Empty: nothing is said. */
  start: string;
  from: number;
  to: number;
  kind: 'share' | 'whole' | 'number';
  /** May be left empty. */
  optional?: true;
}

const field = <const F extends PlannerField>(one: F): F => one;

/** What the planner asks, by section and in the order of the form. */
export const plannerFields = {
  p: field({ label: 'Agreement that you expect', hint: 'Share of items on which judge and people say the same. On a graded scale: mean of 1 − distance ÷ range.', start: '.9', from: 0.01, to: 0.999, kind: 'share' }), // prettier-ignore
  confidence: field({ label: 'Confidence', hint: 'Of every interval: .95 is usual.', start: '.95', from: 0.5, to: 0.999, kind: 'share' }), // prettier-ignore
  perQuery: field({ label: 'Items of a query', hint: 'How many items of one query are in the sample.', start: '10', from: 1, to: 1000, kind: 'number' }), // prettier-ignore
  icc: field({ label: 'How alike they are (ICC)', hint: '0: no more alike than items of different queries. 1: all the same.', start: '.1', from: 0, to: 1, kind: 'share' }), // prettier-ignore
  run: field({ label: 'Items in the run', hint: 'Empty: so many that the sample does not exhaust them.', start: '', from: 1, to: 10_000_000, kind: 'whole', optional: true }), // prettier-ignore
  items: field({ label: 'Items that you have in mind', hint: 'Empty: those that the half-width needs.', start: '', from: 1, to: 100_000, kind: 'whole', optional: true }), // prettier-ignore

  half: field({ label: 'Wanted half-width', hint: 'The interval reaches this far on either side.', start: '.05', from: 0.001, to: 0.5, kind: 'share' }), // prettier-ignore
  least: field({ label: 'Wanted lower end', hint: 'Empty: none is wanted.', start: '.85', from: 0.01, to: 0.999, kind: 'share', optional: true }), // prettier-ignore

  first: field({ label: 'Only the first is right', hint: 'Share of items that one judge gets right and the other does not.', start: '.15', from: 0, to: 1, kind: 'share' }), // prettier-ignore
  second: field({ label: 'Only the second is right', hint: 'The same the other way round.', start: '.05', from: 0, to: 1, kind: 'share' }), // prettier-ignore
  margin: field({ label: 'Margin δ', hint: 'How much worse still counts as not worse.', start: '.05', from: 0.001, to: 0.5, kind: 'share' }), // prettier-ignore
  discordant: field({ label: 'Differ, for the margin', hint: 'Share of items on which exactly one of the two is right, where neither is better.', start: '.15', from: 0.001, to: 1, kind: 'share' }), // prettier-ignore
  alpha: field({ label: 'Level α', hint: 'Two-sided for a difference, one-sided for the margin.', start: '.05', from: 0.0001, to: 0.5, kind: 'share' }), // prettier-ignore
  power: field({ label: 'Wanted power', hint: 'Chance of seeing what is there.', start: '.8', from: 0.1, to: 0.999, kind: 'share' }), // prettier-ignore

  target: field({ label: 'Target', hint: 'Agreement that the lower end has to reach, as in the preregistration.', start: '.85', from: 0.01, to: 0.999, kind: 'share' }), // prettier-ignore

  contenders: field({ label: 'Ensembles that are about equally good', hint: 'Candidates that the study will not tell apart; 1 if a single one is tested.', start: '4', from: 1, to: 94, kind: 'whole' }), // prettier-ignore
  alike: field({ label: 'How alike they err', hint: 'Correlation of their errors: 1 if they err on the same items.', start: '.8', from: 0, to: 1, kind: 'share' }), // prettier-ignore

  people: field({ label: 'People on each item', hint: '3 at least for the Alternative Annotator Test.', start: '3', from: 1, to: 50, kind: 'whole' }), // prettier-ignore
  single: field({ label: 'Reliability of one person', hint: 'ICC(1) or Krippendorff’s α.', start: '.6', from: 0, to: 1, kind: 'share' }), // prettier-ignore
  wanted: field({ label: 'Wanted reliability', hint: 'Of what they say together.', start: '.8', from: 0, to: 0.999, kind: 'share' }), // prettier-ignore
  between: field({ label: 'Two people say the same', hint: 'Share of items; for the simulated test.', start: '.82', from: 0.5, to: 1, kind: 'share' }), // prettier-ignore
  epsilon: field({ label: 'ε, who the people are', hint: '.2 experts, .15 skilled, .1 a crowd.', start: '.2', from: 0, to: 0.5, kind: 'share' }), // prettier-ignore
  seconds: field({ label: 'Seconds for an item', hint: 'Of one person, reading included.', start: '45', from: 1, to: 36_000, kind: 'number' }), // prettier-ignore

  lot: field({ label: 'Items of the lot', hint: 'What the inspection speaks of. Empty: unlimited.', start: '1000', from: 1, to: 1_000_000, kind: 'whole', optional: true }), // prettier-ignore
  allowed: field({ label: 'Allowed share of defects', hint: '“Deviates by no more than 5 %” is .05.', start: '.05', from: 0.001, to: 0.5, kind: 'share' }), // prettier-ignore
  accept: field({ label: 'Defects accepted in the sample (c)', hint: '0: a single one sends the lot back.', start: '0', from: 0, to: 100, kind: 'whole' }), // prettier-ignore
  beta: field({ label: 'Risk β', hint: 'Chance that a lot with just more defects than allowed passes.', start: '.05', from: 0.0001, to: 0.5, kind: 'share' }), // prettier-ignore
  good: field({ label: 'Share of defects in good work', hint: 'Such a lot should pass, as often as a bad one should not.', start: '.025', from: 0, to: 0.5, kind: 'share' }) // prettier-ignore
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

/** What was asked, read; null where an optional number was left empty. */
export type PlannerInputs = { [N in PlannerName]: N extends Optional ? number | null : number };

/** Every field as it was typed. */
export type PlannerTyped = Record<PlannerName, string>;

const names = Object.keys(plannerFields) as PlannerName[];

/** A number as people type it: `.9`, `0,9`, and for shares `90 %`. Null where it is none. */
function numberIn(text: string, kind: PlannerField['kind']): number | null {
  const plain = text.trim().replace(',', '.').replace(/\s/gu, '');
  const hundred = kind === 'share' && plain.endsWith('%');
  const digits = hundred ? plain.slice(0, -1) : plain;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e-?\d+)?$/i.test(digits)) return null;
  return hundred ? Number((Number(digits) / 100).toPrecision(12)) : Number(digits);
}

/**
 * Reads what an address or a command line asks.
 *
 * @param given text by name; a name that is absent takes what is `known`, else its start value.
 * @param known numbers from somewhere else, like a study that was judged already.
 * @returns everything as typed, the numbers that could be read, and a problem for each that could not. A field with a
 *   problem has no number, and what depends on it can not be computed; the rest can.
 */
export function readPlanner(
  given: (name: PlannerName) => string | null | undefined,
  known: Partial<Record<PlannerName, number | null>> = {}
): { typed: PlannerTyped; numbers: Partial<PlannerInputs>; problems: Problem[] } {
  const problems: Problem[] = [];
  const typed = {} as PlannerTyped;
  const numbers: Partial<Record<PlannerName, number | null>> = {};
  const problem = (column: PlannerName, reason: string): void => {
    const found = typed[column];
    problems.push({ row: null, column, reason, ...(found.trim() === '' ? {} : { found }) });
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
    const range = `from ${shown(from)} to ${to.toLocaleString('en-GB').replace(/^0\./, '.')}`;
    if (value === null || value < from || value > to)
      problem(
        name,
        `Write a ${kind === 'whole' ? 'whole number' : 'number'} ${range}${optional ? ', or nothing' : ''}.`
      );
    else if (kind === 'whole' && !Number.isInteger(value)) problem(name, `Write a whole number ${range}.`);
    else numbers[name] = value;
  }
  const both = (a: PlannerName, b: PlannerName): [number, number] | null =>
    typeof numbers[a] === 'number' && typeof numbers[b] === 'number' ? [numbers[a], numbers[b]] : null;
  const differ = both('first', 'second');
  if (differ && differ[0] + differ[1] > 1 + 1e-12) problem('second', 'Both shares together can not be above 1.');
  const work = both('good', 'allowed');
  if (work && work[0] >= work[1]) problem('good', 'Good work has fewer defects than are allowed.');
  const inRun = both('items', 'run');
  if (inRun && inRun[0] > inRun[1])
    problem('items', `There are only ${inRun[1].toLocaleString('en-GB')} items in the run.`);
  return { typed, numbers: numbers as Partial<PlannerInputs>, problems };
}

/** What an address of the planner may carry. */
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
