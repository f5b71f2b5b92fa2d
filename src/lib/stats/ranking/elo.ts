/** One game: players by number, and the outcome for a in [0, 1] (1 = won, ½ = tie, in between = a soft win). */
export interface Game {
  a: number;
  b: number;
  outcome: number;
}

/**
 * Elo ratings with soft outcomes, updated game by game.
 *
 * Formula: E = 1/(1 + 10^{(R_b − R_a)/400}), R_a += K(outcome − E), R_b −= the same. Depends on the order of the games:
 * average over shuffled orders, or use Bradley–Terry, if the order means nothing.
 *
 * @param players number of players. @param options K = 32 and start 1200 by default.
 * @returns ratings in Elo points, by player.
 * @throws if a player number is out of range, a player meets itself, or an outcome is outside [0, 1].
 * Source: Elo 1978; soft outcomes: arXiv 2509.01396, equations 1–3.
 */
export const elo = (games: readonly Game[], players: number, { k = 32, initial = 1200 } = {}): number[] => {
  const ratings = new Array<number>(players).fill(initial);
  for (const { a, b, outcome } of games) {
    if (!(a in ratings && b in ratings) || a === b)
      throw new Error(`elo requires two different players below ${players}, got ${a} and ${b}`);
    if (!(outcome >= 0 && outcome <= 1)) throw new Error(`elo requires outcomes in [0, 1], got ${outcome}`);
    const expected = 1 / (1 + 10 ** ((ratings[b]! - ratings[a]!) / 400));
    const change = k * (outcome - expected);
    ratings[a]! += change;
    ratings[b]! -= change;
  }
  return ratings;
};
