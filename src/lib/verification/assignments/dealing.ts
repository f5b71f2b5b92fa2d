import { seededRandom, type Random } from '../../stats/numbers/rng.ts';
import { shuffled } from '../../stats/numbers/shuffle.ts';

/** Whether a person may get a query of a domain: with assignment by domain, if it is one of theirs or no annotator's. */
export function inDomains(
  domain: string | null,
  userId: string,
  { assignment, domains }: { assignment: 'random' | 'by-domain'; domains: Readonly<Record<string, readonly string[]>> }
): boolean {
  if (assignment === 'random') return true;
  if (domain !== null && domains[userId]?.includes(domain)) return true;
  return domain === null || !Object.values(domains).some((names) => names.includes(domain));
}

/** A number that depends on the seed and the words alone: one order for each person, the same whenever it is asked for. */
export function lot(seed: number, ...words: readonly string[]): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const unit of words.join('\u0000')) hash = Math.imul(hash ^ unit.codePointAt(0)!, 0x01000193);
  return seededRandom(hash >>> 0).u32();
}

/**
 * Deals queries out evenly: each to exactly `overlap` people of those who may have it, or to all of them if they are fewer. The
 * person with the least work so far comes first; ties by lot.
 *
 * @param weight subjects of a query: work is evened out, not the number of queries
 * @returns for each query the people, in no particular order
 */
export function dealEvenly<Query extends { id: string; weight: number }>(
  queries: readonly Query[],
  people: readonly string[],
  overlap: number,
  mayHave: (query: Query, userId: string) => boolean,
  random: Random
): Map<string, string[]> {
  const load = new Map(people.map((person) => [person, 0]));
  const dealt = new Map<string, string[]>();
  const largestFirst = shuffled(queries, random).sort((a, b) => b.weight - a.weight);
  for (const query of largestFirst) {
    const able = shuffled(
      people.filter((person) => mayHave(query, person)),
      random
    ).sort((a, b) => load.get(a)! - load.get(b)!);
    const chosen = able.slice(0, overlap);
    for (const person of chosen) load.set(person, load.get(person)! + query.weight);
    dealt.set(query.id, chosen);
  }
  return dealt;
}
