import { seededRandom, shuffled } from '../../stats/index.ts';

/**
 * Draws anchor items at random, spread over queries as evenly as their items allow: queries in random order, one further item
 * of each in turn.
 *
 * @param items in an order that does not depend on the database. @param n items to draw; all of them if there are fewer.
 * @returns in the order of `items`.
 */
export function drawAnchors<T extends { query: string }>(items: readonly T[], n: number, seed: number): T[] {
  const random = seededRandom(seed);
  const byQuery = new Map<string, T[]>();
  for (const item of items) byQuery.set(item.query, [...(byQuery.get(item.query) ?? []), item]);
  const queues = shuffled([...byQuery.values()], random).map((own) => shuffled(own, random));
  const drawn = new Set<T>();
  for (let turn = 0; drawn.size < n && queues.some((queue) => queue.length > turn); turn++)
    for (const queue of queues) {
      const item = queue[turn];
      if (item !== undefined && drawn.size < n) drawn.add(item);
    }
  return items.filter((item) => drawn.has(item));
}
