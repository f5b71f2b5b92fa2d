import type { Random } from '../../../stats/numbers/rng.ts';
import { newId } from '../../../server/db/id.ts';
import type { PlannedAssignment } from '../drawing/assigning.ts';
import type { GoldUnit } from '../gold-units.ts';
import { mixedIn } from './purposes-mixed.ts';
import type { Purpose } from './purposes.ts';
import type { Sampled } from '../drawing/sampling.ts';
import type { StudySettings } from '../study-settings.ts';
import { textOrders } from '../drawing/text-orders.ts';
import type { Unit } from '../../units/unit.ts';

/** `answer` is known of training, gold and attention items; those and repeats were not drawn, so their chance is 0. */
export type DrawnItem = Sampled<Unit> & {
  id: string;
  purpose: Purpose;
  answer: { label: string; reason: string } | null;
};

/** Items to assign. */
export interface Handed {
  /** The sample in reading order, then what does not count. */
  items: DrawnItem[];
  assignments: PlannedAssignment[];
  /** In which order each person sees the texts of an item, by item and person; empty for kinds with one text. */
  orders: ReadonlyMap<string, ReadonlyMap<string, number[]>>;
}

/** The sample with what does not count mixed into people's queues, and the order in which each sees the texts of an item. */
export function withChecks({
  sample,
  shared,
  known,
  settings = {},
  random
}: {
  sample: DrawnItem[];
  shared: PlannedAssignment[];
  known: readonly GoldUnit<Unit>[];
  settings?: StudySettings | undefined;
  random: Random;
}): Handed {
  const ofSample = textOrders(severalTexts(sample, shared), random);
  const extras = known.map(({ unit, purpose, label, reason }): DrawnItem => {
    const answer = { label, reason };
    return { ...unit, id: newId(), purpose, answer, inclusionProbability: 0 };
  });
  const byId = new Map([...sample, ...extras].map((item) => [item.id, item]));
  const { assignments, repeated } = mixedIn(
    shared,
    {
      training: extras.filter(({ purpose }) => purpose === 'training'),
      known: extras.filter(({ purpose }) => purpose !== 'training'),
      goldEvery: settings.goldEvery ?? 0,
      repeats: settings.repeats ?? 0,
      together: [...byId.values()].every(({ beside }) => beside.length === 0),
      placeOf: (id) => byId.get(id)!.place,
      newId
    },
    random
  );
  const again = repeated.map(({ id, of }): DrawnItem => {
    const item = byId.get(of)!;
    return { ...item, id, purpose: 'repeat', inclusionProbability: 0 };
  });
  const orders = new Map([...ofSample, ...textOrders(severalTexts(extras, assignments), random)]);
  // The same texts on the same sides: what differs is the person alone.
  for (const { id, of } of repeated) if (orders.has(of)) orders.set(id, orders.get(of)!);
  return { items: [...sample, ...extras, ...again], assignments, orders };
}

const severalTexts = (items: readonly DrawnItem[], assignments: readonly PlannedAssignment[]) =>
  items.flatMap(({ id, beside }) =>
    beside.length === 0 ? [] : [{ id, raters: ratersOf(id, assignments), texts: beside.length + 1 }]
  );

const ratersOf = (itemId: string, assignments: readonly PlannedAssignment[]): string[] =>
  assignments.filter(({ items }) => items.includes(itemId)).map(({ person }) => person);
