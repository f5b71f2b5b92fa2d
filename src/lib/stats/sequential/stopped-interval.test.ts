import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../distributions/normal.ts';
import { studentQuantile, studentTwoSided } from '../distributions/student-t.ts';
import { seededRandom } from '../numbers/rng.ts';
import { groupBoundaries } from './group-boundaries.ts';
import { horizonBoundary } from './horizon-boundary.ts';
import { inflateForStudent } from './mixture-boundary.ts';
import { RunningMean } from './running-mean.ts';
import { chanceAsFar, normalScore, sideOf, stoppedInterval } from './stopped-interval.ts';

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

describe('the standard error that an interval takes', () => {
  it('is that of items whose design effect, .877 as observed, is drawn towards 1.4 with the weight of 1.2 items that went wrong', () => {
    const mean = meanOf(
      Array.from({ length: 20 }, (_, i) => (i < 4 ? 0.8 : 1)),
      5
    );
    const independent = (0.96 * 0.04) / 100;
    const observed = (4 * 0.2 ** 2 - 20 * 0.04 ** 2) / (19 * 20) / independent;
    expect(mean.errorAt(0.96)).toBeCloseTo(Math.sqrt((independent * (1.2 * 1.4 + 4 * observed)) / 5.2), 12);
    expect(mean.floor(0.96)).toBeCloseTo(Math.sqrt((independent * (1.2 * 1.8 + 4 * observed)) / 5.2), 12);
  });

  it('is the assumed one if all agree, and half of the variance of independent items if equal graded scores show none', () => {
    expect(meanOf(Array<number>(20).fill(1), 5).errorAt(0.9)).toBeCloseTo(Math.sqrt((0.9 * 0.1 * 1.4) / 100), 12);
    expect(meanOf(Array<number>(40).fill(0.8), 1).errorAt(0.8)).toBeCloseTo(Math.sqrt((0.8 * 0.2 * 0.5) / 40), 12);
    expect(meanOf([0.5, 0.7]).errorAt(0.9)).toBe(meanOf([0.5, 0.7]).error());
  });
});

describe('the interval of a stopped study', () => {
  const onlyAt =
    (look: number) =>
    (n: number): number =>
      n === look ? 2 : Infinity;

  it('leaves .025 to the lower end and .05 to the upper one if a perfect record is so likely that the lower one never errs', () => {
    // At a true mean of .985 all of 30 items agree in .985^30 = .64 of studies: none of them is surprisingly good.
    const study = { mean: meanOf(Array.from({ length: 30 }, (_, i) => (i < 2 ? 0 : 1)), 1), target: 0.8, boundary: onlyAt(30), below: false }; // prettier-ignore
    const { low, high } = stoppedInterval(study);
    expect(chanceAsFar(study, low)).toBeCloseTo(0.025, 3);
    expect(chanceAsFar(study, high)).toBeCloseTo(0.95, 2);
    expect(chanceAsFar(study, high)).toBeLessThan(0.97);
  });

  it('goes from .025 to .05 for the upper end at the lower end of a perfect record', () => {
    const of = (wrong: number) => ({ mean: meanOf(Array.from({ length: 60 }, (_, i) => (i < wrong ? 0 : 1)), 1), target: 0.8, boundary: onlyAt(60), below: false }); // prettier-ignore
    const step = stoppedInterval(of(0)).low;
    const found = of(6);
    const chances = [step - 0.001, step + 0.001].map((mu) => 1 - chanceAsFar(found, mu));
    for (const chance of chances) {
      expect(chance).toBeGreaterThan(0.025);
      expect(chance).toBeLessThan(0.05);
    }
    expect([step - 0.001, step + 0.001].map((mu) => sideOf(found, mu))).toEqual(['around', 'below']);
    expect(stoppedInterval(found).high).toBeCloseTo(step, 3);
  });

  it('takes the standard error of a perfect record from the items, whatever went wrong', () => {
    const perfect = meanOf([0.4, 1, 0.8, 1, 0.6], 5).perfect();
    const same = meanOf(Array<number>(5).fill(1), 5);
    expect([perfect.mean(), perfect.error(), perfect.n]).toEqual([1, 0, 5]);
    expect([perfect.errorAt(0.9), perfect.floor(0.9)]).toEqual([same.errorAt(0.9), same.floor(0.9)]);
  });

  it('gives both ends .025 far from a perfect record', () => {
    const study = { mean: meanOf(Array.from({ length: 60 }, (_, i) => (i % 2 ? 0.4 : 0.8)), 5), target: 0.5, boundary: onlyAt(60), below: false }; // prettier-ignore
    const { low, high } = stoppedInterval(study);
    expect(chanceAsFar(study, low)).toBeCloseTo(0.025, 3);
    expect(chanceAsFar(study, high)).toBeCloseTo(0.975, 3);
  });

  it('ends at 1 if all agree, and has a width', () => {
    const perfect = { mean: meanOf(Array<number>(40).fill(1), 5), target: 0.8, boundary: onlyAt(40), below: false };
    const { low, high } = stoppedInterval(perfect);
    expect(high).toBe(1);
    expect(low).toBeGreaterThan(0.9);
    expect(low).toBeLessThan(0.99);
  });

  it('says of a true mean on which side of it it lies', () => {
    const study = { mean: meanOf(Array.from({ length: 60 }, (_, i) => (i % 2 ? 0.4 : 0.8)), 5), target: 0.5, boundary: onlyAt(60), below: false }; // prettier-ignore
    const { low, high } = stoppedInterval(study);
    expect([low - 0.01, low + 0.01, high - 0.01, high + 0.01].map((mu) => sideOf(study, mu))).toEqual(['above', 'around', 'around', 'below']); // prettier-ignore
  });

  it('depends neither on the order of the queries nor on the unit of their weights', () => {
    const scores = Array.from({ length: 40 }, (_, i) => (i % 8 === 0 ? 0.6 : 1));
    const of = (values: readonly number[], weight: number) => {
      const mean = new RunningMean();
      for (const value of values) mean.add(value, weight, 5);
      return stoppedInterval({ mean, target: 0.8, boundary, below: false });
    };
    const found = of(scores, 1);
    expect(of(scores.toReversed(), 1)).toEqual(found);
    const weighted = of(scores, 2.5);
    expect(weighted.low).toBeCloseTo(found.low, 3);
    expect(weighted.high).toBeCloseTo(found.high, 3);
  });

  it('is refused after a single query', () => {
    const study = { mean: meanOf([1], 5), target: 0.8, boundary: () => 2, below: false };
    expect(() => stoppedInterval(study)).toThrow('requires at least two observations, got 1');
  });

  it('knows how rare a perfect score is: none of 60 items wrong at a true .93 has half of the chance .93^60, as Student’s', () => {
    const perfect = meanOf(Array<number>(60).fill(1), 1);
    const atTheEnd = (n: number): number => (n === 60 ? 2 : Infinity);
    const chance = chanceAsFar({ mean: perfect, target: 0.9, boundary: atTheEnd, below: false }, 0.93);
    const exact = studentTwoSided(normalQuantile(0.93 ** 60 / 2), 59) / 2;
    expect(Math.abs(chance - exact)).toBeLessThan(0.001);
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

  it('is refused if there is no look', () => {
    const study = { mean: meanOf([0.5, 0.7, 0.6]), target: 0.5, boundary, below: false };
    expect(() => stoppedInterval(study)).toThrow('requires a look after 3 observations');
  });

  it('holds the true mean about 95 times of 100 if the bounds of all looks hold it more often', () => {
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
      if (sideOf({ mean, target, boundary, below }, truth) === 'around') interval++;
      if (mean.within(truth, boundary(mean.n), inflateForStudent(boundary(mean.n), mean.n))) bounds++;
    }
    // Three Monte Carlo errors of 400 studies are .033.
    expect(Math.abs(interval / studies - 0.95)).toBeLessThan(0.033);
    expect(bounds).toBeGreaterThan(interval);
  });

  it('holds it as often if a perfect record is one study in 25 to 100', () => {
    const random = seededRandom(12);
    const [studies, until, target] = [2000, 104, 0.85];
    const bounds = Array.from({ length: until + 1 }, (_, n) => (n < 15 ? Infinity : horizonBoundary(n, { until })));
    const at = (n: number): number => bounds[n] ?? Infinity;
    const truths = [0.945, 0.95, 0.955, 0.96];
    let held = 0;
    for (let s = 0; s < studies; s++) {
      const truth = truths[s % truths.length]!;
      const mean = new RunningMean();
      for (let n = 1; n <= until; n++) {
        const right = Array.from({ length: 5 }, () => random.unit()).filter((chance) => chance < truth).length;
        mean.add(right / 5, 5, 5);
        if (at(n) < Infinity && mean.mean() > target && !mean.within(target, at(n), inflateForStudent(at(n), n))) break;
      }
      if (sideOf({ mean, target, boundary: at, below: false }, truth) === 'around') held++;
    }
    // Three Monte Carlo errors of 2000 studies are .015; with Blaker’s rule .981 are held.
    expect(Math.abs(held / studies - 0.95)).toBeLessThan(0.015);
  });
});
