import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../stats/numbers/rng.ts';
import { assignItems } from '../drawing/assigning.ts';
import { mixedIn } from './purposes-mixed.ts';
import { knownShare, repeatShare } from './purposes.ts';

/** `reports` reports with two items each, for four people by twos. */
const queues = (reports: number, seed = 1) => {
  const items = Array.from({ length: reports * 2 }, (_, i) => ({ id: `s${i}`, reportId: `r${Math.floor(i / 2)}` }));
  return assignItems(items, ['ana', 'ben', 'cleo', 'dan'], 2, seededRandom(seed));
};
const extra = (prefix: string, n: number, from = 0) =>
  Array.from({ length: n }, (_, i) => ({ id: `${prefix}${i}`, reportId: `r${from + i}` }));
const mixed = (change: Partial<Parameters<typeof mixedIn>[1]> = {}, reports = 12, seed = 1) => {
  let ids = 0;
  const what = { training: [], known: [], goldEvery: 0, repeats: 0, together: true, placeOf: () => 0 };
  const newId = () => `again${ids++}`;
  return mixedIn(queues(reports, seed), { ...what, newId, ...change }, seededRandom(seed));
};
const queueOf = ({ assignments }: ReturnType<typeof mixed>, person: string) =>
  assignments.filter((one) => one.person === person).sort((a, b) => a.position - b.position);

describe('mixing what does not count into the queues', () => {
  it('changes nothing if there is nothing to mix', () => {
    expect(mixed()).toEqual({ assignments: queues(12), repeated: [] });
  });

  it('puts training first, the same for every person', () => {
    const made = mixed({ training: [...extra('p', 2, 30), { id: 'p2', reportId: 'r30' }] });
    for (const person of ['ana', 'ben', 'cleo', 'dan']) {
      const [first, second, ...rest] = queueOf(made, person);
      expect([first!.items, second!.items]).toEqual([['p0', 'p2'], ['p1']]);
      expect(rest.flatMap(({ items }) => items).some((id) => id.startsWith('p'))).toBe(false);
    }
  });

  it('gives one gold item among so many of the sample, and uses each as often as the next', () => {
    const made = mixed({ known: extra('g', 5, 40), goldEvery: 4 });
    const used = made.assignments.flatMap(({ items }) => items.filter((id) => id.startsWith('g')));
    const own = queueOf(made, 'ana').flatMap(({ items }) => items);
    const count = own.filter((id) => id.startsWith('g')).length;
    expect(count).toBe(knownShare(own.length - count, 5, 4));
    const times = [...Map.groupBy(used, (id) => id).values()].map((one) => one.length);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(1);
    expect([knownShare(100, 3, 10), knownShare(100, 30, 10), knownShare(3, 9, 10), knownShare(3, 0, 10)]).toEqual([
      3, 10, 1, 0
    ]);
  });

  it('stands a gold item with those of its report, in their order, and never beside other texts', () => {
    const placeOf = (id: string) => (id.startsWith('g') ? -1 : 0);
    const beside = mixed({ known: extra('g', 12), placeOf });
    expect(beside.assignments).toHaveLength(queues(12).length + (4 * 12 - queues(12).length));
    for (const { person, reportId } of queues(12)) {
      const [one, ...more] = queueOf(beside, person).filter((seat) => seat.reportId === reportId);
      expect([one!.items[0], more]).toEqual([`g${reportId.slice(1)}`, []]);
    }
    const apart = mixed({ known: extra('g', 12), together: false });
    for (const { items } of apart.assignments) expect(items.length === 1 || !items.some((id) => id.startsWith('g'))).toBe(true); // prettier-ignore
  });

  it('lets items be judged again only by who judged them, late, and never next to themselves', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 14 }),
        fc.integer({ min: 0, max: 9 }),
        fc.nat(999),
        (reports, repeats, seed) => {
          // prettier-ignore
          const made = mixed({ repeats, known: extra('g', 2, 50), training: extra('p', 1, 60) }, reports, seed);
          const of = new Map(made.repeated.map((one) => [one.id, one.of]));
          for (const person of ['ana', 'ben', 'cleo', 'dan']) {
            const queue = queueOf(made, person);
            const at = new Map(queue.flatMap((one, i) => one.items.map((id) => [id, i] as const)));
            const again = [...at.keys()].filter((id) => of.has(id));
            expect(again.length).toBeLessThanOrEqual(repeats);
            for (const id of again) {
              expect(at.has(of.get(id)!)).toBe(true);
              expect(at.get(id)! - at.get(of.get(id)!)!).toBeGreaterThanOrEqual(2);
            }
          }
          expect(new Set(made.repeated.map((one) => one.of)).size).toBe(made.repeated.length);
        }
      )
    );
  });

  it('repeats as many as were asked for if the queue is long enough', () => {
    const made = mixed({ repeats: 5 }, 20);
    const again = new Set(made.repeated.map(({ id }) => id));
    for (const person of ['ana', 'ben', 'cleo', 'dan'])
      expect(queueOf(made, person).flatMap(({ items }) => items.filter((id) => again.has(id)))).toHaveLength(5);
    expect([repeatShare(9, 5), repeatShare(40, 5), repeatShare(1, 5)]).toEqual([4, 5, 0]);
  });
});
