import {
  bowker,
  cochranQ,
  confusion,
  mcnemar,
  newcombePaired,
  pearson,
  signFlipTest,
  stuartMaxwell,
  tango,
  tTest,
  undefinedBecause,
  wilcoxonSignedRank,
  williamsTest,
  type PairedCounts
} from '../../lib/stats/index.ts';
import type { RatingTable } from './data.ts';
import { printedFigure, raterPairs, type PrintedFigure, type Statistic } from './figure.ts';
import { labelNumbers } from './many-raters.ts';

type Row = Omit<PrintedFigure, 'statistic'>;

/** 1 if the rater is right (with a reference) or says the positive label, else 0; null if that is not known. */
function hits({ labels, reference, positive }: RatingTable, rater: number): (number | null)[] {
  const own = labels[rater]!;
  const truth = reference === null ? null : labels[reference]!;
  return own.map((label, i) => {
    if (label === null || (truth && truth[i] === null)) return null;
    return Number(label === (truth ? truth[i] : positive));
  });
}

const others = ({ raters, reference }: RatingTable): number[] => raters.flatMap((_, r) => (r === reference ? [] : [r]));

const everyTwo = (all: readonly number[]): [number, number][] =>
  all.flatMap((a, i) => all.slice(i + 1).map((b): [number, number] => [a, b]));

/** Every two raters beside the reference, by who hits. */
function paired(
  ratings: RatingTable,
  of: (counts: PairedCounts, names: string[], n: number, dropped: number) => Row
): Row[] {
  return everyTwo(others(ratings)).map(([a, b]) => {
    const [first, second] = [hits(ratings, a), hits(ratings, b)];
    const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
    let n = 0;
    for (const [i, x] of first.entries()) {
      const y = second[i]!;
      if (x === null || y === null) continue;
      n++;
      counts[x ? (y ? 'both' : 'onlyFirst') : y ? 'onlySecond' : 'neither']++;
    }
    return of(counts, [ratings.raters[a]!, ratings.raters[b]!], n, first.length - n);
  });
}

/** A test on the differences of every two raters' scores. */
const onDifferences =
  (of: (differences: (number | null)[], names: string[], ratings: RatingTable) => Row) =>
  (ratings: RatingTable): Row[] => {
    const labels = labelNumbers(ratings);
    return raterPairs(ratings).map(([a, b]) =>
      of(
        labels[a]!.map((x, i) => (x === null || labels[b]![i] === null ? null : x - labels[b]![i]!)),
        [ratings.raters[a]!, ratings.raters[b]!],
        ratings
      )
    );
  };

const onTables =
  (test: typeof bowker) =>
  (ratings: RatingTable): Row[] =>
    raterPairs(ratings).map(([a, b]) => {
      const table = confusion(ratings.labels[a]!, ratings.labels[b]!, ratings.categories!);
      const result = test(table.counts);
      const { n, dropped } = table;
      return printedFigure([ratings.raters[a]!, ratings.raters[b]!], result, {
        n,
        dropped,
        p: result.p,
        part: `${result.df} df`
      });
    });

/**
 * Differences in a unit in which they are whole numbers, which changes no p; null if their exact distribution would take
 * more than seconds.
 */
function exactDifferences(differences: readonly number[]): number[] | null {
  const unit = [1, 2, 3, 4, 10, 100, 1000].find((u) =>
    differences.every((d) => Math.abs(d * u - Math.round(d * u)) < 1e-9)
  );
  if (unit === undefined) return differences.length <= 24 ? [...differences] : null;
  const whole = differences.map((d) => Math.round(d * unit));
  const largest = whole.reduce((sum, d) => sum + Math.abs(d), 0);
  return largest * whole.length <= 1e9 ? whole : null;
}

/** Tests of paired data. Their items are taken as independent. */
export const pairedTests: readonly Statistic[] = [
  {
    name: 'mcnemar',
    title: 'McNemar’s test of two shares of hits: exact p, mid-p, χ²',
    needs: ['hits'],
    figures: (ratings) =>
      paired(ratings, ({ onlyFirst, onlySecond }, names, n, dropped) => {
        const { chi2, exactP, midP } = mcnemar(onlyFirst, onlySecond);
        return printedFigure(names, chi2, {
          ...{ n, dropped, p: exactP },
          part: `${onlyFirst} against ${onlySecond}, mid-p ${midP.toFixed(4)}`
        });
      })
  },
  {
    name: 'paired-difference-newcombe',
    title: 'Difference of two shares of hits, Newcombe’s interval for paired data',
    needs: ['hits'],
    figures: (ratings) =>
      paired(ratings, (counts, names, n, dropped) => {
        const { interval, ...value } = newcombePaired(counts, ratings.resampling.confidence);
        return printedFigure(names, value, {
          n,
          dropped,
          interval,
          intervalBy: interval && 'Newcombe, items independent'
        });
      })
  },
  {
    name: 'paired-difference-tango',
    title: 'Difference of two shares of hits, Tango’s interval',
    needs: ['hits'],
    figures: (ratings) =>
      paired(ratings, (counts, names, n, dropped) => {
        const { interval, ...value } = tango(counts, ratings.resampling.confidence);
        return printedFigure(names, value, {
          n,
          dropped,
          interval,
          intervalBy: interval && 'Tango, items independent'
        });
      })
  },
  {
    name: 'cochran-q',
    title: 'Cochran’s Q test of the shares of hits of all raters',
    needs: ['hits'],
    figures: (ratings) => {
      const raters = others(ratings);
      const columns = raters.map((r) => hits(ratings, r));
      const result = cochranQ(ratings.items.map((_, i) => columns.map((own) => own[i]!)));
      const { n, dropped, p, df } = result;
      return [
        printedFigure(
          raters.map((r) => ratings.raters[r]!),
          result,
          { n, dropped, p, part: `${df} df` }
        )
      ];
    }
  },
  {
    name: 'bowker',
    title: 'Bowker’s test of symmetry of two raters’ table',
    needs: ['categories'],
    figures: onTables(bowker)
  },
  {
    name: 'stuart-maxwell',
    title: 'Stuart–Maxwell test of marginal homogeneity of two raters',
    needs: ['categories'],
    figures: onTables(stuartMaxwell)
  },
  {
    name: 'wilcoxon',
    title: 'Wilcoxon signed-rank test of two raters’ scores',
    needs: ['numbers'],
    figures: onDifferences((differences, names) => {
      const result = wilcoxonSignedRank(differences);
      const { n, dropped, p, zeros } = result;
      return printedFigure(names, result, { n: n + zeros, dropped, p, part: `${zeros} without difference` });
    })
  },
  {
    name: 'paired-t',
    title: 'Paired t test of two raters’ scores, with the interval of the mean difference',
    needs: ['numbers'],
    figures: onDifferences((differences, names, { resampling }) => {
      const result = tTest(differences, 0, resampling.confidence);
      const { n, dropped, p, interval, mean } = result;
      const part = mean === null ? null : `mean difference ${mean.toFixed(4)}`;
      return printedFigure(names, result, {
        n,
        dropped,
        p,
        interval,
        part,
        intervalBy: interval && 't of the difference'
      });
    })
  },
  {
    name: 'sign-flip',
    title: 'Sign-flip test of the mean difference of two raters’ scores, exact p',
    needs: ['numbers'],
    figures: onDifferences((differences, names) => {
      const given = differences.filter((d) => d !== null);
      const rest = { n: given.length, dropped: differences.length - given.length };
      const exact = exactDifferences(given);
      if (!exact)
        return {
          ...printedFigure(names, undefinedBecause('not-attainable'), rest),
          part: 'too many differences for an exact test'
        };
      const result = signFlipTest(exact);
      return printedFigure(names, result, { ...rest, p: result.value });
    })
  },
  {
    name: 'williams',
    title: 'Williams’ test of two judges’ correlations with the reference',
    needs: ['reference', 'numbers'],
    figures: (ratings) => {
      const labels = labelNumbers(ratings);
      const truth = ratings.reference!;
      return everyTwo(others(ratings)).map(([a, b]) => {
        const kept = ratings.items.flatMap((_, i) => ([truth, a, b].every((r) => labels[r]![i] !== null) ? [i] : []));
        const of = (r: number): number[] => kept.map((i) => labels[r]![i]!);
        const names = [truth, a, b].map((r) => ratings.raters[r]!);
        const rest = { n: kept.length, dropped: ratings.items.length - kept.length };
        const r = [pearson(of(truth), of(a)), pearson(of(truth), of(b)), pearson(of(a), of(b))] as const;
        const without = r.find((one) => one.value === null);
        if (without) return printedFigure(names, without, rest);
        const result = williamsTest(r[0].value!, r[1].value!, r[2].value!, kept.length);
        return printedFigure(names, result, { ...rest, p: result.p });
      });
    }
  }
];
