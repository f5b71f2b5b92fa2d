import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import {
  dawidSkene,
  kappaCeiling,
  labelErrorRate,
  majorityAccuracy,
  type Estimate,
  type UndefinedReason
} from '../../stats/index.ts';
import { reaches } from '../../stats/numbers/without-rounding.ts';
import { confidenceLevel, proportion } from '../../stats/writing/figures.ts';
import { agreementWith } from './agreement.ts';
import type { Figure, Resampling } from '../units/figure.ts';
import { metricOf, scaleSteps, valueAtPlace } from '../units/metric.ts';
import { peopleTogether } from './pairs.ts';
import { reasonsIn, type ReasonWords } from '../items/reasons.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import { unequalSampling, type Units } from '../units/units.ts';

interface Bounded {
  value: number | null;
  low: number | null;
  high: number | null;
}

/** How far errors in the reference labels limit the agreement that any judge can reach. */
export interface LabelNoise {
  /** A share of items, or quadratic-weighted κ. */
  unit: 'share' | 'coefficient';
  /** Whether all of it is weighted to the run, as the agreement of judges is that it limits. */
  weighted: boolean;
  /** Agreement of two annotators, from which the rest follows; its interval is by query. */
  between: Pick<Figure, 'value' | 'low' | 'high' | 'n' | 'clusters'>;
  /** Error rate of one label; on scores 1 − reliability of one annotator. */
  error: Bounded;
  /** Highest agreement of a perfect judge with the reference. */
  ceiling: Bounded;
  /** The same ceiling by a latent class model (Dawid–Skene), as a check; null below three annotators and on scores. */
  latentClass: number | null;
  /** Items with a reference, and the fewest and most labels on one. */
  items: number;
  people: [fewest: number, most: number] | null;
  /** Why there is no estimate. */
  reason: UndefinedReason | null;
}

const NONE: Bounded = { value: null, low: null, high: null };

/**
 * Label noise from the agreement of annotators with each other: the error rate of one label, and how far a perfect judge
 * would agree with references made of so many labels. Assumes that annotators err independently; errors that they share, or
 * that gather on hard items, lower the ceiling further.
 *
 * @param among the units on which judges are compared with people.
 */
export function labelNoiseOf(units: Units, among: readonly number[], resampling: Resampling): LabelNoise {
  const { value, low, high, n, clusters, reason } = peopleTogether(units, resampling).pooled.weighted;
  const between = { value, low, high, n, clusters };
  const labelled = among
    .filter((unit) => units.ties === 'half' || units.split[unit] === null)
    .map((unit) => ({
      count: units.people.filter(({ labels }) => labels[unit] !== null).length,
      weight: units.weights[unit]!
    }))
    .filter(({ count }) => count > 0);
  const people = labelled.map(({ count }) => count);
  const onShares = metricOf(units.scale).kind === 'mean';
  const shown = {
    unit: onShares ? ('share' as const) : ('coefficient' as const),
    weighted: unequalSampling(units),
    between,
    items: people.length,
    people: people.length === 0 ? null : ([Math.min(...people), Math.max(...people)] as [fewest: number, most: number])
  };
  const none = { ...shown, error: NONE, ceiling: NONE, latentClass: null };
  if (value === null) return { ...none, reason: n === 0 ? 'no-pairable-values' : (reason ?? 'zero-variance') };
  const labels = scaleSteps(units.scale) ?? 2;
  const errorAt = (agreement: number): Estimate =>
    onShares ? labelErrorRate(agreement, labels) : { value: Math.min(1, Math.max(0, 1 - agreement)) };
  const ceilingAt = (agreement: number): Estimate => {
    if (!onShares)
      return kappaCeiling(
        agreement,
        people,
        labelled.map(({ weight }) => weight)
      );
    const error = labelErrorRate(agreement, labels);
    return error.value === null ? error : meanAccuracy(error.value, labelled, labels, units.ties);
  };
  const [error, ceiling] = [errorAt(value), ceilingAt(value)];
  if (ceiling.value === null || error.value === null)
    return { ...none, reason: ceiling.reason ?? error.reason ?? 'n=0' };
  const at = (of: (agreement: number) => Estimate, end: number | null): number | null =>
    end === null ? null : of(end).value;
  return {
    ...shown,
    // The more annotators agree, the fewer errors there are.
    error: { value: error.value, low: at(errorAt, high), high: at(errorAt, low) },
    ceiling: { value: ceiling.value, low: at(ceilingAt, low), high: at(ceilingAt, high) },
    latentClass: onShares ? latentCeiling(units, among) : null,
    reason: null
  };
}

interface LabelledItem {
  /** Labels on it. */
  count: number;
  weight: number;
}

function meanAccuracy(error: number, items: readonly LabelledItem[], labels: number, ties: Units['ties']): Estimate {
  let [sum, total] = [0, 0];
  for (const [count, own] of Map.groupBy(items, (item) => item.count)) {
    const { value } = majorityAccuracy(error, Math.min(count, MOST), { labels, ties });
    if (value === null) continue;
    const weight = own.reduce((all, item) => all + item.weight, 0);
    sum += value * weight;
    total += weight;
  }
  return total === 0 ? { value: null, reason: 'n=0' } : { value: sum / total };
}

/** Beyond so many labels on an item a majority is right for all that can be told. */
const MOST = 60;

/** Mean agreement of the true label, as a latent class model has it, with the reference. */
function latentCeiling(units: Units, among: readonly number[]): number | null {
  const people = units.people.filter(({ labels }) => among.some((unit) => labels[unit] !== null));
  if (people.length < 3) return null;
  const values = Array.from({ length: scaleSteps(units.scale)! }, (_, place) =>
    valueAtPlace(units.scale, place)
  ).reverse();
  const { posterior } = dawidSkene(
    among.map((unit) => people.map(({ labels }) => labels[unit]!)),
    values
  );
  if (posterior === null) return null;
  const found = among.flatMap((unit, i) => {
    const reference = { value: units.reference[unit]!, split: units.split[unit]! };
    const expected = values.reduce(
      (sum, value, v) => {
        const agreement = agreementWith(units.scale, value, reference, units.ties);
        return agreement === null || sum === null ? null : sum + posterior[i]![v]! * agreement;
      },
      0 as number | null
    );
    return expected === null ? [] : [{ expected, weight: units.weights[unit]! }];
  });
  const total = found.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? null : found.reduce((sum, { expected, weight }) => sum + weight * expected, 0) / total;
}

/** Whether a target is out of reach: above the estimated ceiling, above its lower end, or neither. */
export const reachOf = ({ ceiling }: LabelNoise, target: number): 'out-of-reach' | 'uncertain' | 'within' =>
  ceiling.value === null || reaches(ceiling.low ?? ceiling.value, target)
    ? 'within'
    : reaches(ceiling.value, target)
      ? 'uncertain'
      : 'out-of-reach';

/** Words for label noise and for reasons, in one language. */
export interface NoiseWords {
  noise: Words<Messages['labelNoise']>;
  reasons: ReasonWords;
}

/** `With an error rate of .10 per label, a perfect judge would agree with the reference on .94 of the items; a target of .95 cannot be reached.` */
export function labelNoiseInWords(
  noise: LabelNoise,
  { target, confidence }: Pick<AnalysisPlan, 'target' | 'confidence'>,
  { noise: words, reasons }: NoiseWords
): string {
  const { error, ceiling, unit, weighted, between, latentClass, reason } = noise;
  if (ceiling.value === null || error.value === null)
    return reason === 'no-pairable-values'
      ? words.noPairs
      : words.undefined({ why: reasonsIn(reasons)[reason ?? 'n=0'] });
  const withInterval = ({ value, low, high }: Bounded): string =>
    low === null || high === null
      ? proportion(value)
      : words.ci({
          value: proportion(value),
          level: confidenceLevel(confidence),
          low: proportion(low),
          high: proportion(high)
        });
  const reach = reachOf(noise, target);
  const shown = {
    ...{ same: proportion(between.value), n: between.n, ceiling: withInterval(ceiling), target: proportion(target) },
    reach: reach === 'out-of-reach' ? 'out' : reach,
    weighted: weighted ? 'yes' : 'no'
  };
  const text = unit === 'share' ? words.share({ ...shown, error: withInterval(error) }) : words.kappa(shown);
  return latentClass === null ? text : words.latent({ noise: text, value: proportion(latentClass) });
}
