import type { Saying } from '../../messages/sayings.ts';
import { type Problem, fieldSays, problemAt } from '../../errors.ts';
import { yesNo, type LabelScale } from '../../studies/labels/label-scale.ts';
import { gateNames, listGates, type GateName } from './gate-names.ts';
import { usualTarget } from '../units/metric.ts';
import {
  readSequentialPlan,
  typedSequentialPlan,
  type SequentialPlan,
  type TypedSequentialPlan
} from './sequential-plan.ts';
import { typedNumber, unclearComma } from './typed-number.ts';

/**
 * Commitments of a lead before unblinding the labels of a study: which judges may be combined, what counts as agreement, and
 * the targets. Shares and differences of shares are in [0, 1].
 */
export interface AnalysisPlan {
  /** Judges of the run whose ensembles are the candidates, by id. */
  judges: string[];
  /** Agreement, on scores κ with quadratic weights, that the lower end of the interval has to reach. */
  target: number;
  /** Share to be reached on the items on which annotators are unanimous, for each of their answers. */
  floor: number;
  /** δ: a candidate that may be this much below the best counts as not worse; the same against single people. */
  delta: number;
  /** λ: agreement that one US dollar per 1,000 items has to be worth. */
  lambda: number;
  /** ε of the Alternative Annotator Test: what a judge's lower cost is worth beside such people. */
  epsilon: number;
  confidence: number;
  /** An item on which people are evenly split: any yes or no counts ½ there, or the item is left out. */
  ties: 'half' | 'leave-out';
  /** Test–retest consistency: share of repeated questions that has to be answered alike. */
  consistency: number;
  /** Kendall's τ_b between the orders in which two judges put the systems. */
  order: number;
  /**
   * Bias up to which judges and annotators count as equivalent, in shares of the scale's range: mean difference; difference
   * by the order in which two texts are shown; longer less shorter reports; systems of the judges' own maker less others.
   */
  severityMargin: number;
  positionMargin: number;
  lengthMargin: number;
  ownMakerMargin: number;
  /** Least number of queries and of items with a blind label and an answer of every judge. */
  queries: number;
  items: number;
  /** Of lists of issues: precision and recall that the lower ends of their intervals have to reach; absent in other studies. */
  precision?: number;
  recall?: number;
  /** When the study may stop before all of its labels are in; absent: one look at its end. */
  sequential?: SequentialPlan;
  /** Gates that have to be passed. */
  gates: GateName[];
}

/** A preregistration as it was made: nothing of it changes later. */
export interface PreregisteredPlan {
  /** From 1. */
  revision: number;
  analysisPlan: AnalysisPlan;
  /** Numbers that it does not have, because it was made before there were any: their defaults hold. */
  assumed?: PlanNumber[];
  /** Why an earlier one was changed; empty for the first. */
  reason: string;
  /** Blind labels committed by then, and whether a lead had looked at them, in this study or in another one that has them. */
  labels: number;
  opened: boolean;
  by: string;
  /** In ms since 1970. */
  at: number;
}

/** Margins that plans made before there were any are read with. */
const defaultMargins = {
  severityMargin: 0.05,
  positionMargin: 0.1,
  lengthMargin: 0.1,
  ownMakerMargin: 0.1
} as const satisfies Partial<AnalysisPlan>;

/** A plan as stored, with the default of every margin that it does not have, and the names of these. */
export function withMargins(stored: Omit<AnalysisPlan, keyof typeof defaultMargins> & Partial<AnalysisPlan>): {
  analysisPlan: AnalysisPlan;
  assumed: PlanNumber[];
} {
  const assumed = (Object.keys(defaultMargins) as (keyof typeof defaultMargins)[]).filter(
    (name) => stored[name] === undefined
  );
  return { analysisPlan: { ...defaultMargins, ...stored }, assumed };
}

/**
 * Usual targets for lists of issues. LiveResearchBench reports that annotators found 82% and 85.9% of the issues listed by its
 * two judges valid (arXiv 2510.14240, appendix C).
 */
export const usualLists = { target: 0.8, precision: 0.8, recall: 0.5 } as const;

/**
 * Analysis plan if nothing is preregistered.
 *
 * @param lists whether the units are issues that judges list
 */
export const defaultAnalysisPlan = (
  judges: readonly string[],
  scale: LabelScale = yesNo,
  lists = false
): AnalysisPlan => ({
  judges: [...judges],
  target: lists ? usualLists.target : usualTarget(scale),
  floor: lists ? usualLists.target : usualTarget(scale),
  delta: 0.05,
  lambda: 0,
  epsilon: 0.2,
  confidence: 0.95,
  ties: 'half',
  consistency: 0.9,
  order: 0.8,
  ...defaultMargins,
  queries: 20,
  items: 100,
  ...(lists && { precision: usualLists.precision, recall: usualLists.recall }),
  gates: gateNames.filter((name) => lists || !listGates.includes(name))
});

interface Bounds {
  label: string;
  from: number;
  to: number;
  whole?: true;
}

/** Every number of a preregistration, with the words for it and the range that makes sense, in the order of the form. */
export const planNumbers = {
  target: { label: 'Target', from: 0.5, to: 0.999 },
  floor: { label: 'Floor on unanimous items', from: 0, to: 0.999 },
  delta: { label: 'Margin δ', from: 0, to: 0.5 },
  lambda: { label: 'Agreement per dollar λ', from: 0, to: 1 },
  epsilon: { label: 'ε, cost advantage of judges', from: 0, to: 0.5 },
  confidence: { label: 'Confidence', from: 0.8, to: 0.999 },
  consistency: { label: 'Test–retest consistency', from: 0, to: 1 },
  order: { label: 'Ranking of systems, τ', from: -1, to: 1 },
  severityMargin: { label: 'Margin for severity', from: 0.001, to: 0.5 },
  positionMargin: { label: 'Margin for position', from: 0.001, to: 0.5 },
  lengthMargin: { label: 'Margin for length', from: 0.001, to: 0.5 },
  ownMakerMargin: { label: 'Margin for self-preference', from: 0.001, to: 0.5 },
  queries: { label: 'Queries, at least', from: 2, to: 10_000, whole: true },
  items: { label: 'Items, at least', from: 1, to: 1_000_000, whole: true }
} as const satisfies Record<string, Bounds>;

export type PlanNumber = keyof typeof planNumbers;

/** The numbers that only studies of listed issues have. */
export const listNumbers = {
  precision: { label: 'Precision', from: 0, to: 0.999 },
  recall: { label: 'Recall', from: 0, to: 0.999 }
} as const satisfies Record<string, Bounds>;

export type ListNumber = keyof typeof listNumbers;

/** A preregistration as a form sends it: every number as it was typed. */
export type TypedAnalysisPlan = Record<PlanNumber, string> &
  Partial<Record<ListNumber, string>> & {
    judges: readonly string[];
    ties: string;
    gates: readonly string[];
    /** Absent: a fixed plan. */
    sequential?: TypedSequentialPlan;
  };

/**
 * A preregistration from what was typed, or everything that is wrong with it.
 *
 * @param known ids of the judges that may be preregistered.
 */
export function readAnalysisPlan(
  typed: TypedAnalysisPlan,
  known: readonly string[]
): { analysisPlan: AnalysisPlan } | { problems: Problem[] } {
  const problems: Problem[] = [];
  const problem = (column: string, wording: Saying, found?: string): void => {
    problems.push(problemAt(column, wording, found));
  };
  const number = (name: PlanNumber | ListNumber): number => {
    const { label, from, to, ...rest }: Bounds = { ...planNumbers, ...listNumbers }[name];
    const given = typed[name] ?? '';
    const value = typedNumber(given, rest);
    if (!(value >= from && value <= to))
      problem(
        name,
        (rest.whole ? null : unclearComma(given)) ??
          fieldSays(rest.whole ? 'planWhole' : 'planNumber', { label, least: from, most: to }),
        given
      );
    return value;
  };
  const { ties } = typed;
  const numbers = Object.fromEntries(
    Object.keys(planNumbers).map((name) => [name, number(name as PlanNumber)])
  ) as Record<PlanNumber, number>;
  const lists = Object.fromEntries(
    (Object.keys(listNumbers) as ListNumber[]).flatMap((name) =>
      (typed[name] ?? '').trim() !== '' || typed.gates.includes(name) ? [[name, number(name)]] : []
    )
  );
  const judges = known.filter((id) => typed.judges.includes(id));
  if (judges.length === 0) problem('judges', fieldSays('chooseJudge'));
  for (const id of typed.judges) if (!known.includes(id)) problem('judges', fieldSays('judgeNotInRun'), id);
  if (numbers.floor > numbers.target) problem('floor', fieldSays('floorAboveTarget'), typed.floor);
  for (const name of typed.gates)
    if (!gateNames.some((gate) => gate === name)) problem('gates', fieldSays('unknownGate'), name);
  if (ties !== 'half' && ties !== 'leave-out') problem('ties', fieldSays('chooseTies'), ties);
  const sequential = readSequentialPlan(typed.sequential, (one) => problems.push(one));
  if (problems.length > 0 || (ties !== 'half' && ties !== 'leave-out')) return { problems };
  return {
    analysisPlan: {
      ...{ ...numbers, ...lists, judges, ties },
      ...(sequential && { sequential }),
      gates: gateNames.filter((gate) => typed.gates.includes(gate))
    }
  };
}

/** A preregistration as a form shows it before anything is changed. */
export const typedAs = (analysisPlan: AnalysisPlan): TypedAnalysisPlan => ({
  ...(Object.fromEntries(
    Object.keys(planNumbers).map((name) => [name, String(analysisPlan[name as PlanNumber])])
  ) as Record<PlanNumber, string>),
  ...(analysisPlan.precision !== undefined && { precision: String(analysisPlan.precision) }),
  ...(analysisPlan.recall !== undefined && { recall: String(analysisPlan.recall) }),
  judges: analysisPlan.judges,
  ties: analysisPlan.ties,
  gates: analysisPlan.gates,
  ...(analysisPlan.sequential && { sequential: typedSequentialPlan(analysisPlan.sequential, 0) })
});

/** Whether two preregistrations say the same. */
export const sameAnalysisPlan = (a: AnalysisPlan, b: AnalysisPlan): boolean => changesBetween(a, b).length === 0;

/** Names of what a later preregistration changes in an earlier one. */
export const changesBetween = (before: AnalysisPlan, after: AnalysisPlan): (keyof AnalysisPlan)[] =>
  ([...new Set([...Object.keys(after), ...Object.keys(before)])] as (keyof AnalysisPlan)[]).filter(
    (key) => text(before[key]) !== text(after[key])
  );

const text = (value: AnalysisPlan[keyof AnalysisPlan]): string =>
  Array.isArray(value)
    ? [...value].sort().join(' ')
    : typeof value === 'object'
      ? JSON.stringify(value, ['rule', 'maximum', 'looks'])
      : String(value);
