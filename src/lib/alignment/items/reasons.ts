import type { Figure } from '../units/figure.ts';
import type { WithoutItems } from './items.ts';
import type { UndefinedReason } from '../../stats/numbers/estimate.ts';

/** A figure as pages have it: the number of its items in place of their ids. */
export type ShownFigure = WithoutItems<Figure>;

/** Why there is a dash instead of a number. */
export const reasonInWords: Record<UndefinedReason, string> = {
  'no-pairs': 'no item has labels from both raters',
  'no-pairable-values': 'no item has two labels',
  'single-category': 'all labels are equal, so chance agreement is 1',
  'zero-variance': 'the labels do not vary',
  'no-variation': 'there is no variance between queries',
  'negative-variance': 'a variance estimate is negative, so reliability is undefined',
  'n=0': 'there is no such item',
  'n<2': 'there is only one such item',
  'zero-denominator': 'the denominator is 0',
  'too-few-raters': 'there are fewer than two raters',
  'too-few-clusters': 'all items come from one query, so the interval by query is undefined',
  'rests-on-one-cluster': 'it is undefined without one of the queries, so the interval is undefined',
  'judge-not-informative': 'the judge’s labels carry no information about those of annotators',
  'no-finite-estimate': 'the likelihood has no unique maximum',
  'undefined-replicates': 'it is undefined in too many resamples for an interval',
  'no-recaptures': 'no valid issue was reported by both, so the number missed cannot be estimated',
  'agreement-at-chance': 'two annotators agree no more often than by chance',
  'no-order': 'the categories have no order, so a difference has no direction',
  'no-look': 'the first look of the sequential plan has not been reached',
  'not-attainable': 'no setting meets the requirement'
};

type Explained = Pick<ShownFigure, 'value' | 'reason' | 'intervalReason'>;

/** Why this figure, or its interval, is a dash; null where both are numbers. */
export function whyDash(figure: Explained): string | null {
  const reason = figure.value === null ? figure.reason : figure.intervalReason;
  return reason ? reasonInWords[reason] : null;
}

/** The reasons behind all dashes of a table, each once, for the line below it. */
export const whyDashes = (figures: readonly Explained[]): string[] => [
  ...new Set(figures.map(whyDash).filter((why) => why !== null))
];
