import type { Aggregation } from '../../metric.ts';
import { gamesOf, gamesSeries, whyNoWinRate } from '../figures/games.ts';
import { figureOfRate, isScored, whyNone, type Aggregator } from './aggregate.ts';

/** Wins in per cent of decisive comparisons with the baseline; see `gamesOf`. */
export const winRateAggregation: Aggregator<Aggregation & { by: 'win-rate' }> = {
  title: 'win rate',
  unit: '%',
  range: () => ({ min: 0, max: 100 }),
  of: (systems) =>
    systems.map((rows) => {
      const games = gamesOf(rows);
      const reason = rows.some(isScored) ? whyNoWinRate(games) : whyNone(rows);
      const series = new Map([...gamesSeries(rows)].map(([qid, { sum, weight }]) => [qid, { sum: 100 * sum, weight }]));
      return {
        figure: figureOfRate(games.winRate, 100, reason),
        n: rows.filter(isScored).length,
        series,
        games,
        beside: []
      };
    })
};
