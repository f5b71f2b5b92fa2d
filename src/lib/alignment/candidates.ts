import { ensembleScore, type Ensemble } from './ensembles.ts';
import { chanceCorrected, meanOf, pairCodes, share, shareWhere, type Figure, type Resampling } from './figure.ts';
import type { JudgeAnswer } from './ratings.ts';
import { decided, observe, type Observation, type Units, type Values } from './units.ts';

/** How one ensemble does against the people of a study. */
export interface CandidateFigures extends Ensemble {
  name: string;
  /** Units with at least one blind human label, and those of them on which the ensemble has a score. */
  asked: number;
  answered: number;
  coverage: Figure;
  /** Mean of 1 − |score − reference| over the units that it answered. */
  agreement: Figure;
  /** The same over the units that every judge answered: the one to compare candidates by. */
  common: Figure;
  /** `agreement` weighted back to the run by 1 / inclusion probability. */
  weighted: Figure;
  /** Mean of 1 − |score − label| over every single person's label: comparable with one person against another. */
  withOnePerson: Figure;
  strata: readonly { stratum: string; agreement: Figure }[];
  /** Items by what people (first) and the ensemble (second) say, where both are decided. */
  table: { yesYes: string[]; yesNo: string[]; noYes: string[]; noNo: string[] };
  kappa: Figure;
  ac1: Figure;
  sensitivity: Figure;
  specificity: Figure;
  /** Asked units that are not in every figure, and why. */
  dropped: {
    /** No score: every judge of the ensemble abstained. */
    abstained: string[];
    /** No score: a judge of the ensemble failed. */
    unscored: string[];
    /** Answered, but people are evenly split: counts ½ in agreement, left out of the table. */
    splitHumans: string[];
    /** Answered, but the score is ½: left out of the table. */
    undecided: string[];
  };
}

/** Units on which every judge that answers at all gave a label, and which a person has judged. */
export function commonUnits(units: Units): number[] {
  const answering = units.judges.filter((judge) => judge.labels.some((label) => label !== null));
  if (answering.length === 0) return [];
  return askedUnits(units).filter((unit) => answering.every((judge) => judge.labels[unit] !== null));
}

export const askedUnits = (units: Units): number[] =>
  units.reference.flatMap((reference, unit) => (reference === null ? [] : [unit]));

/** The score that an ensemble gives each unit. */
export function scoresOf(units: Units, { judgeIds, rule }: Ensemble): Values {
  const judges = judgeIds.map((judgeId) => units.judges.find((judge) => judge.id === judgeId)!);
  return units.ids.map((_, unit) =>
    ensembleScore(
      rule,
      judges.map((judge) => judge.answers[unit]!)
    )
  );
}

export function candidateFigures(
  units: Units,
  ensemble: Ensemble,
  name: string,
  common: ReadonlySet<number>,
  resampling: Resampling
): CandidateFigures {
  const judges = ensemble.judgeIds.map((judgeId) => units.judges.find((judge) => judge.id === judgeId)!);
  const answersAt = (unit: number): JudgeAnswer[] => judges.map((judge) => judge.answers[unit]!);
  const scores = scoresOf(units, ensemble);
  const asked = askedUnits(units);
  const answered = asked.filter((unit) => scores[unit] !== null);
  const silent = judges.some((judge) => judge.labels.every((label) => label === null));

  const agreement: Values = units.reference.map((reference, unit) => closeness(scores[unit]!, reference));
  const observed = observe(agreement);
  const truth = units.reference.map(decided);
  const verdict = scores.map(decided);
  const pairs = pairCodes(truth, verdict);
  const cell = (a: 0 | 1, b: 0 | 1): string[] =>
    pairs.filter((pair) => pair.a === a && pair.b === b).map(({ unit }) => units.ids[unit]!);
  const truly = (label: 0 | 1): Figure =>
    share(
      units,
      pairs.filter(({ a }) => a === label).map(({ unit, a, b }) => ({ unit, value: a === b ? 1 : 0 }))
    );
  const ids = (of: readonly number[]): string[] => of.map((unit) => units.ids[unit]!);

  return {
    ...ensemble,
    name,
    asked: asked.length,
    answered: answered.length,
    coverage: shareWhere(units, asked, (unit) => scores[unit] !== null),
    agreement: meanOf(units, agreement),
    common: share(units, silent ? [] : observed.filter(({ unit }) => common.has(unit))),
    weighted: share(units, observed, true),
    withOnePerson: share(units, againstEachPerson(units, scores)),
    strata: strataOf(units).map((stratum) => ({
      stratum,
      agreement: share(
        units,
        observed.filter(({ unit }) => units.strata[unit] === stratum)
      )
    })),
    table: { yesYes: cell(1, 1), yesNo: cell(1, 0), noYes: cell(0, 1), noNo: cell(0, 0) },
    ...chanceCorrected(units, pairs, resampling),
    sensitivity: truly(1),
    specificity: truly(0),
    dropped: {
      abstained: ids(asked.filter((unit) => scores[unit] === null && !answersAt(unit).includes('unscored'))),
      unscored: ids(asked.filter((unit) => answersAt(unit).includes('unscored'))),
      splitHumans: ids(answered.filter((unit) => units.reference[unit] === 0.5)),
      undecided: ids(answered.filter((unit) => scores[unit] === 0.5))
    }
  };
}

export const strataOf = (units: Units): string[] => [...new Set(units.strata)].sort();

/** 1 − |score − reference|, where there are both. */
export const closeness = (score: number | null, reference: number | null): number | null =>
  score === null || reference === null ? null : 1 - Math.abs(score - reference);

/** Closeness of scores to every single label. */
export function againstEachPerson(units: Units, scores: Values): Observation[] {
  return units.people.flatMap((person) => observe(person.labels.map((label, unit) => closeness(scores[unit]!, label))));
}
