import { describe, expect, it } from 'vitest';
import { scoresOf } from '../ensembles/candidates.ts';
import { labelNoiseInWords, labelNoiseOf, reachOf } from './label-noise.ts';
import { peopleTogether } from './pairs.ts';
import { populationsInWords, populationsOf, type Populations } from './populations.ts';
import { quickProcedure, worldOf } from '../procedure/procedure.fixture.ts';
import { labelErrorRate, majorityAccuracy } from '../../stats/index.ts';
import type { StudyRatings } from '../units/ratings.ts';
import { sampleRatings, sampleScores } from '../units/sample-ratings.fixture.ts';
import { four } from '../units/scales.fixture.ts';
import { ratedUnits } from '../units/units.ts';
import { messagesIn } from '../../messages/words.ts';
import { englishReasons } from '../items/english-reasons.ts';

const noiseWords = { noise: messagesIn('en', 'labelNoise'), reasons: englishReasons };

const fast = { resamples: 50, seed: 1 };
const all = (length: number): number[] => Array.from({ length }, (_, i) => i);

function rowsOf(ratings: StudyRatings): Populations {
  const units = ratedUnits(ratings);
  const scores = scoresOf(units, { judgeIds: [units.judges[0]!.id], rule: 'single' });
  const selected = { value: 0.8, low: 0.7, high: 0.9, critical: null, units: all(units.ids.length) };
  return populationsOf(units, scores, selected, fast);
}

/** `people` of whom the first is right on nothing and the others on everything, on 24 queries of two items. */
const oneIsWrong = (people: number): StudyRatings =>
  sampleRatings(
    Array.from({ length: people }, (_, i) => `H${i}`),
    ['A'],
    Array.from({ length: 48 }, (_, i) => ({
      id: `i${String(i).padStart(2, '0')}`,
      query: `q${i % 24}`,
      people: `${i % 2 ? 'n' : 'y'}${(i % 2 ? 'y' : 'n').repeat(people - 1)}`,
      judges: i % 2 ? 'y' : 'n'
    }))
  );

describe('the population that an interval speaks of', () => {
  it('adds the variance between annotators: .8 with one annotator is certain for these five, and .2 to 1 for others', () => {
    const row = rowsOf(oneIsWrong(5)).rows.find(({ key }) => key === 'with-one')!;
    expect(row).toMatchObject({ value: 0.8, n: 240, clusters: 24, raters: 5, reason: null });
    // Every query looks alike, so queries tell of no variance at all: as many items as labels.
    expect(row.these.low).toBeGreaterThan(0.73);
    // Without one annotator .75 four times and 1: V = 4/5 · (4 · .05² + .2²) = .04, se .2 on 4 degrees of freedom.
    expect(row.like.low).toBeCloseTo(0.2, 1);
    expect(row.like.high).toBeGreaterThan(0.97);
  });

  it('has every figure weighted to the run: items that stand for four on which all agree, and for one on which none does', () => {
    const items = Array.from({ length: 48 }, (_, i) => ({
      ...{ id: `i${i}`, query: `q${Math.floor(i / 2)}`, probability: i % 2 ? 1 / 4 : 1 },
      ...{ people: i % 2 ? 'yy' : 'yn', judges: 'y' }
    }));
    const found = rowsOf(sampleRatings(['G', 'H'], ['A'], items));
    const values = found.rows.map(({ key, value, n }) => [key, value!.toFixed(3), n]);
    // Judge and one annotator: (1 · ½ + 4 · 1) of 5; two annotators: (1 · 0 + 4 · 1) of 5.
    expect(values.slice(1)).toEqual([['with-one', '0.900', 96], ['annotators', '0.800', 48]]); // prettier-ignore
    expect(populationsInWords(found, messagesIn('en', 'populations'))).toMatch(
      /All figures are weighted to the run\.$/
    );
    const equal = rowsOf(oneIsWrong(5));
    expect(populationsInWords(equal, messagesIn('en', 'populations'))).not.toContain('weighted');
  });

  it('is named a limitation below five annotators', () => {
    const { rows, raters } = rowsOf(oneIsWrong(4));
    expect(raters).toBe(4);
    for (const row of rows)
      expect(row).toMatchObject({ like: { low: null, high: null }, reason: 'too-few-annotators' });
  });

  it('has no shorter interval for other annotators than for these', () => {
    const world = worldOf({ seed: 3, queries: 24, perQuery: 5, people: 6, right: 0.85, judges: [0.9, 0.85] });
    for (const { these, like } of quickProcedure(world).populations.rows) {
      expect(like.low!).toBeLessThanOrEqual(these.low!);
      expect(like.high!).toBeGreaterThanOrEqual(these.high!);
    }
  });

  it('has both intervals at one confidence', () => {
    const units = ratedUnits(worldOf({ seed: 3, queries: 12, perQuery: 4, people: 5, right: 0.9, judges: [0.9] }));
    const endsAt = (confidence: number) => peopleTogether(units, { confidence }).pooled.agreement;
    const [, , row] = populationsOf(units, units.judges[0]!.labels, { value: null, low: null, high: null, critical: null, units: [] }, { ...fast, confidence: 0.8 }).rows; // prettier-ignore
    expect(row!.these).toEqual({ low: endsAt(0.8).low, high: endsAt(0.8).high });
    expect(endsAt(0.8).low!).toBeGreaterThan(endsAt(0.95).low!);
  });

  it('is given for scores on the scale of κ', () => {
    const scores = sampleScores(
      four,
      ['G', 'H', 'I', 'J', 'K'],
      ['A'],
      Array.from({ length: 60 }, (_, i) => ({
        id: `i${String(i).padStart(2, '0')}`,
        query: `q${i % 20}`,
        people: [0, 1, 2, 3, 4].map((p) => 1 + ((i + (p === i % 5 ? 1 : 0)) % 4)),
        judges: [1 + (i % 4)]
      }))
    );
    const [, single, between] = rowsOf(scores).rows;
    for (const row of [single!, between!]) {
      expect(row.reason).toBeNull();
      expect(row.like.low!).toBeLessThan(row.value!);
      expect(row.like.high!).toBeLessThanOrEqual(1);
    }
  });
});

describe('label noise', () => {
  /** Two people on each item, of whom they disagree on every fifth. */
  const two = (items: number): StudyRatings =>
    sampleRatings(
      ['G', 'H'],
      ['A'],
      Array.from({ length: items }, (_, i) => ({
        id: `i${String(i).padStart(3, '0')}`,
        query: `q${i % 25}`,
        people: i % 5 === 0 ? 'yn' : i % 2 ? 'yy' : 'nn',
        judges: 'y'
      }))
    );
  const noiseOf = (ratings: StudyRatings) => {
    const units = ratedUnits(ratings);
    return labelNoiseOf(units, all(units.ids.length), fast);
  };

  it('is (1 − √.6)/2 per label if two annotators agree on .8, and so is what a perfect judge misses of two', () => {
    const noise = noiseOf(two(100));
    const error = (1 - Math.sqrt(0.6)) / 2;
    expect(noise.between).toMatchObject({ value: 0.8, n: 100 });
    expect(noise.error.value).toBeCloseTo(error, 12);
    expect(noise.ceiling.value).toBeCloseTo(1 - error, 12);
    expect(noise.ceiling.low!).toBeLessThan(noise.ceiling.value!);
    expect(noise.ceiling.high!).toBeGreaterThan(noise.ceiling.value!);
    expect(noise.people).toEqual([2, 2]);
  });

  it('says which target it puts out of reach', () => {
    const noise = noiseOf(two(100));
    expect(labelNoiseInWords(noise, { target: 0.95, confidence: 0.95 }, noiseWords)).toContain(
      'a perfect judge would agree with the reference on .887 (95% CI [.'
    );
    expect(labelNoiseInWords(noise, { target: 0.95, confidence: 0.95 }, noiseWords)).toContain(
      'so a target of .950 cannot be reached with these labels.'
    );
    expect(reachOf(noise, 0.88)).toBe('uncertain');
    expect(reachOf(noise, 0.7)).toBe('within');
    // 41 of 50 pairs are equal: a ceiling of .9, computed as .8999999999999999.
    const ceiling = majorityAccuracy(labelErrorRate(41 / 50, 2).value!, 2, { labels: 2, ties: 'half' }).value!;
    expect(ceiling).toBeLessThan(0.9);
    expect(reachOf({ ...noise, ceiling: { value: ceiling, low: 0.8, high: 0.95 } }, 0.9)).toBe('uncertain');
  });

  it('has no estimate without overlap, and says why', () => {
    const noise = noiseOf(sampleRatings(['G'], ['A'], [{ id: 'i', query: 'q', people: 'y', judges: 'y' }]));
    expect(noise).toMatchObject({ ceiling: { value: null }, reason: 'no-pairable-values' });
    expect(labelNoiseInWords(noise, { target: 0.9, confidence: 0.95 }, noiseWords)).toBe(
      'How far label noise limits agreement cannot be estimated: no item has labels from two annotators.'
    );
  });

  it('is near what a latent class model finds of three annotators who err independently', () => {
    const noise = noiseOf(worldOf({ seed: 9, queries: 30, perQuery: 20, people: 3, right: 0.9, judges: [0.9] }));
    // The majority of three at e = .1 is right on .972.
    expect(noise.ceiling.value).toBeCloseTo(0.972, 1.5);
    expect(noise.latentClass).toBeCloseTo(noise.ceiling.value!, 1.5);
  });

  it('is weighted to the run, as the agreement is whose target it may put out of reach', () => {
    const ratings = two(100);
    // Items on which annotators disagree were drawn nine times as often as the others.
    const items = ratings.items.map((item, i) => ({ ...item, inclusionProbability: i % 5 === 0 ? 0.9 : 0.1 }));
    const noise = noiseOf({ ...ratings, items });
    const agreement = 800 / (800 + 20 / 0.9);
    expect(noise.between).toMatchObject({ value: expect.closeTo(agreement, 12) as number, n: 100 });
    const error = (1 - Math.sqrt(1 - 2 * (1 - agreement))) / 2;
    expect(noise.ceiling.value).toBeCloseTo(1 - error, 12);
    expect(reachOf(noise, 0.95)).toBe('within');
    expect(labelNoiseInWords(noise, { target: 0.95, confidence: 0.95 }, noiseWords)).toMatch(
      /^Two annotators give the same label in \.973 of 100 pairs, weighted to the run, which implies /
    );
  });

  it('of scores is 2R/(1 + R) of the reliability of the mean', () => {
    const ratings = sampleScores(
      four,
      ['G', 'H'],
      ['A'],
      Array.from({ length: 40 }, (_, i) => ({
        id: `i${String(i).padStart(2, '0')}`,
        query: `q${i % 20}`,
        people: [1 + (i % 4), Math.min(4, 1 + (i % 4) + (i % 3 === 0 ? 1 : 0))],
        judges: [1 + (i % 4)]
      }))
    );
    const { between, ceiling, unit } = noiseOf(ratings);
    const reliability = (2 * between.value!) / (1 + between.value!);
    expect(unit).toBe('coefficient');
    expect(ceiling.value).toBeCloseTo((2 * reliability) / (1 + reliability), 12);
  });
});
