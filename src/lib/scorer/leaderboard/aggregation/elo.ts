import {
  bradleyTerry,
  elo as eloRatings,
  jackknifeBlocks,
  jackknifeInterval,
  seededRandom,
  shuffled,
  withoutRounding,
  type Game
} from '../../../stats/index.ts';
import type { Aggregation } from '../../metric.ts';
import type { Series } from '../figures/series.ts';
import { figureOfJackknife, whyNone, type Aggregate, type Aggregator, type Scored, type View } from './aggregate.ts';
import { seriesOfMeans } from './mean.ts';

/** A game between two systems on a query; players are numbered by place among all systems. */
interface SystemGame extends Game {
  qid: string;
}

/** Every pair of systems with a score on the same query plays once: 1 for the better score, ½ if both are equal. */
const gamesBetween = (systems: readonly (readonly Scored[])[], better: 'higher' | 'lower'): SystemGame[] => {
  const scores = systems.map(seriesOfMeans);
  const queries = [...new Set(scores.flatMap((series) => [...series.keys()]))];
  const sign = better === 'higher' ? 1 : -1;
  return queries.flatMap((qid) => {
    const there = scores.flatMap((series, player) => {
      const one = series.get(qid);
      return one ? [{ player, value: one.sum / one.weight }] : [];
    });
    return there.flatMap((a, at) =>
      there.slice(at + 1).map((b) => ({
        ...{ qid, a: a.player, b: b.player },
        outcome: (1 + Math.sign(withoutRounding(sign * (a.value - b.value)))) / 2
      }))
    );
  });
};

/** Elo depends on the order of games: ratings are means over so many shuffled orders, always the same ones. */
const ORDERS = 8;
const SEED = 1200;

interface Settings {
  k: number;
  initial: number;
}

/** Elo of `players` from games, averaged over orders of the queries and of the games within each. */
const averagedElo = (orders: readonly (readonly SystemGame[])[], players: number, settings: Settings): number[] => {
  const sums = new Array<number>(players).fill(0);
  for (const order of orders) eloRatings(order, players, settings).forEach((rating, at) => (sums[at]! += rating));
  return sums.map((sum) => sum / orders.length);
};

const LOGIT = 400 / Math.LN10;

/** Bradley–Terry abilities on Elo's scale, centred on `initial`; null if they are not finite. */
const bradleyTerryRatings = (games: readonly SystemGame[], players: readonly number[], initial: number) => {
  const place = new Map(players.map((player, at) => [player, at]));
  const wins = players.map(() => players.map(() => 0));
  for (const { a, b, outcome } of games) {
    wins[place.get(a)!]![place.get(b)!]! += outcome;
    wins[place.get(b)!]![place.get(a)!]! += 1 - outcome;
  }
  const { abilities } = bradleyTerry(wins);
  return abilities?.map((ability) => initial + LOGIT * ability) ?? null;
};

/** Ratings without each block of queries in turn, by player. */
const withoutEach = <T>(blocks: number, rate: (isKept: (place: number) => boolean) => T): T[] =>
  Array.from({ length: blocks }, (_, block) => rate((place) => place % blocks !== block));

/**
 * Ratings by Elo from games between systems on the same queries (`Game` and `elo` have the formula), with Bradley–Terry's beside
 * them, which know no order of games. Intervals: jackknife by query; ratings have no range.
 */
export const eloAggregation: Aggregator<Aggregation & { by: 'elo' }> = {
  title: 'Elo rating',
  unit: 'rating',
  range: () => ({ min: -Infinity, max: Infinity }),
  of: (systems, metric, { k = 32, initial = 1200 }) => {
    const games = gamesBetween(systems, metric.scale.better);
    const queries = [...new Set(games.map(({ qid }) => qid))];
    const place = new Map(queries.map((qid, at) => [qid, at]));
    const players = systems.flatMap((_, at) => (games.some(({ a, b }) => a === at || b === at) ? [at] : []));
    const blocks = queries.length === 0 ? 0 : jackknifeBlocks(queries.length, games.length * ORDERS);
    const random = seededRandom(SEED);
    const orders = Array.from({ length: ORDERS }, () => {
      const turn = new Map(shuffled(queries, random).map((qid, at) => [qid, at]));
      return shuffled(games, random).sort((x, y) => turn.get(x.qid)! - turn.get(y.qid)!);
    });
    const settings = { k, initial };
    const ratings = averagedElo(orders, systems.length, settings);
    const ratingsWithout = withoutEach(blocks, (isKept) =>
      averagedElo(
        orders.map((order) => order.filter(({ qid }) => isKept(place.get(qid)!))),
        systems.length,
        settings
      )
    );
    const abilities = bradleyTerryRatings(games, players, initial);
    const abilitiesWithout = withoutEach(blocks, (isKept) =>
      abilities === null
        ? null
        : bradleyTerryRatings(
            games.filter(({ qid }) => isKept(place.get(qid)!)),
            players,
            initial
          )
    );
    return systems.map((rows, at): Aggregate => {
      const own = games.filter(({ a, b }) => a === at || b === at);
      const clusters = new Set(own.map(({ qid }) => qid)).size;
      const none = rows.some(({ score }) => score !== null && score.value !== null)
        ? 'No other system has a score on the same query.'
        : whyNone(rows);
      const figure = (value: number | null, without: readonly (number | null)[], reason: string) =>
        figureOfJackknife(
          {
            value,
            clusters,
            ...(value === null ? { interval: null } : jackknifeInterval(value, without, { range: null }))
          },
          1,
          reason
        );
      const without = ratingsWithout.map((all) => all[at]!);
      const value = clusters === 0 ? null : ratings[at]!;
      const among = players.indexOf(at);
      const strength: View = {
        ...{ name: 'Bradley–Terry', title: 'Bradley–Terry rating', counted: 'games', n: own.length, k: null },
        ...figure(
          clusters === 0 ? null : (abilities?.[among] ?? null),
          abilitiesWithout.map((all) => all?.[among] ?? null),
          clusters === 0
            ? none
            : 'One group of systems won or lost all games against the others, or played none, so that no rating is finite.'
        )
      };
      return {
        figure: figure(value, without, none),
        n: rows.filter(({ score }) => score !== null && score.value !== null).length,
        series: value === null ? new Map() : influences(value, without, queries),
        games: null,
        beside: [strength]
      };
    });
  }
};

/**
 * Contribution of each query to a jackknifed value: pseudo-values moved so that their mean is the value itself. Their
 * standard error is the jackknife's, and that of a difference of two systems is the jackknife's of the difference.
 * Of a block of several queries, each stands for as much spread as the block does.
 */
const influences = (value: number, without: readonly number[], queries: readonly string[]): Series => {
  const blocks = without.length;
  const mean = without.reduce((sum, one) => sum + one, 0) / blocks;
  const times = blocks < 2 ? 0 : Math.sqrt((queries.length - 1) * (blocks - 1));
  return new Map(queries.map((qid, at) => [qid, { sum: value + times * (mean - without[at % blocks]!), weight: 1 }]));
};
