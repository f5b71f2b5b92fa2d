import { describe, expect, it } from 'vitest';
import { clusterProbability, levelWithError } from '../../stats/numbers/clustered-draws.fixture.ts';
import { seededRandom } from '../../stats/index.ts';
import { sampleRatings, sampleScores } from '../units/sample-ratings.fixture.ts';
import { ratedUnits } from '../units/units.ts';
import { unanimousGate } from './unanimous.ts';
import { many, single, analysisPlan } from './gates.fixture.ts';
import { sized } from '../../../../tests/timing.ts';

describe('items on which annotators are unanimous', () => {
  /** So many unanimous items of either answer, and how many the judge gets right, in so many queries. */
  const gate = (yes: [n: number, right: number], no: [n: number, right: number], queries = 10, floor = 0.9) => {
    const units = ratedUnits(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        [
          ...many(
            yes[0] + no[0],
            (i) =>
              i < yes[0]
                ? { people: 'yy', judges: i < yes[1] ? 'y' : 'n' }
                : { people: 'nn', judges: i - yes[0] < no[1] ? 'n' : 'y' },
            queries
          ),
          { id: 'split', query: 'q00', people: 'yn', judges: 'y' },
          { id: 'alone', query: 'q00', people: 'n-', judges: 'y' }
        ]
      )
    );
    return unanimousGate(units, single(units), { ...analysisPlan, floor });
  };

  it('are checked by their answer, and the lower bound of the weaker one counts', () => {
    const found = gate([20, 20], [20, 15]);
    expect(found.parts.map(({ name, value, n, clusters }) => [name, value, n, clusters])).toEqual([
      ['All annotators say yes', 1, 20, 10],
      ['All annotators say no', 0.75, 20, 10]
    ]);
    expect(found).toMatchObject({ value: 0.75, threshold: 0.9, state: 'undecided' });
    expect(found.items).not.toContain('split');
    expect(found.items).toHaveLength(40);
  });

  it('have the items and queries of the weaker answer behind the value, not those of all answers', () => {
    expect(gate([30, 30], [4, 3])).toMatchObject({ value: 0.75, n: 4, clusters: 4 });
    expect(gate([0, 0], [0, 0])).toMatchObject({ value: null, n: 0, clusters: 0, state: 'not-tested' });
  });

  it('pass with plenty of evidence, fail with contrary evidence', () => {
    expect(gate([100, 100], [100, 99], 40).state).toBe('pass');
    expect(gate([100, 100], [100, 60], 40).state).toBe('fail');
  });

  it('are undecided on a point estimate alone: few items, or an answer that annotators never give unanimously', () => {
    expect(gate([1, 1], [1, 1]).state).toBe('undecided');
    expect(gate([20, 20], [20, 15], 10, 0.75).state).toBe('undecided');
    const never = gate([100, 100], [0, 0], 40);
    expect(never.parts.map(({ state }) => state)).toEqual(['pass', 'not-tested']);
    expect(never.state).toBe('not-tested');
    expect(never.finding).toContain('There is no item on which all annotators say no.');
  });

  it('of measured scores are in the same third of the scale from 1 to 2 as from 0 to 10', () => {
    const itemsOf = (low: number, high: number, people: number[]): number[] => {
      const items = [{ id: 'i', query: 'q', people, judges: [people[0]!] }];
      const units = ratedUnits(sampleScores({ level: 'interval', low, high }, ['F', 'G', 'H'], ['A'], items));
      return unanimousGate(units, single(units), analysisPlan).parts.map(({ n }) => n);
    };
    expect(itemsOf(0, 10, [3, 3, 4])).toEqual([0, 1, 0]);
    expect(itemsOf(1, 2, [1.3, 1.3, 1.4])).toEqual([0, 1, 0]);
  });

  it('at the floor are passed in at most 2.5 % of studies with correlated errors', () => {
    const random = seededRandom(4);
    const trials = sized(300, 100);
    let passed = 0;
    for (let trial = 0; trial < trials; trial++) {
      const errs = Array.from({ length: 30 }, () => clusterProbability(random, 0.1, 0.3));
      const units = ratedUnits(
        sampleRatings(
          ['H', 'G'],
          ['A'],
          many(
            330,
            (i) =>
              i < 30
                ? { people: 'nn', judges: 'n' }
                : { people: 'yy', judges: random.unit() < errs[i % 30]! ? 'n' : 'y' },
            30
          )
        )
      );
      if (unanimousGate(units, single(units), analysisPlan).parts[0]!.state === 'pass') passed++;
    }
    expect(passed / trials).toBeLessThanOrEqual(levelWithError(0.025, trials));
  });
});
