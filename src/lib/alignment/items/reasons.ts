import type { Figure } from '../units/figure.ts';
import type { WithoutItems } from './items.ts';
import type { UndefinedReason } from '../../stats/numbers/estimate.ts';

/** A figure as pages have it: the number of its items in place of their ids. */
export type ShownFigure = WithoutItems<Figure>;

/** Why there is a dash instead of a number. */
export const reasonInWords: Record<UndefinedReason, string> = {
  'no-pairs': 'no item has a label from both',
  'no-pairable-values': 'no item carries two labels',
  'single-category': 'every label is the same, so that agreement by chance is certain',
  'zero-variance': 'the labels do not vary',
  'no-variation': 'nothing varies between queries, so an interval would have no width',
  'negative-variance': 'the estimate of a variance is below 0, so that no reliability results',
  'n=0': 'there is no such item',
  'n<2': 'there is only one such item',
  'zero-denominator': 'there is no such item to divide by',
  'too-few-raters': 'there are fewer than two raters',
  'too-few-clusters': 'the items come from one query only, so that no interval by query can be given',
  'rests-on-one-cluster': 'without one of the queries it is undefined, so that no interval can be given',
  'judge-not-informative': 'the judge’s answer says nothing about people’s',
  'no-finite-estimate': 'the data have no single best value',
  'undefined-replicates': 'too many resamples left it undefined for an interval',
  'no-recaptures': 'no valid issue was reported by both, so nothing tells how many were missed',
  'agreement-at-chance': 'two people agree no more often than labels given at random would',
  'no-order': 'the categories have no order, so a difference has no direction',
  'no-look': 'the first look of the sequential plan is still to come',
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
