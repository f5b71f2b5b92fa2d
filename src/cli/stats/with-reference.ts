import {
  binaryMetrics,
  confusion,
  defined,
  eitherAgreement,
  multiclassMetricsFromTable,
  ppiMean,
  roganGladen,
  type BinaryMetrics,
  type Estimate,
  type MulticlassMetrics
} from '../../lib/stats/index.ts';
import type { Ratings } from './data.ts';
import { figure, pairsOf, type Figure, type Statistic } from './figure.ts';
import { numbersOf, resampledItems } from './many-raters.ts';

type Column = Ratings['labels'][number];
type Row = Omit<Figure, 'statistic'>;

const BINARY: readonly [keyof BinaryMetrics, string, string][] = [
  ['accuracy', 'accuracy', 'Accuracy'],
  ['precision', 'precision', 'Precision'],
  ['recall', 'recall', 'Recall, sensitivity'],
  ['f1', 'f1', 'F1'],
  ['specificity', 'specificity', 'Specificity'],
  ['npv', 'npv', 'Negative predictive value'],
  ['balancedAccuracy', 'balanced-accuracy', 'Balanced accuracy'],
  ['mcc', 'mcc', 'Matthews correlation'],
  ['youdenJ', 'youden-j', 'Youden’s J']
];

const MANY: readonly [keyof MulticlassMetrics, string, string][] = [
  ['macroF1', 'macro-f1', 'Mean of the F1 of all labels'],
  ['weightedF1', 'weighted-f1', 'The same, weighted by how often each is true'],
  ['mcc', 'multiclass-mcc', 'Matthews correlation of all labels'],
  ['balancedAccuracy', 'multiclass-balanced-accuracy', 'Mean recall of all labels']
];

const rated = (ratings: Ratings, ...columns: readonly Column[]): number[] =>
  ratings.items.flatMap((_, i) => (columns.every((own) => own[i] !== null) ? [i] : []));

const picked = (column: Column, items: ArrayLike<number>): Column => Array.from(items, (i) => column[i]!);

/** One figure for each rater against the reference. */
const against =
  (of: (truth: Column, judge: Column, ratings: Ratings) => Estimate) =>
  (ratings: Ratings): Row[] =>
    pairsOf(ratings).map(([a, b]) => {
      const [truth, judge] = [ratings.labels[a]!, ratings.labels[b]!];
      const names = [ratings.raters[a]!, ratings.raters[b]!];
      const on = (items: ArrayLike<number>): Estimate => of(picked(truth, items), picked(judge, items), ratings);
      return resampledItems(ratings, rated(ratings, truth, judge), names, on, {});
    });

/** Judges against one rater that is taken as the truth. */
export const withReference: readonly Statistic[] = [
  ...BINARY.map(([member, name, title]): Statistic => ({
    name,
    title,
    needs: ['reference', 'positive'],
    figures: against(
      (truth, judge, { positive }) => binaryMetrics(truth, judge, { positive: positive! })[member] as Estimate
    )
  })),
  ...MANY.map(([member, name, title]): Statistic => ({
    name,
    title,
    needs: ['reference', 'categories'],
    figures: against(
      (truth, judge, { categories }) =>
        multiclassMetricsFromTable(confusion(truth, judge, categories!).counts, categories!)[member] as Estimate
    )
  })),
  {
    name: 'either-agreement',
    title: 'At least one of two agrees with the reference, beside both wrong and their consensus',
    needs: ['reference'],
    figures: (ratings) => {
      const { labels, raters, reference } = ratings;
      const others = raters.flatMap((_, r) => (r === reference ? [] : [r]));
      return others.flatMap((a, i) =>
        others.slice(i + 1).flatMap((b): Row[] => {
          const names = [reference!, a, b].map((r) => raters[r]!);
          const columns = [labels[reference!]!, labels[a]!, labels[b]!] as const;
          const items = rated(ratings, ...columns);
          return (['either', 'bothWrong', 'consensus', 'agreementOnConsensus'] as const).map((member) => ({
            ...resampledItems(
              ratings,
              items,
              names,
              (drawn) =>
                eitherAgreement(picked(columns[0], drawn), picked(columns[1], drawn), picked(columns[2], drawn))[
                  member
                ],
              { part: PARTS[member] }
            )
          }));
        })
      );
    }
  },
  {
    name: 'rogan-gladen',
    title: 'Share of positives among all that the judge rated, corrected by the reference',
    needs: ['reference', 'positive'],
    figures: (ratings) =>
      pairsOf(ratings).map(([a, b]) => {
        const { positive, raters, labels, resampling } = ratings;
        const names = [raters[a]!, raters[b]!];
        const judged = labels[b]!.filter((label) => label !== null);
        const { tp, fn, tn, fp, n, recall, specificity } = binaryMetrics(labels[a]!, labels[b]!, {
          positive: positive!
        });
        const rest = { n: judged.length, dropped: labels[b]!.length - judged.length, part: `${n} with both` };
        if (judged.length === 0) return figure(names, { value: null, reason: 'n=0' }, rest);
        if (recall.value === null || specificity.value === null)
          return figure(names, recall.value === null ? recall : specificity, rest);
        const corrected = roganGladen(
          {
            p: judged.filter((label) => label === positive).length / judged.length,
            ...{ specificity: specificity.value, sensitivity: recall.value },
            ...{ n: judged.length, m0: tn + fp, m1: tp + fn }
          },
          resampling.confidence
        );
        const { interval } = corrected;
        return figure(names, corrected, {
          ...rest,
          interval,
          intervalBy: interval && 'Lang and Reiczigel, items independent'
        });
      })
  },
  {
    name: 'ppi-mean',
    title: 'Mean score of the reference on all items that the judge rated (PPI++)',
    needs: ['reference', 'numbers'],
    figures: (ratings) => {
      const labels = numbersOf(ratings);
      return pairsOf(ratings).map(([a, b]) => {
        const [truth, judge] = [labels[a]!, labels[b]!];
        const both = judge.flatMap((v, i) => (v === null || truth[i] === null ? [] : [i]));
        const only = judge.filter((v, i) => v !== null && truth[i] === null) as number[];
        const mean = ppiMean(
          both.map((i) => truth[i]!),
          both.map((i) => judge[i]!),
          only,
          { confidence: ratings.resampling.confidence, ...(only.length === 0 ? { lambda: 0 } : {}) }
        );
        return figure([ratings.raters[a]!, ratings.raters[b]!], mean.value === null ? mean : defined(mean.value), {
          ...{ n: both.length + only.length, dropped: ratings.items.length - both.length - only.length },
          part: `${both.length} with both, λ ${mean.lambda.toFixed(3)}`,
          ...{ interval: mean.interval, intervalBy: mean.interval && 'normal, items independent' }
        });
      });
    }
  }
];

const PARTS = {
  either: 'either agrees',
  bothWrong: 'both wrong',
  consensus: 'both alike',
  agreementOnConsensus: 'right where alike'
} as const;
