import { describe, expect, it } from 'vitest';
import { lengthAndScore, lengthDistributions, lengthsBySystem, type LengthRow } from './length-distribution.ts';
import { row } from './rows.fixture.ts';

const words = { of: 'bare', unit: 'words' } as const;
const text = (system: string, qid: string, count: number, taskCategory: string | null = null): LengthRow => ({
  ...{ system, qid, taskCategory, category: null, reportId: `${system}/${qid}` },
  length: { full: { characters: 9 * count, words: 2 * count }, bare: { characters: 5 * count, words: count } }
});

describe('the distribution of lengths', () => {
  it('has quartiles by linear interpolation, whiskers within 1.5 boxes, and outliers by report', () => {
    const rows = [1, 2, 3, 4, 5, 6, 7, 8, 9, 100].map((count, at) => text('a', `q${at}`, count));
    const [found] = lengthDistributions(rows, 'system', words);
    // Type 7: q1 = 3.25, q3 = 7.75, so whiskers reach from −3.5 to 14.5.
    expect(found).toEqual({
      name: 'a',
      box: {
        ...{ n: 10, mean: 14.5, min: 1, lower: 1, q1: 3.25, median: 5.5, q3: 7.75, upper: 9, max: 100 },
        outliers: [{ reportId: 'a/q9', value: 100 }]
      }
    });
  });

  it('is had by kind of task too, and in each measure', () => {
    const rows = [text('a', 'q1', 10, 'news'), text('b', 'q1', 30, 'news'), text('a', 'q2', 50, null)];
    expect(lengthDistributions(rows, 'taskCategory', words).map(({ name, box }) => [name, box.median])).toEqual([
      ['news', 20],
      [null, 50]
    ]);
    const full = lengthDistributions(rows, 'system', { of: 'full', unit: 'characters' });
    expect(full.map(({ name, box }) => [name, box.mean])).toEqual([
      ['a', 270],
      ['b', 270]
    ]);
  });
});

describe('the lengths of each system', () => {
  const counted = { ...text('a', 'q1', 10), tokens: { full: 30, bare: 12 } };

  it('are boxes in words, and medians in tokens of the reports that are counted so', () => {
    const [a, b] = lengthsBySystem([counted, text('a', 'q2', 30), text('b', 'q1', 50)]);
    expect(a).toMatchObject({ name: 'a', full: { n: 2, median: 40 }, bare: { n: 2, median: 20 } });
    expect(a!.tokens).toEqual({ full: 30, bare: 12 });
    expect(b).toMatchObject({ name: 'b', bare: { median: 50 }, tokens: null });
  });

  it('are none of no report', () => {
    expect(lengthsBySystem([])).toEqual([]);
  });
});

describe('length against score', () => {
  const systems = ['a', 'b', 'c', 'd'];
  const lengths = [1, 2, 3].flatMap((q) => systems.map((system, at) => text(system, `q${q}`, 1000 * q + 10 * at)));
  /** Within a query the longer report is the worse one; queries that ask for more get better scores. */
  const scores = [1, 2, 3].flatMap((q) => systems.map((system, at) => row('coverage', system, `q${q}`, 30 * q - at)));

  it('keeps what queries ask for apart from what length does', () => {
    const found = lengthAndScore(lengths, scores, words);
    expect(found.points).toHaveLength(12);
    expect(found.pooled).toMatchObject({ n: 12 });
    expect(found.pooled.value).toBeGreaterThan(0.5);
    expect(found.withinQuery).toMatchObject({ value: -1, queries: 3 });
    expect(found.bySystem).toHaveLength(4);
    expect(found.bySystem[0]).toMatchObject({ system: 'a', value: 1, n: 3 });
  });

  it('leaves reports without a score or a length out, and is undefined on fewer than three', () => {
    const some = [row('coverage', 'a', 'q1', 5), row('coverage', 'b', 'q1', null), row('coverage', 'z', 'q1', 9)];
    expect(lengthAndScore(lengths, some, words)).toMatchObject({
      points: [{ reportId: 'a/q1', length: 1000, score: 5 }],
      pooled: { value: null, n: 1 },
      withinQuery: { value: null, interval: null },
      bySystem: [{ system: 'a', value: null, n: 1, interval: null }]
    });
  });
});
