import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import type { Figure } from '../units/figure.ts';
import type { WithoutItems } from './items.ts';
import type { UndefinedReason } from '../../stats/numbers/estimate.ts';

/** A figure as pages have it: the number of its items in place of their ids. */
export type ShownFigure = WithoutItems<Figure>;

/** Words for reasons, of the reader's language. */
export type ReasonWords = Words<Messages['figureReasons']>;

/** The message of each reason. */
export const reasonKeys: Record<UndefinedReason, keyof Messages['figureReasons']> = {
  'no-pairs': 'noPairs',
  'no-pairable-values': 'noPairableValues',
  'single-category': 'singleCategory',
  'zero-variance': 'zeroVariance',
  'no-variation': 'noVariation',
  'negative-variance': 'negativeVariance',
  'n=0': 'noItem',
  'n<2': 'oneItem',
  'zero-denominator': 'zeroDenominator',
  'too-few-raters': 'tooFewRaters',
  'too-few-clusters': 'tooFewClusters',
  'rests-on-one-cluster': 'oneCluster',
  'judge-not-informative': 'judgeNotInformative',
  'no-finite-estimate': 'noFiniteEstimate',
  'undefined-replicates': 'undefinedReplicates',
  'no-recaptures': 'noRecaptures',
  'agreement-at-chance': 'agreementAtChance',
  'no-order': 'noOrder',
  'no-look': 'noLook',
  'not-attainable': 'notAttainable'
};

/** Why there is a dash instead of a number. */
export const reasonsIn = (words: ReasonWords): Record<UndefinedReason, string> =>
  Object.fromEntries(Object.entries(reasonKeys).map(([reason, key]) => [reason, words[key]])) as Record<
    UndefinedReason,
    string
  >;

type Explained = Pick<ShownFigure, 'value' | 'reason' | 'intervalReason'>;

/** Why this figure, or its interval, is a dash; null if both are numbers. */
export function whyDash(figure: Explained, words: ReasonWords): string | null {
  const reason = figure.value === null ? figure.reason : figure.intervalReason;
  return reason ? reasonsIn(words)[reason] : null;
}

/** The reasons behind all dashes of a table, each once, for the line below it. */
export const whyDashes = (figures: readonly Explained[], words: ReasonWords): string[] => [
  ...new Set(figures.map((figure) => whyDash(figure, words)).filter((why) => why !== null))
];
