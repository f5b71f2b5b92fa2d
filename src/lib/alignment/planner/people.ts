import { alternativeAnnotatorPower, ratersForReliability, seededRandom, spearmanBrown } from '../../stats/index.ts';
import { count, many, proportion } from '../../stats/writing/figures.ts';
import type { PlannerInputs } from './inputs.ts';
import { shown, shownPercent } from './words.ts';

/** So many people on each item. */
interface OverlapRow {
  people: number;
  reliability: number;
  labels: number;
  hours: number;
  /** Where as many people judge every item. */
  hoursEach: number;
}

/** How many people judge each item, and what that takes. */
export interface PeoplePlan {
  items: number;
  chosen: OverlapRow;
  rows: OverlapRow[];
  /** People whose mean has the wanted reliability; null where no number does. */
  needed: number | null;
  /** The Alternative Annotator Test: what it asks for and, by simulation, how likely the judge passes. */
  test: {
    enoughPeople: boolean;
    enoughItems: boolean;
    /** Null where it cannot be simulated; `reason` says why. */
    simulated: { passed: number; of: number; items: number; people: number; right: number } | null;
    reason: string | null;
  };
  answer: string;
  assumptions: string[];
}

const most = { people: 6, items: 300 };

/** How often somebody is right at yes or no, where two such people say the same so often: a = h² + (1 − h)². */
export const rightFromAgreement = (between: number): number => (1 + Math.sqrt(Math.max(0, 2 * between - 1))) / 2;

export function peoplePlan(inputs: PlannerInputs, items: number): PeoplePlan {
  const { people, single, wanted, seconds } = inputs;
  const rowFor = (k: number): OverlapRow => {
    const hours = (items * k * seconds) / 3600;
    return { people: k, reliability: spearmanBrown(single, k), labels: items * k, hours, hoursEach: hours / k };
  };
  const chosen = rowFor(people);
  const needed = ratersForReliability(single, wanted).value;
  const sizes = new Set([1, 2, 3, 4, 5, people, ...(needed !== null && needed <= 50 ? [needed] : [])]);
  const test = annotatorTest(inputs, items);
  return {
    items,
    chosen,
    rows: [...sizes].sort((a, b) => a - b).map(rowFor),
    needed,
    test,
    answer: answerOf(inputs, chosen, needed, test),
    assumptions: [
      `Spearman–Brown: k annotators of reliability ρ = ${shown(single)} have kρ / (1 + (k − 1)ρ) together. Annotators are assumed exchangeable, with independent errors.`,
      `${many(items, 'item')}, each labelled by k annotators, ${count(Math.round(seconds))} seconds a label. Hours each: if the same k annotators label every item.`,
      `Simulated test: yes/no items; annotators are correct with probability ${proportion(rightFromAgreement(inputs.between))}, so that two of them agree on ${shownPercent(inputs.between)}; the judge is correct with probability ${shown(inputs.p)}; ε ${shown(inputs.epsilon)}; the test of the gate, clustered by query, with errors of each rater correlated within a query as planned. The seed is fixed.`
    ]
  };
}

function annotatorTest(
  { people, perQuery, icc, p, between, epsilon }: PlannerInputs,
  items: number
): PeoplePlan['test'] {
  const enough = { enoughPeople: people >= 3, enoughItems: items >= 50 };
  if (people < 2) return { ...enough, simulated: null, reason: 'a single annotator cannot be compared with others' };
  const size = Math.min(most.items, items);
  const group = Math.min(most.people, people);
  if (size < 30)
    return { ...enough, simulated: null, reason: `${many(items, 'item')} are fewer than the 30 that the test needs per annotator` }; // prettier-ignore
  const replicates = Math.min(400, Math.max(100, Math.floor(40_000 / (size * group))));
  const right = rightFromAgreement(between);
  const { power } = alternativeAnnotatorPower(
    { people: group, items: size, human: right, judge: p, perCluster: Math.max(1, Math.round(perQuery)), icc },
    { scoring: 'accuracy', epsilon },
    { random: seededRandom(1), replicates }
  );
  const passed = Math.round((power.value ?? 0) * replicates);
  return { ...enough, simulated: { passed, of: replicates, items: size, people: group, right }, reason: null };
}

function answerOf(
  { people, wanted }: PlannerInputs,
  chosen: OverlapRow,
  needed: number | null,
  { enoughPeople, enoughItems, simulated }: PeoplePlan['test']
): string {
  const together = `${many(people, 'annotator')} per item ${people === 1 ? 'has' : 'have'} a reliability of ${proportion(chosen.reliability, 2)} together and need ${many(chosen.labels, 'label')}, about ${hoursInWords(chosen.hours)}.`;
  const reach =
    chosen.reliability >= wanted - 1e-9
      ? ''
      : needed === null
        ? ` No number of annotators reaches ${shown(wanted)}.`
        : ` For ${shown(wanted)}: ${many(needed, 'annotator')}.`;
  const short = [...(enoughPeople ? [] : ['3 annotators']), ...(enoughItems ? [] : ['50 items'])];
  const test =
    short.length > 0
      ? ` The Alternative Annotator Test needs at least ${short.join(' and ')}.`
      : simulated
        ? ` The Alternative Annotator Test passes such a judge in ${simulated.passed} of ${simulated.of} simulated studies.`
        : '';
  return together + reach + test;
}

/** `45 minutes`, `6.5 hours`, `120 hours` */
const hoursInWords = (hours: number): string =>
  hours < 1 ? many(Math.max(1, Math.round(hours * 60)), 'minute') : many(hours < 10 ? Number(hours.toFixed(1)) : Math.round(hours), 'hour'); // prettier-ignore
