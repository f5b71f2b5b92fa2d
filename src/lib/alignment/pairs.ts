import {
  chanceCorrected,
  pairCodes,
  share,
  shareWhere,
  type CodePair,
  type Figure,
  type Resampling
} from './figure.ts';
import type { Named } from './ratings.ts';
import { decided, type Codes, type Units } from './units.ts';

export interface Rater extends Named {
  kind: 'person' | 'judge' | 'people';
}

/** Two raters on the units that both labelled. */
export interface PairFigures {
  a: Rater;
  b: Rater;
  equal: Figure;
  kappa: Figure;
  ac1: Figure;
  same: string[];
  differ: string[];
}

/** Two judges of which one may be right by accident: why "either agrees" is shown and never decides. */
export interface EitherFigures {
  a: Named;
  b: Named;
  /** At least one of the two agrees with people: certain wherever they differ. */
  either: Figure;
  bothWrong: Figure;
  /** Agreement with people where the two say the same. */
  consensus: Figure;
  /** Items on which the two differ. */
  differ: string[];
}

type Coded = Rater & { labels: Codes };

const people = (units: Units): Coded[] => units.people.map((person) => ({ ...person, kind: 'person' }));
const judges = (units: Units): Coded[] => units.judges.map((judge) => ({ ...judge, kind: 'judge' }));

/** The majority of people as a rater; where they are evenly split it gives no label. */
const majority = (units: Units): Coded => ({
  id: 'people',
  name: 'People, majority',
  kind: 'people',
  labels: units.reference.map(decided)
});

const rater = ({ id, name, kind }: Coded): Rater => ({ id, name, kind });

function pairFigures(
  units: Units,
  a: Rater,
  b: Rater,
  pairs: readonly CodePair[],
  resampling: Resampling,
  corrected = pairs
): PairFigures {
  const idsWhere = (same: boolean): string[] => [
    ...new Set(pairs.filter((pair) => (pair.a === pair.b) === same).map(({ unit }) => units.ids[unit]!))
  ];
  return {
    a,
    b,
    equal: share(
      units,
      pairs.map((pair) => ({ unit: pair.unit, value: pair.a === pair.b ? 1 : 0 }))
    ),
    ...chanceCorrected(units, corrected, resampling),
    same: idsWhere(true),
    differ: idsWhere(false)
  };
}

const between = (units: Units, a: Coded, b: Coded, resampling: Resampling): PairFigures =>
  pairFigures(units, rater(a), rater(b), pairCodes(a.labels, b.labels), resampling);

const everyTwo = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((first, i) => all.slice(i + 1).map((second): [T, T] => [first, second]));

/** People among themselves, two by two and pooled: what can be asked of a judge at most. */
export function humanPairs(units: Units, resampling: Resampling): { pairs: PairFigures[]; pooled: PairFigures } {
  const two = everyTwo(people(units));
  const together = two.flatMap(([a, b]) => pairCodes(a.labels, b.labels)).sort((p, q) => p.unit - q.unit);
  // Which person comes first in a pooled pair means nothing: κ and AC1 see each pair in both orders.
  const bothWays = together.flatMap((pair) => [pair, { unit: pair.unit, a: pair.b, b: pair.a }]);
  const one: Rater = { id: 'people', name: 'One person', kind: 'people' };
  const other: Rater = { id: 'people', name: 'Another person', kind: 'people' };
  const pooled = pairFigures(units, one, other, together, resampling, bothWays);
  const n = together.length;
  return {
    pairs: two.map(([a, b]) => between(units, a, b, resampling)).filter((pair) => pair.equal.n > 0),
    pooled: { ...pooled, kappa: { ...pooled.kappa, n }, ac1: { ...pooled.ac1, n } }
  };
}

/** Judges among themselves, on all units of the study, judged by people or not. */
export const judgePairs = (units: Units, resampling: Resampling): PairFigures[] =>
  everyTwo(judges(units)).map(([a, b]) => between(units, a, b, resampling));

/** Each judge with each person. */
export const judgesWithPeople = (units: Units, resampling: Resampling): PairFigures[] =>
  judges(units).flatMap((judge) => people(units).map((person) => between(units, judge, person, resampling)));

/** Each judge with the majority of people. */
export const judgesWithMajority = (units: Units, resampling: Resampling): PairFigures[] =>
  judges(units).map((judge) => between(units, judge, majority(units), resampling));

/** Share of the units with a label from every judge on which all labels are equal. */
export function allJudgesAgree(units: Units): Figure {
  if (units.judges.length < 2) return share(units, []);
  const complete = units.ids.flatMap((_, unit) =>
    units.judges.every((judge) => judge.labels[unit] !== null) ? [unit] : []
  );
  return shareWhere(units, complete, (unit) =>
    units.judges.every((judge) => judge.labels[unit] === units.judges[0]!.labels[unit])
  );
}

export function eitherJudge(units: Units): EitherFigures[] {
  const truth = units.reference.map(decided);
  return everyTwo(units.judges).map(([a, b]) => {
    const both = truth.flatMap((label, unit) =>
      label !== null && a.labels[unit] !== null && b.labels[unit] !== null ? [unit] : []
    );
    const agree = (unit: number): boolean => a.labels[unit] === b.labels[unit];
    const right = (judge: { labels: Codes }, unit: number): boolean => judge.labels[unit] === truth[unit];
    return {
      a: { id: a.id, name: a.name },
      b: { id: b.id, name: b.name },
      either: shareWhere(units, both, (unit) => right(a, unit) || right(b, unit)),
      bothWrong: shareWhere(units, both, (unit) => !right(a, unit) && !right(b, unit)),
      consensus: shareWhere(units, both.filter(agree), (unit) => right(a, unit)),
      differ: both.filter((unit) => !agree(unit)).map((unit) => units.ids[unit]!)
    };
  });
}
