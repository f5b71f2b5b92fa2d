import { describe, expect, it } from 'vitest';
import { sampleRatings } from '../sample-ratings.ts';
import { unitsOf, type Units } from '../units.ts';
import { orderGate } from './order.ts';
import { declared, quick } from './gates.fixture.ts';

describe('the order of systems', () => {
  /** Systems S0 … S2 with that many of 10 items marked yes by each of two judges, on each of so many queries. */
  const study = (a: readonly number[], b: readonly number[], queries = 20): Units => {
    const mark = (yes: boolean): string => (yes ? 'y' : 'n');
    const items = a.flatMap((_, s) =>
      Array.from({ length: 10 * queries }, (_, i) => ({
        id: `s${s} ${String(i).padStart(3, '0')}`,
        query: `q${i % queries}`,
        people: '-',
        judges: mark(Math.floor(i / queries) < a[s]!) + mark(Math.floor(i / queries) < b[s]!)
      }))
    );
    const ratings = sampleRatings(['H'], ['A', 'B'], items);
    return unitsOf({
      ...ratings,
      items: ratings.items.map((item) => ({ ...item, systemName: item.itemId.slice(0, 2) }))
    });
  };
  const gate = (units: Units) => orderGate(units, ['id-A', 'id-B'], declared, quick);

  it('is stable where two judges put three systems alike, however far their scores are apart', () => {
    expect(gate(study([2, 5, 9], [1, 2, 3]))).toMatchObject({ state: 'pass', value: 1, n: 3, clusters: 20 });
  });

  it('is not where one pair of three is turned on every query: τ is ⅓, and resampling changes nothing', () => {
    const found = gate(study([2, 5, 9], [5, 2, 9]));
    expect(found).toMatchObject({ state: 'fail', low: found.value, high: found.value });
    expect(found.value).toBeCloseTo(1 / 3, 12);
    expect(gate(study([2, 5, 9], [5, 2, 9], 19)).state).toBe('undecided');
  });

  it('is open where a judge gives all the same, and no matter with one judge or one system', () => {
    expect(gate(study([2, 5, 9], [4, 4, 4]))).toMatchObject({ state: 'undecided', value: null });
    expect(gate(study([2], [3])).state).toBe('not-applicable');
    expect(orderGate(study([2, 5], [2, 5]), ['id-A'], declared, quick).state).toBe('not-applicable');
  });
});
