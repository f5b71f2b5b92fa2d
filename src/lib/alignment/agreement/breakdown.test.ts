import { describe, expect, it } from 'vitest';
import { breakdownOf } from './breakdown.ts';
import { scoresOf } from '../ensembles/candidates.ts';
import { sampleRatings, type SampleItem } from '../units/sample-ratings.fixture.ts';
import { ratedUnits } from '../units/units.ts';

const of = (items: readonly SampleItem[]) => {
  const units = ratedUnits(sampleRatings(['H'], ['A'], items));
  return breakdownOf(units, scoresOf(units, { judgeIds: ['id-A'], rule: 'single' }));
};

describe('agreement apart', () => {
  const items: SampleItem[] = [
    { id: 'a', query: 'q1', category: 'law', people: 'y', judges: 'y' },
    { id: 'b', query: 'q1', category: 'law', people: 'y', judges: 'n', probability: 0.25 },
    { id: 'c', query: 'q2', people: 'n', judges: 'n' },
    { id: 'd', query: 'q2', people: 'n', judges: 'n' },
    { id: 'e', query: 'q3', category: 'law', people: 'y', judges: 'y' },
    { id: 'f', query: 'q4', people: '-', judges: 'y' }
  ];

  it('by category has a row for what has none, and is weighted if chances were unequal', () => {
    const { categories } = of(items);
    expect(categories.map(({ name, agreement, weighted }) => [name, agreement.value, weighted!.value])).toEqual([
      ['law', 2 / 3, 2 / 6],
      ['No category', 1, 1]
    ]);
    expect(categories[0]!.agreement).toMatchObject({ n: 3, clusters: 2, items: ['a', 'b', 'e'] });
    expect(categories[0]!.closeness).toBeNull();
  });

  it('by query lists those with two items or more, the least agreement first, with Wilson’s interval on the items', () => {
    const { queries, queriesLeft } = of(items);
    expect(queries.map(({ name, agreement }) => [name, agreement.value, agreement.n])).toEqual([
      ['q1', 1 / 2, 2],
      ['q2', 1, 2]
    ]);
    expect(queries[0]!.agreement).toMatchObject({ interval: 'wilson', clusters: 1 });
    expect(queries[0]!.agreement.low).not.toBeNull();
    expect(queriesLeft).toBe(1);
  });

  it('lists no category if no query has one', () => {
    expect(of([{ id: 'a', query: 'q1', people: 'y', judges: 'y' }]).categories).toEqual([]);
  });

  it('lists two hundred queries at most, and counts the others', () => {
    const many = Array.from({ length: 500 }, (_, i): SampleItem => ({ id: `i${String(i).padStart(3, '0')}`, query: `q${i % 250}`, people: 'y', judges: i % 250 < 10 ? 'n' : 'y' })); // prettier-ignore
    const { queries, queriesLeft } = of(many);
    expect([queries.length, queriesLeft]).toEqual([200, 50]);
    expect(queries[0]!.agreement.value).toBe(0);
  });
});
