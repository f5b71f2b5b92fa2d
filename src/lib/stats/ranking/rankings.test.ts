import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bradleyTerry } from './bradley-terry.ts';
import { elo } from './elo.ts';

describe('rankings', () => {
  it('Bradley–Terry of 3 wins against 1 is ± ½ ln 3', () => {
    const { abilities } = bradleyTerry([[0, 3], [1, 0]]); // prettier-ignore
    expect(abilities![0]).toBeCloseTo(Math.log(3) / 2, 12);
  });

  it('Bradley–Terry standard error of a log-odds of 3 to 1 is half of √(1/3 + 1/1)', () => {
    const { standardErrors } = bradleyTerry([[0, 3], [1, 0]]); // prettier-ignore
    expect(standardErrors![0]).toBeCloseTo(Math.sqrt(1 / 3 + 1) / 2, 12);
  });

  it('Bradley–Terry follows a renaming of the players and has no finite answer for one who always wins', () => {
    const wins = fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 }), {
      minLength: 4,
      maxLength: 4
    });
    fc.assert(
      fc.property(wins, (w) => {
        const order = [2, 0, 3, 1];
        const renamed = order.map((i) => order.map((j) => w[i]![j]!));
        const [one, other] = [bradleyTerry(w).abilities!, bradleyTerry(renamed).abilities!];
        for (const [place, i] of order.entries()) expect(other[place]).toBeCloseTo(one[i]!, 8);
      })
    );
    expect(bradleyTerry([[0, 3], [0, 0]])).toMatchObject({ abilities: null, reason: 'no-finite-estimate' }); // prettier-ignore
    expect(bradleyTerry([[0]])).toMatchObject({ abilities: null, reason: 'too-few-raters' });
  });

  it('Elo: a win between equals moves both by K/2, and the sum stays', () => {
    expect(elo([{ a: 0, b: 1, outcome: 1 }], 2)).toEqual([1216, 1184]);
    const game = fc.record({
      a: fc.constantFrom(0, 1),
      b: fc.constantFrom(2, 3),
      outcome: fc.double({ min: 0, max: 1, noNaN: true })
    });
    fc.assert(
      fc.property(fc.array(game), (games) => {
        expect(elo(games, 4).reduce((sum, r) => sum + r, 0)).toBeCloseTo(4800, 8);
      })
    );
    expect(() => elo([{ a: 0, b: 0, outcome: 1 }], 2)).toThrow('two different players');
  });
});
