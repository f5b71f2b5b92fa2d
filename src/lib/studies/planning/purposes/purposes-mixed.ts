import type { Random } from '../../../stats/numbers/rng.ts';
import type { PlannedAssignment } from '../drawing/assigning.ts';
import { knownShare, repeatShare } from './purposes.ts';
import { shuffled } from '../../../stats/numbers/shuffle.ts';

interface Extra {
  id: string;
  reportId: string;
}

interface WhatToMix {
  /** Items that come first, in the order of their reports. */
  training: readonly Extra[];
  /** Gold items from which each person gets some. */
  known: readonly Extra[];
  /** One of them among so many items of the sample; 0 for all. */
  goldEvery: number;
  /** Items that each person judges again, at most. */
  repeats: number;
  /** Whether items of one report may stand in one assignment: not if several texts are compared. */
  together: boolean;
  /** Place of an item among those of its report. */
  placeOf: (id: string) => number;
  /** A new id that tells nothing. */
  newId: () => string;
}

interface Mixed {
  assignments: PlannedAssignment[];
  /** Rows for what is judged again: `of` is the item of the sample. Several people can share one. */
  repeated: { id: string; of: string }[];
}

/** Fewest reports over which repeats are spread if there are as many. */
const SPREAD = 3;

/**
 * Mixes what does not count into people's queues.
 *
 * Training items come first. Gold items stand where an item of the sample could stand: with those of the same report,
 * or as a report of their own at any place; every one is used equally often, give or take one. An item that is judged again
 * comes at least a third of the queue later, so never next to itself. Places are drawn, so that
 * neither the place nor the company of an item tells what it is for.
 *
 * @param assignments of the sample, with positions from 0 for each person; they stay in their order
 */
export function mixedIn(assignments: readonly PlannedAssignment[], what: WhatToMix, random: Random): Mixed {
  const pool = shuffled(what.known, random);
  const repeatOf = new Map<string, string>();
  let dealt = 0;
  const queues = [...Map.groupBy(assignments, ({ person }) => person)].map(([person, own]) => {
    const queue = own.toSorted((a, b) => a.position - b.position).map((one) => ({ ...one, items: [...one.items] }));
    const items = queue.reduce((sum, one) => sum + one.items.length, 0);
    const share = knownShare(items, pool.length, what.goldEvery);
    const mine = Array.from({ length: share }, (_, i) => pool[(dealt + i) % pool.length]!);
    dealt += share;
    const sample = new Set(queue.flatMap((one) => one.items));
    const withKnown = known(person, queue, mine);
    const all = [...trainingOf(person), ...again(person, withKnown, sample, repeatShare(items, what.repeats))];
    return all.map((one, position) => ({ ...one, position }));
  });
  return { assignments: queues.flat(), repeated: [...repeatOf].map(([of, id]) => ({ id, of })) };

  function trainingOf(person: string): PlannedAssignment[] {
    const key = what.together ? ({ reportId }: Extra) => reportId : ({ id }: Extra) => id;
    return [...Map.groupBy(what.training, key).values()].map((items) => seat(person, items[0]!.reportId, items));
  }

  function seat(person: string, reportId: string, items: readonly { id: string }[]): PlannedAssignment {
    return { person, reportId, position: 0, items: inPlace(items.map(({ id }) => id)) };
  }

  function inPlace(ids: readonly string[]): string[] {
    return [...ids].sort((a, b) => what.placeOf(a) - what.placeOf(b));
  }

  function known(person: string, queue: PlannedAssignment[], mine: readonly Extra[]): PlannedAssignment[] {
    const out = [...queue];
    for (const extra of mine) {
      const beside = what.together ? out.find(({ reportId }) => reportId === extra.reportId) : undefined;
      if (beside) beside.items = inPlace([...beside.items, extra.id]);
      else out.splice(random.below(out.length + 1), 0, seat(person, extra.reportId, [extra]));
    }
    return out;
  }

  function again(
    person: string,
    queue: PlannedAssignment[],
    sample: ReadonlySet<string>,
    wanted: number
  ): PlannedAssignment[] {
    const gap = Math.max(2, Math.floor(queue.length / 3));
    const early = queue.slice(0, Math.max(0, queue.length - gap + 1));
    const perReport = Math.max(1, Math.ceil(wanted / SPREAD));
    let left = wanted;
    const inserted = shuffled([...early.entries()], random).flatMap(([at, one]) => {
      const chosen = shuffled(
        one.items.filter((id) => sample.has(id)),
        random
      ).slice(0, Math.min(left, perReport));
      if (chosen.length === 0) return [];
      left -= chosen.length;
      const first = at + gap;
      const place = first + random.below(queue.length - first + 1);
      return [{ place, one: { ...one, person, items: inPlace(chosen).map(repeatedAs) } }];
    });
    return Array.from({ length: queue.length + 1 }, (_, at) => [
      ...inserted.filter(({ place }) => place === at).map(({ one }) => one),
      ...queue.slice(at, at + 1)
    ]).flat();
  }

  function repeatedAs(of: string): string {
    const id = repeatOf.get(of) ?? what.newId();
    repeatOf.set(of, id);
    return id;
  }
}
