import type { Importance, Subtask } from '../material.ts';
import { compareFractions, type Fraction, fraction, fractionValue, meanOfFractions } from './fraction.ts';
import { type JudgedSubtask, subtaskOutcome } from './subtask-outcome.ts';

/** A subtask as Algorithm 1 takes it. */
export interface WeighedOutcome {
  importance: Importance;
  /** Of P2: the group of subtasks that are deficient only when several of them are missing. */
  group: Subtask['group'];
  /** o, 0 … 1. */
  outcome: Fraction;
}

type PreferenceLevel = 1 | 2 | 3 | 4;

/** A level with what decided it. */
interface DecidedPreference {
  level: PreferenceLevel;
  /** The condition of Algorithm 1 that decided, in words with its figures. */
  because: string;
  /** Mean outcome of P0; 1 without any. */
  c0: Fraction;
  /** Mean over the outcomes of P1 and the mean of each P2 group; 1 without any. */
  c1: Fraction;
  /** Every P1 subtask is above 0. */
  v1: boolean;
  /** A member of a P2 group is above 0, or there are no groups. */
  v2: boolean;
}

type ComputedPreference =
  | ({ state: 'scored' } & DecidedPreference)
  /** `unscored`: a subtask has no outcome. `undefined`: the task does not say enough. */
  | { state: 'unscored' | 'undefined'; level: null; reason: string };

const ONE = fraction(1);
const HALF = fraction(1, 2);
const isZero = ({ numerator }: Fraction): boolean => numerator === 0n;
const below = (a: Fraction, b: Fraction): boolean => compareFractions(a, b) < 0;

const written = (value: Fraction): string => String(Math.round(1000 * fractionValue(value)) / 1000);

/**
 * UserPref (arXiv 2606.12871, Algorithm 1): checks for 4, 1 and 3 in this order, else 2, on exact fractions. P2 outside groups counts
 * for level 4 alone. Means over nothing are 1.
 *
 * @throws without outcomes
 */
export function preferenceLevel(all: readonly WeighedOutcome[]): DecidedPreference {
  if (all.length === 0) throw new Error('preferenceLevel requires at least one outcome');
  const outcomes = (of: Importance): Fraction[] =>
    all.flatMap(({ importance, outcome }) => (importance === of ? [outcome] : []));
  const grouped = all.filter(({ importance, group }) => importance === 'P2' && group !== null);
  const groups = [...Map.groupBy(grouped, ({ group }) => group).values()].map((members) =>
    meanOfFractions(members.map(({ outcome }) => outcome))!
  );
  const [essential, important] = [outcomes('P0'), outcomes('P1')];
  const c0 = meanOfFractions(essential) ?? ONE;
  const c1 = meanOfFractions([...important, ...groups]) ?? ONE;
  const v1 = !important.some(isZero);
  const v2 = grouped.length === 0 || grouped.some(({ outcome }) => !isZero(outcome));
  const decided = (level: PreferenceLevel, because: string): DecidedPreference => ({ level, because, c0, c1, v1, v2 });
  const figures = `c0 = ${written(c0)}, c1 = ${written(c1)}`;

  if (all.every(({ outcome }) => compareFractions(outcome, ONE) === 0))
    return decided(4, 'Every subtask has outcome 1.');
  if (isZero(c0)) return decided(1, 'c0 = 0: every P0 subtask has outcome 0.');
  if (below(c1, fraction(3, 10))) return decided(1, `c1 = ${written(c1)} is below 0.3.`);
  if (below(c0, HALF) && below(c1, HALF)) return decided(1, `Both are below 0.5: ${figures}.`);
  const short = [
    ...(below(c0, HALF) ? [`c0 = ${written(c0)} is below 0.5`] : []),
    ...(v1 ? [] : ['a P1 subtask has outcome 0']),
    ...(v2 ? [] : ['every member of the P2 groups has outcome 0']),
    ...(below(c1, fraction(7, 10)) ? [`c1 = ${written(c1)} is below 0.7`] : [])
  ];
  return short.length === 0
    ? decided(
        3,
        `c0 = ${written(c0)} is at least 0.5 and c1 = ${written(c1)} at least 0.7; no P1 subtask has outcome 0, and the P2 groups do not all have it.`
      )
    : decided(2, `Not 1 (${figures}), and not 3: ${short.join('; ')}.`);
}

const count = (n: number, words: string): string => `${n} ${n === 1 ? words : `${words}s`}`;

/** UserPref of one report: undefined without subtasks or without their importance, unscored as soon as one outcome is. */
export function userPreferenceOf(subtasks: readonly JudgedSubtask[]): ComputedPreference {
  const none = (state: 'unscored' | 'undefined', reason: string): ComputedPreference => ({
    state,
    level: null,
    reason
  });
  if (subtasks.length === 0) return none('undefined', 'The task has no subtasks.');
  const keys = (of: readonly JudgedSubtask[]): string => of.map(({ key }) => key).join(', ');
  const unrated = subtasks.filter(({ importance }) => importance === null);
  if (unrated.length > 0)
    return none('undefined', `The importance of ${count(unrated.length, 'subtask')} is not rated: ${keys(unrated)}.`);
  const unscored = subtasks.filter(({ parts }) => subtaskOutcome(parts) === null);
  if (unscored.length > 0)
    return none('unscored', `${count(unscored.length, 'subtask')} without an outcome: ${keys(unscored)}.`);
  const decided = preferenceLevel(
    subtasks.map(({ importance, group, parts }) => ({
      importance: importance!,
      group,
      outcome: subtaskOutcome(parts)!
    }))
  );
  return { state: 'scored', ...decided };
}
