import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PenaltyTable } from '../metric.ts';
import { citationAssociationPenalties, consistencyPenalties } from '../suites/deep-eval/penalties.ts';
import { parsePenaltyTable, printPenaltyTable, readPenaltyTable, scoreOf } from './penalties.ts';

/** Count → score, written down from the papers' tables by hand. */
const byHand: [number, number][] = [
  [0, 100],
  [1, 90],
  [2, 90],
  [3, 80],
  [4, 80],
  [5, 70],
  [6, 70],
  [7, 60],
  [8, 60],
  [9, 50],
  [10, 50],
  [11, 40],
  [12, 40],
  [13, 30],
  [14, 30],
  [15, 20],
  [16, 20],
  [17, 20],
  [18, 10],
  [19, 10],
  [1000, 10]
];

const tables = fc
  .tuple(
    fc.uniqueArray(fc.nat(1000), { maxLength: 12 }),
    fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 13, maxLength: 13 })
  )
  .map(([counts, scores]): PenaltyTable => {
    const falling = scores.map((score) => Math.round(score * 10) / 10).sort((a, b) => b - a);
    return [...counts.sort((a, b) => a - b), null].map((upTo, at) => ({ upTo, score: falling[at] ?? 0 }));
  });

describe('the papers’ tables', () => {
  it.each(byHand)('score %i issues with %i', (count, score) => {
    expect(scoreOf(consistencyPenalties, count)).toBe(score);
    expect(scoreOf(citationAssociationPenalties, count)).toBe(score);
  });

  it('pass their own validation and print as people edit them', () => {
    expect(readPenaltyTable(consistencyPenalties)).toEqual({ ok: true, table: consistencyPenalties });
    expect(printPenaltyTable(citationAssociationPenalties)).toBe(
      '0:100, 2:90, 4:80, 6:70, 8:60, 10:50, 12:40, 14:30, 17:20, more:10'
    );
  });
});

describe('every valid table', () => {
  it('gives every possible count a score from 0 to 100 that never rises with the count', () => {
    fc.assert(
      fc.property(tables, fc.nat(), fc.nat(50), (table, count, more) => {
        expect(readPenaltyTable(table)).toEqual({ ok: true, table });
        const score = scoreOf(table, count);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(scoreOf(table, count + more)).toBeLessThanOrEqual(score);
      }),
      { seed: 11 }
    );
  });

  it('is read back from its printed form', () => {
    fc.assert(
      fc.property(tables, (table) => {
        expect(parsePenaltyTable(printPenaltyTable(table))).toEqual({ ok: true, table });
      }),
      { seed: 12 }
    );
  });
});

describe('a table is refused, with row and reason,', () => {
  const row = (upTo: unknown, score: unknown): unknown => ({ upTo, score });
  it.each<[string, unknown, number | null, RegExp]>([
    ['that is no list', { upTo: null, score: 10 }, null, /a list of rows/],
    ['without a row', [], null, /no row/],
    ['of too many rows', Array.from({ length: 101 }, (_, at) => row(at, 50)), null, /more than 100/],
    ['whose row is no row', [row(0, 100), 7], 2, /number of issues and a score/],
    ['with a member that means nothing', [{ upTo: null, score: 10, label: 'bad' }], 1, /nothing but/],
    ['that leaves large counts without a score', [row(0, 100), row(2, 90)], 2, /cover every larger number/],
    ['that covers all counts too early', [row(null, 100), row(null, 90)], 1, /Only the last row/],
    ['with a negative count', [row(-1, 100), row(null, 90)], 1, /whole number from 0/],
    ['with half an issue', [row(1.5, 100), row(null, 90)], 1, /whole number from 0/],
    ['with a count in quotation marks', [row('1', 100), row(null, 90)], 1, /whole number from 0/],
    ['with the same count twice', [row(2, 100), row(2, 90), row(null, 10)], 2, /larger than 2/],
    ['with falling counts', [row(4, 100), row(2, 90), row(null, 10)], 2, /larger than 4/],
    ['with a score above 100', [row(0, 101), row(null, 10)], 1, /0 to 100/],
    ['with a score that is no number', [row(0, Number.NaN), row(null, 10)], 1, /0 to 100/],
    ['with a missing score', [{ upTo: null }], 1, /0 to 100/],
    ['that rewards issues', [row(0, 50), row(null, 60)], 2, /must not score higher than 50/]
  ])('%s', (_what, value, at, reason) => {
    const reading = readPenaltyTable(value);
    expect(reading.ok).toBe(false);
    if (reading.ok) return;
    expect(reading.problems[0]?.row).toBe(at);
    expect(reading.problems[0]?.reason).toMatch(reason);
  });

  it('and all its problems are named at once', () => {
    const reading = readPenaltyTable([row(0, 500), row(0, 90), row(3, 10)]);
    expect(reading.ok || reading.problems.map(({ row: at, column }) => `${at} ${column}`)).toEqual([
      '1 score',
      '2 issues',
      '3 issues'
    ]);
  });

  it('whatever JSON it is, without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const reading = readPenaltyTable(value);
        if (reading.ok) expect(scoreOf(reading.table, 0)).toBeGreaterThanOrEqual(0);
        else expect(reading.problems.length).toBeGreaterThan(0);
      }),
      { seed: 13 }
    );
  });
});

describe('the text form', () => {
  it('may be parted by semicolons, line ends and Chinese punctuation', () => {
    const table = [
      { upTo: 0, score: 100 },
      { upTo: 5, score: 62.5 },
      { upTo: null, score: 0 }
    ];
    expect(parsePenaltyTable('0:100\n5 : 62.5;\n MORE:0')).toEqual({ ok: true, table });
    expect(parsePenaltyTable('0：100，5：62.5，more：0,')).toEqual({ ok: true, table });
  });

  it.each([
    ['words', 'zero:100, more:10', 1],
    ['a row without score', '0:100, 2, more:10', 2],
    ['a minus', '0:100, 2:-5, more:10', 2]
  ])('with %s is refused where it stands', (_what, text, row) => {
    const reading = parsePenaltyTable(text);
    expect(reading.ok || reading.problems[0]).toMatchObject({ row, column: 'row' });
  });

  it('that is empty is refused', () => {
    expect(parsePenaltyTable(' , \n')).toMatchObject({ ok: false, problems: [{ row: null, column: 'table' }] });
  });
});

describe('scoreOf', () => {
  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d issues as misuse', (count) => {
    expect(() => scoreOf(consistencyPenalties, count)).toThrow('requires a whole number');
  });

  it('refuses a table with a gap at its end as misuse', () => {
    expect(() => scoreOf([{ upTo: 2, score: 90 }], 3)).toThrow('requires a table');
  });
});
