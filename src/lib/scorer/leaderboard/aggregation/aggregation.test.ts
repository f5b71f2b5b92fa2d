import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Aggregation } from '../../metric.ts';
import { compareScores, leaderboard } from '../index.ts';
import { ensemble, metric, row, score } from '../figures/rows.fixture.ts';
import type { ReportRow } from '../figures/rows.ts';
import { aggregate } from './aggregation.ts';
import { pooledRatio } from './pooled-ratio.ts';

const share = { above: 'matched', below: 'counted', counted: 'references' };
const under = (aggregation: Aggregation, better: 'higher' | 'lower' = 'higher') =>
  metric('precision', 'source', { min: 0, max: 100, better }, aggregation);

/** A report with `matched` of `counted`: its own score is the share in per cent, undefined for none. */
const report = (qid: string, matched: number, counted: number, system = 'a'): ReportRow =>
  row('precision', system, qid, null, {
    score:
      counted === 0
        ? ensemble(null, { unscored: 0, reason: 'It cites nothing.', figures: { matched, counted, orZero: 0 } })
        : ensemble((100 * matched) / counted, {
            figures: { matched, counted, orZero: (100 * matched) / counted }
          })
  });

const only = (rows: readonly ReportRow[], aggregation: Aggregation) => aggregate([rows], under(aggregation))[0]!;

describe('the aggregation of a metric', () => {
  const rows = [report('q1', 1, 2), report('q2', 1, 10), report('q3', 0, 0), report('q4', 0, 4)];

  it('is the mean over queries unless the metric says otherwise: 50, 10 and 0 are 20', () => {
    const [found] = aggregate([rows], metric('precision'));
    expect(found).toMatchObject({ figure: { value: 20, queries: 3 }, n: 3, beside: [] });
  });

  it('pools: 2 matched of 16 counted are 12.5 %, with the mean of 20 beside', () => {
    const found = only(rows, { by: 'pooled', share });
    expect(found).toMatchObject({
      figure: { value: 12.5, queries: 3, intervalReason: '3 queries: an interval needs at least 5.' },
      n: 3,
      beside: [{ name: 'mean', counted: 'reports', value: 20, n: 3 }]
    });
  });

  it('shows pooled 12.5 and, with a 0 for the report that cites nothing, 15 beside the mean of 20', () => {
    const left = row('precision', 'a', 'q5', null, {
      score: ensemble(null, { unscored: 0, abstained: 3, reason: 'The judge abstained.', figures: { orZero: null } })
    });
    // A judge that abstained from a report has not found it empty: q5 is no 0.
    const found = only([...rows, left], { by: 'mean', pooled: share, withZeros: 'orZero' });
    expect(found.figure.value).toBe(20);
    expect(found.beside).toMatchObject([
      { name: 'pooled', counted: 'references', value: 12.5, k: 2, n: 16 },
      { name: 'with zeros', value: 15, n: 4 }
    ]);
  });

  it('leaves reports out that a judge failed on, and says why nothing is left', () => {
    const failed = row('precision', 'a', 'q1', null, {
      score: ensemble(null, { figures: { matched: 9, counted: 9 } })
    });
    expect(only([failed], { by: 'pooled', share }).figure).toMatchObject({ value: null, reason: 'HTTP 500' });
    expect(only([...rows, failed], { by: 'pooled', share }).figure.value).toBe(12.5);
    expect(only([report('q1', 0, 0)], { by: 'pooled', share }).figure).toMatchObject({
      value: null,
      reason: 'It cites nothing.'
    });
    expect(only([row('precision', 'a', 'q1', 5)], { by: 'pooled', share }).figure.reason).toBe(
      'There are no references.'
    );
  });

  it('gives the pooled share of each group beside that of all: 3 of 6 and 1 of 4 are 4 of 10', () => {
    const of = (qid: string, q1: [number, number], q2: [number, number]) =>
      row('precision', 'a', qid, 1, {
        score: ensemble(1, { figures: { k1: q1[0], n1: q1[1], k2: q2[0], n2: q2[1] } })
      });
    const found = only([of('q1', [1, 4], [0, 3]), of('q2', [2, 2], [1, 1])], {
      by: 'groups',
      groups: [
        { name: 'Q1', title: 'least cited', above: 'k1', below: 'n1', counted: 'works' },
        { name: 'Q2', title: 'next', above: 'k2', below: 'n2', counted: 'works' }
      ]
    });
    expect(found.figure.value).toBe(40);
    expect(found.beside).toMatchObject([
      { name: 'Q1', value: 50, k: 3, n: 6 },
      { name: 'Q2', value: 25, k: 1, n: 4 }
    ]);
  });

  it('refuses sums that are no numbers, and bounds what rounding would move out', () => {
    expect(() => pooledRatio([{ cluster: 'q1', above: 1, below: -1 }])).toThrow('got 1 of -1 for q1');
    expect(pooledRatio([{ cluster: 'q1', above: 3, below: 1 }]).value).toBe(1);
    expect(pooledRatio([{ cluster: 'q1', above: 3, below: 1 }], null).value).toBe(3);
  });

  it('has the interval of the jackknife by query, from replicates computed by hand', () => {
    // 3 of 12 in all; without each query in turn 3/10, 2/10, 3/10, 2/9, 2/9.
    const five = [report('q1', 0, 2), report('q2', 1, 2), report('q3', 0, 2), report('q4', 1, 3), report('q5', 1, 3)];
    const replicates = [3 / 10, 2 / 10, 3 / 10, 2 / 9, 2 / 9];
    const mean = replicates.reduce((sum, one) => sum + one, 0) / 5;
    const se = Math.sqrt((4 / 5) * replicates.reduce((sum, one) => sum + (one - mean) ** 2, 0));
    const found = pooledRatio(
      five.map(({ qid, score: own }) => ({
        cluster: qid,
        above: own!.figures['matched']!,
        below: own!.figures['counted']!
      }))
    );
    expect(found.value).toBe(1 / 4);
    expect(found.se).toBeCloseTo(se, 14);
    const { interval } = only(five, { by: 'pooled', share }).figure;
    expect(interval).toEqual(found.interval!.map((end) => 100 * end));
  });
});

describe('a ratio of sums over reports', () => {
  const part = (cluster: string, above: number, below = 10) => ({ cluster, above, below });

  it('has a wider interval if reports on a query resemble each other than if each has its own query', () => {
    const reports = Array.from({ length: 40 }, (_, at) => part(`q${Math.floor(at / 4)}`, at % 8 < 4 ? 1 : 3));
    const width = ({ interval }: { interval: readonly [number, number] | null }) => interval![1] - interval![0];
    const apart = pooledRatio(reports.map((one, at) => ({ ...one, cluster: `own${at}` })));
    const together = pooledRatio(reports);
    expect(together.value).toBeCloseTo(0.2, 14);
    expect(together).toMatchObject({ n: 40, clusters: 10 });
    expect(width(together)).toBeGreaterThan(1.9 * width(apart));
  });

  it('has no interval with one query or without differences, and is undefined without a report', () => {
    expect(pooledRatio([part('a', 1, 2), part('a', 0, 2)])).toMatchObject({
      ...{ value: 1 / 4, interval: null, intervalReason: 'too-few-clusters' }
    });
    expect(pooledRatio([part('a', 0, 2), part('b', 0, 2)])).toMatchObject({
      ...{ value: 0, interval: null, intervalReason: 'no-variation' }
    });
    expect(pooledRatio([])).toMatchObject({ value: null, reason: 'n=0' });
  });
});

describe('an Elo rating', () => {
  const scores = (system: string, values: readonly (number | null)[]) =>
    values.map((value, at) => row('precision', system, `q${at + 1}`, value));

  it('gives the winner of one game between equals 1216, the loser 1184', () => {
    const [a, b] = aggregate([scores('a', [9]), scores('b', [4])], under({ by: 'elo' }));
    expect([a!.figure.value, b!.figure.value]).toEqual([1216, 1184]);
    const [low, high] = aggregate([scores('a', [9]), scores('b', [4])], under({ by: 'elo' }, 'lower'));
    expect([low!.figure.value, high!.figure.value]).toEqual([1184, 1216]);
    expect(a!.beside).toMatchObject([
      {
        name: 'Bradley–Terry',
        value: null,
        reason:
          'One group of systems won or lost all games against the others, or played none, so that no rating is finite.'
      }
    ]);
  });

  it('has no finite Bradley–Terry rating if two groups of systems never play against each other', () => {
    const pairs = [scores('a', [4, null]), scores('b', [4, null]), scores('c', [null, 5]), scores('d', [null, 5])];
    const [a] = aggregate(pairs, under({ by: 'elo' }));
    expect(a!.beside).toMatchObject([{ value: null, reason: expect.stringContaining('or played none') as string }]);
  });

  it('has Bradley–Terry beside it: 3 wins of 4 are 400 · log10(3) apart', () => {
    const [a, b] = aggregate([scores('a', [9, 9, 9, 1]), scores('b', [4, 4, 4, 4])], under({ by: 'elo' }));
    expect(a!.beside[0]!.value! - b!.beside[0]!.value!).toBeCloseTo(400 * Math.log10(3), 6);
    expect(a!.beside[0]).toMatchObject({ counted: 'games', n: 4 });
  });

  it('counts the means .2 of the same scores in another order as a tie', () => {
    const tenths = (system: string, values: readonly number[]) =>
      values.map((value) => row('precision', system, 'q1', value));
    const [a, b] = aggregate([tenths('a', [0.1, 0.2, 0.3]), tenths('b', [0.3, 0.2, 0.1])], under({ by: 'elo' }));
    expect([a!.figure.value, b!.figure.value]).toEqual([1200, 1200]);
  });

  it('is undefined without an opponent on the same query, and without a score', () => {
    const [a, b, c] = aggregate(
      [scores('a', [9]), [row('precision', 'b', 'q2', 4)], scores('c', [null])],
      under({ by: 'elo' })
    );
    expect(a!.figure.reason).toBe('No other system has a score on the same query.');
    expect(b!.figure.value).toBeNull();
    expect(c!.figure.reason).toBe('HTTP 500');
  });

  it('keeps the sum of ratings, and what queries contribute has the rating as its mean', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 6, maxLength: 6 }), {
          minLength: 2,
          maxLength: 4
        }),
        (all) => {
          const found = aggregate(
            all.map((values, at) => scores(`s${at}`, values)),
            under({ by: 'elo' })
          );
          const ratings = found.map(({ figure }) => figure.value!);
          expect(ratings.reduce((sum, one) => sum + one, 0) / all.length).toBeCloseTo(1200, 8);
          for (const { series, figure } of found) {
            const contributions = [...series.values()].map(({ sum }) => sum);
            expect(contributions.reduce((sum, one) => sum + one, 0) / 6).toBeCloseTo(figure.value!, 8);
          }
        }
      ),
      { numRuns: 20 }
    );
  });
});

describe('pooled and mean', () => {
  const reports = fc.array(
    fc.record({
      qid: fc.constantFrom('q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7'),
      of: fc.integer({ min: 1, max: 9 }),
      part: fc.nat(9)
    }),
    { minLength: 1, maxLength: 20 }
  );

  it('agree if every report counts the same and each query has one, and stay inside the scale', () => {
    fc.assert(
      fc.property(reports, fc.integer({ min: 1, max: 9 }), (all, of) => {
        const apart = all.map(({ part }, at) => report(`q${at}`, Math.min(part, of), of));
        const found = only(apart, { by: 'pooled', share });
        expect(found.figure.value).toBeCloseTo(found.beside[0]!.value!, 9);
        const { figure } = only(
          all.map(({ qid, of: n, part }) => report(qid, Math.min(part, n), n)),
          { by: 'pooled', share }
        );
        expect(figure.value).toBeGreaterThanOrEqual(0);
        expect(figure.value).toBeLessThanOrEqual(100);
        if (figure.interval) {
          expect(figure.interval[0]).toBeGreaterThanOrEqual(0);
          expect(figure.interval[1]).toBeLessThanOrEqual(100);
          expect(figure.value).toBeGreaterThanOrEqual(figure.interval[0]);
          expect(figure.value).toBeLessThanOrEqual(figure.interval[1]);
        }
      }),
      { numRuns: 100 }
    );
  });
});

describe('two systems compared', () => {
  it('differ by pooled values under a pooled metric: 30 % against 20 %, while the means are 37.5 and 20', () => {
    const a = [report('q1', 1, 2), report('q2', 2, 8), report('q3', 0, 0)];
    const b = [report('q1', 1, 5, 'b'), report('q2', 1, 5, 'b'), report('q3', 5, 5, 'b')];
    const found = compareScores(a, b, 'by-query', under({ by: 'pooled', share }));
    expect(found).toMatchObject({ measure: 'pooled over reports', undefined: 1 });
    expect(found.difference!.value).toBeCloseTo(10, 9);
    const means = compareScores(a, b, 'by-query', under({ by: 'mean' }));
    expect(means.measure).toBe('mean over queries');
    expect(means.difference!.value).toBeCloseTo(37.5 - 20, 9);
  });
});

describe('a leaderboard of pooled values', () => {
  it('has them for each judge, best and compared, and names what they are', () => {
    const of = (system: string, tilt: number) =>
      Array.from({ length: 8 }, (_, at) => {
        const one = report(`q${at}`, Math.max(0, (at % 4) + tilt), 10, system);
        return { ...one, perJudge: [{ judge: 'x', score: score(40, { figures: { matched: 4, counted: 10 } }) }] };
      });
    const board = leaderboard([...of('a', 6), ...of('b', 1)], [under({ by: 'pooled', share })]);
    expect(board.metrics).toMatchObject([{ kind: 'pooled', unit: '', measure: 'pooled over reports' }]);
    const [first, second] = board.groups[0]!.systems.map(({ scores }) => scores['precision']!);
    expect(board.best['precision']).toEqual(['a']);
    expect(first).toMatchObject({ system: 'a', value: 75, perJudge: [{ judge: 'x', value: 40 }] });
    expect(second!.versusBest).toMatchObject({ best: 'a', indistinguishable: false });
  });
});
