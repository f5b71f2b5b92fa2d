import { describe, expect, it } from 'vitest';
import type { Score } from '../../score.ts';
import type { DimensionPoints, Verdict } from '../../verdict.ts';
import { scorePair, combinePairs, comparisonOf, pairOutcome } from '../../protocols/pairwise/pairwise-score.ts';
import { gamesOf } from './games.ts';

const adding = (total: number): DimensionPoints => {
  const [granularity, insight, critique, evidence, density] = [0, 1, 2, 3, 4].map((at) =>
    Math.floor((total + at) / 5)
  ) as [number, number, number, number, number];
  return { granularity, insight, critique, evidence, density };
};

/** Differences of the totals with the report first and with the baseline first. */
const verdict = (first: number, second: number): Verdict => {
  const order = (of: 'report' | 'baseline', by: number) =>
    ({ first: of, report: adding(12 + by), baseline: adding(12), rationale: '' }) as const;
  const detail = comparisonOf([order('report', first), order('baseline', second)]);
  const label = pairOutcome(detail.report - detail.baseline);
  return { item: 'comparison', kind: 'comparison', state: 'judged', label, rationale: '', evidence: [], detail };
};
const row = (qid: string, score: Score | null) => ({ qid, score });

describe('win rates of a system', () => {
  // Position decides every second pair: +6 when shown first, −2 when second.
  const swayed = ['a', 'b', 'c'].map((qid) => row(qid, scorePair([verdict(6, -2)])));
  const lost = ['d', 'e', 'f'].map((qid) => row(qid, scorePair([verdict(-3, -5)])));

  it('differ by the way of counting: the paper averages the orders first, the authors’ scripts count each as a game', () => {
    const games = gamesOf([...swayed, ...lost]);
    // Means +2 and −4: three wins, three losses.
    expect(games).toMatchObject({ wins: 3, losses: 3, ties: 0, winRate: { value: 1 / 2 } });
    // Orders: 3 × (win, loss) and 3 × (loss, loss).
    expect(games.byOrder).toMatchObject({ wins: 3, losses: 9, ties: 0, winRate: { value: 1 / 4 } });
  });

  it('leave ties out of both, order by order', () => {
    // +3 and −1: the mean +1 is a tie; the first order alone is won, the second tied.
    const games = gamesOf([row('a', scorePair([verdict(3, -1)]))]);
    expect(games).toMatchObject({ wins: 0, ties: 1, winRate: { value: null } });
    expect(games.byOrder).toMatchObject({ wins: 1, losses: 0, ties: 1, winRate: { value: 1 } });
  });

  it('count orders as means over judges', () => {
    const judges = [
      { judge: 'x', repeats: [[verdict(6, -2)]] },
      { judge: 'y', repeats: [[verdict(6, 6)]] }
    ];
    expect(gamesOf([row('a', combinePairs(judges))]).byOrder).toMatchObject({
      wins: 1.5,
      losses: 0.5,
      ties: 0,
      winRate: { value: 3 / 4 }
    });
  });

  it('have an interval that counts the two orders of a pair once, and none on few queries', () => {
    const all = (n: number) => gamesOf(Array.from({ length: n }, (_, at) => row(`q${at}`, scorePair([verdict(6, 6)]))));
    const both = all(8);
    expect(both.byOrder?.winRate.interval?.[0]).toBeCloseTo(both.winRate.interval?.[0] ?? NaN, 12);
    expect(both.byOrder?.winRate.interval?.[0]).toBeLessThan(0.8);
    expect(all(3).byOrder?.winRate.interval).toBeNull();
  });

  it('are undefined if no comparison has points', () => {
    expect(gamesOf([row('a', null)]).byOrder).toBeNull();
  });
});
