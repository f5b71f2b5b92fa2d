import { clusterStatistic, type Clusters, type ClusterStatistic } from '../../stats/index.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { share, type Confidence, type Figure } from '../units/figure.ts';
import { kappaOfScores, kappaOfSums, momentSums } from '../units/coefficients.ts';
import { metricOf } from '../units/metric.ts';
import type { ScorePair } from '../units/paired-scores.ts';
import type { Reference } from '../units/ratings.ts';
import type { Observation, TieRule, Units, Values } from '../units/units.ts';

/**
 * Agreement of a score with people at one unit, in [0, 1]. Yes and no: 1 − |score − reference|. A, tie and B, and categories
 * without order: whether it is the same answer; if people are split among so many, 1 over their number for each of them. Null if there is no score
 * or reference, and on scores, where agreement is not a mean over units.
 */
export function agreementAt(
  units: Units,
  unit: number,
  score: number | null,
  ties: TieRule = units.ties
): number | null {
  return agreementWith(units.scale, score, { value: units.reference[unit]!, split: units.split[unit]! }, ties);
}

/** The same for any reference, such as that of some of the people. */
export function agreementWith(
  scale: LabelScale,
  score: number | null,
  { value: reference, split }: Reference,
  ties: TieRule
): number | null {
  if (score === null || reference === null || (split && ties === 'leave-out')) return null;
  switch (scale.level) {
    case 'binary':
      return closeness(score, reference);
    case 'preference':
    case 'nominal':
      return split ? (split.includes(score) ? 1 / split.length : 0) : Number(score === reference);
    case 'ordinal':
    case 'interval':
      return null;
  }
}

/** 1 − |score − reference|, if there are both. */
const closeness = (score: number | null, reference: number | null): number | null =>
  score === null || reference === null ? null : 1 - Math.abs(score - reference);

/** Whether the figures against people leave the unit out because people are tied. */
export const isLeftOut = ({ ties, split }: Units, unit: number): boolean =>
  ties === 'leave-out' && split[unit] !== null;

/** Scores beside what people say, on the units that figures against people rest on. */
export const withReference = (units: Units, scores: Values): ScorePair[] =>
  units.reference.flatMap((b, unit) => {
    const [a, tied] = [scores[unit]!, units.split[unit]!];
    if (b === null || a === null || isLeftOut(units, unit)) return [];
    return [tied === null || units.scale.level === 'binary' ? { unit, a, b } : { unit, a, b, tied }];
  });

/** Scores beside every single person's label. */
const withEachPerson = (units: Units, scores: Values): ScorePair[] =>
  units.people.flatMap(({ labels }) =>
    labels.flatMap((b, unit) => (b === null || scores[unit] === null ? [] : [{ unit, a: scores[unit]!, b }]))
  );

/** Agreement of one score with one label, if agreement is a mean over units. */
export const sameness = ({ scale }: Pick<Units, 'scale'>, { a, b }: Pick<ScorePair, 'a' | 'b'>): number =>
  scale.level === 'binary' ? 1 - Math.abs(a - b) : Number(a === b);

interface Asked {
  /** Only these units; all by default. */
  among?: (unit: number) => boolean;
  weighted?: boolean;
  /** Items as independent: for those of one query. */
  independent?: boolean;
}

/** The primary figure of scores against people. */
export function agreementFigure(
  units: Units,
  scores: Values,
  confidence: Confidence,
  { among = () => true, weighted = false, independent = false }: Asked = {}
): Figure {
  if (metricOf(units.scale).kind === 'mean') {
    const observations = units.ids.flatMap((_, unit): Observation[] => {
      const value = among(unit) ? agreementAt(units, unit, scores[unit]!) : null;
      return value === null ? [] : [{ unit, value }];
    });
    return share(units, observations, weighted, confidence.confidence, independent);
  }
  const pairs = withReference(units, scores).filter(({ unit }) => among(unit));
  return kappaOfScores(units, pairs, confidence, { weighted, independent });
}

/** The primary figure of scores against every single label: comparable with one person against another. */
export function agreementWithOne(units: Units, scores: Values, confidence: Confidence, weighted = false): Figure {
  const pairs = withEachPerson(units, scores);
  return metricOf(units.scale).kind === 'mean'
    ? share(
        units,
        pairs.map((pair) => ({ unit: pair.unit, value: sameness(units, pair) })),
        weighted,
        confidence.confidence
      )
    : kappaOfScores(units, pairs, confidence, { weighted });
}

/**
 * The primary figure as a function of drawn queries, weighted to the run: what a choice is made by. Null for a candidate
 * without a score on one of the units.
 */
export function agreementOver(
  units: Units,
  scores: Values,
  kept: readonly number[],
  ties: TieRule,
  grouped: Clusters
): ClusterStatistic {
  if (metricOf(units.scale).kind === 'kappa') {
    if (kept.some((unit) => scores[unit] === null)) return nothing;
    const pairs = kept.map((unit) => ({ unit, a: scores[unit]!, b: units.reference[unit]! }));
    return clusterStatistic(momentSums(pairs, units.weights), grouped, (sums) => kappaOfSums(sums).value);
  }
  const values = kept.map((unit) => agreementAt(units, unit, scores[unit]!, ties));
  if (values.some((value) => value === null)) return nothing;
  return clusterStatistic(
    {
      size: 2,
      add: (i, sums, at) => {
        const weight = units.weights[kept[i]!]!;
        sums[at]! += weight * values[i]!;
        sums[at + 1]! += weight;
      }
    },
    grouped,
    (sums) => (sums[1] === 0 ? null : Math.min(1, sums[0]! / sums[1]!))
  );
}

const nothing: ClusterStatistic = { over: () => null, without: () => null };
