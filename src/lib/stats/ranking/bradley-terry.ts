import type { UndefinedReason } from '../numbers/estimate.ts';
import { solve } from '../numbers/linear-system.ts';

type BradleyTerry =
  | { abilities: number[]; standardErrors: number[]; reason?: undefined }
  | { abilities: null; standardErrors: null; reason: UndefinedReason };

/**
 * Bradley–Terry abilities from pairwise wins.
 *
 * Model: P(i beats j) = 1 / (1 + exp(β_j − β_i)); abilities β maximise the likelihood and sum to 0. Newton's method with
 * halved steps. Standard errors of the centred abilities from the inverse information.
 *
 * @param wins wins[i][j] = how often i beat j; a tie counts ½ for both. The diagonal is ignored.
 * @returns abilities on the logit scale; undefined (`no-finite-estimate`) unless every player can be reached from every
 *   other along wins (a player who won, or lost, everything has no finite ability); `too-few-raters` below two players.
 * @throws if the matrix is not square or an entry is negative or not finite.
 * Source: Bradley and Terry 1952; Ford 1957 for existence.
 */
export const bradleyTerry = (wins: readonly (readonly number[])[]): BradleyTerry => {
  const k = wins.length;
  const none = (reason: UndefinedReason): BradleyTerry => ({ abilities: null, standardErrors: null, reason });
  if (wins.some((row) => row.length !== k)) throw new Error('bradleyTerry requires a square matrix');
  const bad = wins.flat().find((w) => !(Number.isFinite(w) && w >= 0));
  if (bad !== undefined) throw new Error(`bradleyTerry requires wins of 0 or more, got ${bad}`);
  if (k < 2) return none('too-few-raters');
  const reaches = (edge: (i: number, j: number) => boolean): boolean => {
    const seen = new Set([0]);
    for (const i of seen) for (let j = 0; j < k; j++) if (j !== i && edge(i, j)) seen.add(j);
    return seen.size === k;
  };
  if (!reaches((i, j) => wins[i]![j]! > 0) || !reaches((i, j) => wins[j]![i]! > 0)) return none('no-finite-estimate');

  const games = wins.map((row, i) => row.map((w, j) => (i === j ? 0 : w + wins[j]![i]!)));
  const won = wins.map((row, i) => row.reduce((sum, w, j) => sum + (i === j ? 0 : w), 0));
  const chance = (b: number[], i: number, j: number): number => 1 / (1 + Math.exp(b[j]! - b[i]!));
  const likelihood = (b: number[]): number =>
    wins.reduce(
      (sum, row, i) =>
        sum + row.reduce((s, w, j) => (i === j || w === 0 ? s : s - w * Math.log1p(Math.exp(b[j]! - b[i]!))), 0),
      0
    );
  const information = (b: number[]): number[][] =>
    games.map((row, i) => {
      const weight = row.map((g, j) => g * chance(b, i, j) * chance(b, j, i));
      const total = weight.reduce((sum, w) => sum + w, 0);
      return weight.map((w, j) => (i === j ? total : -w) + 1 / k);
    });

  let b = new Array<number>(k).fill(0);
  for (let round = 0; round < 500; round++) {
    const slope = won.map((w, i) => w - games[i]!.reduce((sum, g, j) => sum + g * chance(b, i, j), 0));
    const step = solve(information(b), slope);
    if (!step) return none('no-finite-estimate');
    const before = likelihood(b);
    let scale = 1;
    let next = b.map((v, i) => v + step[i]!);
    while (likelihood(next) < before - 1e-9 && scale > 1e-6) {
      scale /= 2;
      next = b.map((v, i) => v + scale * step[i]!);
    }
    const centre = next.reduce((sum, v) => sum + v, 0) / k;
    b = next.map((v) => v - centre);
    if (Math.max(...step.map(Math.abs)) < 1e-13) break;
  }
  const matrix = information(b);
  const standardErrors = b.map((_, i) => {
    const column = solve(
      matrix,
      b.map((_, j) => Number(i === j))
    );
    return Math.sqrt(Math.max(0, (column?.[i] ?? 0) - 1 / k));
  });
  return b.every(Number.isFinite) ? { abilities: b, standardErrors } : none('no-finite-estimate');
};
