import {
  answerOf,
  binaryLabel,
  reference,
  type BinaryLabel,
  type JudgeAnswer,
  type Named,
  type Preference,
  type StudyRatings
} from './ratings.ts';

/** A yes/no code per unit, 1 and 0; null where the rater gave none. */
export type Codes = readonly (0 | 1 | null)[];

/** A value per unit in [0, 1]; null where there is none. */
export type Values = readonly (number | null)[];

/** The ratings turned into columns over units, in an order that does not depend on how they came. */
export interface Units {
  ids: readonly string[];
  /** Place of each unit's query among `clusters`. */
  cluster: readonly number[];
  clusters: number;
  strata: readonly string[];
  /** Report and system of each unit. */
  reports: readonly string[];
  systems: readonly string[];
  /** 1 / inclusion probability: how many units of the run each stands for. */
  weights: readonly number[];
  /** See `reference`. */
  reference: Values;
  people: readonly (Named & { labels: Codes })[];
  judges: readonly (Named & { answers: readonly JudgeAnswer[]; labels: Codes })[];
  /** What people preferred once they had seen the judges; never part of any agreement. */
  preferences: readonly (Preference & { unit: number })[];
}

/** Something seen at a unit; several people or pairs of people may be seen at one unit. */
export interface Observation {
  unit: number;
  value: number;
}

const codeOf = (label: BinaryLabel): 0 | 1 => (label === 'yes' ? 1 : 0);

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byName = (a: Named, b: Named): number => order(a.name, b.name) || order(a.id, b.id);

/**
 * Units by query, report and item; judges and people by name. Resampling walks queries in this order, so the same study
 * and seed give the same intervals whatever order the database returned.
 *
 * @throws if a label is neither yes nor no, an inclusion probability is not in (0, 1], a unit comes twice, or
 *   somebody judged who is not among the people.
 */
export function unitsOf(ratings: StudyRatings): Units {
  const items = [...ratings.items].sort(
    (a, b) =>
      order(a.qid, b.qid) ||
      order(a.queryId, b.queryId) ||
      order(a.systemName, b.systemName) ||
      order(a.reportId, b.reportId) ||
      order(a.item, b.item) ||
      order(a.itemId, b.itemId)
  );
  if (new Set(items.map((item) => item.itemId)).size < items.length) throw new Error('unitsOf requires each unit once');
  for (const { itemId, inclusionProbability: p } of items)
    if (!(p > 0 && p <= 1))
      throw new Error(`unitsOf requires an inclusion probability in (0, 1], got ${p} for ${itemId}`);

  const named = new Set(ratings.people.map((person) => person.id));
  for (const { userId } of items.flatMap((item) => item.humans))
    if (!named.has(userId)) throw new Error(`unitsOf requires everybody who judged to be named, got ${userId}`);

  const queries = [...new Set(items.map((item) => item.queryId))];
  const place = new Map(queries.map((queryId, i) => [queryId, i]));
  const human = items.map((item) => new Map(item.humans.map((h) => [h.userId, binaryLabel(h.label)])));
  const judged = items.map((item) => new Map(item.judges.map((verdict) => [verdict.judgeId, answerOf(verdict)])));

  return {
    ids: items.map((item) => item.itemId),
    cluster: items.map((item) => place.get(item.queryId)!),
    clusters: queries.length,
    strata: items.map((item) => item.stratum),
    reports: items.map((item) => item.reportId),
    systems: items.map((item) => item.systemName),
    weights: items.map((item) => 1 / item.inclusionProbability),
    reference: human.map((labels) => reference([...labels.values()])),
    people: [...ratings.people].sort(byName).map((person) => ({
      ...person,
      labels: human.map((labels) => {
        const label = labels.get(person.id);
        return label === undefined ? null : codeOf(label);
      })
    })),
    judges: [...ratings.judges].sort(byName).map((judge) => {
      const answers = judged.map((given) => given.get(judge.id) ?? 'unscored');
      return {
        ...judge,
        answers,
        labels: answers.map((answer) => (answer === 'yes' || answer === 'no' ? codeOf(answer) : null))
      };
    }),
    preferences: items.flatMap((item, unit) => item.preferences.map((preference) => ({ ...preference, unit })))
  };
}

/** The side of ½ on which a value lies; null at ½ itself, where it is undecided. */
export const decided = (value: number | null): 0 | 1 | null =>
  value === null || value === 0.5 ? null : value > 0.5 ? 1 : 0;

/** One observation per unit that has a value. */
export const observe = (values: Values): Observation[] =>
  values.flatMap((value, unit) => (value === null ? [] : [{ unit, value }]));
