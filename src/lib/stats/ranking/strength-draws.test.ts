import { describe, expect, it } from 'vitest';
import { strengthDraws } from './strength-draws.ts';

const meanOf = (draws: readonly Float64Array[], player: number): number =>
  draws.reduce((sum, one) => sum + one[player]!, 0) / draws.length;

describe('draws of Bradley–Terry strengths', () => {
  it('of two players after one game agree with the posterior by numerical integration', () => {
    // With spread τ known, E[σ(θ₁ − θ₂) | 1 won] = E[σ²]/E[σ] over the prior; here τ is drawn from its half-normal prior (SD 2).
    const { draws } = strengthDraws([{ a: 0, b: 1, outcome: 1 }], 2, { draws: 20_000, burnIn: 1_000, seed: 3 });
    const win = (d: number): number => 1 / (1 + Math.exp(-d));
    const stated = draws.reduce((sum, one) => sum + win(one[0]! - one[1]!), 0) / draws.length;
    let [first, second] = [0, 0];
    for (let tau = 0.01; tau < 10; tau += 0.02)
      for (let z = -6; z <= 6; z += 0.02) {
        const weight = Math.exp(-(tau * tau) / 8 - (z * z) / 2);
        const p = win(tau * Math.SQRT2 * z);
        first += weight * p;
        second += weight * p * p;
      }
    expect(Math.abs(stated - second / first)).toBeLessThan(0.02);
  });

  it('put who won more games higher, and who has no game at the middle', () => {
    const games = Array.from({ length: 6 }, () => ({ a: 0, b: 1, outcome: 1 }));
    const { draws } = strengthDraws(games, 3, { draws: 4_000, seed: 5 });
    expect(meanOf(draws, 0)).toBeGreaterThan(0.4);
    expect(meanOf(draws, 1)).toBeLessThan(-0.4);
    expect(Math.abs(meanOf(draws, 2))).toBeLessThan(0.2);
  });

  it('are the same for the same seed, and finite for a player who won everything', () => {
    const games = [{ a: 0, b: 1, outcome: 1 }, { a: 0, b: 2, outcome: 1 }]; // prettier-ignore
    const once = strengthDraws(games, 3, { draws: 50, seed: 9 });
    expect(strengthDraws(games, 3, { draws: 50, seed: 9 })).toEqual(once);
    expect(once.draws).toHaveLength(50);
    expect(once.draws.every((one) => one.every(Number.isFinite))).toBe(true);
  });

  it('are refused for players and outcomes that cannot be', () => {
    expect(() => strengthDraws([{ a: 0, b: 0, outcome: 1 }], 2)).toThrow('two different players below 2');
    expect(() => strengthDraws([{ a: 0, b: 2, outcome: 1 }], 2)).toThrow('two different players below 2');
    expect(() => strengthDraws([{ a: 0, b: 1, outcome: 1.1 }], 2)).toThrow('outcomes in [0, 1]');
    expect(strengthDraws([], 0, { draws: 1 }).draws).toEqual([new Float64Array(0)]);
  });
});
