import {
  designEffect,
  mcnemarExactPower,
  nonInferiorityPower,
  sampleSizeMcnemar,
  sampleSizeNonInferiority
} from '../../stats/index.ts';
import { count, many } from '../../stats/writing/figures.ts';
import { roundUp, wholeSteps, type Curve } from './curve.ts';
import type { PlannerInputs } from './inputs.ts';
import { chanceInWords, shown, shownPercent } from './words.ts';

/** Items for one of the two questions about two judges. */
interface PowerAnswer {
  /** Independent items; null where no number up to 5,000 is enough. */
  independent: number | null;
  /** The same, times the design effect. */
  items: number | null;
  queries: number | null;
  /** Power at the items that one has in mind. */
  atItems: number;
}

/** Items to tell two judges apart, and to show that one is not worse. */
export interface PowerPlan {
  items: number;
  difference: PowerAnswer;
  margin: PowerAnswer;
  curves: Curve[];
  /** Last number of items of the chart. */
  to: number;
  answer: string;
  assumptions: string[];
}

/** The exact test is not computed beyond so many independent items. */
const MOST = 5000;

export function powerPlan(inputs: PlannerInputs, items: number): PowerPlan {
  const { first, second, margin, discordant, alpha, power, perQuery, icc } = inputs;
  const effect = designEffect(perQuery, icc);
  const independent = (n: number): number => Math.floor(n / effect + 1e-9);
  const differencePower = (n: number): number =>
    mcnemarExactPower(first, second, Math.min(MOST, independent(n)), alpha);
  const marginPower = (n: number): number => nonInferiorityPower(margin, discordant, n / effect, { alpha });
  const asked = (n: number | null, atItems: number): PowerAnswer => {
    const needed = n === null ? null : Math.ceil(n * effect - 1e-9);
    return { independent: n, items: needed, queries: needed === null ? null : Math.ceil(needed / perQuery - 1e-9), atItems }; // prettier-ignore
  };
  const difference = asked(
    first + second > 0 ? sampleSizeMcnemar(first, second, { alpha, power }).value : null,
    differencePower(items)
  );
  const notWorse = asked(sampleSizeNonInferiority(margin, discordant, { alpha, power }), marginPower(items));
  const to = roundUp(Math.min(MOST * effect, 1.25 * Math.max(items, difference.items ?? 0, notWorse.items ?? 0)));
  const xs = wholeSteps(0, Math.floor(Math.min(to, MOST * effect)), 40);
  return {
    items,
    difference,
    margin: notWorse,
    curves: [
      { name: `A difference: ${shown(first)} against ${shown(second)}`, points: xs.map((x) => ({ x, y: differencePower(x) })) }, // prettier-ignore
      { name: `Non-inferior by ${shown(margin)}`, points: xs.map((x) => ({ x, y: x === 0 ? 0 : marginPower(x) })) }
    ],
    to,
    answer: answerOf(inputs, items, difference, notWorse),
    assumptions: [
      `A difference: the exact McNemar test, two-sided at ${shown(alpha)}, on the same items for both judges. Power sums over the number of discordant items and their split.`,
      `Non-inferiority: normal approximation, one-sided at ${shown(alpha)}, two judges of equal agreement that differ on ${shownPercent(discordant)} of items.`,
      `Clustered items count as items / ${effect.toFixed(2)}, the design effect, rounded down for the exact test. The within-query correlation of differences is assumed equal to that of agreement.`
    ]
  };
}

function answerOf(
  { first, second, margin, power }: PlannerInputs,
  items: number,
  difference: PowerAnswer,
  notWorse: PowerAnswer
): string {
  const how = shownPercent(power);
  const told =
    difference.items === null
      ? first === second
        ? 'Two judges of equal accuracy cannot be distinguished by any number of items.'
        : `More than ${count(MOST)} independent items would be needed to distinguish ${shown(first)} and ${shown(second)}.`
      : `To show that one judge is better, if ${shownPercent(first)} of items are correct only with it and ${shownPercent(second)} only with the other: ${many(difference.items, 'item')} for a power of ${how}.`;
  return `${told} To show that a judge is non-inferior by ${shown(margin)}: ${many(notWorse.items!, 'item')}. With ${many(items, 'item')} the power is ${chanceInWords(difference.atItems)} and ${chanceInWords(notWorse.atItems)}.`;
}
