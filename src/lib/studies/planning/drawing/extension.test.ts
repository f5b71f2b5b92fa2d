import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../stats/numbers/rng.ts';
import { overallChances } from './extension.ts';
import { sampleUnits, wantedUnits, type Candidate, type SampleInput } from './sampling.ts';

const units = Array.from({ length: 100 }, (_, i): Candidate => ({
  reportId: `r${i}`,
  queryId: `q${i % 10}`,
  systemId: `s${i % 4}`,
  item: `i${i}`,
  stratum: i % 5 === 0 ? 'some-differ' : 'all-agree',
  category: i < 50 ? 'early' : 'late'
}));
const draw = (from: Candidate[], sample: SampleInput, seed: number) => ({
  sample,
  units: sampleUnits(wantedUnits(from, sample), sample, seededRandom(seed))
});
const rest = (drawn: readonly Candidate[]): Candidate[] =>
  units.filter((unit) => !drawn.some((one) => one.item === unit.item));

describe('overallChances', () => {
  it('of two batches over everything are those of one batch of both sizes', () => {
    const first = draw(units, { items: 40 }, 1);
    const second = draw(rest(first.units), { items: 30 }, 2);
    expect(second.units[0]!.inclusionProbability).toBeCloseTo(0.5, 12);
    const chances = [...overallChances([first, second]).values()];
    expect(chances).toHaveLength(70);
    for (const chance of chances) expect(chance).toBeCloseTo(0.7, 12);
  });

  it('weight every stratum back to its size, however unequally batches drew from them', () => {
    const first = draw(units, { items: 40 }, 1);
    const second = draw(rest(first.units), { allAgree: 0, someDiffer: 5 }, 2);
    const weights = { 'all-agree': 0, 'some-differ': 0 };
    for (const [unit, chance] of overallChances([first, second])) weights[unit.stratum] += 1 / chance;
    const differ = first.units.filter((unit) => unit.stratum === 'some-differ').length;
    // By hand: π = .4 if only the first drew; 1 − .6·(1 − 5∕(20 − differ)) if both did.
    expect(weights['all-agree']).toBeCloseTo((40 - differ) / 0.4, 9);
    expect(weights['some-differ']).toBeCloseTo((differ + 5) / (1 - 0.6 * (1 - 5 / (20 - differ))), 9);
  });

  it('leave units at their own chance that a restricted extension was not about', () => {
    const first = draw(units, { items: 20, only: { category: ['early'] } }, 3);
    const second = draw(rest(first.units), { items: 10, only: { category: ['late'] } }, 4);
    for (const [unit, chance] of overallChances([first, second]))
      expect(chance).toBeCloseTo(unit.category === 'early' ? 0.4 : 0.2, 12);
  });
});
