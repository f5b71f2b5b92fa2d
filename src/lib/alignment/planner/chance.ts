import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import {
  ASSUMED_ICC,
  chanceOfLuckiest,
  clusteredLowerBoundPower,
  clustersForLowerBoundPower,
  designEffect,
  ONE_CANDIDATE,
  plannedCritical,
  plannedEffectiveItems,
  type PlannedContenders
} from '../../stats/index.ts';
import { roundUp, wholeSteps, type Curve } from './curve.ts';
import type { PlannerInputs } from './inputs.ts';
import { chanceInWords, shown, shownPercent } from './words.ts';

type PlannerWords = Words<Messages['plannerAnswers']>;

/** How likely a study of this size is to show what it should, if it is true. */
export interface ChancePlan {
  items: number;
  /** Independent items that tell as much, rounded down. */
  effective: number;
  /** That the lower bound of the best ensemble reaches the target, at the items that one has in mind. */
  chance: number;
  /** The same if all of the ensembles are equally good, so that the luckiest of them is selected. */
  tied: number;
  /** Items from which on the chance is the wanted power; null if there are none. */
  needed: { items: number; queries: number } | null;
  curve: Curve;
  to: number;
  answer: string;
  assumptions: string[];
}

export function chancePlan(inputs: PlannerInputs, items: number, words: PlannerWords): ChancePlan {
  const { p, target, confidence, perQuery, icc, power } = inputs;
  const contenders = { count: inputs.contenders, correlation: inputs.alike };
  const clusters = { size: perQuery, icc };
  const at = (n: number): number => clusteredLowerBoundPower(p, target, n, clusters, confidence, contenders);
  const queries = clustersForLowerBoundPower(p, target, power, clusters, confidence, contenders).value;
  const needed = queries === null ? null : { items: Math.ceil(queries * perQuery - 1e-9), queries };
  const to = roundUp(1.25 * Math.max(items, needed?.items ?? 0, 2 * perQuery));
  const chance = at(items);
  const tied = chanceOfLuckiest(chance, contenders);
  return {
    items,
    effective: Math.floor(plannedEffectiveItems(items, clusters) + 1e-9),
    chance,
    tied,
    needed,
    curve: { name: words.curveChance({ p: shown(p) }), points: wholeSteps(to, 60).map((x) => ({ x, y: at(x) })) },
    to,
    answer: answerOf(inputs, items, { chance, needed }, words),
    assumptions: [
      words.trueAgreement({ p: shown(p), confidence: shownPercent(confidence), target: shown(target) }),
      words.gateComputation({ items, effect: designEffect(perQuery, icc).toFixed(2), icc: shown(ASSUMED_ICC) }),
      inputs.contenders === 1
        ? words.oneEnsemble
        : selectionInWords(inputs, contenders, { queries: items / perQuery, tied }, words)
    ]
  };
}

/** Cost of selecting the best candidate, in words. */
function selectionInWords(
  inputs: PlannerInputs,
  contenders: PlannedContenders,
  { queries, tied }: { queries: number; tied: number },
  words: PlannerWords
): string {
  const told = {
    ...{ n: contenders.count, correlation: shown(contenders.correlation), tied: chanceInWords(tied, words) }
  };
  const clusters = Math.floor(queries + 1e-9);
  if (clusters < 2) return words.bestOfFewQueries(told);
  const [single, critical] = [ONE_CANDIDATE, contenders].map((of) =>
    plannedCritical(of, clusters, inputs.confidence).toFixed(2)
  ) as [string, string];
  return words.bestOf({ ...told, critical, single });
}

function answerOf(
  { p, target, power }: PlannerInputs,
  items: number,
  { chance, needed }: Pick<ChancePlan, 'chance' | 'needed'>,
  words: PlannerWords
): string {
  const now = words.reach({ items, target: shown(target), chance: chanceInWords(chance, words), p: shown(p) });
  if (p <= target) return `${now} ${words.notAbove}`;
  if (needed === null) return `${now} ${words.tooManyQueries({ power: shownPercent(power) })}`;
  return `${now} ${words.needed({ power: shownPercent(power), ...needed })}`;
}
