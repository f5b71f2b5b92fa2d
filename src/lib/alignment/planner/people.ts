import { joinSentences } from '../../messages/sentences.ts';
import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import {
  alternativeAnnotatorPower,
  ratersForReliability,
  seededRandom,
  spearmanBrown,
  type AltTestPower
} from '../../stats/index.ts';
import { count, proportion } from '../../stats/writing/figures.ts';
import type { PlannerInputs } from './inputs.ts';
import { lastResults } from '../report/last-results.ts';
import { shown, shownPercent } from './words.ts';

type PlannerWords = Words<Messages['plannerAnswers']>;

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
  /** People whose mean has the wanted reliability; null if no number does. */
  needed: number | null;
  /** The Alternative Annotator Test: what it asks for and, by simulation, how likely the judge passes. */
  test: {
    enoughPeople: boolean;
    enoughItems: boolean;
    /** Null if it cannot be simulated; `reason` says why. */
    simulated: { passed: number; of: number; items: number; people: number; right: number } | null;
    reason: string | null;
  };
  answer: string;
  assumptions: string[];
}

const most = { people: 6, items: 300 };

/** The last simulations by their numbers: most changes of a plan concern other numbers, and equal ones give an equal result. */
const simulated = lastResults<AltTestPower>(32);

/** Chance that a person is right at yes or no, if two such people agree with this chance: a = h² + (1 − h)². */
export const rightFromAgreement = (between: number): number => (1 + Math.sqrt(Math.max(0, 2 * between - 1))) / 2;

export function peoplePlan(inputs: PlannerInputs, items: number, words: PlannerWords): PeoplePlan {
  const { people, single, wanted, seconds } = inputs;
  const rowFor = (k: number): OverlapRow => {
    const hours = (items * k * seconds) / 3600;
    return { people: k, reliability: spearmanBrown(single, k), labels: items * k, hours, hoursEach: hours / k };
  };
  const chosen = rowFor(people);
  const needed = ratersForReliability(single, wanted).value;
  const sizes = new Set([1, 2, 3, 4, 5, people, ...(needed !== null && needed <= 50 ? [needed] : [])]);
  const test = annotatorTest(inputs, items, words);
  return {
    items,
    chosen,
    rows: [...sizes].sort((a, b) => a - b).map(rowFor),
    needed,
    test,
    answer: answerOf(inputs, chosen, { needed, test }, words),
    assumptions: [
      words.spearmanBrown({ single: shown(single) }),
      words.labelling({ items, seconds: count(Math.round(seconds)) }),
      words.simulation({
        ...{ right: proportion(rightFromAgreement(inputs.between)), between: shownPercent(inputs.between) },
        ...{ p: shown(inputs.p), epsilon: shown(inputs.epsilon) }
      })
    ]
  };
}

function annotatorTest(
  { people, perQuery, icc, p, between, epsilon }: PlannerInputs,
  items: number,
  words: PlannerWords
): PeoplePlan['test'] {
  const enough = { enoughPeople: people >= 3, enoughItems: items >= 50 };
  if (people < 2) return { ...enough, simulated: null, reason: words.oneAnnotator };
  const size = Math.min(most.items, items);
  const group = Math.min(most.people, people);
  if (size < 30) return { ...enough, simulated: null, reason: words.fewItems({ n: items }) };
  const replicates = Math.min(400, Math.max(100, Math.floor(40_000 / (size * group))));
  const right = rightFromAgreement(between);
  const design = {
    people: group,
    items: size,
    human: right,
    judge: p,
    perCluster: Math.max(1, Math.round(perQuery)),
    icc
  };
  const { power } = simulated(JSON.stringify([design, epsilon]), () =>
    alternativeAnnotatorPower(design, { scoring: 'accuracy', epsilon }, { random: seededRandom(1), replicates })
  );
  const passed = Math.round((power.value ?? 0) * replicates);
  return { ...enough, simulated: { passed, of: replicates, items: size, people: group, right }, reason: null };
}

function answerOf(
  { people, wanted }: PlannerInputs,
  { reliability, labels, hours }: OverlapRow,
  { needed, test }: Pick<PeoplePlan, 'needed' | 'test'>,
  words: PlannerWords
): string {
  const told = [
    words.together({ people, reliability: proportion(reliability, 2), labels, time: timeOf(hours, words) })
  ];
  if (reliability < wanted - 1e-9)
    told.push(
      needed === null
        ? words.noPeople({ wanted: shown(wanted) })
        : words.forWanted({ wanted: shown(wanted), n: needed })
    );
  if (!test.enoughPeople || !test.enoughItems)
    told.push(words.testNeeds({ short: test.enoughItems ? 'people' : test.enoughPeople ? 'items' : 'both' }));
  else if (test.simulated) told.push(words.testPasses({ passed: test.simulated.passed, n: test.simulated.of }));
  return joinSentences(told);
}

/** `45 minutes`, `6.5 hours`, `120 hours` */
const timeOf = (hours: number, words: PlannerWords): string =>
  hours < 1
    ? words.minutes({ n: Math.max(1, Math.round(hours * 60)) })
    : words.hours({ n: hours < 10 ? Number(hours.toFixed(1)) : Math.round(hours) });
