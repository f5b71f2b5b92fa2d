import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alternativeAnnotatorTest } from './alternative-annotator-test.ts';
import { same, shuffled, twoRaters } from './arbitraries.ts';
import { binaryMetrics } from './binary-metrics.ts';
import { bradleyTerry } from './bradley-terry.ts';
import { dawidSkene } from './dawid-skene.ts';
import { elo } from './elo.ts';
import { lengthBias } from './length-bias.ts';
import { multiclassMetrics } from './multiclass-metrics.ts';
import { preferenceAgreement, swapAverage, winRate, type Preference } from './pairwise-preference.ts';
import { positionBias } from './position-bias.ts';
import { ppiMean } from './ppi-mean.ts';
import { roganGladen } from './rogan-gladen.ts';
import { seededRandom } from './rng.ts';
import { selectiveThreshold } from './selective-threshold.ts';
import { selfConsistency } from './self-consistency.ts';
import { leaderboardStability, selfPreference } from './self-preference.ts';

const preference = fc.constantFrom<Preference | null>('A', 'B', 'tie', null);
const preferencePairs = fc.array(fc.tuple(preference, preference), { maxLength: 40 }).map((rows) => ({
  a: rows.map(([p]) => p),
  b: rows.map(([, p]) => p)
}));
const turned = (p: Preference | null): Preference | null => (p === 'A' ? 'B' : p === 'B' ? 'A' : p);

describe('binary measures', () => {
  it('of tp 3, fp 1, fn 2, tn 4: precision 3/4, recall 3/5, F1 2/3, MCC 10/√600', () => {
    const truth = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0];
    const predicted = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0];
    const m = binaryMetrics(truth, predicted, { positive: 1 });
    expect([m.precision.value, m.recall.value, m.f1.value]).toEqual([3 / 4, 3 / 5, 6 / 9]);
    expect(m.mcc.value).toBeCloseTo(10 / Math.sqrt(600), 14);
    expect(m.youdenJ.value).toBeCloseTo(3 / 5 + 4 / 5 - 1, 14);
  });

  it('turn recall into specificity when the other label counts as positive; MCC and κ stay', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1), fc.nat(1))), (rows) => {
        const [truth, predicted] = [rows.map(([t]) => t), rows.map(([, p]) => p)];
        const one = binaryMetrics(truth, predicted, { positive: 1 });
        const other = binaryMetrics(truth, predicted, { positive: 0 });
        expect(one.recall).toEqual(other.specificity);
        expect(one.precision).toEqual(other.npv);
        expect(same(one.mcc.value, other.mcc.value) && same(one.kappa.value, other.kappa.value)).toBe(true);
      })
    );
  });

  it('are null where they are 0/0, each for its reason', () => {
    const none = binaryMetrics([1, 0], [0, 0], { positive: 1 });
    expect(none.precision).toEqual({ value: null, reason: 'zero-denominator' });
    expect(none.mcc).toEqual({ value: null, reason: 'zero-variance' });
    expect(none.f1.value).toBe(0);
    expect(binaryMetrics([null], [1], { positive: 1 })).toMatchObject({ accuracy: { reason: 'no-pairs' }, dropped: 1 });
  });

  it('are what the measures of several classes say of two', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1), fc.nat(1))), (rows) => {
        const [truth, predicted] = [rows.map(([t]) => t), rows.map(([, p]) => p)];
        const two = binaryMetrics(truth, predicted, { positive: 1 });
        const many = multiclassMetrics(truth, predicted, [0, 1]);
        expect(same(two.mcc.value, many.mcc.value) && same(two.accuracy.value, many.accuracy.value)).toBe(true);
        expect(same(two.f1.value, many.perClass[1]!.f1.value)).toBe(true);
      })
    );
  });

  it('of several classes leave a label nobody used out of the means', () => {
    const m = multiclassMetrics(['A', 'B'], ['A', 'B'], ['A', 'B', 'tie']);
    expect([m.macroF1.value, m.balancedAccuracy.value, m.mcc.value]).toEqual([1, 1, 1]);
    expect(m.perClass[2]!.f1.value).toBeNull();
  });
});

describe('preferences', () => {
  it('A A tie B against A B A B: strict 2/4, half 5/8, without ties 2/3', () => {
    const agreement = preferenceAgreement(['A', 'A', 'tie', 'B'], ['A', 'B', 'A', 'B']);
    expect([agreement.strict.value, agreement.halfTies.value, agreement.excludingTies.value]).toEqual([
      1 / 2,
      5 / 8,
      2 / 3
    ]);
  });

  it('agreement does not depend on who comes first, nor on which report is called A', () => {
    fc.assert(
      fc.property(preferencePairs, ({ a, b }) => {
        const one = preferenceAgreement(a, b);
        expect(preferenceAgreement(b, a).halfTies).toEqual(one.halfTies);
        expect(preferenceAgreement(a.map(turned), b.map(turned))).toMatchObject({ strict: one.strict, n: one.n });
      })
    );
  });

  it('win rates of the two reports add up to 1', () => {
    fc.assert(
      fc.property(fc.array(preference), (p) => {
        const [mine, theirs] = [winRate(p), winRate(p.map(turned))];
        if (mine.tiesHalf.value !== null) expect(mine.tiesHalf.value + theirs.tiesHalf.value!).toBeCloseTo(1, 12);
      })
    );
    expect(winRate(['tie']).tiesExcluded).toEqual({ value: null, reason: 'zero-denominator' });
    expect(() => winRate(['C' as never])).toThrow('requires A, B, tie or null, got "C"');
  });

  it('averages the two orders and calls a difference of one point a tie', () => {
    const scores = { AB: { A: [3], B: [2] }, BA: { A: [2], B: [2] } };
    expect(swapAverage(scores)).toEqual({ A: 2.5, B: 2, verdict: 'tie' });
    expect(swapAverage(scores, 0.4).verdict).toBe('A');
  });

  it('position bias: two primacy flips of four, sign test p 2/4', () => {
    const bias = positionBias(['A', 'A', 'B', 'tie'], ['B', 'B', 'B', 'A']);
    expect(bias).toMatchObject({ primacyFlips: 2, recencyFlips: 0, tieMixed: 1, bias: { value: 0.5 }, signTestP: 0.5 });
    expect(bias.consistency.value).toBe(1 / 4);
    expect(positionBias([], [])).toMatchObject({ bias: { value: null, reason: 'no-pairs' }, signTestP: 1 });
  });

  it('position bias turns its sign when the orders are exchanged', () => {
    fc.assert(
      fc.property(preferencePairs, ({ a, b }) => {
        const [one, other] = [positionBias(a, b), positionBias(b, a)];
        if (one.bias.value !== null) expect(other.bias.value! + one.bias.value).toBe(0);
      })
    );
  });
});

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

describe('biases of a judge', () => {
  it('length: a judge that goes by length alone has excess 1 over people who go against nothing', () => {
    const bias = lengthBias([0, 0.5, 1, 0], [1, 0, 1, 0], [-3, 0, 5, -3]);
    expect(bias.judge.value).toBe(1);
    expect(bias.excess.value).toBeCloseTo(1 - bias.human.value!, 12);
    expect(bias.judgeHumanGivenLength).toEqual({ value: null, reason: 'zero-variance' });
  });

  it('own family: 0.3 kinder to its own and 0.1 to others is a difference of 0.2', () => {
    const scores = [{ a: 0.8, b: 0.5, own: true }, { a: 0.5, b: 0.4, own: false }]; // prettier-ignore
    expect(selfPreference(scores).value).toBeCloseTo(0.2, 12);
    expect(selfPreference(scores.slice(1))).toEqual({ value: null, reason: 'n=0' });
  });

  it('leaderboard: the same order has τ 1 and is identical, also on another scale', () => {
    expect(leaderboardStability([1, 2, 3], [10, 40, 90])).toEqual({ value: 1, identical: true });
    expect(leaderboardStability([1, 2, 3], [1, 3, 2]).identical).toBe(false);
  });

  it('repeats: 1 1 2 and 1 1 1 agree in 4 of 6 pairs, and in half of the items', () => {
    const c = selfConsistency([[1, 1, 2], [1, 1, 1]]); // prettier-ignore
    expect([c.pairAgreement.value, c.allEqual.value, c.runMeans]).toEqual([4 / 6, 1 / 2, [1, 1, 1.5]]);
    expect(c.sdOfRunMeans.value).toBeCloseTo(Math.sqrt(1 / 12), 14);
    expect(selfConsistency([[1]])).toMatchObject({ pairAgreement: { value: null, reason: 'no-pairs' } });
  });
});

describe('corrections by human labels', () => {
  it('Rogan–Gladen of .4 with .7 and .9 is .1/.6; a perfect judge changes nothing', () => {
    const counts = { n: 1000, m0: 200, m1: 200 };
    expect(roganGladen({ p: 0.4, specificity: 0.7, sensitivity: 0.9, ...counts }).value).toBeCloseTo(1 / 6, 14);
    expect(roganGladen({ p: 0.4, specificity: 1, sensitivity: 1, ...counts }).value).toBeCloseTo(0.4, 14);
    expect(roganGladen({ p: 0.5, specificity: 0.5, sensitivity: 0.5, ...counts })).toEqual({
      value: null,
      reason: 'judge-not-informative',
      interval: null
    });
  });

  it('PPI with λ = 0 is the human mean; a judge that is always right gives the mean of all', () => {
    const human = [1, 0, 1, 1];
    expect(ppiMean(human, [0, 0, 1, 1], [1, 1], { lambda: 0 }).value).toBe(0.75);
    expect(ppiMean(human, human, [0, 0, 0, 0], { lambda: 1 }).value).toBe(0);
    expect(ppiMean([], [], [1])).toMatchObject({ value: null, reason: 'n=0' });
  });

  it('PPI does not depend on the scale of the judge when λ is tuned below 1', () => {
    const random = seededRandom(3);
    const human = Array.from({ length: 60 }, () => random.below(2));
    const judge = human.map((h) => h * 2 + random.unit() * 4);
    const rest = Array.from({ length: 200 }, () => random.below(2) * 2 + random.unit() * 4);
    const one = ppiMean(human, judge, rest);
    const other = ppiMean(
      human,
      judge.map((v) => 10 * v + 5),
      rest.map((v) => 10 * v + 5)
    );
    expect(one.lambda).toBeLessThan(1);
    expect(other.value).toBeCloseTo(one.value!, 10);
    expect(other.se).toBeCloseTo(one.se!, 10);
  });
});

describe('Dawid–Skene', () => {
  it('follows the majority of equal raters and gives posteriors that sum to one', () => {
    fc.assert(
      fc.property(twoRaters, ({ a, b }) => {
        const model = dawidSkene(
          a.map((x, i) => [x, b[i]!]),
          [1, 2, 3, 4],
          5
        );
        for (const row of model.posterior ?? []) expect(row.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
      })
    );
    const model = dawidSkene([[1, 1, 1], [0, 0, 0], [1, 1, 0], [0, 0, 1]], [0, 1]); // prettier-ignore
    expect(model.posterior!.map((row) => Math.round(row[1]!))).toEqual([1, 0, 1, 0]);
  });

  it('is undefined without labels and gives an unlabelled unit the prior', () => {
    expect(dawidSkene([[null]], [0, 1])).toMatchObject({ posterior: null, reason: 'n=0' });
    const model = dawidSkene([[1, 1], [null, null]], [0, 1]); // prettier-ignore
    expect(model.posterior![1]).toEqual(model.prior);
  });
});

describe('alternative annotator test', () => {
  const random = seededRandom(8);
  const truth = Array.from({ length: 60 }, () => random.below(3));
  const noisy = (errors: number): number[] => truth.map((t) => (random.below(100) < errors ? random.below(3) : t));
  const humans = [noisy(30), noisy(30), noisy(30)];
  const options = { scoring: 'accuracy', epsilon: 0.1 } as const;

  it('passes a judge that is always right and fails one that guesses', () => {
    expect(alternativeAnnotatorTest(humans, truth, options)).toMatchObject({ value: 1, passes: true });
    expect(alternativeAnnotatorTest(humans, noisy(100), options)).toMatchObject({ value: 0, passes: false });
  });

  it('does not depend on the order of items', () => {
    const order = humans.map((h) => shuffled(h, 5));
    const [one, other] = [
      alternativeAnnotatorTest(humans, truth, options),
      alternativeAnnotatorTest(order, shuffled(truth, 5), options)
    ];
    expect(other.advantageProbability).toBe(one.advantageProbability);
    for (const [i, a] of other.annotators.entries()) expect(a.p).toBeCloseTo(one.annotators[i]!.p, 12);
  });

  it('uses Wilcoxon’s test below 30 items unless told otherwise', () => {
    const few = { ...options, minItemsPerHuman: 10 };
    const short = humans.map((h) => h.slice(0, 20));
    const ranks = alternativeAnnotatorTest(short, truth.slice(0, 20), few);
    const t = alternativeAnnotatorTest(short, truth.slice(0, 20), { ...few, below30: 't' });
    expect(ranks.annotators[0]!.p).not.toBe(t.annotators[0]!.p);
    expect(ranks.warnings).toEqual(['few-items']);
  });

  it('without variance rejects if the mean is below ε, and never where ε is 0', () => {
    expect(alternativeAnnotatorTest([truth, truth, truth], truth, options).value).toBe(1);
    expect(alternativeAnnotatorTest([truth, truth, truth], truth, { ...options, epsilon: 0 }).value).toBe(0);
  });

  it('is undefined where nobody shares enough items', () => {
    expect(alternativeAnnotatorTest([[1], [1]], [1], options)).toMatchObject({
      value: null,
      reason: 'too-few-raters',
      passes: null
    });
    expect(() =>
      alternativeAnnotatorTest([['a'], ['b']], ['a'], { ...options, scoring: 'neg-rmse', minItemsPerHuman: 1 })
    ).toThrow('requires numbers, got a');
  });
});

describe('selective judging', () => {
  it('takes everything where there are no errors, with the bound 1 − δ^{1/n}', () => {
    const found = selectiveThreshold(
      Array.from({ length: 50 }, (_, i) => i / 50),
      Array(50).fill(true),
      { alpha: 0.1 }
    );
    expect(found).toMatchObject({ value: 0, coverage: 1, errors: 0 });
    expect(found.upperBound).toBeCloseTo(1 - 0.1 ** (1 / 50), 12);
  });

  it('stops before the unsure half that is wrong, and moves items of equal confidence together', () => {
    const confidence = [...Array(60).fill(0.9), ...Array(60).fill(0.5)];
    const correct = confidence.map((c) => c === 0.9);
    expect(selectiveThreshold(confidence, correct, { alpha: 0.05 })).toMatchObject({ value: 0.9, covered: 60 });
  });

  it('is undefined where the first testable threshold fails or items are too few', () => {
    expect(selectiveThreshold([0.9], [true], { alpha: 0.5 })).toMatchObject({ value: null, reason: 'not-attainable' });
    expect(selectiveThreshold(Array(40).fill(0.9), Array(40).fill(false), { alpha: 0.5 }).value).toBeNull();
  });
});
