import { expect, it } from 'vitest';
import { scoreTable } from './score-results.ts';

const line = (metric: string, value: number) => ({
  ...{ metric, system: 'aurora', value, n: 2, reports: 2, measure: 'mean', meanOfOwn: null, games: null },
  judges: [{ judge: 'scripted:gannet', value, n: 2 }]
});
const tableOf = (metric: string, value: number): string =>
  scoreTable({ summary: { systems: [line(metric, value)], selfJudging: [], calls: { inputTokens: 0 } } } as never);

it('writes scores with as many decimals as the leaderboard does on their scale', () => {
  expect(tableOf('daily-preference', 2.25)).toMatch(/^daily-preference, 1–4\n[^]*\b2\.25\b/);
  expect(tableOf('coverage', 66.67)).toMatch(/^coverage, 0–100\n[^]*\b66\.7\b/);
});
