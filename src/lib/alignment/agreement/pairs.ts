import { agreementAt, agreementFigure, sameness, withReference } from './agreement.ts';
import { secondaryFigures, type BesideFigure } from './beside.ts';
import { beyondChance } from './beyond-chance.ts';
import { share, shareWhere, type Confidence, type Figure } from '../units/figure.ts';
import { chanceCorrected, kappaOfScores, pairCodes, type CodePair } from '../units/coefficients.ts';
import { metricOf, sameOnScale } from '../units/metric.ts';
import type { NamedRater } from '../units/ratings.ts';
import { unequalSampling, type UnitCodes, type Units } from '../units/units.ts';

export interface PairRater extends NamedRater {
  kind: 'person' | 'judge' | 'people';
}

/** Two raters on the units that both labelled. */
export interface PairFigures {
  a: PairRater;
  b: PairRater;
  /** The primary figure of the scale between the two: the share of equal labels, or κ with quadratic weights. */
  agreement: Figure;
  /** `agreement` weighted back to the run by 1 / inclusion probability. */
  weighted: Figure;
  /** Share of equal labels. */
  equal: Figure;
  /** Unweighted on labels, with quadratic weights on scores. */
  kappa: Figure;
  /** AC1 on labels, AC2 with quadratic weights on steps, null on a measured scale. */
  ac1: Figure | null;
  same: string[];
  differ: string[];
}

/** Inter-annotator agreement. */
export interface HumanFigures {
  pairs: PairFigures[];
  /** All pairs together. */
  pooled: PairFigures;
  /** Secondary figures of all pairs together. */
  beside: BesideFigure[];
}

/** Chance level of “either judge is right”: why "either agrees" is shown and never decides. */
export interface EitherFigures {
  a: NamedRater;
  b: NamedRater;
  /** At least one of the two agrees with people: certain wherever they differ. */
  either: Figure;
  bothWrong: Figure;
  /** Agreement with people where the two say the same. */
  consensus: Figure;
  /** Items on which the two differ. */
  differ: string[];
}

type Coded = PairRater & { labels: UnitCodes };

const people = (units: Units): Coded[] => units.people.map((person) => ({ ...person, kind: 'person' }));
const judges = (units: Units): Coded[] => units.judges.map((judge) => ({ ...judge, kind: 'judge' }));

/** People together as a rater. */
const together = ({ scale }: Units): PairRater => ({
  id: 'people',
  name: {
    binary: 'Annotators, majority',
    preference: 'Annotators, majority',
    nominal: 'Annotators, majority',
    ordinal: 'Annotators, median',
    interval: 'Annotators, mean'
  }[scale.level],
  kind: 'people'
});

const rater = ({ id, name, kind }: Coded): PairRater => ({ id, name, kind });

function pairFigures(
  units: Units,
  a: PairRater,
  b: PairRater,
  pairs: readonly CodePair[],
  confidence: Confidence,
  corrected = pairs
): PairFigures {
  const idsWhere = (same: boolean): string[] => [
    ...new Set(pairs.filter((pair) => (pair.a === pair.b) === same).map(({ unit }) => units.ids[unit]!))
  ];
  const equal = share(
    units,
    pairs.map((pair) => ({ unit: pair.unit, value: pair.a === pair.b ? 1 : 0 })),
    false,
    confidence.confidence
  );
  const { kappa, ac1 } = chanceCorrected(units, corrected, confidence, pairs.length);
  const onNames = metricOf(units.scale).kind === 'mean';
  const agreement = onNames ? equal : kappa;
  const weighted = (): Figure =>
    onNames
      ? share(
          units,
          pairs.map((pair) => ({ unit: pair.unit, value: sameness(units, pair) })),
          true,
          confidence.confidence
        )
      : kappaOfScores(units, corrected, confidence, { weighted: true, n: pairs.length });
  return {
    a,
    b,
    agreement,
    weighted: unequalSampling(units) ? weighted() : agreement,
    equal,
    kappa,
    ac1,
    same: idsWhere(true),
    differ: idsWhere(false)
  };
}

const between = (units: Units, a: Coded, b: Coded, confidence: Confidence): PairFigures =>
  pairFigures(units, rater(a), rater(b), pairCodes(a.labels, b.labels), confidence);

const everyTwo = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((first, i) => all.slice(i + 1).map((second): [T, T] => [first, second]));

/** Inter-annotator agreement by pair and pooled: what can be asked of a judge at most. */
export function humanPairs(units: Units, confidence: Confidence = {}): HumanFigures {
  const shared = everyTwo(people(units)).filter(([a, b]) =>
    a.labels.some((label, unit) => label !== null && b.labels[unit] !== null)
  );
  return { pairs: shared.map(([a, b]) => between(units, a, b, confidence)), ...peopleTogether(units, confidence) };
}

/** How any two people who labelled the same item agree, all pairs together. */
export function peopleTogether(units: Units, confidence: Confidence = {}): Pick<HumanFigures, 'pooled' | 'beside'> {
  const pooledPairs = everyTwo(people(units))
    .flatMap(([a, b]) => pairCodes(a.labels, b.labels))
    .sort((p, q) => p.unit - q.unit);
  // Which person comes first in a pooled pair means nothing: κ and AC1 see each pair in both orders.
  const bothWays = pooledPairs.flatMap((pair) => [pair, { unit: pair.unit, a: pair.b, b: pair.a }]);
  const one: PairRater = { id: 'people', name: 'One annotator', kind: 'people' };
  const other: PairRater = { id: 'people', name: 'Another annotator', kind: 'people' };
  return {
    pooled: pairFigures(units, one, other, pooledPairs, confidence, bothWays),
    beside: secondaryFigures(units, pooledPairs, confidence, bothWays)
  };
}

/** Agreement between judges on all units of the study, judged by people or not. */
export const judgePairs = (units: Units, confidence: Confidence = {}): PairFigures[] =>
  everyTwo(judges(units)).map(([a, b]) => between(units, a, b, confidence));

/** Each judge with each person. */
export const judgesWithPeople = (units: Units, confidence: Confidence = {}): PairFigures[] =>
  judges(units).flatMap((judge) => people(units).map((person) => between(units, judge, person, confidence)));

/** Each judge with people together, their majority, median or mean: by the rule and on the items of the candidate of that judge alone. */
export const judgesWithMajority = (units: Units, confidence: Confidence = {}): PairFigures[] =>
  judges(units).map((judge): PairFigures => {
    const pairs = withReference(units, judge.labels);
    const same = ({ unit, a, b }: CodePair): boolean =>
      (agreementAt(units, unit, a) ?? Number(sameOnScale(units.scale, a, b))) === 1;
    const idsWhere = (wanted: boolean): string[] =>
      pairs.filter((pair) => same(pair) === wanted).map(({ unit }) => units.ids[unit]!);
    const agreement = agreementFigure(units, judge.labels, confidence);
    const onNames = metricOf(units.scale).kind === 'mean';
    return {
      a: rater(judge),
      b: together(units),
      agreement,
      weighted: unequalSampling(units)
        ? agreementFigure(units, judge.labels, confidence, { weighted: true })
        : agreement,
      equal: onNames
        ? agreement
        : share(
            units,
            pairs.map((pair) => ({ unit: pair.unit, value: Number(same(pair)) })),
            false,
            confidence.confidence
          ),
      ...(beyondChance(units, judge.labels, confidence) ?? { kappa: agreement, ac1: null }),
      same: idsWhere(true),
      differ: idsWhere(false)
    };
  });

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

/** Of labels only: of scores neither judge is simply right. */
export function eitherJudge(units: Units): EitherFigures[] {
  if (metricOf(units.scale).kind !== 'mean') return [];
  return everyTwo(units.judges).map(([a, b]) => {
    const right = ({ labels }: { labels: UnitCodes }, unit: number): number | null =>
      agreementAt(units, unit, labels[unit]!);
    const both = units.ids.flatMap((_, unit) => (right(a, unit) === null || right(b, unit) === null ? [] : [unit]));
    const agree = (unit: number): boolean => a.labels[unit] === b.labels[unit];
    const better = (unit: number): number => Math.max(right(a, unit)!, right(b, unit)!);
    const over = (among: readonly number[], value: (unit: number) => number): Figure =>
      share(
        units,
        among.map((unit) => ({ unit, value: value(unit) }))
      );
    return {
      a: { id: a.id, name: a.name },
      b: { id: b.id, name: b.name },
      either: over(both, better),
      bothWrong: over(both, (unit) => 1 - better(unit)),
      consensus: over(both.filter(agree), (unit) => right(a, unit)!),
      differ: both.filter((unit) => !agree(unit)).map((unit) => units.ids[unit]!)
    };
  });
}
