import type { Random } from '../../../stats/numbers/rng.ts';
import { shuffled } from '../../../stats/numbers/shuffle.ts';

/** Work of one person on one report. */
export interface PlannedAssignment {
  person: string;
  reportId: string;
  /** Place in the person's queue, from 0. */
  position: number;
  /** Ids of the sampled items, in the order given. */
  items: string[];
}

/**
 * Distributes sampled items over people.
 *
 * Exact: every item goes to exactly `overlap` people. The sampled items of one report stay together, so a report goes to
 * the same people as a whole. Balanced: numbers of items differ between people by at most the largest number of items
 * sampled from one report. Each person takes the reports in an order of their own; two people who have the same reports
 * have them in different orders as long as there are enough orders.
 *
 * @param items in the order in which they are shown within a report
 * @param people ids, each once
 * @throws if `overlap` is not between 1 and the number of people
 */
export function assignItems(
  items: readonly { id: string; reportId: string }[],
  people: readonly string[],
  overlap: number,
  random: Random
): PlannedAssignment[] {
  if (!Number.isInteger(overlap) || overlap < 1 || overlap > people.length)
    throw new Error(`assignItems requires an overlap between 1 and ${people.length} people, got ${overlap}`);
  if (new Set(people).size !== people.length) throw new Error('assignItems requires each person once');
  const groups = new Map<string, string[]>();
  for (const { id, reportId } of items) {
    const group = groups.get(reportId);
    if (group) group.push(id);
    else groups.set(reportId, [id]);
  }
  const queues = distribute(groups, people, overlap, random);
  const place = new Map([...groups.keys()].map((reportId, i) => [reportId, i]));
  const taken = new Set<string>();
  return people.flatMap((person) =>
    ownOrder(
      queues.get(person)!.sort((a, b) => place.get(a)! - place.get(b)!),
      taken,
      random
    ).map((reportId, position) => ({
      person,
      reportId,
      position,
      items: groups.get(reportId)!
    }))
  );
}

/** Each report, largest first, goes to the people with the least so far. */
function distribute(
  groups: ReadonlyMap<string, string[]>,
  people: readonly string[],
  overlap: number,
  random: Random
): Map<string, string[]> {
  const load = new Map(people.map((person) => [person, 0]));
  const queues = new Map(people.map((person) => [person, [] as string[]]));
  const largestFirst = shuffled([...groups], random).sort(([, a], [, b]) => b.length - a.length);
  for (const [reportId, group] of largestFirst) {
    const leastFirst = shuffled(people, random).sort((a, b) => load.get(a)! - load.get(b)!);
    for (const person of leastFirst.slice(0, overlap)) {
      load.set(person, load.get(person)! + group.length);
      queues.get(person)!.push(reportId);
    }
  }
  return queues;
}

/** A random order that no person has yet; each order already taken costs at most one further try. */
function ownOrder(reports: readonly string[], taken: Set<string>, random: Random): string[] {
  let order = shuffled(
    reports.map((_, i) => i),
    random
  );
  const written = () => JSON.stringify(order.map((i) => reports[i]));
  for (let tries = taken.size; tries > 0 && taken.has(written()); tries--) order = nextPermutation(order);
  taken.add(written());
  return order.map((i) => reports[i]!);
}

/** The next order in the dictionary; after the last comes the first. */
function nextPermutation(order: readonly number[]): number[] {
  const out = [...order];
  let pivot = out.length - 2;
  while (pivot >= 0 && out[pivot]! > out[pivot + 1]!) pivot--;
  if (pivot >= 0) {
    let swap = out.length - 1;
    while (out[swap]! < out[pivot]!) swap--;
    [out[pivot], out[swap]] = [out[swap]!, out[pivot]!];
  }
  return [...out.slice(0, pivot + 1), ...out.slice(pivot + 1).reverse()];
}
