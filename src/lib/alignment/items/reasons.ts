import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import type { Figure } from '../units/figure.ts';
import type { WithoutItems } from './items.ts';
import type { UndefinedReason } from '../../stats/numbers/estimate.ts';

/** A figure as pages have it: the number of its items in place of their ids. */
export type ShownFigure = WithoutItems<Figure>;

/** Words for reasons, of the reader's language. */
export type ReasonWords = Words<Messages['figureReasons']>;

/** Why there is a dash instead of a number. */
export const reasonsIn = (words: ReasonWords): Record<UndefinedReason, string> => ({
  'no-pairs': words.noPairs,
  'no-pairable-values': words.noPairableValues,
  'single-category': words.singleCategory,
  'zero-variance': words.zeroVariance,
  'no-variation': words.noVariation,
  'negative-variance': words.negativeVariance,
  'n=0': words.noItem,
  'n<2': words.oneItem,
  'zero-denominator': words.zeroDenominator,
  'too-few-raters': words.tooFewRaters,
  'too-few-clusters': words.tooFewClusters,
  'rests-on-one-cluster': words.oneCluster,
  'judge-not-informative': words.judgeNotInformative,
  'no-finite-estimate': words.noFiniteEstimate,
  'undefined-replicates': words.undefinedReplicates,
  'no-recaptures': words.noRecaptures,
  'agreement-at-chance': words.agreementAtChance,
  'no-order': words.noOrder,
  'no-look': words.noLook,
  'not-attainable': words.notAttainable
});

type Explained = Pick<ShownFigure, 'value' | 'reason' | 'intervalReason'>;

/** Why this figure, or its interval, is a dash; null where both are numbers. */
export function whyDash(figure: Explained, words: ReasonWords): string | null {
  const reason = figure.value === null ? figure.reason : figure.intervalReason;
  return reason ? reasonsIn(words)[reason] : null;
}

/** The reasons behind all dashes of a table, each once, for the line below it. */
export const whyDashes = (figures: readonly Explained[], words: ReasonWords): string[] => [
  ...new Set(figures.map((figure) => whyDash(figure, words)).filter((why) => why !== null))
];
