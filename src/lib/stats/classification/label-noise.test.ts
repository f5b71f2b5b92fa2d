import { describe, expect, it } from 'vitest';
import { icc } from '../agreement/coefficients/icc.ts';
import { kappaCeiling, labelErrorRate, majorityAccuracy } from './label-noise.ts';
import { seededRandom } from '../numbers/rng.ts';

describe('the error rate of a label', () => {
  it('is 1/10 if two people agree on 41 of 50 items, and 1/4 on three labels at 19/32', () => {
    expect(labelErrorRate(1 - 2 * 0.1 * 0.9).value).toBeCloseTo(0.1, 12);
    expect(labelErrorRate(9 / 16 + 1 / 32, 3).value).toBeCloseTo(1 / 4, 12);
  });

  it('is 0 at full agreement, ½ at that of two coins, and undefined below it', () => {
    expect(labelErrorRate(1).value).toBe(0);
    expect(labelErrorRate(0.5).value).toBeCloseTo(0.5, 6);
    expect(labelErrorRate(0.4)).toEqual({ value: null, reason: 'agreement-at-chance' });
    expect(() => labelErrorRate(1.1)).toThrow('agreement in [0, 1]');
    expect(() => labelErrorRate(0.9, 1)).toThrow('two labels or more');
  });
});

describe('agreement of a perfect judge with a majority', () => {
  it('is 9/10 with one or two people at e = 1/10, and 243/250 with three', () => {
    expect(majorityAccuracy(0.1, 1).value).toBeCloseTo(0.9, 12);
    // .81 both right, .18 tied and half right.
    expect(majorityAccuracy(0.1, 2).value).toBeCloseTo(0.9, 12);
    expect(majorityAccuracy(0.1, 3).value).toBeCloseTo(0.729 + 3 * 0.081, 12);
  });

  it('is 81/82 with two people if ties are left out', () => {
    expect(majorityAccuracy(0.1, 2, { ties: 'leave-out' }).value).toBeCloseTo(0.81 / 0.82, 12);
    expect(majorityAccuracy(0.5, 2, { ties: 'leave-out' }).value).toBeCloseTo(1 / 2, 12);
  });

  it('counts a third of a tie of three answers', () => {
    // e = 1/2 on three labels, three people: all three differ with 6 · ½ · ¼ · ¼.
    const [alone, tied] = [1 / 8 + 3 * (1 / 4) * (1 / 2), 6 / 32 / 3];
    expect(majorityAccuracy(0.5, 3, { labels: 3 }).value).toBeCloseTo(alone + tied, 12);
  });

  it('is what every single way to answer adds up to, for up to five labels and people', () => {
    const every = (labels: number, people: number): number[][] =>
      people === 0 ? [[]] : every(labels, people - 1).flatMap((one) => Array.from({ length: labels }, (_, label) => [...one, label])); // prettier-ignore
    for (const [labels, people] of [
      [2, 5],
      [3, 4],
      [4, 4],
      [5, 5]
    ] as const)
      // prettier-ignore
      for (const ties of ['half', 'leave-out'] as const) {
        const error = 0.3;
        let [right, decided] = [0, 0];
        for (const given of every(labels, people)) {
          const chance = given.reduce((product, label) => product * (label === 0 ? 1 - error : error / (labels - 1)), 1);
          const counts = Array.from({ length: labels }, (_, label) => given.filter((one) => one === label).length);
          const most = Math.max(...counts);
          const modes = counts.filter((count) => count === most).length;
          if (modes > 1 && ties === 'leave-out') continue;
          decided += chance;
          if (counts[0] === most) right += chance / modes;
        }
        expect(majorityAccuracy(error, people, { labels, ties }).value).toBeCloseTo(right / decided, 10);
      }
  });

  it('takes sixty people and thirty labels', () => {
    expect(majorityAccuracy(0.4, 60, { labels: 30 }).value).toBeCloseTo(1, 6);
    expect(majorityAccuracy(1, 60, { labels: 30 }).value).toBeLessThan(1e-6);
    expect(majorityAccuracy(29 / 30, 60, { labels: 30 }).value).toBeCloseTo(1 / 30, 10);
    expect(majorityAccuracy(29 / 30, 60, { labels: 30, ties: 'leave-out' }).value).toBeCloseTo(1 / 30, 10);
  });

  it('is what a perfect judge reaches in simulated studies', () => {
    const draw = seededRandom(5);
    for (const [error, people] of [
      [0.15, 3],
      [0.2, 4]
    ] as const) {
      // prettier-ignore
      let sum = 0;
      const items = 20_000;
      for (let i = 0; i < items; i++) {
        const right = Array.from({ length: people }, () => draw.unit() >= error).filter(Boolean).length / people;
        sum += right > 0.5 ? 1 : right < 0.5 ? 0 : 0.5;
      }
      expect(sum / items).toBeCloseTo(majorityAccuracy(error, people).value!, 2);
    }
  });

  it('refuses half a person', () => {
    expect(() => majorityAccuracy(0.1, 1.5)).toThrow('whole number of people');
  });
});

describe('the highest κ that a perfect judge can reach', () => {
  it('is 2R/(1 + R) for the reliability R of the mean: 4/5 with one person at ρ = 2/3', () => {
    expect(kappaCeiling(2 / 3, [1, 1]).value).toBeCloseTo(4 / 5, 12);
    const reliability = (3 * (2 / 3)) / (1 + 2 * (2 / 3));
    expect(kappaCeiling(2 / 3, [3]).value).toBeCloseTo((2 * reliability) / (1 + reliability), 12);
  });

  it('is reached by the true scores in a simulated study, by its ICC(2,3)', () => {
    const draw = seededRandom(8);
    const wobble = (): number => Array.from({ length: 12 }, () => draw.unit()).reduce((sum, u) => sum + u, -6);
    const rows = Array.from({ length: 4000 }, () => {
      const truth = 2 * wobble();
      return { truth, scores: [0, 1, 2].map(() => truth + 1.5 * wobble()) };
    });
    const mean = ({ scores }: { scores: number[] }): number => (scores[0]! + scores[1]! + scores[2]!) / 3;
    const average = (values: number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;
    const [x, y] = [rows.map(({ truth }) => truth), rows.map(mean)];
    const apart = average(x.map((value, i) => (value - y[i]!) ** 2));
    const [mx, my] = [average(x), average(y)];
    const random = average(x.map((v) => (v - mx) ** 2)) + average(y.map((v) => (v - my) ** 2)) + (mx - my) ** 2;
    const { icc21 } = icc(rows.map(({ scores }) => scores));
    expect(kappaCeiling(icc21.value!, [3]).value).toBeCloseTo(1 - apart / random, 1);
  });

  it('is 1 for labels without noise, and undefined without items or reliability', () => {
    expect(kappaCeiling(1, [1, 2]).value).toBe(1);
    expect(kappaCeiling(0.5, [])).toEqual({ value: null, reason: 'n=0' });
    expect(kappaCeiling(0, [2])).toEqual({ value: null, reason: 'agreement-at-chance' });
  });
});
