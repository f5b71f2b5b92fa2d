import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import { designEffect, weightingEffect } from '../../../stats/numbers/design-effect.ts';

/** Reasons why a sample tells less than as many independent items with equal chances; see `designEffectOf`. */
export interface SampleDesign {
  /** Sampled items of a query as a sampled item sees them on average: Σm² ∕ Σm. */
  perQuery: number;
  /** Kish's effect of unequal chances, 1 if all items had the same. */
  weighting: number;
}

/** How alike items of one query are taken to be if no labels tell: the planner begins with the same. */
const USUAL_ICC = 0.1;

/** Items of a cluster as an item sees them on average, Σm² ∕ Σm. @param clusters of each item; not empty */
export function sizeThatAnItemSees(clusters: readonly string[]): number {
  const sizes = [...Map.groupBy(clusters, (cluster) => cluster).values()].map(({ length }) => length);
  return sizes.reduce((sum, size) => sum + size * size, 0) / clusters.length;
}

/**
 * How many times as many items unequal chances need: n Σw² ∕ (Σw)² with w = 1 ∕ p (Kish 1965, section 11.7).
 *
 * @param chances inclusion probabilities of the sampled items, each above 0; not empty
 */
export const kishEffect = (chances: readonly number[]): number => weightingEffect(chances.map((chance) => 1 / chance));

/** Both effects together: how many times as many items the sample needs as one of independent items with equal chances. */
export const designEffectOf = ({ perQuery, weighting }: SampleDesign, icc = USUAL_ICC): number =>
  weighting * designEffect(perQuery, icc);

/** `Design effect 1.9 at an ICC of .1 …: 40 items are as informative as 21 independent ones.` */
export function designInWords(design: SampleDesign, items: number, words: Words<Messages['planFigures']>): string {
  const effect = designEffectOf(design);
  const values = {
    effect: effect.toFixed(2),
    perQuery: design.perQuery.toFixed(1),
    items,
    independent: Math.max(1, Math.round(items / effect))
  };
  return design.weighting > 1.005
    ? words.designWeighted({ ...values, weighting: design.weighting.toFixed(2) })
    : words.design(values);
}
