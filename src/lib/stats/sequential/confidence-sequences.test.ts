import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../distributions/normal.ts';
import { seededRandom } from '../numbers/rng.ts';
import { bettingSequence } from './betting-sequence.ts';
import { meanSequence } from './mean-sequence.ts';
import { inflateForStudent, mixtureBoundary } from './mixture-boundary.ts';
import { riseEvidence } from './rise-evidence.ts';

describe('the boundary of a confidence sequence', () => {
  it('solves the equation of the half-normal mixture', () => {
    const [n, risk, tightest] = [100, 0.025, 50];
    const rho2 = (-2 * Math.log(2 * risk) + Math.log(-2 * Math.log(2 * risk)) + 1) / tightest;
    const z = mixtureBoundary(n, { risk, tightest });
    // trapezoid rule over the effect: ∫ 2 φ(θ/ρ)/ρ · exp(θ s − n θ²/2) dθ, s = z √n
    const step = 0.0005;
    let sum = 0;
    for (let i = 0; i <= 6000; i++) {
      const theta = i * step;
      const prior = (2 * Math.exp(-(theta * theta) / (2 * rho2))) / Math.sqrt(2 * Math.PI * rho2);
      sum += (i === 0 ? 0.5 : 1) * prior * Math.exp(theta * z * Math.sqrt(n) - (n * theta * theta) / 2) * step;
    }
    expect(sum).toBeCloseTo(1 / risk, 4);
  });

  it('lies above the fixed quantile, is 3.04 at a risk of .025 where it is tightest', () => {
    for (const n of [1, 15, 50, 500, 1e6]) expect(mixtureBoundary(n)).toBeGreaterThan(-normalQuantile(0.025));
    expect(mixtureBoundary(50)).toBeCloseTo(3.0362, 3);
  });

  it('is carried to the t quantile with the same tail: 1.959964 at 14 degrees of freedom is 2.144787', () => {
    expect(inflateForStudent(1.959963984540054, 15)).toBeCloseTo(2.1447866879, 8);
  });
});

describe('an asymptotic confidence sequence of a mean', () => {
  const draw = (p: number, n: number, random: ReturnType<typeof seededRandom>): number[] =>
    Array.from({ length: n }, () => {
      const hard = random.unit() < 0.3 ? 2 * (1 - p) : (1 - p) * (4 / 7);
      return Array.from({ length: 5 }, () => (random.unit() < hard ? 0 : 0.2)).reduce<number>((a, b) => a + b, 0);
    }).map((x) => Math.min(1, x));

  it.each([0.8, 0.95, 0.98])('ever misses %f above or below in no more than .05 of studies of 200 queries', (p) => {
    const random = seededRandom(7);
    let missed = 0;
    const studies = 100;
    for (let study = 0; study < studies; study++) {
      const x = draw(p, 200, random);
      let out = false;
      for (let n = 15; n <= 200 && !out; n += n < 40 ? 1 : 8) {
        const { low, high } = meanSequence(x.slice(0, n), { items: 5 });
        out = low! > p || high! < p;
      }
      if (out) missed++;
    }
    expect(missed / studies).toBeLessThanOrEqual(0.05);
  });

  it('has no bound during the burn-in, and takes no run of perfect scores for proof', () => {
    expect(meanSequence(Array<number>(14).fill(1), { items: 5 })).toMatchObject({ value: 1, low: null, high: null });
    const { low, high } = meanSequence(Array<number>(15).fill(1), { items: 5 });
    expect(high).toBe(1);
    expect(low!).toBeLessThan(0.91);
    expect(meanSequence(Array<number>(15).fill(1)).low).toBeNull();
    expect(meanSequence([]).value).toBeNull();
  });

  it('is the mirror of itself, and does not change with the unit of its weights', () => {
    const x = [...draw(0.8, 30, seededRandom(3))];
    const weights = x.map((_, i) => 1 + (i % 3));
    const one = meanSequence(x, { items: 5, weights });
    const other = meanSequence(x.map((value) => 1 - value), { items: 5, weights: weights.map((w) => 7 * w) }); // prettier-ignore
    expect(other.high!).toBeCloseTo(1 - one.low!, 9);
    expect(other.se!).toBeCloseTo(one.se!, 12);
  });

  it('refuses observations outside [0, 1]', () => {
    expect(() => meanSequence([0.5, 1.2])).toThrow(/1\.2/);
  });
});

describe('a betting confidence sequence', () => {
  it('has the lower bound at which the mixed capital is 1 / risk: one observation of 1', () => {
    // mean over bets of 1 + c (1/m − 1) = 1 + c̄ (1/m − 1) = 40
    const average = (0.01 + 0.02 + 0.05 + 0.1 + 0.2 + 0.3 + 0.45 + 0.6 + 0.8) / 9;
    expect(bettingSequence([1]).low!).toBeCloseTo(1 / (1 + 39 / average), 9);
    expect(bettingSequence([1]).high).toBe(1);
  });

  it('ever misses a share of .02 in no more than .05 of series, and narrows', () => {
    const random = seededRandom(5);
    let missed = 0;
    for (let series = 0; series < 150; series++) {
      const x = Array.from({ length: 300 }, () => (random.unit() < 0.02 ? 1 : 0));
      for (let n = 20; n <= 300; n += 40) {
        const { low, high } = bettingSequence(x.slice(0, n));
        if (low! > 0.02 || high! < 0.02) {
          missed++;
          break;
        }
      }
    }
    expect(missed / 150).toBeLessThanOrEqual(0.05);
    const { low, high } = bettingSequence(Array.from({ length: 2000 }, (_, i) => (i % 10 === 0 ? 1 : 0)));
    expect(low!).toBeGreaterThan(0.07);
    expect(high!).toBeLessThan(0.13);
  });
});

describe('evidence of a rise', () => {
  const drawn = (share: number, n: number, random: ReturnType<typeof seededRandom>) => ({
    n,
    count: Array.from({ length: n }, () => (random.unit() < share ? 1 : 0)).reduce<number>((a, b) => a + b, 0)
  });

  it('over 52 looks at 100 items raises a false alarm in no more than .05 of series', () => {
    const random = seededRandom(11);
    let alarms = 0;
    for (let series = 0; series < 150; series++) {
      const looks = Array.from({ length: 52 }, () => drawn(0.03, 100, random));
      if (riseEvidence(looks, 0.03).alarm !== null) alarms++;
    }
    expect(alarms / 150).toBeLessThanOrEqual(0.05);
  });

  it('finds a rise from .03 to .1 that begins at the twentieth look within three looks', () => {
    const random = seededRandom(12);
    const found = Array.from({ length: 60 }, () => {
      const looks = Array.from({ length: 22 }, (_, i) => drawn(i < 19 ? 0.03 : 0.1, 200, random));
      return riseEvidence(looks, 0.03).alarm !== null;
    });
    expect(found.filter(Boolean).length / 60).toBeGreaterThan(0.9);
  });

  it('has no evidence without looks or flips, and refuses more flips than items', () => {
    expect(riseEvidence([], 0.05)).toEqual({ log: [], alarm: null });
    expect(riseEvidence([{ count: 0, n: 100 }], 0.05).log[0]!).toBeLessThan(0);
    expect(() => riseEvidence([{ count: 3, n: 2 }], 0.05)).toThrow(/3 of 2/);
  });
});
