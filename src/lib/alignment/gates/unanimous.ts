import type { LabelScale } from '../../studies/label-scale.ts';
import type { Declared } from '../declared.ts';
import { share } from '../figure.ts';
import { mean } from '../ratings.ts';
import { observe, type Units, type Values } from '../units.ts';
import { agreementsOf } from '../candidates.ts';
import { metricOf, stepOf, valueInWords, withinStep } from '../metric.ts';
import { reaches, worst, type Gate, type GatePart } from './gate.ts';
import { counted, figure, idsOf } from './words.ts';

/** People who are of one mind at some units: what they say there, and which of what they say it is. */
interface Mind {
  name: string;
  holds: (labels: readonly number[]) => boolean;
}

/**
 * Agreement where two or more people all say the same, for each of their answers: no answer may be sacrificed. On scores,
 * where exact agreement is too much to ask, the share of items on which judges are within one step; on a measured scale
 * people are of one mind who are within one step of each other, and their answers are low, middle and high.
 */
export function unanimousGate(
  units: Units,
  scores: Values,
  { floor, confidence, ties }: Pick<Declared, 'floor' | 'confidence' | 'ties'>
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
  const parts = mindsOf(scale).flatMap(({ name, holds }): GatePart[] => {
    const seen = observe(
      agreements.map((value, unit) => (given[unit]!.length > 1 && holds(given[unit]!) ? value : null))
    );
    if (seen.length === 0) return [];
    const { value, low, high } = share(units, seen, true, confidence);
    return [
      {
        name,
        value,
        low,
        high,
        p: null,
        n: seen.length,
        state: reaches(value, high, floor),
        items: idsOf(
          units,
          seen.map(({ unit }) => unit)
        )
      }
    ];
  });
  const lowest = parts.reduce<GatePart | null>(
    (least, part) => (least && least.value! <= part.value! ? least : part),
    null
  );
  const items = [...new Set(parts.flatMap((part) => part.items))];
  const place = new Map(units.ids.map((id, unit) => [id, unit]));
  return {
    name: 'unanimous',
    state: lowest === null ? 'not-tested' : worst(parts.map(({ state }) => state)),
    measure:
      metricOf(scale).kind === 'mean'
        ? 'Agreement where people are of one mind, by their answer'
        : `Within ${stepOf(scale) === 1 ? 'one' : stepOf(scale)} of people where they are of one mind, by their answer`,
    value: lowest?.value ?? null,
    low: lowest?.low ?? null,
    high: lowest?.high ?? null,
    threshold: floor,
    unit: 'share',
    n: items.length,
    clusters: new Set(items.map((id) => units.cluster[place.get(id)!])).size,
    finding:
      lowest === null
        ? 'There is no item on which two people say the same.'
        : `Lowest is ${figure(lowest.value!)}, where ${lowest.name[0]!.toLowerCase()}${lowest.name.slice(1)} (${counted(lowest.n, 'item')}).`,
    parts,
    items
  };
}

/** Beyond so many labels they are taken together by thirds of the scale. */
const MOST_LABELS = 7;

function mindsOf(scale: LabelScale): Mind[] {
  const all = (value: number): Mind => ({
    name: `All people say ${valueInWords(scale, value)}`,
    holds: (labels) => labels.every((label) => label === value)
  });
  if (scale.level === 'binary') return [all(1), all(0)];
  if (scale.level === 'preference') return [all(1), all(0.5), all(0)];
  if (scale.level === 'ordinal' && scale.labels.length <= MOST_LABELS)
    return scale.labels.map((_, place) => all(place));
  const [low, high] = scale.level === 'interval' ? [scale.low, scale.high] : [0, scale.labels.length - 1];
  const thirdOf = (value: number): number => Math.min(2, Math.floor((3 * (value - low)) / (high - low)));
  return ['low', 'middle', 'high'].map((name, third) => ({
    name: `All people are in the ${name} third of the scale`,
    holds: (labels) => withinStep(scale, Math.min(...labels), Math.max(...labels)) && thirdOf(mean(labels)) === third
  }));
}
