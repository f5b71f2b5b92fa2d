import { seededRandom, type Random } from '../numbers/rng.ts';
import type { Game } from './elo.ts';

export interface StrengthDraws {
  /** Draws of all players' strengths on the logit scale, one array for each draw. */
  draws: Float64Array[];
  /** Mean over draws of the standard deviation of strengths among players. */
  spread: number;
}

/** Standard deviation of the half-normal prior of the spread of strengths. */
const PRIOR_SPREAD = 2;
/** Length of a step of one strength: the new one is √(1 − β²) of the old one and β of a fresh one. */
const BETA = 0.7;
const SPREAD_STEP = 0.3;

/** Standard normal numbers, two by two (Box and Muller). */
function normalNumbers(random: Random): () => number {
  let spare: number | null = null;
  return () => {
    if (spare !== null) {
      const next = spare;
      spare = null;
      return next;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - random.unit()));
    const angle = 2 * Math.PI * random.unit();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

/** log(1 + e^x) without overflow. */
const softplus = (x: number): number => (x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x)));

/**
 * Draws from the posterior of Bradley–Terry strengths when each player has few games.
 *
 * Model: P(i beats j) = 1/(1 + exp(θ_j − θ_i)); θ_i = τz_i with z_i standard normal; τ half-normal with SD 2. A game with a share y of
 * picks for a counts y log p + (1 − y) log(1 − p), as one game. Gibbs-like sweeps: each z_i by a step that keeps its prior (Neal 1999), then
 * log τ by a random walk. Unlike the maximum of the likelihood, it is defined for players who won or lost everything, or had no game.
 *
 * @param games `outcome` is the share of picks that a won. @param players their number.
 * @returns draws after burn-in, every second sweep.
 * @throws if a player is out of range or meets itself, or an outcome is outside [0, 1].
 * Source: Bradley and Terry 1952; hierarchical prior: Davidson and Solomon 1973; proposal: Neal 1999.
 */
export function strengthDraws(
  games: readonly Game[],
  players: number,
  { draws = 500, burnIn = 200, seed = 1 }: { draws?: number; burnIn?: number; seed?: number } = {}
): StrengthDraws {
  const of: number[][] = Array.from({ length: players }, () => []);
  games.forEach(({ a, b, outcome }, at) => {
    if (!(a in of && b in of) || a === b)
      throw new Error(`strengthDraws requires two different players below ${players}, got ${a} and ${b}`);
    if (!(outcome >= 0 && outcome <= 1)) throw new Error(`strengthDraws requires outcomes in [0, 1], got ${outcome}`);
    of[a]!.push(at);
    of[b]!.push(at);
  });
  const random = seededRandom(seed);
  const normal = normalNumbers(random);
  const z = Float64Array.from({ length: players }, () => normal());
  let tau = 1;
  /** Log-likelihood of a game for a difference a − b on the logit scale. */
  const logLikelihood = (game: Game, difference: number): number => game.outcome * difference - softplus(difference);
  /** Log-likelihood of each game at the present strengths, and of the games of one step at the proposed ones. */
  const now = Float64Array.from(games, (game) => logLikelihood(game, tau * (z[game.a]! - z[game.b]!)));
  const then = new Float64Array(games.length);
  const kept: Float64Array[] = [];
  let spreads = 0;
  const keep = Math.sqrt(1 - BETA * BETA);
  for (let sweep = 0; sweep < burnIn + 2 * draws; sweep += 1) {
    for (let i = 0; i < players; i += 1) {
      const next = keep * z[i]! + BETA * normal();
      let gain = 0;
      for (const at of of[i]!) {
        const game = games[at]!;
        const other = z[game.a === i ? game.b : game.a]!;
        const sign = game.a === i ? tau : -tau;
        then[at] = logLikelihood(game, sign * (next - other));
        gain += then[at] - now[at]!;
      }
      if (gain >= 0 || random.unit() < Math.exp(gain)) {
        z[i] = next;
        for (const at of of[i]!) now[at] = then[at]!;
      }
    }
    const wider = tau * Math.exp(SPREAD_STEP * normal());
    let gain = (tau * tau - wider * wider) / (2 * PRIOR_SPREAD * PRIOR_SPREAD) + Math.log(wider / tau);
    for (const [at, game] of games.entries()) {
      then[at] = logLikelihood(game, wider * (z[game.a]! - z[game.b]!));
      gain += then[at] - now[at]!;
    }
    if (gain >= 0 || random.unit() < Math.exp(gain)) {
      tau = wider;
      now.set(then);
    }
    if (sweep >= burnIn && (sweep - burnIn) % 2 === 1) {
      kept.push(z.map((one) => tau * one));
      spreads += tau;
    }
  }
  return { draws: kept, spread: spreads / Math.max(1, kept.length) };
}
