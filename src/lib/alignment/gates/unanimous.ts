import type { Declared } from '../declared.ts';
import { share } from '../figure.ts';
import { observe, type Units, type Values } from '../units.ts';
import { reaches, worst, type Gate, type GatePart } from './gate.ts';
import { counted, figure, idsOf } from './words.ts';

/** Agreement where two or more people all say the same, for each of their answers: no answer may be sacrificed. */
export function unanimousGate(units: Units, agreements: Values, { floor, confidence }: Declared): Gate {
  const among = (label: 0 | 1): Values =>
    agreements.map((value, unit) => {
      const labels = units.people.map((person) => person.labels[unit]!).filter((given) => given !== null);
      return labels.length > 1 && labels.every((given) => given === label) ? value : null;
    });
  const parts = ([1, 0] as const).flatMap((label): GatePart[] => {
    const seen = observe(among(label));
    if (seen.length === 0) return [];
    const { value, low, high } = share(units, seen, true, confidence);
    return [
      {
        name: label === 1 ? 'All people say yes' : 'All people say no',
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
    measure: 'Agreement where people are of one mind, by their answer',
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
        : `Lowest is ${figure(lowest.value!)}, where ${lowest.name.toLowerCase()} (${counted(lowest.n, 'item')}).`,
    parts,
    items
  };
}
