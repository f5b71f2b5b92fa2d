import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import {
  twoWayCoefficientInterval,
  twoWayJackknife,
  twoWayShareInterval,
  type ClusterSums,
  type UndefinedReason
} from '../../stats/index.ts';
import { agreementWith, agreementWithOne, sameness } from './agreement.ts';
import type { Figure, Resampling } from '../units/figure.ts';
import { metricOf } from '../units/metric.ts';
import { quadraticKappa } from '../units/paired-scores.ts';
import { peopleTogether } from './pairs.ts';
import { referenceOf } from '../units/ratings.ts';
import { reasonsIn, type ReasonWords } from '../items/reasons.ts';
import { unequalSampling, type Units, type Values } from '../units/units.ts';

/** From so many annotators on, an interval for annotators like these is given. */
const ENOUGH_RATERS = 5;

export interface Ends {
  low: number | null;
  high: number | null;
}

/** An agreement with one interval for each population that it may speak of. */
export interface PopulationFigure {
  key: 'ensemble' | 'with-one' | 'annotators';
  name: string;
  value: number | null;
  /** These annotators, queries like these: only queries are a sample. */
  these: Ends;
  /** Annotators like these, queries like these: both are samples. */
  like: Ends;
  /** Why there is no second interval. */
  reason: UndefinedReason | 'too-few-annotators' | null;
  n: number;
  clusters: number;
  raters: number;
}

export interface Populations {
  /** Annotators with a label. */
  raters: number;
  /** Whether items had unequal chances, so that figures are weighted to the run. */
  weighted: boolean;
  rows: PopulationFigure[];
}

/** Agreement of the selected ensemble as the gate takes it: corrected for the selection, on these units. */
interface Selected extends Ends {
  value: number | null;
  /** Quantile that allows for the selection; null if none was made. */
  critical: number | null;
  units: readonly number[];
}

interface Label {
  rater: string;
  value: number;
}

/** Sums of one unit, given the labels that count there. */
type Contribution = (unit: number, labels: readonly Label[]) => readonly number[];

/**
 * Agreement of the selected ensemble with annotators, and of annotators with each other, for two populations: these
 * annotators judging other queries, and other annotators judging other queries. The second adds the variance between annotators.
 * All are weighted to the run, as the agreement of the gate is.
 *
 * @param scores of the selected ensemble; null if none was selected.
 */
export function populationsOf(
  units: Units,
  scores: Values | null,
  selected: Selected,
  resampling: Resampling
): Populations {
  const raters = units.people.filter(({ labels }) => labels.some((label) => label !== null)).length;
  const confidence = resampling.confidence ?? 0.95;
  const all = units.ids.map((_, unit) => unit);
  const row = (
    key: PopulationFigure['key'],
    name: string,
    shown: Pick<Figure, 'value' | 'low' | 'high' | 'n' | 'clusters'>,
    among: readonly number[],
    contribution: Contribution,
    least = 0
  ): PopulationFigure => {
    const { value, n, clusters } = shown;
    const these = { low: shown.low, high: shown.high };
    const none = { key, name, value, these, like: { low: null, high: null }, n, clusters, raters };
    if (raters < ENOUGH_RATERS) return { ...none, reason: 'too-few-annotators' };
    const found = twoWayJackknife(sumsByQuery(units, among, contribution), valueOfSums(units));
    if (found.value === null) return { ...none, reason: found.reason };
    if (value === null || these.low === null || these.high === null) return { ...none, reason: 'zero-variance' };
    const ends =
      metricOf(units.scale).kind === 'mean'
        ? twoWayShareInterval(found, n, { confidence, least })
        : twoWayCoefficientInterval(found, { confidence, least });
    if (ends === null) return { ...none, reason: 'zero-variance' };
    // A population with more variance has no shorter interval, whichever method found the first one.
    const like = { low: Math.min(ends[0], these.low), high: Math.max(ends[1], these.high) };
    return { ...none, like, reason: null };
  };
  const together = peopleTogether(units, resampling).pooled.weighted;
  return {
    raters,
    weighted: unequalSampling(units),
    rows: [
      ...(scores === null
        ? []
        : [
            row(
              'ensemble',
              'Selected ensemble with annotators together',
              {
                ...selected,
                n: selected.units.length,
                clusters: new Set(selected.units.map((unit) => units.cluster[unit]!)).size
              },
              selected.units,
              withTogether(units, scores),
              selected.critical ?? 0
            ),
            row(
              'with-one',
              'Selected ensemble with one annotator',
              agreementWithOne(units, scores, resampling, unequalSampling(units)),
              all,
              withEach(units, scores)
            )
          ]),
      row('annotators', 'One annotator with another', together, all, betweenPeople(units))
    ]
  };
}

function sumsByQuery(units: Units, among: readonly number[], contribution: Contribution): ClusterSums[] {
  const byQuery = Map.groupBy(among, (unit) => units.cluster[unit]!);
  const labelsAt = (unit: number): Label[] =>
    units.people.flatMap(({ id, labels }) => (labels[unit] === null ? [] : [{ rater: id, value: labels[unit]! }]));
  return [...byQuery.values()].flatMap((own): ClusterSums[] => {
    const labelled = own.map((unit) => ({ unit, labels: labelsAt(unit) }));
    const over = (without: string | null): number[] =>
      labelled.reduce<number[]>((sums, { unit, labels }) => {
        const kept = without === null ? labels : labels.filter(({ rater }) => rater !== without);
        return contribution(unit, kept).map((part, i) => part + (sums[i] ?? 0));
      }, []);
    const raters = new Set(labelled.flatMap(({ labels }) => labels.map(({ rater }) => rater)));
    const whole = over(null);
    if (whole.every((sum) => sum === 0)) return [];
    return [{ all: whole, without: new Map([...raters].map((rater) => [rater, over(rater)])) }];
  });
}

const valueOfSums =
  ({ scale }: Units) =>
  ([n, ...sums]: readonly number[]): number | null => {
    if (n === undefined || n <= 0) return null;
    if (metricOf(scale).kind === 'mean') return Math.min(1, sums[0]! / n);
    const [x, y, xx, yy, xy] = sums;
    return quadraticKappa({ n, x: x!, y: y!, xx: xx!, yy: yy!, xy: xy! }).value;
  };

/** Weighted n and sum of agreements of the pairs at a unit, or weighted n and the five moments of which κ is made. */
function pairSums(units: Units, unit: number, pairs: readonly { a: number; b: number }[]): number[] {
  const sums =
    metricOf(units.scale).kind === 'mean'
      ? [pairs.length, pairs.reduce((sum, pair) => sum + sameness(units, pair), 0)]
      : pairs.reduce((all, pair) => all.map((sum, i) => sum + moments(units, pair)[i]!), [0, 0, 0, 0, 0, 0]);
  return sums.map((sum) => units.weights[unit]! * sum);
}

function moments({ scale }: Units, { a, b }: { a: number; b: number }): number[] {
  // About the middle of the scale, so that the squares stay small.
  const middle = scale.level === 'interval' ? (scale.low + scale.high) / 2 : (scale.labels.length - 1) / 2;
  const [x, y] = [a - middle, b - middle];
  return [1, x, y, x * x, y * y, x * y];
}

const withTogether =
  (units: Units, scores: Values): Contribution =>
  (unit, labels) => {
    const reference = referenceOf(
      units.scale,
      labels.map(({ value }) => value)
    );
    const [score, weight] = [scores[unit]!, units.weights[unit]!];
    if (metricOf(units.scale).kind === 'mean') {
      const agreement = agreementWith(units.scale, score, reference, units.ties);
      return agreement === null ? [0, 0] : [weight, weight * agreement];
    }
    if (score === null || reference.value === null) return [0, 0, 0, 0, 0, 0];
    return moments(units, { a: score, b: reference.value }).map((moment) => weight * moment);
  };

const withEach =
  (units: Units, scores: Values): Contribution =>
  (unit, labels) => {
    const score = scores[unit]!;
    return pairSums(units, unit, score === null ? [] : labels.map(({ value }) => ({ a: score, b: value })));
  };

const betweenPeople =
  (units: Units): Contribution =>
  (unit, labels) => {
    const pairs = labels.flatMap((one, i) => labels.slice(i + 1).map((other) => ({ a: one.value, b: other.value })));
    // On scores neither of two people is the first, so each pair stands there in both orders.
    const both = pairs.flatMap(({ a, b }) => [{ a, b }, { a: b, b: a }]); // prettier-ignore
    return pairSums(units, unit, metricOf(units.scale).kind === 'mean' ? pairs : both);
  };

type PopulationWords = Words<Messages['populations']>;

export const populationsHead = ({ raters }: Populations, words: PopulationWords): string =>
  raters >= ENOUGH_RATERS ? words.both : words.only({ n: raters });

/** Which population each interval speaks of, or that only one can be given. */
export const populationsInWords = ({ raters, weighted }: Populations, words: PopulationWords): string => {
  const said = { n: raters, weighted: weighted ? 'yes' : 'no' };
  return raters >= ENOUGH_RATERS ? words.bothAbout(said) : words.limitation({ ...said, enough: ENOUGH_RATERS });
};

export const whyNoSecond = (
  reason: PopulationFigure['reason'],
  words: PopulationWords,
  reasons: ReasonWords
): string | null =>
  reason === null
    ? null
    : reason === 'too-few-annotators'
      ? words.tooFew({ enough: ENOUGH_RATERS })
      : reasonsIn(reasons)[reason];
