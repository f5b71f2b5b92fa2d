import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../numbers/rng.ts';
import { betaCdf, betaQuantile } from './beta.ts';
import { drawBinomial } from './binomial-draw.ts';
import { binomialCdf, binomialPmf } from './binomial.ts';
import { chiSquareUpper, logGamma } from './gamma.ts';
import { hypergeometricCdf, hypergeometricPmf } from './hypergeometric.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { poissonTable } from './poisson-table.ts';
import { studentCdf, studentQuantile } from './student-t.ts';

const functions: Record<string, (...args: number[]) => number> = {
  normalCdf,
  normalQuantile,
  betaCdf: (x, a, b) => betaCdf(x!, a!, b!),
  betaQuantile: (p, a, b) => betaQuantile(p!, a!, b!),
  studentCdf: (t, df) => studentCdf(t!, df!),
  studentQuantile: (p, df) => studentQuantile(p!, df!),
  chiSquareUpper: (x, df) => chiSquareUpper(x!, df!),
  binomialPmf: (k, n, p) => binomialPmf(k!, n!, p!),
  binomialCdf: (k, n, p) => binomialCdf(k!, n!, p!),
  hypergeometricPmf: (x, lot, defects, sample) => hypergeometricPmf(x!, lot!, defects!, sample!)
};

const file = join(import.meta.dirname, '../../../../tests/reference/distributions.json');
const rows: [string, number[], number][] = JSON.parse(readFileSync(file, 'utf8'));

describe('distributions', () => {
  it.each(rows)('%s(%j) equals the value of mpmath or SciPy to twelve digits', (name, args, value) => {
    const got = functions[name]!(...args);
    expect(Math.abs(got - value)).toBeLessThanOrEqual(1e-12 * Math.abs(value));
  });

  it('give back p from the quantile of p', () => {
    const shape = fc.double({ min: 1, max: 500, noNaN: true });
    const p = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });
    fc.assert(
      fc.property(p, shape, shape, (q, a, b) => {
        expect(normalCdf(normalQuantile(q))).toBeCloseTo(q, 12);
        expect(studentCdf(studentQuantile(q, a), a)).toBeCloseTo(q, 12);
        expect(betaCdf(betaQuantile(q, a, b), a, b)).toBeCloseTo(q, 10);
      })
    );
  });

  it('have ln Γ(n + 1) = ln n!', () => {
    expect(logGamma(11)).toBeCloseTo(Math.log(3628800), 12);
    expect(logGamma(0.5)).toBeCloseTo(0.5 * Math.log(Math.PI), 14);
  });

  it('sum to one over a hypergeometric lot', () => {
    let sum = 0;
    for (let x = 0; x <= 12; x++) sum += hypergeometricPmf(x, 40, 15, 12);
    expect(sum).toBeCloseTo(1, 13);
    expect(hypergeometricCdf(11, 40, 15, 12) + hypergeometricPmf(12, 40, 15, 12)).toBeCloseTo(1, 13);
  });

  it('refuse what has no finite answer', () => {
    expect(() => normalQuantile(1)).toThrow('normalQuantile requires 0 < p < 1, got 1');
    expect(() => studentQuantile(0.5, 0)).toThrow('requires df > 0');
    expect(() => logGamma(0)).toThrow('requires x > 0');
  });
});

describe('random draws', () => {
  it.each([
    [5, 0.3],
    [400, 0.02],
    [1000, 0.4],
    [100_000, 0.9]
  ])('of binomial(%d, %d) have its mean, variance and tail', (n, p) => {
    const random = seededRandom(7);
    const draws = Array.from({ length: 20_000 }, () => drawBinomial(n, p, random));
    const sd = Math.sqrt(n * p * (1 - p));
    const mean = draws.reduce((sum, d) => sum + d, 0) / draws.length;
    const variance = draws.reduce((sum, d) => sum + (d - mean) ** 2, 0) / draws.length;
    expect(Math.abs(mean - n * p)).toBeLessThan((4 * sd) / Math.sqrt(draws.length));
    expect(variance / sd ** 2).toBeGreaterThan(0.95);
    expect(variance / sd ** 2).toBeLessThan(1.05);
    const cut = Math.floor(n * p - sd);
    const tail = binomialCdf(cut, n, p);
    const share = draws.filter((d) => d <= cut).length / draws.length;
    expect(Math.abs(share - tail)).toBeLessThan(4 * Math.sqrt((tail * (1 - tail)) / draws.length) + 1e-9);
  });

  it('of Poisson(2.5) come as often as its probabilities say', () => {
    const { upTo, start, shift } = poissonTable(2.5);
    const random = seededRandom(3);
    const counts = new Array<number>(40).fill(0);
    for (let i = 0; i < 50_000; i++) {
      const u = random.u32();
      let m = start[u >>> shift]!;
      while (u > upTo[m]!) m++;
      counts[m]!++;
    }
    expect(counts[0]! / 50_000).toBeCloseTo(Math.exp(-2.5), 2);
    expect(counts[3]! / 50_000).toBeCloseTo((2.5 ** 3 / 6) * Math.exp(-2.5), 2);
  });
});
