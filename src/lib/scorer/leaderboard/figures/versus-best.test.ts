import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../stats/index.ts';
import { meanSeries } from './series.ts';
import { bestOf, type Competitor, versusBest } from './versus-best.ts';

const competitor = (system: string, values: readonly number[]): Competitor => ({
  system,
  value: values.reduce((sum, value) => sum + value, 0) / values.length,
  queries: values.length,
  terms: [{ factor: 1, series: meanSeries(values.map((value, at) => ({ qid: `q${at}`, value }))) }]
});

describe('against the best', () => {
  const noise = [3, -2, 4, -5, 1, 2, -3, 0, -4, 4];
  const good = competitor(
    'good',
    noise.map((one) => 80 + one)
  );
  const close = competitor(
    'close',
    noise.map((one, at) => 79.5 + one + (at % 2 === 0 ? 2 : -2))
  );
  const far = competitor(
    'far',
    noise.map((one, at) => 60 + one + (at % 3))
  );

  it('a close system is not distinguishable and a far one is, each with its difference', () => {
    const found = versusBest([far, close, good], 'higher');
    expect(found.get('close')).toMatchObject({ best: 'good', indistinguishable: true });
    expect(found.get('close')?.difference?.value).toBeCloseTo(-0.5, 9);
    expect(found.get('far')).toMatchObject({ best: 'good', indistinguishable: false });
    expect(found.get('far')?.difference?.interval?.[1]).toBeLessThan(-15);
    expect(found.get('good')).toEqual({ best: 'good', difference: null, pAdjusted: null, indistinguishable: true });
  });

  it('the lowest is the best if low is good', () => {
    const found = versusBest([far, close, good], 'lower');
    expect(found.get('good')).toMatchObject({ best: 'far', indistinguishable: false });
    expect(found.get('good')?.difference?.value).toBeGreaterThan(15);
  });

  it('nothing is said of systems without common queries or without a value', () => {
    const alone: Competitor = { ...competitor('alone', [1]), value: 1 };
    const none: Competitor = { system: 'none', value: null, queries: 0, terms: [] };
    const found = versusBest([good, alone, none], 'higher');
    expect(found.get('alone')).toMatchObject({ difference: null, pAdjusted: null, indistinguishable: null });
    expect(found.has('none')).toBe(false);
    expect(versusBest([none], 'higher').size).toBe(0);
  });

  it('names all systems with the best value and compares with the first', () => {
    const twin = { ...good, system: 'twin' };
    expect(bestOf([good, twin, far], 'higher')).toEqual(['good', 'twin']);
    expect(versusBest([good, twin], 'higher').get('twin')).toMatchObject({ best: 'good', indistinguishable: true });
    expect(bestOf([], 'higher')).toEqual([]);
  });

  it('wrongly tells apart any of eight equal systems in at most about 5 % of samples, though the best was picked', () => {
    const random = seededRandom(3);
    const normal = () => Array.from({ length: 12 }, () => random.unit()).reduce((sum, one) => sum + one, -6);
    const samples = 400;
    let wrong = 0;
    for (let sample = 0; sample < samples; sample++) {
      const queries = Array.from({ length: 25 }, () => 10 * normal());
      const systems = Array.from({ length: 8 }, (_, at) =>
        competitor(
          `s${at}`,
          queries.map((query) => 60 + query + 8 * normal())
        )
      );
      if ([...versusBest(systems, 'higher').values()].some((one) => one.indistinguishable === false)) wrong++;
    }
    expect(wrong / samples).toBeLessThan(0.075);
    // A procedure that never tells anything apart would pass the line above.
    expect(wrong).toBeGreaterThan(0);
  });
});
