import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../distributions/normal.ts';
import { studentQuantile } from '../distributions/student-t.ts';
import { seededRandom } from '../numbers/rng.ts';
import { groupBoundaries } from './group-boundaries.ts';
import { inflateForStudent } from './mixture-boundary.ts';
import { RunningMean } from './running-mean.ts';
import { chanceAsFar, normalScore, stoppedInterval } from './stopped-interval.ts';

const meanOf = (values: readonly number[], items = Infinity): RunningMean => {
  const mean = new RunningMean();
  for (const value of values) mean.add(value, 1, items);
  return mean;
};
const looks = [20, 40, 60, 80, 100];
const pocock = groupBoundaries('pocock', looks);
const boundary = (n: number): number => pocock[looks.indexOf(n)] ?? Infinity;

describe('a score on the normal scale', () => {
  it('has the tail of the skewed variable: an exponential one is above −ln .025 in .025', () => {
    const z = -Math.log(0.025) - 1;
    expect(normalScore(z, 2)).toBeCloseTo(1.96, 1);
    expect(normalScore(-z, -2)).toBe(-normalScore(z, 2));
  });

  it('is the variable itself without skewness, and the furthest one beyond its end', () => {
    expect(normalScore(1.5, 0)).toBe(1.5);
    expect(normalScore(1.5, 1e-5)).toBeCloseTo(1.5, 4);
    expect([normalScore(-3, 2), normalScore(3, -2)]).toEqual([-8, 8]);
  });
});

describe('the interval of a stopped study', () => {
  it('knows how rare a perfect score is: none of 60 items wrong at a true .93 has half of the chance .93^60', () => {
    const perfect = meanOf(Array<number>(60).fill(1), 1);
    const atTheEnd = (n: number): number => (n === 60 ? 2 : Infinity);
    const chance = chanceAsFar({ mean: perfect, target: 0.9, boundary: atTheEnd, below: false }, 0.93);
    expect(Math.abs(chance - 0.93 ** 60 / 2)).toBeLessThan(0.001);
  });

  it('is Student’s at the first look, because nothing could stop before', () => {
    const mean = meanOf(Array.from({ length: 20 }, (_, i) => 0.6 + 0.02 * (i % 10)));
    const half = studentQuantile(0.975, 19) * mean.error();
    const { low, high } = stoppedInterval({ mean, target: 0.5, boundary, below: false });
    expect(low).toBeCloseTo(mean.mean() - half, 3);
    expect(high).toBeCloseTo(mean.mean() + half, 3);
  });

  it('lies above the target if it stopped there, and reaches further down than Student’s at a later look', () => {
    const mean = meanOf(Array.from({ length: 60 }, (_, i) => 0.5 + 0.2 * (i % 2)));
    const target = mean.mean() - inflateForStudent(boundary(60), 60) * mean.error() * 1.001;
    const { low, high } = stoppedInterval({ mean, target, boundary, below: false });
    expect(low).toBeGreaterThan(target);
    expect(low).toBeLessThan(mean.mean() - studentQuantile(0.975, 59) * mean.error());
    expect(high).toBeGreaterThan(mean.mean());
    expect(high - low).toBeLessThan(2 * inflateForStudent(boundary(60), 60) * mean.error());
  });

  it('of a study that stopped below is the mirror image', () => {
    const values = Array.from({ length: 40 }, (_, i) => 0.2 + 0.3 * (i % 2));
    const below = stoppedInterval({ mean: meanOf(values), target: 0.45, boundary, below: true });
    const above = stoppedInterval({ mean: meanOf(values.map((x) => 1 - x)), target: 0.55, boundary, below: false });
    expect(below.low).toBeCloseTo(1 - above.high, 3);
    expect(below.high).toBeCloseTo(1 - above.low, 3);
  });

  it('is refused where there is no look', () => {
    const study = { mean: meanOf([0.5, 0.7, 0.6]), target: 0.5, boundary, below: false };
    expect(() => stoppedInterval(study)).toThrow('requires a look after 3 observations');
  });

  it('holds the true mean about 95 times of 100 where the bounds of all looks hold it more often', () => {
    const random = seededRandom(11);
    const studies = 400;
    let [interval, bounds] = [0, 0];
    for (let s = 0; s < studies; s++) {
      const mean = new RunningMean();
      const [target, truth] = [0.5, 0.54];
      let below = false;
      for (let n = 1; n <= 100; n++) {
        mean.add(
          Math.max(0, Math.min(1, truth + 0.15 * normalQuantile(Math.min(0.999999, Math.max(1e-6, random.unit())))))
        );
        if (boundary(n) === Infinity) continue;
        below = mean.mean() < target;
        if (Math.abs(mean.mean() - target) > inflateForStudent(boundary(n), n) * mean.error()) break;
        below = false;
      }
      const far = chanceAsFar({ mean, target, boundary, below }, truth);
      if (far >= 0.025 && far <= 0.975) interval++;
      if (mean.within(truth, boundary(mean.n), inflateForStudent(boundary(mean.n), mean.n))) bounds++;
    }
    // Three Monte Carlo errors of 400 studies are .033.
    expect(Math.abs(interval / studies - 0.95)).toBeLessThan(0.033);
    expect(bounds).toBeGreaterThan(interval);
  });
});
