import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nonFinite } from '../../../tests/statistics/arbitraries.ts';
import * as stats from './index.ts';

/** Numbers as bad input holds them: ties, tiny and huge ones, some missing, now and then one that is refused. */
const wild = fc.oneof(
  { weight: 10, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 3, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 2, arbitrary: fc.constantFrom(0.1, 1e-300, -1e-300, 1e149, -1e149, 5e-324, -0) },
  { weight: 1, arbitrary: fc.constantFrom(NaN, Infinity) }
);
const series = fc.array(fc.option(wild, { freq: 6 }), { maxLength: 12 });
const aligned = fc
  .array(fc.tuple(fc.option(wild, { freq: 6 }), fc.option(wild, { freq: 6 }), fc.option(wild, { freq: 6 })), {
    maxLength: 12
  })
  .map((rows) => [0, 1, 2].map((j) => rows.map((row) => row[j]!)) as [Series, Series, Series]);
type Series = (number | null)[];
const label = fc.option(fc.integer({ min: 1, max: 3 }), { freq: 5 });
const labels = fc
  .array(fc.tuple(label, label, label), { maxLength: 15 })
  .map((rows) => ({ rows, raters: [0, 1, 2].map((j) => rows.map((row) => row[j]!)) as [Series, Series, Series] }));
const count = fc.oneof(fc.nat(5), fc.nat(1000), fc.constantFrom(1e6, 2 ** 31));
const square = fc
  .integer({ min: 1, max: 4 })
  .chain((k) => fc.array(fc.array(count, { minLength: k, maxLength: k }), { minLength: k, maxLength: k }));
const share = fc.double({ min: 0, max: 1, noNaN: true });
const categories = [1, 2, 3];
const schemes = ['unweighted', 'linear', 'quadratic'] as const;
const options = { random: stats.seededRandom(1), replicates: 8 };

/** The results of many calls; a refusal with a message counts as an answer. */
const answers = (calls: (() => unknown)[]): unknown[] =>
  calls.map((call) => {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof Error) || error.constructor !== Error || error.message === '') throw error;
      return null;
    }
  });

const noneIsNaN = (calls: (() => unknown)[]): void => {
  expect(answers(calls).flatMap((result, i) => nonFinite(result, `call ${i}`))).toEqual([]);
};

describe('no NaN and no infinity leaves the library', () => {
  const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 200) };

  it('from measurements', () => {
    fc.assert(
      fc.property(aligned, series, ([x, y, z], other) => {
        const rows = x.map((v, i) => [v, y[i]!, z[i]!]);
        noneIsNaN([
          () => stats.pearson(x, y),
          () => stats.spearman(x, y),
          () => stats.partialSpearman(x, y, z),
          () => stats.kendall(x, y),
          () => stats.kendallExact(x, y),
          () => stats.pairwiseAccuracy(x, y),
          () => stats.tieCalibratedAccuracy(x, y),
          () => stats.icc(rows),
          () => stats.kendallW([x, y, z] as number[][]),
          () => stats.humanCeiling([x, y], z),
          () => stats.tTest(other),
          () => stats.wilcoxonSignedRank(other),
          () => stats.wilcoxonSignedRank(other, 'exact'),
          () => stats.signTest(other),
          () => stats.signFlipTest(other),
          () => stats.cochranQ(rows),
          () => stats.lengthBias(x, y, z),
          () => stats.testRetest(rows),
          () => stats.aggregateRatings(other),
          () => stats.ppiMean(x as number[], y as number[], other as number[]),
          () => stats.selfPreference(rows.map(([a, b], i) => ({ a: a!, b: b!, own: i % 2 === 0 }))),
          () => stats.leaderboardStability(x as number[], y as number[]),
          () => stats.scoreAgreement(x, y),
          () =>
            stats.clusterProportion(
              x,
              x.map((_, i) => i % 3),
              { weights: x.map(() => 2) }
            ),
          () => stats.selectiveThreshold(x as number[], y as number[], { alpha: 0.5, minItems: 2 }),
          () =>
            stats.quantile(
              other.filter((v): v is number => Number.isFinite(v)),
              0.3
            ),
          () => stats.midranks(other as number[])
        ]);
      }),
      runs
    );
  });

  it('from labels', () => {
    fc.assert(
      fc.property(labels, fc.integer({ min: 1, max: 3 }), ({ rows, raters }, positive) => {
        const [a, b, c] = raters;
        const cluster = a.map((_, i) => i % 4);
        noneIsNaN([
          ...schemes.flatMap((weights) => [
            () => stats.cohenKappa(a, b, { categories, weights }),
            () => stats.scottPi(a, b, { categories, weights }),
            () => stats.bennettS(a, b, { categories, weights }),
            () => stats.gwetAC(a, b, { categories, weights }),
            () => stats.fleissKappa(rows, { categories, weights }),
            () => stats.gwetACMany(rows, { categories, weights }),
            () => stats.lightKappa(raters, { categories, weights })
          ]),
          ...(['nominal', 'ordinal', 'interval', 'ratio'] as const).map(
            (metric) => () => stats.krippendorffAlpha(rows, { categories, metric })
          ),
          () => stats.percentAgreement(a, b),
          () => stats.allAgree(raters),
          () => stats.pairwiseAgreements(raters),
          () => stats.binaryMetrics(a, b, { positive }),
          () => stats.multiclassMetrics(a, b, categories),
          () => stats.dawidSkene(rows, categories, 5),
          () => stats.eitherAgreement(a, b, c),
          () => stats.agreementSet(a, [b, c]),
          () => stats.alternativeAnnotatorTest([a, b], c, { scoring: 'accuracy', epsilon: 0.1, minItemsPerHuman: 1 }),
          () =>
            stats.alternativeAnnotatorTest([a, b], c, {
              scoring: 'neg-rmse',
              epsilon: 0,
              minItemsPerHuman: 1,
              below30: 't'
            }),
          () =>
            stats.clusterBootstrapTable(a, b, cluster, categories, stats.kappaOfCells(categories, 'linear'), options),
          () =>
            stats.clusterBootstrap(
              cluster,
              (items) =>
                stats.kendall(
                  Array.from(items, (i) => a[i]!),
                  Array.from(items, (i) => b[i]!)
                ).tauB.value,
              options
            ),
          () =>
            stats.preferenceAgreement(
              ...([a, b].map((r) => r.map((l) => (l === null ? null : (['A', 'B', 'tie'] as const)[l - 1]!))) as [
                stats.Preference[],
                stats.Preference[]
              ])
            ),
          () => stats.enumerateEnsembles(3, 'ordinal').map((e) => stats.ensembleLabels(e, raters, 'ordinal'))
        ]);
      }),
      runs
    );
  });

  it('from tables and counts', () => {
    fc.assert(
      fc.property(square, count, count, share, share, (table, k, n, p, q) => {
        noneIsNaN([
          ...schemes.flatMap((weights) => [
            () => stats.cohenKappaFromTable(table, { weights }),
            () => stats.scottPiFromTable(table, { weights }),
            () => stats.bennettSFromTable(table, { weights }),
            () => stats.gwetACFromTable(table, { weights }),
            () => stats.fleissKappaFromCounts(table, { weights }),
            () => stats.gwetACFromCounts(table, { weights })
          ]),
          () => stats.kendallFromTable(table),
          () => stats.multiclassMetricsFromTable(table),
          () => stats.bowker(table),
          () => stats.stuartMaxwell(table),
          () => stats.bradleyTerry(table),
          () => stats.bootstrapTable(table.flat(), stats.tauBOfCells(table.length), options),
          () => stats.wilson(k, n),
          () => stats.clopperPearson(k, n),
          () => stats.jeffreys(k, n),
          () => stats.agrestiCoull(k, n),
          () => stats.newcombe(k, n, n, n + k),
          () => stats.newcombePaired({ both: k, onlyFirst: n, onlySecond: table[0]![0]!, neither: 0 }),
          () => stats.tango({ both: k, onlyFirst: n, onlySecond: table[0]![0]!, neither: 0 }),
          () => stats.mcnemar(k, n),
          () => stats.binaryMetricsFromCounts({ tp: k, fp: n, fn: table[0]![0]!, tn: 0 }),
          () => stats.acceptanceProbability({ lot: n, sample: Math.min(k, n), acceptNumber: 2 }, Math.min(n, 7)),
          () => stats.hypergeometricUpperBound(n, Math.min(k, n), 0),
          () => stats.zeroAcceptanceSampleSize(n, p, q),
          () => stats.sampleSizeProportion(p, { p: q, lot: n }),
          () => stats.minSuccessesForLowerBound(n, p),
          () => stats.mcnemarExactPower(p, q, Math.min(k, 50)),
          () => stats.sampleSizeNonInferiority(p, q),
          () => stats.adjustPValues([p, q, 0, 1], 'BY'),
          () => stats.roganGladen({ p, specificity: q, sensitivity: 1 - p / 2, n, m0: k, m1: n }),
          () => stats.williamsTest(2 * p - 1, q, p, k),
          () => stats.consistentCounts(100 * p, n, 1),
          () => stats.elo([{ a: 0, b: 1, outcome: p }], 2)
        ]);
      }),
      runs
    );
  });

  it('from a bootstrap and everything made of it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: 9 }), (values) => {
        const mean = (drawn: Uint32Array): number | null => {
          const sum = drawn.reduce((s, i) => s + values[i]!, 0);
          return sum === 0 ? null : sum / drawn.length;
        };
        const boot = stats.bootstrap(values.length, mean, options);
        noneIsNaN([() => boot, () => stats.basicInterval(boot), () => stats.bcaInterval(boot, values.length, mean)]);
      }),
      runs
    );
  });

  it('finds a NaN if there is one', () => {
    expect(nonFinite({ a: [1, { b: NaN }], c: Float64Array.of(Infinity) })).toEqual(['.a.1.b: NaN', '.c.0: Infinity']);
  });
});
