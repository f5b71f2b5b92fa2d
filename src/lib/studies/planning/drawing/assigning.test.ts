import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../stats/numbers/rng.ts';
import { assignItems, type PlannedAssignment } from './assigning.ts';

const study = fc.record({
  groups: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 25 }),
  people: fc.integer({ min: 1, max: 7 }),
  overlapShare: fc.double({ min: 0, max: 1, noNaN: true }),
  seed: fc.integer()
});
const plan = ({
  groups,
  people,
  overlapShare,
  seed
}: {
  groups: number[];
  people: number;
  overlapShare: number;
  seed: number;
}) => {
  const items = groups.flatMap((size, g) =>
    Array.from({ length: size }, (_, i) => ({ id: `${g}.${i}`, reportId: `r${g}` }))
  );
  const names = Array.from({ length: people }, (_, i) => `p${i}`);
  const overlap = 1 + Math.floor(overlapShare * (people - 1));
  return { items, names, overlap, made: assignItems(items, names, overlap, seededRandom(seed)) };
};
const of = (made: PlannedAssignment[], person: string) => made.filter((one) => one.person === person);

describe('assignItems', () => {
  it('gives every item to exactly `overlap` different people', () => {
    fc.assert(
      fc.property(study, (input) => {
        const { items, overlap, made } = plan(input);
        for (const { id, reportId } of items) {
          const holders = made.filter((one) => one.items.includes(id));
          expect(holders).toHaveLength(overlap);
          expect(new Set(holders.map((one) => one.person)).size).toBe(overlap);
          expect(holders.every((one) => one.reportId === reportId)).toBe(true);
        }
        expect(made.flatMap((one) => one.items)).toHaveLength(items.length * overlap);
      })
    );
  });

  it('keeps the loads within the largest report of one another', () => {
    fc.assert(
      fc.property(study, (input) => {
        const { names, made } = plan(input);
        const loads = names.map((name) => of(made, name).flatMap((one) => one.items).length);
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(Math.max(...input.groups));
      })
    );
  });

  it('makes one assignment of a person’s items of a report, with positions from 0 and items in the order given', () => {
    fc.assert(
      fc.property(study, (input) => {
        const { names, made, items } = plan(input);
        for (const name of names) {
          const mine = of(made, name);
          expect(new Set(mine.map((one) => one.reportId)).size).toBe(mine.length);
          expect(mine.map((one) => one.position)).toEqual(mine.map((_, i) => i));
          for (const one of mine)
            expect(one.items).toEqual(items.filter((item) => item.reportId === one.reportId).map((item) => item.id));
        }
      })
    );
  });

  it('gives no two people the same order while there are enough orders', () => {
    for (let seed = 0; seed < 50; seed++) {
      const six = plan({ groups: [2, 2, 2], people: 6, overlapShare: 1, seed });
      const orders = six.names.map((name) =>
        of(six.made, name)
          .map((one) => one.reportId)
          .join()
      );
      expect(new Set(orders).size).toBe(6);
    }
  });

  it('gives an order to every person also if there are too few orders', () => {
    const { made } = plan({ groups: [1, 1], people: 5, overlapShare: 1, seed: 1 });
    expect(made).toHaveLength(10);
  });

  it('is the same for the same seed and differs for another', () => {
    const input = { groups: [3, 1, 2, 4, 2, 2], people: 4, overlapShare: 0.5, seed: 9 };
    expect(plan(input).made).toEqual(plan(input).made);
    expect(plan({ ...input, seed: 10 }).made).not.toEqual(plan(input).made);
  });

  it('refuses an overlap that the people cannot give', () => {
    expect(() => assignItems([], ['a'], 2, seededRandom(1))).toThrow('between 1 and 1');
    expect(() => assignItems([], ['a', 'a'], 1, seededRandom(1))).toThrow('each person once');
  });
});
