import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { secondaryFigures } from '../agreement/beside.ts';
import { ceilingOf } from '../agreement/ceiling.ts';
import { type Figure } from './figure.ts';
import { chanceCorrected, kappaOfScores, pairCodes } from './coefficients.ts';
import { sampleRatings, sampleScores, type SampleItem } from './sample-ratings.fixture.ts';
import { ratedUnits } from './units.ts';

const five: LabelScale = { level: 'ordinal', labels: ['1', '2', '3', '4', '5'] };
const score = fc.integer({ min: 1, max: 5 });
/** Scores of one person and one judge: items of some queries. */
const scored = fc.array(fc.tuple(score, score, fc.integer({ min: 0, max: 7 })), { minLength: 1, maxLength: 40 });

const figuresOf = (rows: readonly (readonly [number, number, number])[]): Record<string, Figure> => {
  const units = ratedUnits(
    sampleScores(
      five,
      ['H'],
      ['A'],
      rows.map(([human, judge, query], i) => ({ id: `i${i}`, query: `q${query}`, people: [human], judges: [judge] }))
    )
  );
  const pairs = pairCodes(units.judges[0]!.labels, units.people[0]!.labels);
  const { kappa, ac1 } = chanceCorrected(units, pairs, {});
  const beside = secondaryFigures(units, pairs, {}).map(({ key, figure }) => [key, figure] as const);
  return { kappa, ac2: ac1!, ...Object.fromEntries(beside) };
};

/** A study of one person and one judge that differ on the first items, each of another query. */
const differing = (items: number, queries: number, differ: number): SampleItem[] =>
  Array.from({ length: items }, (_, i) => ({
    id: `i${i}`,
    query: `q${i % queries}`,
    people: i % 3 === 0 ? 'n' : 'y',
    judges: (i % 3 === 0) === i < differ ? 'y' : 'n'
  }));
const binary = (items: SampleItem[]): { kappa: Figure; ac1: Figure } => {
  const units = ratedUnits(sampleRatings(['H'], ['A'], items));
  const { kappa, ac1 } = chanceCorrected(units, pairCodes(units.judges[0]!.labels, units.people[0]!.labels), {});
  return { kappa, ac1: ac1! };
};

describe('intervals of coefficients', () => {
  it('lie in the range, hold the value and have a width, or say why they are missing', () => {
    fc.assert(
      fc.property(scored, (rows) => {
        for (const [key, figure] of Object.entries(figuresOf(rows))) {
          const [least, most] = key === 'mean-difference' ? [0, 4] : [-1, 1];
          if (figure.low === null || figure.high === null) {
            expect(figure.intervalReason, key).toEqual(expect.any(String));
            continue;
          }
          expect(figure.intervalReason, key).toBeNull();
          expect(figure.high - figure.low, key).toBeGreaterThan(0);
          expect(figure.low, key).toBeLessThanOrEqual(figure.value!);
          expect(figure.high, key).toBeGreaterThanOrEqual(figure.value!);
          // AC2 of opposite ends of a scale can be below −1, and so is its low end.
          expect(figure.low, key).toBeGreaterThanOrEqual(Math.min(least, figure.value!));
          expect(figure.high, key).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 150 }
    );
  });

  it('do not depend on the order of items, nor on the names of queries', () => {
    fc.assert(
      fc.property(scored, (rows) => {
        const ends = (of: Record<string, Figure>): unknown =>
          Object.values(of).flatMap(({ low, high, intervalReason }) => [low, high, intervalReason]);
        const near = (of: unknown[]): unknown[] =>
          of.map((x) => (typeof x === 'number' ? expect.closeTo(x, 9) : x) as unknown);
        const turned = [...rows].reverse().map(([h, j, q]) => [h, j, 7 - q] as const);
        expect(ends(figuresOf(turned))).toEqual(near(ends(figuresOf(rows)) as unknown[]));
      }),
      { numRuns: 60 }
    );
  });

  it('are wider if the same items come from fewer queries that each differ alike', () => {
    const width = (queries: number): number => {
      const { kappa } = binary(differing(60, queries, 9));
      return kappa.high! - kappa.low!;
    };
    expect(width(6)).toBeGreaterThan(width(30));
    expect(width(3)).toBeGreaterThan(width(6));
  });

  it('have no width to show if nothing differs: undefined as no-variation, for κ, AC1 and all beside', () => {
    const { kappa, ac1 } = binary(differing(40, 20, 0));
    for (const figure of [kappa, ac1]) expect(figure).toMatchObject({ value: 1, low: null, high: null, intervalReason: 'no-variation' }); // prettier-ignore
    const same = figuresOf(Array.from({ length: 40 }, (_, i) => [1 + (i % 5), 1 + (i % 5), i % 8]));
    const shares = ['exact', 'within-step'];
    for (const [key, figure] of Object.entries(same).filter(([name]) => !shares.includes(name)))
      expect(figure, key).toMatchObject({ low: null, intervalReason: 'no-variation' });
  });

  it('are missing if one query alone makes the figure defined', () => {
    const { kappa } = binary([
      { id: 'a', query: 'q0', people: 'n', judges: 'n' },
      ...Array.from({ length: 20 }, (_, i) => ({ id: `i${i}`, query: `q${1 + (i % 5)}`, people: 'y', judges: 'y' }))
    ]);
    expect(kappa).toMatchObject({ value: 1, low: null, intervalReason: 'rests-on-one-cluster' });
  });

  it('are those of single items within one query', () => {
    const units = ratedUnits(sampleRatings(['H'], ['A'], differing(30, 1, 4)));
    const pairs = pairCodes(units.judges[0]!.labels, units.people[0]!.labels);
    expect(kappaOfScores(units, pairs, {})).toMatchObject({ interval: 'jackknife', low: null, intervalReason: 'too-few-clusters' }); // prettier-ignore
    const within = kappaOfScores(units, pairs, {}, { independent: true });
    expect(within).toMatchObject({ interval: 'jackknife-items', clusters: 1, n: 30 });
    expect(within.low!).toBeLessThan(within.value!);
  });

  it('hold for people together as well: no coefficient of a ceiling has an interval without width', () => {
    const label = fc.constantFrom('y', 'n', '-');
    fc.assert(
      fc.property(fc.array(fc.tuple(label, label, label), { minLength: 1, maxLength: 30 }), (rows) => {
        const items = rows.map((row, i) => ({ id: `i${i}`, query: `q${i % 6}`, people: row.join(''), judges: '' }));
        for (const { figure } of ceilingOf(ratedUnits(sampleRatings(['G', 'H', 'I'], [], items))).figures) {
          if (figure.low === null) expect(figure.intervalReason).toEqual(expect.any(String));
          else expect(figure.high! - figure.low).toBeGreaterThan(0);
        }
      }),
      { numRuns: 100 }
    );
  });
});
