import {
  assumedEffectOf,
  ENOUGH_CLUSTERS,
  leastReach,
  ONE_CANDIDATE,
  plannedCritical,
  plannedInterval,
  shareBound,
  winnerSequence
} from '../../stats/index.ts';
import { sayIn } from '../../messages/say-in.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { proportion } from '../../stats/writing/figures.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { FEWEST_SHARED } from '../gates/people.ts';
import { usualLists, type AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { GateName } from '../preregistration/gate-names.ts';
import { BURN_IN, declaredLooks, type SequentialPlan } from '../preregistration/sequential-plan.ts';
import { stoppingBoundary } from '../sequential/stopping-boundary.ts';
import { metricOf } from '../units/metric.ts';

const say = sayingsOf('reachText');
const gateTitle = sayingsOf('gateTitles');

/** Facts of a sample before it has labels. */
export interface PlannedSample {
  /** Items to which a judge gave a label, by query that has any. */
  sizes: readonly number[];
  /** Items, and those that two or more people are to label, whether judges gave them a label or not. */
  items: number;
  shared: number;
  /** Queries with such items of two or more reports. */
  paired: number;
  systems: number;
  /** Times that the judges were asked each question; null if all of them are code, or nothing is known. */
  repeats: number | null;
}

/** A required gate that this sample cannot pass, whatever annotators and judges say. */
export interface OutOfReach {
  gate: GateName;
  /** Highest bound, or number, that the sample can reach; null if nothing can be measured. */
  best: number | null;
  target: number | null;
  /** Queries with as many items each from which on the gate can be passed; null if more queries do not help, or are too many. */
  queries: number | null;
  /** A whole sentence, with the name of the gate. */
  said: Saying;
  /** The same in English, for the command line and the API. */
  text: string;
}

/** Gates for a reader: each with its sentence in a language. */
export const reachIn = (language: string, found: readonly OutOfReach[]): { gate: GateName; text: string }[] =>
  found.map(({ gate, said }) => ({ gate, text: sayIn(language, said) }));

type Found = Omit<OutOfReach, 'gate' | 'text'> | null;

const MOST_QUERIES = 2000;

/**
 * Required gates that a sample is too small to pass even if judges and annotators agree on every item: the bound of each gate is
 * computed as the gate does, for a sample without a single error. Gates that depend on what is found are never named.
 */
export function gatesOutOfReach(plan: AnalysisPlan, sample: PlannedSample, scale: LabelScale): OutOfReach[] {
  return plan.gates.flatMap((gate) => {
    const found = checks[gate](plan, sample, scale);
    if (found === null) return [];
    const said = say('ofGate', { gate: gateTitle(gate), text: found.said });
    return [{ gate, ...found, said, text: sayIn('en', said) }];
  });
}

type Check = (plan: AnalysisPlan, sample: PlannedSample, scale: LabelScale) => Found;

const sum = (of: readonly number[]): number => of.reduce((total, one) => total + one, 0);

/** The same sample with another number of queries, each as large as they are on average. */
const withQueries = ({ sizes }: PlannedSample, queries: number): number[] =>
  Array.from({ length: queries }, () => Math.max(1, Math.round(sum(sizes) / Math.max(1, sizes.length))));

/** Fewest queries for which a condition holds that, once true, stays true. */
function fewestQueries(sample: PlannedSample, reaches: (sizes: readonly number[]) => boolean): number | null {
  const holds = (queries: number): boolean => reaches(withQueries(sample, queries));
  let high = Math.max(2, sample.sizes.length);
  while (high < MOST_QUERIES && !holds(high)) high = Math.min(MOST_QUERIES, 2 * high);
  if (!holds(high)) return null;
  let low = 0;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

const sampleSaid = (sizes: readonly number[]): Saying => say('sample', { items: sum(sizes), queries: sizes.length });

/** Queries that are needed; 0 if their number is not known, or the sample has as many. */
const neededOf = ({ sizes }: PlannedSample, queries: number | null): number =>
  queries === null || queries <= sizes.length ? 0 : queries;

/** A bound to three decimals, rounded down. */
const atMost = (bound: number): string => proportion(Math.floor(bound * 1000) / 1000);

/** A gate on a lower bound, given the bound of a sample without an error; null with which none can be computed. */
function onBound(
  sample: PlannedSample,
  target: number,
  bound: (sizes: readonly number[]) => number | null,
  condition: Saying
): Found {
  const best = bound(sample.sizes);
  if (best !== null && best >= target) return null;
  const queries = fewestQueries(sample, (sizes) => (bound(sizes) ?? -1) >= target);
  const values = {
    ...{ sample: sampleSaid(sample.sizes), condition, target: proportion(target) },
    needed: neededOf(sample, queries)
  };
  return {
    ...{ best, target, queries },
    said: best === null ? say('noBound', values) : say('bound', { ...values, best: atMost(best) })
  };
}

/** Items of each query if only so many are kept, spread over as many queries as there are. */
function spread(sizes: readonly number[], items: number): number[] {
  const kept = sizes.map(() => 0);
  let left = Math.min(items, sum(sizes));
  for (let round = 0; left > 0; round++)
    for (let query = 0; query < sizes.length && left > 0; query++)
      if (sizes[query]! > round) {
        kept[query]!++;
        left--;
      }
  return kept.filter((size) => size > 0);
}

/** Highest lower end of a share that gates compute by query. */
const highestLow = (sizes: readonly number[], confidence: number): number | null => {
  const reach = leastReach(sizes, { range: 1, confidence });
  return reach === null ? null : Math.max(0, 1 - reach);
};

const agreement: Check = (plan, sample, scale) => {
  const { target, confidence, sequential } = plan;
  const condition = say('allAgree');
  if (sequential) return underSequentialPlan(sample, { ...plan, sequential }, condition);
  return onBound(
    sample,
    target,
    (sizes) => {
      if (sizes.length < 2) return null;
      if (metricOf(scale).kind === 'kappa') return 1;
      const critical = plannedCritical(ONE_CANDIDATE, sizes.length, confidence);
      return shareBound({ share: 1, items: sum(sizes), designEffect: null, assumed: assumedEffectOf(sizes) }, critical)
        .low;
    },
    condition
  );
};

/** The lower bound at the last look of a plan under which every query agrees, and whether a look adopts. */
function sequenceWithoutError(
  sizes: readonly number[],
  { sequential, target, confidence }: Pick<AnalysisPlan, 'target' | 'confidence'> & { sequential: SequentialPlan }
): { adopts: boolean; low: number | null } {
  const items = sizes.slice(0, sequential.maximum);
  const { boundary } = stoppingBoundary(sequential, { taken: [], complete: items.length, risk: (1 - confidence) / 2 });
  const { decided, last } = winnerSequence([items.map(() => 1)], { target, items, weights: items, boundary });
  return { adopts: decided?.decision === 'adopt', low: (decided ?? last)?.low ?? null };
}

function underSequentialPlan(
  sample: PlannedSample,
  plan: AnalysisPlan & { sequential: SequentialPlan },
  condition: Saying
): Found {
  const { sizes } = sample;
  const { adopts, low } = sequenceWithoutError(sizes, plan);
  if (adopts) return null;
  const { sequential, target } = plan;
  const queries = fewestQueries(sample, (of) => sequenceWithoutError(of, plan).adopts);
  const first = sequential.rule === 'always-valid' ? BURN_IN : declaredLooks(sequential)[0]!;
  const values = {
    ...{ enough: queries === null ? 'no' : 'yes', most: sequential.maximum, needed: neededOf(sample, queries) }
  };
  const said =
    low === null
      ? say('noLook', { ...values, first, queries: sizes.length })
      : say('sequentialBound', {
          ...values,
          ...{ within: Math.min(sizes.length, sequential.maximum), best: atMost(low) },
          ...{ condition, target: proportion(target) }
        });
  return { best: low, target, queries, said };
}

const lists =
  (name: 'precision' | 'recall', condition: Saying): Check =>
  (plan, sample) =>
    onBound(
      sample,
      plan[name] ?? usualLists[name],
      (sizes) =>
        sizes.length < 2
          ? null
          : (plannedInterval(1, sum(sizes), { size: sum(sizes) / sizes.length, icc: 0 }, plan.confidence)?.[0] ?? null),
      condition
    );

/** Answers that annotators have to give unanimously, at least. */
function answersNeeded(scale: LabelScale): number {
  if (scale.level === 'binary' || scale.level === 'preference') return 2;
  if (scale.level === 'nominal') return 1;
  return scale.level === 'ordinal' && scale.labels.length <= 4 ? scale.labels.length : 3;
}

const unanimous: Check = (plan, sample, scale) => {
  if (sample.shared === 0)
    return {
      ...{ best: null, target: plan.floor, queries: null },
      said: say('oneAnnotatorUnanimous')
    };
  const answers = answersNeeded(scale);
  const share = sample.shared / Math.max(1, sample.items);
  return onBound(
    sample,
    plan.floor,
    (sizes) => highestLow(spread(sizes, Math.floor((share * sum(sizes) + 1e-9) / answers)), plan.confidence),
    answers === 1 ? say('judgesAgree') : say('unanimous', { answers })
  );
};

const people: Check = (_, { shared }) => {
  if (shared >= FEWEST_SHARED) return null;
  return {
    ...{ best: shared, target: FEWEST_SHARED, queries: null },
    said: shared === 0 ? say('oneAnnotator') : say('fewShared', { n: shared, needed: FEWEST_SHARED })
  };
};

const bias: Check = (plan, sample, scale) => {
  if (scale.level === 'nominal') return null;
  const within = 2 * plan.confidence - 1;
  const half = (sizes: readonly number[]): number | null => leastReach(sizes, { range: 1, confidence: within });
  if (sample.paired === 0)
    return {
      ...{ best: null, target: plan.lengthMargin, queries: null },
      said: say('noPairs')
    };
  const one = (queries: number): number[] => Array.from({ length: queries }, () => 1);
  const wide = [
    { name: 'severity', width: half(sample.sizes), margin: plan.severityMargin },
    { name: 'length', width: half(one(sample.paired)), margin: plan.lengthMargin }
  ].filter(({ width, margin }) => width === null || width >= margin);
  const [first] = wide;
  if (!first) return null;
  const share = sample.paired / Math.max(1, sample.sizes.length);
  const queries = fewestQueries(sample, (sizes) => {
    const paired = one(Math.floor(share * sizes.length + 1e-9));
    return (half(sizes) ?? 1) < plan.severityMargin && (half(paired) ?? 1) < plan.lengthMargin;
  });
  const intervals = wide.map(({ name, width, margin }) =>
    width === null
      ? say('noInterval', { name })
      : say('interval', { name, width: proportion(Math.ceil(width * 1000) / 1000), margin: proportion(margin) })
  );
  return {
    ...{ best: first.width, target: first.margin, queries },
    said: say('bias', { sample: sampleSaid(sample.sizes), intervals, needed: neededOf(sample, queries) })
  };
};

const consistency: Check = (plan, sample) => {
  if (sample.repeats === null) return null;
  if (sample.repeats < 2)
    return {
      ...{ best: null, target: plan.consistency, queries: null },
      said: say('askedOnce')
    };
  return onBound(sample, plan.consistency, (sizes) => highestLow(sizes, plan.confidence), say('sameAnswers'));
};

const order: Check = (plan, { sizes, systems }, { level }) =>
  level === 'nominal' || plan.judges.length < 2 || systems < 2 || sizes.length >= ENOUGH_CLUSTERS
    ? null
    : {
        ...{ best: sizes.length, target: ENOUGH_CLUSTERS, queries: ENOUGH_CLUSTERS },
        said: say('fewQueries', { n: sizes.length, needed: ENOUGH_CLUSTERS })
      };

const size =
  (name: 'queries' | 'items', of: (sizes: readonly number[]) => number): Check =>
  (plan, sample) => {
    const best = of(sample.sizes);
    if (best >= plan[name]) return null;
    return {
      ...{ best, target: plan[name] },
      queries: fewestQueries(sample, (sizes) => of(sizes) >= plan[name]),
      said:
        name === 'queries'
          ? say('sizeQueries', { n: best, least: plan[name] })
          : say('sizeItems', { n: best, least: plan[name] })
    };
  };

const checks: Record<GateName, Check> = {
  agreement,
  precision: lists('precision', say('allValid')),
  recall: lists('recall', say('allReported')),
  people,
  unanimous,
  bias,
  consistency,
  order,
  queries: size('queries', ({ length }) => length),
  items: size('items', sum)
};
