import {
  agrestiCoull,
  alternativeAnnotatorTest,
  clopperPearson,
  dawidSkene,
  humanCeiling,
  jeffreys,
  percentAgreement,
  positionBias,
  testRetest,
  winRate,
  type Preferences,
  type Proportion
} from '../../lib/stats/index.ts';
import type { RatingTable } from './data.ts';
import { printedFigure, type PrintedFigure, type Statistic } from './figure.ts';
import { labelNumbers, rowsOf } from './many-raters.ts';
import { shareOf } from './two-raters.ts';

type Row = Omit<PrintedFigure, 'statistic'>;

/** Share of each label that a rater gave, with an interval of the given kind. */
const shares = (
  name: string,
  title: string,
  interval: null | ((k: number, n: number, confidence: number) => Proportion)
): Statistic => ({
  name,
  title,
  needs: ['categories'],
  figures: (ratings) =>
    ratings.raters.flatMap((rater, r) =>
      ratings.categories!.map((category): Row => {
        const outcomes = ratings.labels[r]!.map((label) => (label === null ? null : Number(label === category)));
        const wilson = shareOf([rater], outcomes, ratings, String(category));
        if (!interval) return wilson;
        const k = outcomes.filter((x) => x === 1).length;
        const exact = interval(k, wilson.n, ratings.resampling.confidence);
        return {
          ...wilson,
          interval: exact.interval,
          intervalBy: exact.interval && 'items independent',
          clusters: null
        };
      })
    )
});

const altTest = (scoring: 'accuracy' | 'neg-rmse', epsilon: number): Statistic => ({
  name: `alt-test-${scoring === 'accuracy' ? 'labels' : 'scores'}`,
  title: `Alternative Annotator Test of each judge, ε ${epsilon}, by ${scoring === 'accuracy' ? 'equal labels' : 'distance of scores'}: winning rate`,
  needs: scoring === 'accuracy' ? ['judges'] : ['judges', 'numbers'],
  figures: ({ labels, raters, judges, people }) =>
    judges.map((judge) => {
      const humans = people.map((h) => labels[h]!);
      const { annotators, warnings, advantageProbability, ...value } = alternativeAnnotatorTest(
        humans,
        labels[judge]!,
        {
          scoring,
          epsilon
        }
      );
      const n = Math.max(0, ...annotators.map((a) => a.n));
      const facts = [
        `of ${annotators.length} annotators`,
        ...(advantageProbability === null ? [] : [`advantage ${advantageProbability.toFixed(3)}`]),
        ...warnings.map((w) => w.replace('-', ' '))
      ];
      return printedFigure([raters[judge]!], value, { n, dropped: labels[judge]!.length - n, part: facts.join(', ') });
    })
});

/** Judges beside people, raters as repeats, orders or preferences, and what each rater says at all. */
export const judges: readonly Statistic[] = [
  {
    name: 'human-ceiling',
    title: 'Each annotator against the mean of the others, and each judge against the same mean (Spearman)',
    needs: ['judges', 'numbers'],
    figures: (ratings) => {
      const labels = labelNumbers(ratings);
      const { people, raters, items } = ratings;
      return ratings.judges.flatMap((judge): Row[] => {
        const result = humanCeiling(
          people.map((h) => labels[h]!),
          labels[judge]!
        );
        const n = labels[judge]!.filter((v, i) => v !== null && people.some((h) => labels[h]![i] !== null)).length;
        const rest = { n, dropped: items.length - n };
        return [
          printedFigure(['people'], result.meanHuman, { ...rest, part: 'annotator and other annotators' }),
          printedFigure([raters[judge]!], result.meanJudge, { ...rest, part: 'judge and the same annotators' }),
          printedFigure([raters[judge]!], result.judgeVersusAll, {
            ...rest,
            part: 'judge and the mean of all annotators'
          }),
          printedFigure(['people'], result.reliability, { ...rest, part: 'reliability of the mean, ICC(2,k)' })
        ];
      });
    }
  },
  altTest('accuracy', 0.2),
  altTest('neg-rmse', 0.2),
  {
    name: 'test-retest',
    title: 'Raters as repeats of one judge: equal pairs, all equal, SD of run means, SD within items',
    needs: ['numbers'],
    figures: (ratings) => {
      const result = testRetest(rowsOf(ratings));
      const n = ratings.items.filter((_, i) => ratings.labels.filter((own) => own[i] !== null).length > 1).length;
      const rest = { n, dropped: ratings.items.length - n };
      return [
        printedFigure(ratings.raters, result.pairAgreement, { ...rest, part: 'equal pairs' }),
        printedFigure(ratings.raters, result.allEqual, { ...rest, part: 'all equal' }),
        printedFigure(ratings.raters, result.sdOfRunMeans, { ...rest, part: 'SD of run means' }),
        printedFigure(ratings.raters, result.withinItemSd, { ...rest, part: 'SD within items' })
      ];
    }
  },
  {
    name: 'win-rate',
    title: 'Wins of A by rater: ties excluded, ties as half, ties',
    needs: ['preferences'],
    figures: ({ raters, labels }) =>
      raters.flatMap((rater, r): Row[] => {
        const result = winRate(labels[r] as Preferences);
        const rest = { dropped: labels[r]!.length - result.n };
        return [
          printedFigure([rater], result.tiesExcluded, {
            ...rest,
            part: 'ties excluded',
            n: result.wins + result.losses
          }),
          printedFigure([rater], result.tiesHalf, { ...rest, part: 'ties as half', n: result.n }),
          printedFigure([rater], result.tieRate, { ...rest, part: 'ties', n: result.n })
        ];
      })
  },
  {
    name: 'position-bias',
    title: 'Two raters as one judge in both orders (A first, B first): consistency, primacy bias',
    needs: ['preferences'],
    figures: ({ raters, labels }) =>
      raters.flatMap((rater, a) =>
        raters.slice(a + 1).flatMap((other, i): Row[] => {
          const result = positionBias(labels[a] as Preferences, labels[a + 1 + i] as Preferences);
          const { interval, ...consistency } = result.consistency;
          const rest = { n: result.n, dropped: result.dropped };
          const flips = `${result.primacyFlips} flips to the first, ${result.recencyFlips} to the second`;
          return [
            printedFigure([rater, other], consistency, {
              ...rest,
              part: 'same in both orders',
              interval,
              intervalBy: interval && 'Wilson'
            }),
            printedFigure([rater, other], result.bias, { ...rest, part: flips, p: result.signTestP })
          ];
        })
      )
  },
  {
    name: 'dawid-skene',
    title:
      'Agreement of each rater with labels inferred by a Dawid–Skene model; not reliable on its own for correlated judges',
    needs: ['categories'],
    figures: ({ raters, labels, items, categories }: RatingTable) => {
      const { posterior } = dawidSkene(
        items.map((_, i) => labels.map((own) => own[i]!)),
        categories!
      );
      const inferred = items.map((_, i) => {
        const of = posterior?.[i];
        return of ? categories![of.indexOf(Math.max(...of))]! : null;
      });
      return raters.map((rater, r) => {
        const { value, reason, n, dropped } = percentAgreement(labels[r]!, inferred);
        return printedFigure([rater], value === null ? { value, reason } : { value }, { n, dropped });
      });
    }
  },
  shares('share', 'Share of each label by rater, Wilson', null),
  shares('share-clopper-pearson', 'The same, Clopper–Pearson', clopperPearson),
  shares('share-jeffreys', 'The same, Jeffreys', jeffreys),
  shares('share-agresti-coull', 'The same, Agresti–Coull', agrestiCoull)
];
