import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import { mean } from '../units/ratings.ts';
import { observe, type Units, type Values } from '../units/units.ts';
import { agreementsOf } from '../ensembles/candidates.ts';
import { metricOf, stepOf, valueInWords, withinStep } from '../units/metric.ts';
import { boundedShare, surelyReaches, worst, type Gate, type GatePart } from './gate.ts';
import { withFinding, namedPart } from './said.ts';
import { idsOf } from './words.ts';
import { lowerBound, proportion } from '../../stats/writing/figures.ts';

const finding = sayingsOf('gateFindings');
const partPhrase = sayingsOf('gateParts');
const dash = sayingsOf('gateDashes');

/** An answer that annotators can give unanimously. */
interface Answer {
  said: Saying;
  /** The same inside a sentence. */
  inside: Saying;
  holds: (labels: readonly number[]) => boolean;
  /** One that says that there is none to prefer, or one of many categories: if no annotator gives it, there is nothing to check. */
  onlyIfGiven?: boolean;
}

/**
 * Agreement on items on which two or more annotators are unanimous, for each of their answers: no answer may be sacrificed.
 * Every one has to reach the floor with the lower end of its interval, clustered by query; an answer that annotators never
 * give unanimously is not tested. All have to pass, so that the number of answers needs no correction. On scores, if exact
 * agreement is too much to ask, the share of items on which judges are within one step; on a measured scale, and on more
 * than four steps, annotators within one step of each other are unanimous, and their answers are low, middle and high.
 */
export function unanimousGate(
  units: Units,
  scores: Values,
  { floor, confidence, ties }: Pick<AnalysisPlan, 'floor' | 'confidence' | 'ties'>
): Gate {
  const { scale } = units;
  const agreements =
    metricOf(scale).kind === 'mean'
      ? agreementsOf(units, scores, ties)
      : scores.map((score, unit) => {
          const reference = units.reference[unit]!;
          return score === null || reference === null ? null : Number(withinStep(scale, score, reference));
        });
  const given = units.ids.map((_, unit) => units.people.flatMap(({ labels }) => labels[unit] ?? []));
  const parts = answersOf(scale).flatMap(({ said, inside, holds, onlyIfGiven }): GatePart[] => {
    if (onlyIfGiven && !given.some((labels) => labels.some((label) => holds([label])))) return [];
    const seen = observe(
      agreements.map((value, unit) => (given[unit]!.length > 1 && holds(given[unit]!) ? value : null))
    );
    const { value, low, high, n, clusters } = boundedShare(units, seen, confidence);
    return [
      {
        ...namedPart(said),
        inside,
        value,
        low,
        high,
        p: null,
        n,
        clusters,
        threshold: floor,
        ...(value === null ? { why: dash('noItem') } : {}),
        state: value === null ? 'not-tested' : surelyReaches(low, high, floor),
        items: idsOf(
          units,
          seen.map(({ unit }) => unit)
        )
      }
    ];
  });
  const seen = parts.filter(({ value }) => value !== null);
  const lowest = seen.reduce<GatePart | null>(
    (least, part) => (least && (least.low ?? 0) <= (part.low ?? 0) ? least : part),
    null
  );
  const never = parts.filter(({ value }) => value === null);
  return {
    name: 'unanimous',
    state: lowest === null ? 'not-tested' : worst(parts.map(({ state }) => state)),
    measure:
      metricOf(scale).kind === 'mean'
        ? 'Agreement on items on which annotators are unanimous, by their answer'
        : `Within ${stepOf(scale) === 1 ? 'one' : stepOf(scale)} of annotators on items on which they are unanimous, by their answer`,
    value: lowest?.value ?? null,
    low: lowest?.low ?? null,
    high: lowest?.high ?? null,
    threshold: floor,
    unit: 'share',
    n: lowest?.n ?? 0,
    clusters: lowest?.clusters ?? 0,
    ...withFinding(
      ...(lowest === null ? [finding('noUnanimous')] : [lowestSaid(lowest, floor), ...never.map(noItemOn)])
    ),
    parts,
    items: [...new Set(parts.flatMap((part) => part.items))]
  };
}

function lowestSaid({ value, low, n, inside }: GatePart, threshold: number): Saying {
  const of = { answer: inside!, value: proportion(value!), n, floor: proportion(threshold) };
  return low === null ? finding('unanimousNoBound', of) : finding('unanimous', { ...of, low: lowerBound(low) });
}

const noItemOn = ({ inside }: GatePart): Saying => finding('noItemOn', { answer: inside! });

/** Beyond so many labels they are taken together by thirds of the scale. */
const MOST_LABELS = 4;

function answersOf(scale: LabelScale): Answer[] {
  const all = (value: number): Answer => ({
    said: partPhrase('allSay', { label: valueInWords(scale, value) }),
    inside: partPhrase('allSayInside', { label: valueInWords(scale, value) }),
    holds: (labels) => labels.every((label) => label === value)
  });
  if (scale.level === 'binary') return [all(1), all(0)];
  if (scale.level === 'preference') return [all(1), { ...all(0.5), onlyIfGiven: true }, all(0)];
  if (scale.level === 'nominal') return scale.labels.map((_, place) => ({ ...all(place), onlyIfGiven: true }));
  if (scale.level === 'ordinal' && scale.labels.length <= MOST_LABELS)
    return scale.labels.map((_, place) => all(place));
  const [low, high] = scale.level === 'interval' ? [scale.low, scale.high] : [0, scale.labels.length - 1];
  const thirdOf = (value: number): number => Math.min(2, Math.floor((3 * (value - low)) / (high - low) + 1e-9));
  return ['low', 'middle', 'high'].map((name, third) => ({
    said: partPhrase('third', { third: name }),
    inside: partPhrase('thirdInside', { third: name }),
    holds: (labels) => withinStep(scale, Math.min(...labels), Math.max(...labels)) && thirdOf(mean(labels)) === third
  }));
}
