import { refuse } from '../../lib/errors.ts';
import { correlations } from './correlations.ts';
import type { RatingTable } from './data.ts';
import type { PrintedFigure, StatisticNeed, Statistic } from './figure.ts';
import { judges } from './judges.ts';
import { manyRaters } from './many-raters.ts';
import { pairedTests } from './paired-tests.ts';
import { twoRaters } from './two-raters.ts';
import { compareWithReference } from './with-reference.ts';

/** Every statistic of a table of ratings, in the order in which they are listed. */
export const catalogue: readonly { title: string; statistics: readonly Statistic[] }[] = [
  { title: 'Pairs of raters, or each rater and the reference', statistics: twoRaters },
  { title: 'All raters together', statistics: manyRaters },
  { title: 'Scores of two raters', statistics: correlations },
  { title: 'Against a reference rater (--reference)', statistics: compareWithReference },
  { title: 'Tests of paired data', statistics: pairedTests },
  { title: 'Judges and annotators (--judges), repeats, preferences, single raters', statistics: judges }
];

const all = new Map(catalogue.flatMap(({ statistics }) => statistics.map((one) => [one.name, one] as const)));

export const statisticNames: readonly string[] = [...all.keys()];

/** The sentence for ratings that do not meet a need; null if they meet it. */
const unmet: Record<StatisticNeed, (ratings: RatingTable) => string | null> = {
  categories: ({ categories }) =>
    categories
      ? null
      : 'requires categories, but the scale is numeric; set categories with --scale nominal or --scale ordinal:…',
  declared: ({ categories, declared }) =>
    categories && !declared
      ? 'requires --scale, e.g. --scale ordinal:1..4, because unused categories affect the result'
      : null,
  numbers: ({ numeric }) => (numeric ? null : 'requires numeric labels, but the labels are text'),
  unit: ({ labels }) =>
    labels.every((own) => own.every((v) => v === null || (typeof v === 'number' && v >= 0 && v <= 1)))
      ? null
      : 'requires scores from 0 to 1',
  preferences: ({ labels }) =>
    labels.every((own) => own.every((v) => v === null || v === 'A' || v === 'B' || v === 'tie'))
      ? null
      : 'requires the labels A, B and tie',
  positive: ({ positive }) => (positive === null ? 'requires the positive label: set it with --positive' : null),
  hits: ({ positive, reference }) =>
    positive === null && reference === null
      ? 'requires a definition of a hit: set the label with --positive, or the reference rater with --reference'
      : null,
  reference: ({ reference }) => (reference === null ? 'requires a reference rater: set it with --reference' : null),
  judges: ({ judges: named }) =>
    named.length === 0 ? 'requires the names of the judges: set them with --judges' : null
};

const unmetOf = (statistic: Statistic, ratings: RatingTable): string[] =>
  statistic.needs.map((need) => unmet[need](ratings)).filter((reason) => reason !== null);

/** Statistics that are computed if none is named: agreement of pairs, and coefficients of all raters that suit the scale. */
export function usualStatistics(ratings: RatingTable): string[] {
  const { scale, categories, raters, declared } = ratings;
  if (!categories)
    return [
      'pearson',
      'spearman',
      'kendall-tau-b',
      'krippendorff-alpha-interval',
      ...(raters.length > 2 ? ['icc-2-1', 'icc-2-k'] : [])
    ];
  const ordered = scale.kind === 'ordinal' && declared;
  const pairs = [
    'percent-agreement',
    'cohen-kappa',
    ...(ordered ? ['cohen-kappa-quadratic', 'gwet-ac2-quadratic'] : ['gwet-ac1'])
  ];
  if (raters.length < 3) return [...pairs, ordered ? 'krippendorff-alpha-ordinal' : 'krippendorff-alpha-nominal'];
  return ordered
    ? [...pairs, 'all-agree', 'fleiss-kappa', 'gwet-ac2-many-quadratic', 'krippendorff-alpha-ordinal']
    : [...pairs, 'all-agree', 'fleiss-kappa', 'gwet-ac1-many', 'krippendorff-alpha-nominal'];
}

/** Computes the named statistics; refuses names that there are not and statistics whose needs are not met. */
export function compute(ratings: RatingTable, names: readonly string[]): PrintedFigure[] {
  const wanted = names.map((name) => all.get(name) ?? refuse.invalid(unknown(name)));
  const problems = wanted.flatMap((statistic) =>
    unmetOf(statistic, ratings).map((reason) => ({ row: null, column: statistic.name, reason }))
  );
  if (problems.length > 0)
    refuse.invalid('Some of the requested statistics cannot be computed from these ratings.', problems);
  return wanted.flatMap((one) => one.figures(ratings).map((figure) => ({ statistic: one.name, ...figure })));
}

function unknown(name: string): string {
  const near = statisticNames.filter((known) => known.includes(name) || name.includes(known));
  return `There is no statistic ${name}. ${near.length > 0 ? `Similar names: ${near.join(', ')}.` : '"voirdire stats list" lists them.'}`;
}
