/**
 * ReportBench's pipeline compared with people (arXiv 2508.15804, A.2.3) and the errors that people name (A.2.6): five comparisons and
 * the shares of error codes, each with its n, an interval and what the paper prints.
 */
import { clusterProportion, type ClusterProportion } from '../../../../stats/index.ts';

/** One unit as people and the pipeline labelled it; null if there is no label, or no majority. */
export interface LabelledPair {
  qid: string;
  person: string | null;
  pipeline: string | null;
  /** 1 / inclusion probability, if strata were drawn unequally; 1 if absent. */
  weight?: number;
}

/** A report's figures as an expert computed them and as the pipeline did; null if one of them is undefined. */
export interface FiguresByHand {
  qid: string;
  system: string;
  figure: 'precision' | 'recall';
  person: number | null;
  pipeline: number | null;
  /** The judge failed on it or abstained, so that the pipeline has no figure to compare. */
  isUnknown?: boolean;
}

/** Whether an expert agrees with a task's prompt and gold list. */
export interface CheckedTask {
  qid: string;
  prompt: boolean;
  gold: boolean;
}

export interface ValidationRow {
  key: string;
  title: string;
  /** Share of the units that items were drawn from, with its n and 95% interval clustered by query. */
  share: ClusterProportion;
  /** The printed share, and whether the text calls it rough. Null if the paper prints none. */
  printed: { value: number; about: boolean } | null;
  /** Whether the printed share lies in the interval; null without one of them. */
  holds: boolean | null;
  /** Units without a label of people or of the pipeline, which the share leaves out. */
  leftOut: number;
}

type Printed = ValidationRow['printed'];
const exactly = (value: number): Printed => ({ value, about: false });
const about = (value: number): Printed => ({ value, about: true });

function row(
  key: string,
  title: string,
  printed: Printed,
  outcomes: readonly { qid: string; counts: boolean | null; weight?: number }[]
): ValidationRow {
  const kept = outcomes.filter(({ counts }) => counts !== null);
  const share = clusterProportion(
    kept.map(({ counts }) => Number(counts)),
    kept.map(({ qid }) => qid),
    { weights: kept.map(({ weight = 1 }) => weight) }
  );
  const { interval } = share;
  const holds =
    printed === null || interval === null ? null : interval[0] <= printed.value && printed.value <= interval[1];
  return { ...{ key, title, share, printed, holds }, leftOut: outcomes.length - kept.length };
}

const weighed = ({ qid, weight = 1 }: { qid: string; weight?: number }): { qid: string; weight: number } => ({
  ...{ qid, weight }
});

const isLabelled = ({ person, pipeline }: LabelledPair): boolean => person !== null && pipeline !== null;

/**
 * (a) Addresses resolved to works. As in the paper, an address that people cannot verify counts as agreement: it has no right
 * answer. The parts are shares of the same units, so that strict + unverifiable + failures = 1.
 */
export function mappingRows(pairs: readonly LabelledPair[]): ValidationRow[] {
  const outcome = (counts: (pair: LabelledPair) => boolean) =>
    pairs.map((pair) => ({ ...weighed(pair), counts: isLabelled(pair) ? counts(pair) : null }));
  const unverifiable = ({ person }: LabelledPair): boolean => person === 'unresolvable';
  const strict = (pair: LabelledPair): boolean => !unverifiable(pair) && pair.person === pair.pipeline;
  return [
    row('a', 'References: effective agreement', exactly(0.967), outcome((pair) => strict(pair) || unverifiable(pair))), // prettier-ignore
    row('a-strict', 'of which the same label for a reference that can be verified', exactly(0.8), outcome(strict)),
    row('a-unverifiable', 'of which cannot be verified by people', exactly(0.167), outcome(unverifiable)),
    row('a-failure', 'References: failures of the pipeline', exactly(0.033), outcome((pair) => !strict(pair) && !unverifiable(pair))) // prettier-ignore
  ];
}

const agreement = (key: string, title: string, printed: Printed, pairs: readonly LabelledPair[]): ValidationRow =>
  row(
    key,
    title,
    printed,
    pairs.map((pair) => ({ ...weighed(pair), counts: isLabelled(pair) ? pair.person === pair.pipeline : null }))
  );

/** (b) Statements with a citation. */
export const citedRow = (pairs: readonly LabelledPair[]): ValidationRow =>
  agreement('b', 'Cited statements: same label', about(0.9), pairs);

/** (c) Statements without a citation. */
export const uncitedRow = (pairs: readonly LabelledPair[]): ValidationRow =>
  agreement('c', 'Statements without citation: same label', about(0.96), pairs);

/** Largest difference at which two figures agree. The paper does not say which it takes. */
const FIGURE_TOLERANCE = 0.05;

/**
 * (d) Precision and recall by hand. A figure that both find undefined agrees; one that only one of them finds undefined does not; one
 * that the pipeline could not compute is left out.
 *
 * @throws if the tolerance is not in [0, 1]
 */
export function figuresRow(figures: readonly FiguresByHand[], tolerance = FIGURE_TOLERANCE): ValidationRow {
  if (!(tolerance >= 0 && tolerance <= 1))
    throw new Error(`figuresRow requires a tolerance in [0, 1], got ${tolerance}`);
  const agrees = ({ person, pipeline }: FiguresByHand): boolean =>
    person === null || pipeline === null
      ? person === pipeline
      : // Decimal fractions such as .3 − .25 are not exact.
        Math.abs(person - pipeline) <= tolerance + 1e-12;
  const outcomes = figures.map((one) => ({ qid: one.qid, counts: one.isUnknown ? null : agrees(one) }));
  return row('d', `Precision and recall by hand: at most ${tolerance} apart`, exactly(0.84), outcomes);
}

/** (e) Prompts and gold lists: tasks with which an expert agrees in full. Of several experts of a task, all. */
export function tasksRow(tasks: readonly CheckedTask[]): ValidationRow {
  const byTask = Map.groupBy(tasks, ({ qid }) => qid);
  const outcomes = [...byTask].map(([qid, said]) => ({
    qid,
    counts: said.every(({ prompt, gold }) => prompt && gold)
  }));
  return row('e', 'Tasks: prompt and gold list without objection', about(0.95), outcomes);
}

/** Kinds of errors that people choose for a reference (A.2.6). */
export const errorCodes = {
  'temporal-cutoff': {
    title: 'Later than the cut-off',
    hint: 'published after the month that the prompt names',
    printed: 0.42
  },
  unverifiable: {
    title: 'Unverifiable',
    hint: 'leads to no real work, or to one that says something else',
    printed: 0.21
  },
  misaligned: { title: 'Beside the topic', hint: 'a real work on a neighbouring topic', printed: 0.09 },
  other: { title: 'Another error', hint: 'say which in the note', printed: null }
} as const;
export const NO_ERROR = 'no-error';

/** Shares of error codes among coded errors; references that people found free of error, or could not agree on, are left out. */
export function errorRows(coded: readonly { qid: string; code: string | null; weight?: number }[]): ValidationRow[] {
  const errors = coded.map(({ code, ...one }) => ({
    ...weighed(one),
    code: code !== null && Object.hasOwn(errorCodes, code) ? code : null
  }));
  return Object.entries(errorCodes).map(([code, { title, printed }]) =>
    row(
      `error-${code}`,
      `Errors: ${title.toLowerCase()}`,
      printed === null ? null : about(printed),
      errors.map((one) => ({ ...weighed(one), counts: one.code === null ? null : one.code === code }))
    )
  );
}

/** The label that more than half of the people gave; null if there is none. */
export function majorityOfPeople(labels: readonly string[]): string | null {
  for (const [label, same] of Map.groupBy(labels, (one) => one)) if (same.length * 2 > labels.length) return label;
  return null;
}
