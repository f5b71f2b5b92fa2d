import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import {
  designEffect,
  mcnemarExactPower,
  nonInferiorityPower,
  sampleSizeMcnemar,
  sampleSizeNonInferiority
} from '../../stats/index.ts';
import { roundUp, wholeSteps, type Curve } from './curve.ts';
import type { PlannerInputs } from './inputs.ts';
import { chanceInWords, shown, shownPercent } from './words.ts';

type PlannerWords = Words<Messages['plannerAnswers']>;

/** Items for one of the two questions about two judges. */
interface PowerAnswer {
  /** Independent items; null if no number up to 5,000 is enough. */
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

export function powerPlan(inputs: PlannerInputs, items: number, words: PlannerWords): PowerPlan {
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
  const xs = wholeSteps(Math.floor(Math.min(to, MOST * effect)), 40);
  return {
    items,
    difference,
    margin: notWorse,
    curves: [
      {
        name: words.curveDifference({ first: shown(first), second: shown(second) }),
        points: xs.map((x) => ({ x, y: differencePower(x) }))
      },
      {
        name: words.curveMargin({ margin: shown(margin) }),
        points: xs.map((x) => ({ x, y: x === 0 ? 0 : marginPower(x) }))
      }
    ],
    to,
    answer: answerOf(inputs, items, { difference, notWorse }, words),
    assumptions: [
      words.mcnemar({ alpha: shown(alpha) }),
      words.nonInferiority({ alpha: shown(alpha), discordant: shownPercent(discordant) }),
      words.clustered({ effect: effect.toFixed(2) })
    ]
  };
}

function answerOf(
  { first, second, margin, power }: PlannerInputs,
  items: number,
  { difference, notWorse }: { difference: PowerAnswer; notWorse: PowerAnswer },
  words: PlannerWords
): string {
  const told =
    difference.items !== null
      ? words.better({
          ...{ first: shownPercent(first), second: shownPercent(second) },
          ...{ items: difference.items, power: shownPercent(power) }
        })
      : first === second
        ? words.equalJudges
        : words.tooMany({ n: MOST, first: shown(first), second: shown(second) });
  const inferior = words.notInferior({
    ...{ margin: shown(margin), needed: notWorse.items!, items },
    ...{ difference: chanceInWords(difference.atItems, words), notWorse: chanceInWords(notWorse.atItems, words) }
  });
  return `${told} ${inferior}`;
}
