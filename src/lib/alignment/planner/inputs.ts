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
  p: field({ label: 'Expected agreement', hint: 'Share of items on which judge and annotators agree. On a graded scale: mean of 1 − distance ÷ range.', start: '.9', from: 0.01, to: 0.999, kind: 'share' }), // prettier-ignore
  confidence: field({ label: 'Confidence', hint: 'Confidence level of every interval: .95 is usual.', start: '.95', from: 0.5, to: 0.999, kind: 'share' }), // prettier-ignore
  perQuery: field({ label: 'Items per query', hint: 'Sampled items of one query.', start: '10', from: 1, to: 1000, kind: 'number' }), // prettier-ignore
  icc: field({ label: 'Intraclass correlation (ICC)', hint: '0: items of a query are uncorrelated. 1: all equal.', start: '.1', from: 0, to: 1, kind: 'share' }), // prettier-ignore
  run: field({ label: 'Items in the run', hint: 'Empty: unlimited.', start: '', from: 1, to: 10_000_000, kind: 'whole', optional: true }), // prettier-ignore
  items: field({ label: 'Planned items', hint: 'Empty: the number needed for the half-width.', start: '', from: 1, to: 100_000, kind: 'whole', optional: true }), // prettier-ignore

  half: field({ label: 'Target half-width', hint: 'Distance from the estimate to either bound.', start: '.05', from: 0.001, to: 0.5, kind: 'share' }), // prettier-ignore
  least: field({ label: 'Target lower bound', hint: 'Empty: none.', start: '.85', from: 0.01, to: 0.999, kind: 'share', optional: true }), // prettier-ignore

  first: field({ label: 'Only the first correct', hint: 'Share of items that the first judge labels correctly and the second does not.', start: '.15', from: 0, to: 1, kind: 'share' }), // prettier-ignore
  second: field({ label: 'Only the second correct', hint: 'The reverse.', start: '.05', from: 0, to: 1, kind: 'share' }), // prettier-ignore
  margin: field({ label: 'Margin δ', hint: 'Non-inferiority margin.', start: '.05', from: 0.001, to: 0.5, kind: 'share' }), // prettier-ignore
  discordant: field({ label: 'Discordant share', hint: 'Share of items that exactly one judge labels correctly if neither is better.', start: '.15', from: 0.001, to: 1, kind: 'share' }), // prettier-ignore
  alpha: field({ label: 'Level α', hint: 'Two-sided for a difference, one-sided for the margin.', start: '.05', from: 0.0001, to: 0.5, kind: 'share' }), // prettier-ignore
  power: field({ label: 'Target power', hint: 'Probability of detecting a true difference.', start: '.8', from: 0.1, to: 0.999, kind: 'share' }), // prettier-ignore

  target: field({ label: 'Target', hint: 'Agreement that the lower bound must reach, as preregistered.', start: '.85', from: 0.01, to: 0.999, kind: 'share' }), // prettier-ignore

  contenders: field({ label: 'Candidates near the best', hint: 'Candidates that the study cannot distinguish; 1 if a single one is tested.', start: '4', from: 1, to: 94, kind: 'whole' }), // prettier-ignore
  alike: field({ label: 'Error correlation', hint: '1 if all err on the same items.', start: '.8', from: 0, to: 1, kind: 'share' }), // prettier-ignore

  people: field({ label: 'Annotators per item', hint: '3 at least for the Alternative Annotator Test.', start: '3', from: 1, to: 50, kind: 'whole' }), // prettier-ignore
  single: field({ label: 'Reliability of one annotator', hint: 'ICC(1) or Krippendorff’s α.', start: '.6', from: 0, to: 1, kind: 'share' }), // prettier-ignore
  wanted: field({ label: 'Target reliability', hint: 'Of the aggregated label.', start: '.8', from: 0, to: 0.999, kind: 'share' }), // prettier-ignore
  between: field({ label: 'Inter-annotator agreement', hint: 'Share of items; for the simulated test.', start: '.82', from: 0.5, to: 1, kind: 'share' }), // prettier-ignore
  epsilon: field({ label: 'ε, cost advantage of judges', hint: '.2 experts, .15 skilled annotators, .1 crowd workers.', start: '.2', from: 0, to: 0.5, kind: 'share' }), // prettier-ignore
  seconds: field({ label: 'Seconds per label', hint: 'Reading included.', start: '45', from: 1, to: 36_000, kind: 'number' }), // prettier-ignore

  lot: field({ label: 'Items of the lot', hint: 'Size of the lot. Empty: unlimited.', start: '1000', from: 1, to: 1_000_000, kind: 'whole', optional: true }), // prettier-ignore
  allowed: field({ label: 'Allowed share of defects', hint: '“At most 5% defective” is .05.', start: '.05', from: 0.001, to: 0.5, kind: 'share' }), // prettier-ignore
  accept: field({ label: 'Defects accepted in the sample (c)', hint: '0: one defect rejects the lot.', start: '0', from: 0, to: 100, kind: 'whole' }), // prettier-ignore
  beta: field({ label: 'Risk β', hint: 'Probability that a lot just above the allowed share passes.', start: '.05', from: 0.0001, to: 0.5, kind: 'share' }), // prettier-ignore
  good: field({ label: 'Share of defects in good work', hint: 'Such a lot should pass with probability 1 − risk.', start: '.025', from: 0, to: 0.5, kind: 'share' }) // prettier-ignore
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
 *   problem has no number, and what depends on it cannot be computed; the rest can.
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
  if (differ && differ[0] + differ[1] > 1 + 1e-12) problem('second', 'The sum of both shares cannot exceed 1.');
  const work = both('good', 'allowed');
  if (work && work[0] >= work[1]) problem('good', 'The share in good work must be below the allowed share.');
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
