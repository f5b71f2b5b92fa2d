import { type LabelScale, valueOnScale } from '../../studies/labels/label-scale.ts';
import {
  judgeAnswerOf,
  referenceOf,
  type JudgeAnswer,
  type NamedRater,
  type JudgePreference,
  type StudyRatings
} from './ratings.ts';

/** The number on the scale that a rater gave each unit; null if there is none. */
export type UnitCodes = readonly (number | null)[];

/** A value per unit; null if there is none. */
export type Values = readonly (number | null)[];

/** How an item on which annotators are tied is treated: any of their answers counts its share there, or the item is left out. */
export type TieRule = 'half' | 'leave-out';

/** The ratings turned into columns over units, in an order that does not depend on how they came. */
export interface Units {
  scale: LabelScale;
  /** How every figure against people treats an item on which they are tied. */
  ties: TieRule;
  ids: readonly string[];
  /** Place of each unit's query among `clusters`. */
  cluster: readonly number[];
  clusters: number;
  /** The query of each cluster, as people know it. */
  queries: readonly string[];
  /** Category of each unit's query; null if it has none. */
  categories: readonly (string | null)[];
  strata: readonly string[];
  /** Report and system of each unit. */
  reports: readonly string[];
  systems: readonly string[];
  /** 1 / inclusion probability: how many units of the run each stands for. */
  weights: readonly number[];
  /** See `referenceOf`. */
  reference: Values;
  /** Answers between which people are evenly split; null if they are not. */
  split: readonly (readonly number[] | null)[];
  /** The reference if people are decided. */
  truth: UnitCodes;
  people: readonly Rater[];
  judges: readonly (Rater & { answers: readonly JudgeAnswer[] })[];
  /** People's preferences after seeing the judges; never part of any agreement. */
  preferences: readonly (JudgePreference & { unit: number })[];
}

interface Rater extends NamedRater {
  labels: UnitCodes;
  /** Units to which the rater gave a label that has no value on the scale. */
  withoutValue: readonly number[];
}

/** Something seen at a unit; several people or pairs of people may be seen at one unit. */
export interface Observation {
  unit: number;
  value: number;
  /** How much of the unit counts, in (0, 1]; all of it by default. */
  part?: number;
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
export const byName = (a: NamedRater, b: NamedRater): number => order(a.name, b.name) || order(a.id, b.id);

/** Items by query, system, report and item, whatever order the database returned. */
export const inFixedOrder = (items: StudyRatings['items']): StudyRatings['items'][number][] =>
  [...items].sort(
    (a, b) =>
      order(a.qid, b.qid) ||
      order(a.queryId, b.queryId) ||
      order(a.systemName, b.systemName) ||
      order(a.reportId, b.reportId) ||
      order(a.item, b.item) ||
      order(a.itemId, b.itemId)
  );

/**
 * Units by query, report and item; judges and people by name. Queries are resampled and left out in this order, so that the
 * same study and seed give the same intervals in whatever order the database returned them.
 *
 * @throws if a label is not on the scale, an inclusion probability is not in (0, 1], a unit appears twice, or a label's author
 *   is not among the people.
 */
export function ratedUnits({ scale, ...ratings }: StudyRatings, ties: TieRule = 'half'): Units {
  const items = inFixedOrder(ratings.items);
  if (new Set(items.map((item) => item.itemId)).size < items.length) throw new Error('unitsOf requires each unit once');
  for (const { itemId, inclusionProbability: p } of items)
    if (!(p > 0 && p <= 1))
      throw new Error(`unitsOf requires an inclusion probability in (0, 1], got ${p} for ${itemId}`);

  const named = new Set(ratings.people.map((person) => person.id));
  for (const item of items)
    for (const { userId } of item.humans)
      if (!named.has(userId)) throw new Error(`unitsOf requires everybody who judged to be named, got ${userId}`);

  const queries = new Map(items.map((item) => [item.queryId, item.qid]));
  const place = new Map([...queries.keys()].map((queryId, i) => [queryId, i]));
  const human = items.map((item) => new Map(item.humans.map((h) => [h.userId, valueOnScale(scale, h.label)])));
  const judged = items.map(
    (item) => new Map(item.judges.map((verdict) => [verdict.judgeId, judgeAnswerOf(scale, verdict)]))
  );
  const references = human.map((labels) =>
    referenceOf(
      scale,
      [...labels.values()].filter((value) => value !== null)
    )
  );
  const where = <T>(all: readonly T[], test: (one: T) => boolean): number[] =>
    all.flatMap((one, unit) => (test(one) ? [unit] : []));

  return {
    scale,
    ties,
    ids: items.map((item) => item.itemId),
    cluster: items.map((item) => place.get(item.queryId)!),
    clusters: queries.size,
    queries: [...queries.values()],
    categories: items.map((item) => item.category),
    strata: items.map((item) => item.stratum),
    reports: items.map((item) => item.reportId),
    systems: items.map((item) => item.systemName),
    weights: items.map((item) => 1 / item.inclusionProbability),
    reference: references.map(({ value }) => value),
    split: references.map(({ split }) => split),
    truth: references.map(({ value, split }) => (split ? null : value)),
    people: [...ratings.people].sort(byName).map((person) => {
      const given = human.map((labels) => labels.get(person.id));
      return {
        ...person,
        labels: given.map((value) => value ?? null),
        withoutValue: where(given, (value) => value === null)
      };
    }),
    judges: [...ratings.judges].sort(byName).map((judge) => {
      const answers = judged.map((given) => given.get(judge.id) ?? 'unscored');
      return {
        ...judge,
        answers,
        labels: answers.map((answer) => (typeof answer === 'number' ? answer : null)),
        withoutValue: where(answers, (answer) => answer === 'without-value')
      };
    }),
    preferences: items.flatMap((item, unit) => item.preferences.map((preference) => ({ ...preference, unit })))
  };
}

/** Whether units were drawn with unequal chances, so that weighted and unweighted figures may differ. */
export const unequalSampling = (units: Units): boolean =>
  new Set(units.weights.map((weight) => weight.toPrecision(9))).size > 1;

/** Units without a value of people: those that no person has labelled yet, and those with labels alone that have none on the scale. */
export function withoutReference(units: Units): { unlabelled: number[]; valueless: number[] } {
  const labelled = new Set(units.people.flatMap(({ withoutValue }) => withoutValue));
  const without = units.reference.flatMap((reference, unit) => (reference === null ? [unit] : []));
  return {
    unlabelled: without.filter((unit) => !labelled.has(unit)),
    valueless: without.filter((unit) => labelled.has(unit))
  };
}

/** One observation per unit that has a value. */
export const observe = (values: Values): Observation[] =>
  values.flatMap((value, unit) => (value === null ? [] : [{ unit, value }]));
