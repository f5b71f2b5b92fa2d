import { scaleInWords, type LabelScale } from '../../studies/labels/label-scale.ts';
import type { Figure } from './figure.ts';
import { metricOf } from './metric.ts';
import type { TieRule } from './units.ts';

/** How the figures of a report were computed, for whoever wants to know or to do it again. */
export interface Method {
  /** What the primary figure is, and what κ and Gwet’s coefficient between two raters are called. */
  metric: string;
  short: string;
  kappa: string;
  ac: string | null;
  scale: LabelScale;
  /** How every figure against people treats an item on which they are tied. */
  ties: TieRule;
  target: number;
  confidence: number;
  cluster: string;
  intervals: Record<Figure['interval'], string>;
  resamples: number;
  seed: number;
  notes: string[];
}

interface MethodSettings {
  resamples: number;
  seed: number;
  target: number;
  ties: TieRule;
}

export const methodOf = (scale: LabelScale, { resamples, seed, target, ties }: MethodSettings): Method => {
  const { name, short, kappa, ac, reference, kind } = metricOf(scale);
  return {
    metric: name,
    short,
    kappa,
    ac,
    scale,
    ties,
    target,
    confidence: 0.95,
    cluster: 'query',
    intervals: {
      'wilson-effective': 'Wilson on the effective sample size, with the t quantile on queries − 1 degrees of freedom',
      wilson: 'the same with every item on its own, within one query',
      jackknife:
        'jackknife by query: Wilson’s form between the ends of the coefficient’s range, with the t quantile on queries − 1 degrees of freedom; no interval if leaving out any query changes nothing, or if it leaves the figure undefined',
      'jackknife-items': 'the same with every item on its own, within one query'
    },
    resamples,
    seed,
    notes: [
      `Scale: ${scaleInWords(scale)}${scale.withoutValue?.length ? `; answers without a value on it (${scale.withoutValue.join(', ')}) are counted and enter no figure` : ''}.`,
      `Reference: ${reference}. Labels given after the reveal are not used.`,
      ...(kind === 'mean' ? onNames(scale, ties) : onScores(scale)),
      'Common items: those with a blind label on which every judge gave a label. Candidates are compared on them; each candidate’s own items are given beside.',
      'Pooled figures of people beyond chance count each pair of labels in both orders, because neither person is the first.',
      'Weighted agreement: each item counts 1 / inclusion probability.',
      'Preferences were given after reading the judges’ rationales and are kept apart from blind agreement.',
      'The best of several candidates was chosen on the items it is measured by: the intervals of the candidates do not allow for that, the first gate does.'
    ]
  };
};

const SKIPPED = 'A judge that abstains is skipped for that item; a judge that failed leaves the item out.';

const tieNote = (ties: TieRule): string =>
  ties === 'half'
    ? 'Items on which people are tied are in every figure against people: each of the tied answers counts its share.'
    : 'Items on which people are tied are in no figure against people, as preregistered; their number is given.';

const onNames = ({ level }: LabelScale, ties: TieRule): string[] =>
  level === 'binary'
    ? [
        `Score of an ensemble: 0 to 1. ${SKIPPED}`,
        tieNote(ties),
        'One rule for all figures of a candidate: agreement, κ, AC1 and the table rest on the same items, and a score between 0 and 1 counts partly as yes and partly as no. An undecided average (½) is half right in each of them.',
        'Cohen’s κ: 1 less the mean of |score − reference| over its mean when scores and references are paired at random. Gwet’s AC1: chance agreement from the mean share of yes. Both equal the usual coefficients where every score is yes or no.',
        'Sensitivity and specificity: the mean of the score where people say yes, and of 1 − score where they say no; a tied item is half of each. The table puts a score on the side on which it lies, ½ in a column and tied items in a row of their own.',
        '“Either judge” is right wherever two judges differ on an item with two labels, so it is shown and never used to choose.'
      ]
    : level === 'nominal'
      ? [
          `Category of an ensemble: what most of its judges say. Where several categories are given equally often it has none, which counts as disagreement. Averages, medians and steps need an order and are left out. ${SKIPPED}`,
          tieNote(ties),
          'One rule for all figures of a candidate: agreement, Cohen’s κ (unweighted), Gwet’s AC1 and the table rest on the same items. In the table, items on which people are tied have a row of their own, and those on which the judges are tied a column.',
          'Bias, severity and the ranking of systems need an order and are not computed for categories without one.'
        ]
      : [
          `Answer of an ensemble: by average, the side on which the mean of 1, ½ and 0 lies; by majority, what most judges say; a tie where neither decides. ${SKIPPED}`,
          tieNote(ties),
          'One rule for all figures of a candidate: agreement, Cohen’s κ (unweighted), Gwet’s AC1 and the table rest on the same items. A tie is an answer. Items on which people are tied have a row of their own in the table.',
          'Half for a tie: an answer that is a tie on one side and a side on the other counts ½. Without ties: items on which neither says tie.'
        ];

const onScores = ({ level }: LabelScale): string[] => [
  `Score of an ensemble: the mean or the median of its judges’ scores, not rounded. ${SKIPPED}`,
  'Quadratic-weighted κ: 1 less the mean squared difference over that of scores and references paired at random. It is 1 where they are equal everywhere, 0 where they are as far apart as by chance, and equals Cohen’s κ with weights 1 − (difference / range)² where both are labels.',
  `Beside it: exact agreement, agreement within ${level === 'ordinal' ? 'one step' : 'a tenth of the scale'}, the mean difference in the scale’s own numbers, linear-weighted κ, Spearman’s ρ, Kendall’s τ_b, Krippendorff’s α (${level}) and ICC(2,1).`,
  'The confusion table puts a score with the nearer label; values halfway between two have a row and column of their own. Measured scores are put into five equal ranges.'
];
