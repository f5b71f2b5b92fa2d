import { defined, undefinedBecause, type Estimate } from '../../stats/index.ts';
import { agreementAt, agreementFigure, withReference } from '../agreement/agreement.ts';
import { kappaOfSums, momentSums } from '../units/coefficients.ts';
import type { Confidence, Figure } from '../units/figure.ts';
import { clusteredBy, figuresOfSums } from '../units/jackknife.ts';
import { differsOnScale, metricOf, scaleRange } from '../units/metric.ts';
import { ratedUnits, unequalSampling, type TieRule, type Units } from '../units/units.ts';
import type { StudyRatings } from '../units/ratings.ts';

/** One judge beside the reference judge, on the items that all compared judges labelled. */
export interface ComparedJudge {
  id: string;
  /** Items with a blind label on which it gave a label, compared or not. */
  answered: number;
  /** Agreement with people on the compared items. */
  agreement: Figure;
  /** Its agreement less that of the reference judge, paired by item; null for the reference judge itself. */
  difference: Figure | null;
  /** Compared items on which its label differs from the reference judge's; none for the reference judge. */
  flips: Flip[];
}

export interface Flip {
  itemId: string;
  /** On the scale. */
  from: number;
  to: number;
  /** `people`: the label comes nearer to what people say; `away`: it goes away from it; `neither`: as near as before. */
  towards: 'people' | 'away' | 'neither';
}

interface JudgesCompared {
  /** Items with a blind label that every run judged. */
  asked: number;
  /** Ids of those that all judges labelled, on which everything rests. */
  compared: string[];
  queries: number;
  /** Whether items had unequal chances, so that agreement and differences are weighted to the run. */
  weighted: boolean;
  /** Judges that labelled none of the items: they are compared with nothing. */
  silent: string[];
  judges: ComparedJudge[];
}

/**
 * Compares judges with the same labels of people, on the items that all of them labelled. Differences are paired by item, with
 * jackknife intervals by query; an item on which annotators are tied counts as in every figure of the study. Agreement and
 * differences are weighted to the run.
 *
 * @param ratings with every judge of every run under an id of its own
 * @param reference id of the judge with which the others are compared
 * @throws if the reference is none of the judges
 */
export function compareJudges(
  ratings: StudyRatings,
  reference: string,
  ties: TieRule,
  confidence: Confidence = {}
): JudgesCompared {
  const units = ratedUnits(ratings, ties);
  const asked = units.ids.flatMap((_, unit) => (units.reference[unit] === null ? [] : [unit]));
  const answers = ratings.judges.map(({ id }) => units.judges.find((judge) => judge.id === id)!);
  const answering = answers.filter(({ labels }) => asked.some((unit) => labels[unit] !== null));
  const base = answering.find(({ id }) => id === reference);
  if (!base && !answers.some(({ id }) => id === reference))
    throw new Error(`compareJudges requires ${reference} among the judges`);
  const compared = asked.filter((unit) => answering.every(({ labels }) => labels[unit] !== null));
  const kept = new Set(compared);
  const weighted = unequalSampling(units);
  return {
    asked: asked.length,
    compared: compared.map((unit) => units.ids[unit]!),
    queries: new Set(compared.map((unit) => units.cluster[unit]!)).size,
    weighted,
    silent: answers.filter((judge) => !answering.includes(judge)).map(({ id }) => id),
    judges: answering.map(({ id, labels }) => ({
      id,
      answered: asked.filter((unit) => labels[unit] !== null).length,
      agreement: agreementFigure(units, labels, confidence, { among: (unit) => kept.has(unit), weighted }),
      difference: !base || base.id === id ? null : differenceOf(units, labels, base.labels, compared, confidence),
      flips: !base || base.id === id ? [] : flipsOf(units, labels, base.labels, compared)
    }))
  };
}

type Labels = readonly (number | null)[];

/** Agreement of the first less that of the second, on the same items. */
function differenceOf(
  units: Units,
  labels: Labels,
  base: Labels,
  compared: readonly number[],
  confidence: Confidence
): Figure {
  if (metricOf(units.scale).kind === 'mean') {
    const seen = compared.flatMap((unit) => {
      const [a, b] = [agreementAt(units, unit, labels[unit]!), agreementAt(units, unit, base[unit]!)];
      return a === null || b === null ? [] : [{ unit, value: a - b }];
    });
    const mean = (sums: Float64Array): Estimate =>
      sums[0]! > 0 ? defined(sums[1]! / sums[0]!) : undefinedBecause('no-pairs');
    return figuresOfSums(
      clusteredBy(units, seen),
      {
        size: 2,
        add: (i, into, at) => {
          const weight = units.weights[seen[i]!.unit]!;
          into[at]! += weight;
          into[at + 1]! += weight * seen[i]!.value;
        },
        weights: seen.map(({ unit }) => units.weights[unit]!)
      },
      { difference: { of: mean, range: [-1, 1] } },
      confidence
    ).difference;
  }
  const kept = new Set(compared);
  const [own, others] = [labels, base].map((of) => withReference(units, of).filter(({ unit }) => kept.has(unit)));
  const [first, second] = [momentSums(own!, units.weights), momentSums(others!, units.weights)];
  const less = (sums: Float64Array): Estimate => {
    const [a, b] = [kappaOfSums(sums.subarray(0, first.size)), kappaOfSums(sums.subarray(first.size))];
    if (a.value === null) return a;
    return b.value === null ? b : defined(a.value - b.value);
  };
  return figuresOfSums(
    clusteredBy(units, own!),
    {
      size: first.size + second.size,
      add: (i, into, at) => {
        first.add(i, into, at);
        second.add(i, into, at + first.size);
      },
      weights: own!.map(({ unit }) => units.weights[unit]!)
    },
    { difference: { of: less, range: [-2, 2] } },
    confidence
  ).difference;
}

const flipsOf = (units: Units, labels: Labels, base: Labels, compared: readonly number[]): Flip[] =>
  compared.flatMap((unit): Flip[] => {
    const [to, from] = [labels[unit]!, base[unit]!];
    if (!differsOnScale(units.scale, to, from)) return [];
    const nearer = nearness(units, unit, to) - nearness(units, unit, from);
    return [
      {
        itemId: units.ids[unit]!,
        from,
        to,
        towards: nearer > ROUNDING ? 'people' : nearer < -ROUNDING ? 'away' : 'neither'
      }
    ];
  });

/** Differences of nearness below this are rounding. */
const ROUNDING = 1e-9;

/** How near a label is to what people say, in [0, 1]; ties count as in the study. */
function nearness(units: Units, unit: number, label: number): number {
  const known = agreementAt(units, unit, label, 'half');
  return known ?? 1 - Math.abs(label - units.reference[unit]!) / scaleRange(units.scale);
}
