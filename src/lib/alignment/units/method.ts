import { scaleInWords, type LabelScale } from '../../studies/labels/label-scale.ts';
import type { Figure } from './figure.ts';
import { metricOf } from './metric.ts';
import type { TieRule } from './units.ts';

/** Method by which the figures of a report were computed, for readers who check or repeat it. */
export interface Method {
  /** Name of the primary figure, and names of κ and Gwet’s coefficient between two raters. */
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
  /** Candidates that were compared, and preferences given. */
  candidates: number;
  preferences: number;
}

export const methodOf = (
  scale: LabelScale,
  { resamples, seed, target, ties, candidates, preferences }: MethodSettings
): Method => {
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
      wilson: 'within one query: the same, with items as independent',
      jackknife:
        'jackknife by query: Wilson’s form between the ends of the coefficient’s range, with the t quantile on queries − 1 degrees of freedom; undefined if no query changes the figure or if leaving one out makes it undefined',
      'jackknife-items': 'within one query: the same, with items as independent'
    },
    resamples,
    seed,
    notes: [
      scale.withoutValue?.length
        ? `Scale: ${scaleInWords(scale)}; answers without a value on it (${scale.withoutValue.join(', ')}) are counted and excluded from all figures.`
        : `Scale: ${scaleInWords(scale)}.`,
      `Reference: ${reference}. Labels given after the reveal are not used.`,
      ...(kind === 'mean' ? onNames(scale, ties) : onScores(scale)),
      'Common items have a blind label and a label from every judge. Candidates are compared on them; figures on each candidate’s own items are also reported.',
      'Pooled chance-corrected figures of annotators count each pair of labels in both orders, because annotators are interchangeable.',
      'Weighted agreement: each item counts 1 / inclusion probability.',
      ...(preferences > 0
        ? [
            'Preferences were given after reading the judges’ rationales and are reported separately from blind agreement.'
          ]
        : []),
      ...(candidates > 1
        ? [
            'The best of several candidates was selected on the items it is measured on. The first gate corrects for this selection; the intervals of the candidates do not.'
          ]
        : [])
    ]
  };
};

const SKIPPED = 'A judge that abstains is skipped for that item; if a judge failed, the item is excluded.';

const tieNote = (ties: TieRule): string =>
  ties === 'half'
    ? 'Items on which annotators are tied are included in every figure; each tied label counts its share.'
    : 'As preregistered, items on which annotators are tied are excluded from every figure; their number is reported.';

const onNames = ({ level }: LabelScale, ties: TieRule): string[] =>
  level === 'binary'
    ? [
        `Score of an ensemble: 0 to 1. ${SKIPPED}`,
        tieNote(ties),
        'One rule for all figures of a candidate: agreement, κ, AC1 and the table use the same items, and a score between 0 and 1 counts partly as yes and partly as no. A tied average (½) counts half in each of them.',
        'Cohen’s κ: 1 minus the mean of |score − reference| over its mean when scores and references are paired at random. Gwet’s AC1: chance agreement from the mean share of yes. Both equal the usual coefficients if every score is yes or no.',
        'Sensitivity and specificity: the mean of the score on items that annotators label yes, and of 1 − score on those labelled no; a tied item counts half in each. In the table, a score counts on its nearer side; ½ has its own column and tied items their own row.',
        '“Either judge” is right by construction if two judges differ on an item with two labels, so it is reported but not used for selection.'
      ]
    : level === 'nominal'
      ? [
          `Category of an ensemble: the most frequent category of its judges. If several categories are equally frequent it has none, which counts as disagreement. Averages, medians and steps need an order and are undefined. ${SKIPPED}`,
          tieNote(ties),
          'One rule for all figures of a candidate: agreement, Cohen’s κ (unweighted), Gwet’s AC1 and the table use the same items. In the table, items on which annotators are tied have their own row, and those on which the judges are tied their own column.',
          'Bias, severity and the ranking of systems need an order and are not computed for categories without one.'
        ]
      : [
          `Answer of an ensemble: by average, the side on which the mean of 1, ½ and 0 lies; by majority, the most frequent label of the judges; otherwise a tie. ${SKIPPED}`,
          tieNote(ties),
          'One rule for all figures of a candidate: agreement, Cohen’s κ (unweighted), Gwet’s AC1 and the table use the same items. A tie is an answer. Items on which annotators are tied have their own row in the table.',
          'Half for a tie: an answer that is a tie on one side and a side on the other counts ½. Without ties: items without a tie on either side.'
        ];

const onScores = ({ level }: LabelScale): string[] => [
  `Score of an ensemble: the mean or the median of its judges’ scores, not rounded. ${SKIPPED}`,
  'Quadratic-weighted κ: 1 minus the mean squared difference over that of scores and references paired at random. It is 1 for perfect agreement, 0 for chance agreement, and equals Cohen’s κ with weights 1 − (difference / range)² where both are labels.',
  `Also reported: exact agreement, agreement within ${level === 'ordinal' ? 'one step' : 'a tenth of the scale'}, the mean absolute difference in units of the scale, linear-weighted κ, Spearman’s ρ, Kendall’s τ_b, Krippendorff’s α (${level}) and ICC(2,1).`,
  'The confusion table assigns a score to the nearer label; values halfway between two have their own row and column. Continuous scores are grouped into five equal ranges.'
];
