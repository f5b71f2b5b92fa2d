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
  { title: 'Every two raters, or each with the reference', statistics: twoRaters },
  { title: 'All raters together', statistics: manyRaters },
  { title: 'Scores of two raters', statistics: correlations },
  { title: 'Against one rater taken as the truth (--reference)', statistics: compareWithReference },
  { title: 'Tests of paired data', statistics: pairedTests },
  { title: 'Judges beside people (--judges), repeats, preferences, single raters', statistics: judges }
];

const all = new Map(catalogue.flatMap(({ statistics }) => statistics.map((one) => [one.name, one] as const)));

export const statisticNames: readonly string[] = [...all.keys()];

/** What a need says to somebody who has not met it; null where the ratings meet it. */
const unmet: Record<StatisticNeed, (ratings: RatingTable) => string | null> = {
  categories: ({ categories }) =>
    categories
      ? null
      : 'needs categories, and the scale is one of numbers; declare them with --scale nominal or --scale ordinal:…',
  declared: ({ categories, declared }) =>
    categories && !declared
      ? 'needs a declared scale, because categories that nobody used count; declare it with --scale, like --scale ordinal:1..4'
      : null,
  numbers: ({ numeric }) => (numeric ? null : 'needs numbers, and the labels are texts'),
  unit: ({ labels }) =>
    labels.every((own) => own.every((v) => v === null || (typeof v === 'number' && v >= 0 && v <= 1)))
      ? null
      : 'needs scores from 0 to 1',
  preferences: ({ labels }) =>
    labels.every((own) => own.every((v) => v === null || v === 'A' || v === 'B' || v === 'tie'))
      ? null
      : 'needs the labels A, B and tie',
  positive: ({ positive }) =>
    positive === null ? 'needs to know which label is positive: name it with --positive' : null,
  hits: ({ positive, reference }) =>
    positive === null && reference === null
      ? 'needs to know what a hit is: name the label with --positive, or the rater who is right with --reference'
      : null,
  reference: ({ reference }) =>
    reference === null ? 'needs a rater that is taken as the truth: name it with --reference' : null,
  judges: ({ judges: named }) =>
    named.length === 0 ? 'needs to know which raters are judges: name them with --judges' : null
};

const unmetOf = (statistic: Statistic, ratings: RatingTable): string[] =>
  statistic.needs.map((need) => unmet[need](ratings)).filter((reason) => reason !== null);

/** What is computed where nothing is named: agreement of pairs, and coefficients of all raters that suit the scale. */
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
  if (problems.length > 0) refuse.invalid('These ratings do not allow every statistic that was asked for.', problems);
  return wanted.flatMap((one) => one.figures(ratings).map((figure) => ({ statistic: one.name, ...figure })));
}

function unknown(name: string): string {
  const near = statisticNames.filter((known) => known.includes(name) || name.includes(known));
  return `There is no statistic ${name}. ${near.length > 0 ? `Near it: ${near.join(', ')}.` : '"voirdire stats list" lists them.'}`;
}
