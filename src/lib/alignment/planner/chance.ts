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
import { many } from '../../stats/writing/figures.ts';
import { roundUp, wholeSteps, type Curve } from './curve.ts';
import type { PlannerInputs } from './inputs.ts';
import { chanceInWords, shown, shownPercent } from './words.ts';

/** How likely a study of this size is to show what it should, if it is true. */
export interface ChancePlan {
  items: number;
  /** Independent items that tell as much, rounded down. */
  effective: number;
  /** That the lower bound of the best ensemble reaches the target, at the items that one has in mind. */
  chance: number;
  /** The same if all of the ensembles are equally good, so that the luckiest of them is selected. */
  tied: number;
  /** Items from which on the chance is the wanted power; null where there are none. */
  needed: { items: number; queries: number } | null;
  curve: Curve;
  to: number;
  answer: string;
  assumptions: string[];
}

export function chancePlan(inputs: PlannerInputs, items: number): ChancePlan {
  const { p, target, confidence, perQuery, icc, power } = inputs;
  const contenders = { count: inputs.contenders, correlation: inputs.alike };
  const clusters = { size: perQuery, icc };
  const at = (n: number): number => clusteredLowerBoundPower(p, target, n, clusters, confidence, contenders);
  const queries = clustersForLowerBoundPower(p, target, power, clusters, confidence, contenders).value;
  const needed = queries === null ? null : { items: Math.ceil(queries * perQuery - 1e-9), queries };
  const to = roundUp(1.25 * Math.max(items, needed?.items ?? 0, 2 * perQuery));
  const chance = at(items);
  return {
    items,
    effective: Math.floor(plannedEffectiveItems(items, clusters) + 1e-9),
    chance,
    tied: chanceOfLuckiest(chance, contenders),
    needed,
    curve: { name: `Probability, if the true agreement is ${shown(p)}`, points: wholeSteps(0, to, 60).map((x) => ({ x, y: at(x) })) }, // prettier-ignore
    to,
    answer: answerOf(inputs, items, chance, needed),
    assumptions: [
      `The true agreement is ${shown(p)}, and the lower bound of the ${shownPercent(confidence)} interval must reach the target of ${shown(target)}.`,
      `The same computation as the agreement gate: Wilson’s lower bound on the effective sample size, ${many(items, 'item')} / ${designEffect(perQuery, icc).toFixed(2)}. With few errors, their correlation within a query is mostly assumed (${shown(ASSUMED_ICC)}) rather than estimated. The number of errors is beta-binomial; the curve is jagged because counts are integers.`,
      inputs.contenders === 1
        ? 'A single ensemble is tested, so there is no correction for selecting the best.'
        : `The best of ${inputs.contenders} indistinguishable ensembles is selected on the same items; their errors correlate at ${shown(inputs.alike)}. ${priceInWords(contenders, items / perQuery, confidence)} The probability is that of the best of them. If all were equally good, it would be ${chanceInWords(chanceOfLuckiest(chance, contenders))}, because the one with the highest sample value is selected.`
    ]
  };
}

/** What the selection costs the lower bound. */
function priceInWords(contenders: PlannedContenders, queries: number, confidence: number): string {
  const clusters = Math.floor(queries + 1e-9);
  if (clusters < 2) return '';
  const [one, best] = [ONE_CANDIDATE, contenders].map((of) => plannedCritical(of, clusters, confidence)) as [
    number,
    number
  ];
  return `The critical value of the lower bound is ${best.toFixed(2)} instead of ${one.toFixed(2)}.`;
}

function answerOf(
  { p, target, power }: PlannerInputs,
  items: number,
  chance: number,
  needed: ChancePlan['needed']
): string {
  const now = `${many(items, 'item')} reach a lower bound of ${shown(target)} in ${chanceInWords(chance)} of studies if the true agreement is ${shown(p)}.`;
  if (p <= target) return `${now} The expected agreement is not above the target, so more items cannot help.`;
  if (needed === null) return `${now} More than 20,000 queries would be needed for ${shownPercent(power)}.`;
  return `${now} For ${shownPercent(power)}: ${many(needed.items, 'item')} in ${many(needed.queries, 'query', 'queries')}.`;
}
