import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leaderboardAgreement } from '../../stats/index.ts';
import { sampleRatings } from '../units/sample-ratings.fixture.ts';
import { ratedUnits, type Units } from '../units/units.ts';
import { orderGate, signsOf, tauOfSigns } from './order.ts';
import { analysisPlan, quick } from './gates.fixture.ts';

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
    return ratedUnits({
      ...ratings,
      items: ratings.items.map((item) => ({ ...item, systemName: item.itemId.slice(0, 2) }))
    });
  };
  const gate = (units: Units) => orderGate(units, ['id-A', 'id-B'], analysisPlan, quick);

  it('is stable if two judges put three systems alike, however far their scores are apart', () => {
    expect(gate(study([2, 5, 9], [1, 2, 3]))).toMatchObject({ state: 'pass', value: 1, n: 3, clusters: 20 });
  });

  it('is not if one pair of three is turned on every query: τ is ⅓, and resampling changes nothing', () => {
    const found = gate(study([2, 5, 9], [5, 2, 9]));
    // The interval has no width, so none is shown.
    expect(found).toMatchObject({ state: 'fail', low: null, high: null });
    expect(found.value).toBeCloseTo(1 / 3, 12);
    expect(found.finding).toContain('it reaches the threshold of .800 in 0 of 100 resamples of the queries');
    expect(gate(study([2, 5, 9], [5, 2, 9], 19)).state).toBe('undecided');
  });

  it('is open if a judge gives all the same, and no matter with one judge or one system', () => {
    expect(gate(study([2, 5, 9], [4, 4, 4]))).toMatchObject({ state: 'undecided', value: null });
    expect(gate(study([2], [3])).state).toBe('not-applicable');
    expect(orderGate(study([2, 5], [2, 5]), ['id-A'], analysisPlan, quick).state).toBe('not-applicable');
  });

  it('is not passed on few queries, however alike, nor if resampling queries often turns it', () => {
    expect(gate(study([2, 5, 9], [1, 2, 3], 19))).toMatchObject({ state: 'undecided', value: 1 });
    expect(gate(study([2, 5, 9], [1, 2, 3], 1))).toMatchObject({ state: 'undecided', value: 1 });
    // B puts the second system ahead of the first by one item on each of 11 queries, behind on 9.
    const units = study([2, 5], [5, 5]);
    const close: Units = {
      ...units,
      judges: units.judges.map((judge, j) => ({
        ...judge,
        labels: judge.labels.map((label, unit) => {
          const [item, query] = [units.ids[unit]!, units.cluster[unit]!];
          if (j === 0 || !/ 00\d$| 01\d$/.test(item)) return label;
          return item.startsWith('s0') === query < 9 ? 1 : 0;
        })
      }))
    };
    expect(gate(close).state).toBe('undecided');
  });

  it('is not tested if judges answered items of one system only, though the study has two', () => {
    const units = study([2, 5], [2, 5]);
    const half = {
      ...units,
      judges: units.judges.map((judge) => ({
        ...judge,
        labels: judge.labels.map((label, unit) => (units.systems[unit] === 's0' ? label : null))
      }))
    };
    expect(gate(half)).toMatchObject({ state: 'not-tested', value: null });
  });

  it('is the leaderboard agreement of the catalogue', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(scores, scores, (a, b) => {
        const found = tauOfSigns(signsOf(a), signsOf(b));
        const expected = leaderboardAgreement([a, b]).lowest.value;
        if (expected === null) expect(found).toBeNull();
        else expect(found).toBeCloseTo(expected, 12);
      })
    );
  });
});
