import { describe, expect, it } from 'vitest';
import { metricCorrelations } from './correlations.ts';
import { leaderboard } from './index.ts';
import { consistency, coverage, metric, rowsOf } from './figures/rows.fixture.ts';

const errors = metric('errors', 'rating', { min: 0, max: 100, better: 'lower' });

const of = (values: Record<string, readonly number[]>) => {
  const metrics = [coverage, consistency, errors].filter(({ name }) => name in values);
  const rows = Object.entries(values).flatMap(([name, all]) =>
    all.flatMap((value, at) => rowsOf(name, `s${at}`, [value]))
  );
  return metricCorrelations(leaderboard(rows, metrics));
};

describe('correlations between metrics over systems', () => {
  it('are Spearman’s ρ and Kendall’s τ_b with the number of systems: 1, 2, 3, 4 against 1, 3, 2, 4 give .8 and 2/3', () => {
    const [found] = of({ coverage: [10, 20, 30, 40], consistency: [10, 30, 20, 40] });
    expect(found).toMatchObject({ first: 'coverage', second: 'consistency', n: 4 });
    expect(found?.spearman.value).toBeCloseTo(0.8, 12);
    expect(found?.kendall.value).toBeCloseTo(2 / 3, 12);
    expect(found?.spearman.interval).not.toBeNull();
  });

  it('are undefined below three systems, with the reason', () => {
    const [found] = of({ coverage: [10, 20], consistency: [1, 2] });
    expect(found).toMatchObject({
      n: 2,
      spearman: { value: null, reason: 'At least 3 systems need both scores; 2 of them so far.', interval: null },
      kendall: { value: null }
    });
  });

  it('are undefined if a metric is the same for all systems', () => {
    const [found] = of({ coverage: [10, 20, 30], consistency: [5, 5, 5] });
    expect(found?.spearman).toMatchObject({ value: null, reason: 'One of the two is the same for all.' });
    expect(found?.kendall.value).toBeNull();
  });

  it('take equal means as ties though their sums round', () => {
    const rounded = (0.1 + 0.2) * 100;
    expect(rounded).toBeGreaterThan(30);
    const [found] = of({ coverage: [30, rounded, 10], consistency: [2, 1, 0] });
    const [same] = of({ coverage: [30, 30, 10], consistency: [2, 1, 0] });
    expect(found?.kendall.value).toBe(same?.kendall.value);
    expect(found?.spearman.value).toBe(same?.spearman.value);
  });

  it('are positive if the systems with few errors are the good ones', () => {
    const [found] = of({ coverage: [10, 20, 30], errors: [9, 5, 1] });
    expect(found?.spearman.value).toBe(1);
  });
});
