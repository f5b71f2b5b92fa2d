import { describe, expect, it } from 'vitest';
import * as stats from './index.ts';

/** Data at which statistics tend to say too much: one item, two, all the same, all apart, a perfect order. */
const columns: Record<string, readonly [number[], number[]]> = {
  'one item': [[1], [1]],
  'one item on which both differ': [[1], [0]],
  'two items': [[1, 0], [1, 0]], // prettier-ignore
  'two items the other way round': [[1, 0], [0, 1]], // prettier-ignore
  'constant data': [[1, 1, 1, 1, 1], [1, 1, 1, 1, 1]], // prettier-ignore
  'one constant rater': [[1, 1, 1, 1, 1], [1, 0, 1, 0, 1]], // prettier-ignore
  'a perfect order': [[0, 1, 1, 0, 1], [0, 1, 1, 0, 1]], // prettier-ignore
  'a perfect order turned round': [[0, 1, 1, 0, 1], [1, 0, 0, 1, 0]] // prettier-ignore
};

const categories = [0, 1];
const half = (k: number, n: number): stats.JudgedRate => ({ p: k / n, specificity: 0.9, sensitivity: 0.9, n, m0: 1, m1: 1 }); // prettier-ignore

/** Every statistic of two columns in the catalogue that can have an interval, a p or a reliability. */
const all = (x: number[], y: number[]): Record<string, unknown> => {
  const cluster = x.map((_, i) => i);
  const rows = x.map((v, i) => [v, y[i]!]);
  const table = stats.confusion(x, y, categories).counts;
  const differences = x.map((v, i) => v - y[i]!);
  const [onlySecond, onlyFirst] = [table[0]![1]!, table[1]![0]!];
  const paired = { both: table[1]![1]!, onlyFirst, onlySecond, neither: table[0]![0]! };
  const k = x.filter((v) => v === 1).length;
  const n = x.length;
  const sums = stats.alphaIntervalSums(rows);
  return {
    percentAgreement: stats.percentAgreement(x, y),
    cohenKappa: stats.cohenKappa(x, y, { categories }),
    scottPi: stats.scottPi(x, y, { categories }),
    bennettS: stats.bennettS(x, y, { categories }),
    gwetAC: stats.gwetAC(x, y, { categories }),
    fleissKappa: stats.fleissKappa(rows, { categories }),
    gwetACMany: stats.gwetACMany(rows, { categories }),
    lightKappa: stats.lightKappa([x, y], { categories }),
    krippendorffAlpha: stats.krippendorffAlpha(rows, { categories, metric: 'nominal' }),
    pearson: stats.pearson(x, y),
    spearman: stats.spearman(x, y),
    kendall: stats.kendall(x, y),
    icc: stats.icc(rows),
    kendallW: stats.kendallW([x, y]),
    wilson: stats.wilson(k, n),
    clopperPearson: stats.clopperPearson(k, n),
    jeffreys: stats.jeffreys(k, n),
    agrestiCoull: stats.agrestiCoull(k, n),
    clusterProportion: stats.clusterProportion(x, cluster),
    newcombe: stats.newcombe(k, n, n - k, n),
    pairedNewcombe: stats.newcombePaired(paired),
    tango: stats.tango(paired),
    mcnemar: stats.mcnemar(onlyFirst, onlySecond),
    bowker: stats.bowker(table),
    stuartMaxwell: stats.stuartMaxwell(table),
    cochranQ: stats.cochranQ(rows),
    wilcoxon: stats.wilcoxonSignedRank(differences),
    tTest: stats.tTest(differences),
    signTest: stats.signTest(differences),
    signFlip: stats.signFlipTest(differences),
    jackknifeSums: stats.jackknifeSums(n, cluster, sums),
    jackknifeItems: stats.jackknifeItems(cluster, (items) => stats.pearson(Array.from(items, (i) => x[i]!), Array.from(items, (i) => y[i]!)).value), // prettier-ignore
    ppiMean: stats.ppiMean(x, y, [1]),
    ppiMeanOfMany: stats.ppiMean(x, y, [1, 0, 1]),
    ppiMeanAlone: stats.ppiMean(x, y, [], { lambda: 0 }),
    clusterPpiMean: stats.clusterPpiMean({ human: x, judge: y, cluster }),
    clusterPpiShare: stats.clusterPpiMean({ human: x, judge: y, cluster }, { shares: true }),
    clusterRoganGladen: stats.clusterRoganGladen({ judge: y, cluster }, { judge: y, cluster, positive: x.map((v) => v === 1) }), // prettier-ignore
    roganGladen: stats.roganGladen(half(k, n)),
    testRetest: stats.testRetest(rows),
    humanCeiling: stats.humanCeiling([x, y], y)
  };
};

/** Every object in a result, with its path. */
const parts = (value: unknown, path: string): [string, Record<string, unknown>][] =>
  value === null || typeof value !== 'object' || ArrayBuffer.isView(value) || value instanceof Map
    ? []
    : [
        [path, value as Record<string, unknown>],
        ...Object.entries(value).flatMap(([key, part]) => parts(part, `${path}.${key}`))
      ];

describe('statistics of hardly any data', () => {
  for (const [name, [x, y]] of Object.entries(columns)) {
    it(`claim nothing impossible of ${name}`, () => {
      for (const [path, part] of parts(all(x, y), '')) {
        for (const [key, value] of Object.entries(part))
          if (typeof value === 'number' && key !== 'kappaMax') expect(Number.isFinite(value), `${path}.${key} is ${value}`).toBe(true); // prettier-ignore
        if (typeof part.p === 'number') expect(part.p >= 0 && part.p <= 1, `${path}.p is ${part.p}`).toBe(true);
        if (part.value === null) expect(part.reason, path).toEqual(expect.any(String));
        if (Array.isArray(part.interval)) {
          const [low, high] = part.interval as [number, number];
          expect(high - low, `width of the interval of ${path}`).toBeGreaterThan(0);
          expect(low <= high, `order of the ends of ${path}`).toBe(true);
        }
      }
      const { icc, humanCeiling, kendallW } = all(x, y) as unknown as {
        icc: stats.Icc;
        humanCeiling: { reliability: stats.Estimate };
        kendallW: stats.Estimate;
      };
      for (const key of ['icc1', 'icc1k', 'icc21', 'icc2k', 'icc31', 'icc3k'] as const)
        expect(icc[key].value ?? 0, key).toBeLessThanOrEqual(1);
      expect(humanCeiling.reliability.value ?? 0).toBeLessThanOrEqual(1);
      expect(kendallW.value ?? 0).toBeLessThanOrEqual(1);
    });
  }

  it('have no reliability above 1, if the variance between raters is estimated below 0', () => {
    const { icc1k, icc21, icc2k, icc3k } = stats.icc([[1, 5], [5, 1], [2, 4]]); // prettier-ignore
    expect(icc2k).toEqual({ value: null, reason: 'negative-variance' });
    expect(icc21).toEqual({ value: null, reason: 'negative-variance' });
    for (const coefficient of [icc1k, icc3k]) expect(coefficient).toEqual({ value: null, reason: 'zero-variance' });
  });

  it('give one labelled item no interval of a prediction-powered mean', () => {
    expect(stats.ppiMean([1], [1], [], { lambda: 0 })).toMatchObject({ value: 1, se: null, interval: null, intervalReason: 'n<2' }); // prettier-ignore
    expect(stats.ppiMean([1, 1], [1, 1], [1, 1])).toMatchObject({ value: 1, interval: null, intervalReason: 'no-variation' }); // prettier-ignore
  });

  it('give two items p = 1 of any rank correlation, because either order was as likely', () => {
    expect(stats.kendall([1, 2], [1, 2])).toMatchObject({ tauB: { value: 1 }, p: 1 });
    expect(stats.kendall([1, 2], [2, 1])).toMatchObject({ tauB: { value: -1 }, p: 1 });
    expect(stats.kendall([1, 2, 3], [1, 2, 3]).p).toBeCloseTo(1 / 3, 12);
    expect(stats.kendallExact([1, 2], [1, 2])).toMatchObject({ value: 1, p: 1 });
    expect(stats.kendall([1, 2], [1, 1])).toMatchObject({ tauB: { value: null, reason: 'zero-variance' }, p: null });
  });
});
