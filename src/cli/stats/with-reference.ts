import {
  binaryMetrics,
  confusion,
  defined,
  eitherAgreement,
  multiclassMetricsFromTable,
  clusterPpiMean,
  clusterRoganGladen,
  ppiMean,
  roganGladen,
  type BinaryMetrics,
  type Estimate,
  type Interval,
  type Label,
  type MulticlassMetrics
} from '../../lib/stats/index.ts';
import type { RatingTable } from './data.ts';
import { printedFigure, raterPairs, type PrintedFigure, type Statistic } from './figure.ts';
import { labelNumbers, figureOfItems } from './many-raters.ts';
import { shareOf } from './two-raters.ts';

type Column = RatingTable['labels'][number];
type Row = Omit<PrintedFigure, 'statistic'>;

/** Shares of items, by which items they are among and which of these count. */
const SHARES: readonly [name: string, title: string, outcome: (truth: boolean, judge: boolean) => boolean | null][] = [
  ['accuracy', 'Accuracy', (truth, judge) => truth === judge],
  ['precision', 'Precision', (truth, judge) => (judge ? truth : null)],
  ['recall', 'Recall, sensitivity', (truth, judge) => (truth ? judge : null)],
  ['specificity', 'Specificity', (truth, judge) => (truth ? null : !judge)],
  ['npv', 'Negative predictive value', (truth, judge) => (judge ? null : !truth)]
];

const BINARY: readonly [keyof BinaryMetrics, string, string, Interval][] = [
  ['f1', 'f1', 'F1', [0, 1]],
  ['balancedAccuracy', 'balanced-accuracy', 'Balanced accuracy', [0, 1]],
  ['mcc', 'mcc', 'Matthews correlation', [-1, 1]],
  ['youdenJ', 'youden-j', 'Youden’s J', [-1, 1]]
];

const MANY: readonly [keyof MulticlassMetrics, string, string, Interval][] = [
  ['macroF1', 'macro-f1', 'Macro-averaged F1', [0, 1]],
  ['weightedF1', 'weighted-f1', 'F1 weighted by label frequency', [0, 1]],
  ['mcc', 'multiclass-mcc', 'Matthews correlation, multi-class', [-1, 1]],
  ['balancedAccuracy', 'multiclass-balanced-accuracy', 'Balanced accuracy, multi-class (mean recall)', [0, 1]]
];

const rated = (ratings: RatingTable, ...columns: readonly Column[]): number[] =>
  ratings.items.flatMap((_, i) => (columns.every((own) => own[i] !== null) ? [i] : []));

const picked = (column: Column, items: ArrayLike<number>): Column => Array.from(items, (i) => column[i]!);

/** One figure for each rater against the reference. */
const against =
  (of: (truth: Column, judge: Column, ratings: RatingTable) => Estimate, range: Interval) =>
  (ratings: RatingTable): Row[] =>
    raterPairs(ratings).map(([a, b]) => {
      const [truth, judge] = [ratings.labels[a]!, ratings.labels[b]!];
      const names = [ratings.raters[a]!, ratings.raters[b]!];
      const on = (items: ArrayLike<number>): Estimate => of(picked(truth, items), picked(judge, items), ratings);
      return figureOfItems(ratings, rated(ratings, truth, judge), names, on, {}, range);
    });

/** Judges against one rater that is taken as the truth. */
export const compareWithReference: readonly Statistic[] = [
  ...SHARES.map(([name, title, outcome]): Statistic => ({
    name,
    title,
    needs: ['reference', 'positive'],
    figures: (ratings) =>
      raterPairs(ratings).map(([a, b]) => {
        const [truth, judge] = [ratings.labels[a]!, ratings.labels[b]!];
        const outcomes = ratings.items.map((_, i) => {
          if (truth[i] === null || judge[i] === null) return null;
          const counts = outcome(truth[i] === ratings.positive, judge[i] === ratings.positive);
          return counts === null ? null : Number(counts);
        });
        return shareOf([ratings.raters[a]!, ratings.raters[b]!], outcomes, ratings);
      })
  })),
  ...BINARY.map(([member, name, title, range]): Statistic => ({
    name,
    title,
    needs: ['reference', 'positive'],
    figures: against(
      (truth, judge, { positive }) => binaryMetrics(truth, judge, { positive: positive! })[member] as Estimate,
      range
    )
  })),
  ...MANY.map(([member, name, title, range]): Statistic => ({
    name,
    title,
    needs: ['reference', 'categories'],
    figures: against(
      (truth, judge, { categories }) =>
        multiclassMetricsFromTable(confusion(truth, judge, categories!).counts, categories!)[member] as Estimate,
      range
    )
  })),
  {
    name: 'either-agreement',
    title: 'Two raters and the reference: at least one agrees, both wrong, and accuracy when they agree',
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
            ...figureOfItems(
              ratings,
              items,
              names,
              (drawn) =>
                eitherAgreement(picked(columns[0], drawn), picked(columns[1], drawn), picked(columns[2], drawn))[
                  member
                ],
              { part: PARTS[member] },
              [0, 1]
            )
          }));
        })
      );
    }
  },
  {
    name: 'rogan-gladen',
    title: 'Prevalence of positives among all items of the judge, corrected by the reference (Rogan–Gladen)',
    needs: ['reference', 'positive'],
    figures: (ratings) =>
      raterPairs(ratings).map(([a, b]) => {
        const { positive, raters, labels, resampling, clusters } = ratings;
        const names = [raters[a]!, raters[b]!];
        const judged = labels[b]!.filter((label) => label !== null);
        const { tp, fn, tn, fp, n, recall, specificity } = binaryMetrics(labels[a]!, labels[b]!, {
          positive: positive!
        });
        const rest = { n: judged.length, dropped: labels[b]!.length - judged.length, part: `${n} with both` };
        if (judged.length === 0) return printedFigure(names, { value: null, reason: 'n=0' }, rest);
        if (recall.value === null || specificity.value === null)
          return printedFigure(names, recall.value === null ? recall : specificity, rest);
        if (clusters) {
          const items = rated(ratings, labels[b]!);
          const both = rated(ratings, labels[a]!, labels[b]!);
          const judgedOf = (of: readonly number[]) => ({
            judge: of.map((i) => Number(labels[b]![i] === positive)),
            cluster: of.map((i): Label => clusters[i]!)
          });
          const found = clusterRoganGladen(
            judgedOf(items),
            { ...judgedOf(both), positive: both.map((i) => labels[a]![i] === positive) },
            resampling.confidence
          );
          return printedFigure(names, found.value === null ? found : defined(found.value), {
            ...rest,
            interval: found.interval,
            intervalBy: found.interval ? 'linearised by cluster' : (found.intervalReason ?? null),
            clusters: found.clusters
          });
        }
        const corrected = roganGladen(
          {
            p: judged.filter((label) => label === positive).length / judged.length,
            ...{ specificity: specificity.value, sensitivity: recall.value },
            ...{ n: judged.length, m0: tn + fp, m1: tp + fn }
          },
          resampling.confidence
        );
        const { interval } = corrected;
        return printedFigure(names, corrected, {
          ...rest,
          interval,
          intervalBy: interval && 'Lang and Reiczigel, items independent'
        });
      })
  },
  {
    name: 'ppi-mean',
    title: 'Mean reference score on all items of the judge (PPI++)',
    needs: ['reference', 'numbers'],
    figures: (ratings) => {
      const labels = labelNumbers(ratings);
      return raterPairs(ratings).map(([a, b]) => {
        const [truth, judge] = [labels[a]!, labels[b]!];
        const names = [ratings.raters[a]!, ratings.raters[b]!];
        const items = rated(ratings, judge);
        if (ratings.clusters) {
          const found = clusterPpiMean(
            {
              human: items.map((i) => truth[i]!),
              judge: items.map((i) => judge[i]!),
              cluster: items.map((i): Label => ratings.clusters![i]!)
            },
            { confidence: ratings.resampling.confidence }
          );
          return printedFigure(names, found.value === null ? found : defined(found.value), {
            ...{ n: items.length, dropped: ratings.items.length - items.length, clusters: found.clusters },
            part: `${found.labelled} with both, λ ${found.lambda.toFixed(3)}`,
            interval: found.interval,
            intervalBy: found.interval ? 't, linearised by cluster' : (found.intervalReason ?? null)
          });
        }
        const both = judge.flatMap((v, i) => (v === null || truth[i] === null ? [] : [i]));
        const only = judge.filter((v, i) => v !== null && truth[i] === null) as number[];
        const mean = ppiMean(
          both.map((i) => truth[i]!),
          both.map((i) => judge[i]!),
          only,
          { confidence: ratings.resampling.confidence, ...(only.length === 0 ? { lambda: 0 } : {}) }
        );
        return printedFigure(names, mean.value === null ? mean : defined(mean.value), {
          ...{ n: both.length + only.length, dropped: ratings.items.length - both.length - only.length },
          part: `${both.length} with both, λ ${mean.lambda.toFixed(3)}`,
          ...{
            interval: mean.interval,
            intervalBy: mean.interval ? 'normal, items independent' : (mean.intervalReason ?? null)
          }
        });
      });
    }
  }
];

const PARTS = {
  either: 'either agrees',
  bothWrong: 'both wrong',
  consensus: 'both the same',
  agreementOnConsensus: 'correct if the same'
} as const;
