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
import { count, many, proportion } from '../../stats/writing/figures.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { FEWEST_SHARED } from '../gates/people.ts';
import { usualLists, type AnalysisPlan } from '../preregistration/analysis-plan.ts';
import { gateTitles } from '../preregistration/analysis-plan-words.ts';
import { planWordsIn } from '../preregistration/plan-words.ts';
import type { GateName } from '../preregistration/gate-names.ts';
import { BURN_IN, declaredLooks, type SequentialPlan } from '../preregistration/sequential-plan.ts';
import { stoppingBoundary } from '../sequential/stopping-boundary.ts';
import { metricOf } from '../units/metric.ts';

const titles = gateTitles(planWordsIn('en').gates);

/** What is known of a sample before anybody has labelled it. */
export interface PlannedSample {
  /** Items of each query that has any. */
  sizes: readonly number[];
  /** Items that two or more people are to label. */
  shared: number;
  /** Queries with items of two or more reports. */
  paired: number;
  systems: number;
  /** Times that the judges were asked each question; null where all of them are code, or nothing is known. */
  repeats: number | null;
}

/** A required gate that this sample cannot pass, whatever annotators and judges say. */
export interface OutOfReach {
  gate: GateName;
  /** Highest bound, or number, that the sample can reach; null where nothing can be measured. */
  best: number | null;
  target: number | null;
  /** Queries with as many items each from which on the gate can be passed; null where more queries do not help, or are too many. */
  queries: number | null;
  /** A whole sentence. */
  text: string;
}

type Found = Omit<OutOfReach, 'gate'> | null;

const MOST_QUERIES = 2000;

/**
 * Required gates that a sample is too small to pass even if judges and annotators agree on every item: the bound of each gate is
 * computed as the gate does, for a sample without a single error. Gates that depend on what is found are never named.
 */
export function gatesOutOfReach(plan: AnalysisPlan, sample: PlannedSample, scale: LabelScale): OutOfReach[] {
  return plan.gates.flatMap((gate) => {
    const found = checks[gate](plan, sample, scale);
    return found === null ? [] : [{ gate, ...found, text: `${titles[gate].title}: ${found.text}` }];
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

const sampleInWords = (sizes: readonly number[]): string =>
  `${many(sum(sizes), 'item')} in ${many(sizes.length, 'query', 'queries')}`;

const neededInWords = ({ sizes }: PlannedSample, queries: number | null): string =>
  queries === null || queries <= sizes.length ? '' : ` At least ${many(queries, 'query', 'queries')} with as many items each are needed.`; // prettier-ignore

/** A gate on a lower bound, given the bound of a sample without an error; null with which none can be computed. */
function onBound(
  sample: PlannedSample,
  target: number,
  bound: (sizes: readonly number[]) => number | null,
  condition: string
): Found {
  const best = bound(sample.sizes);
  if (best !== null && best >= target) return null;
  const queries = fewestQueries(sample, (sizes) => (bound(sizes) ?? -1) >= target);
  const reached =
    best === null
      ? `${sampleInWords(sample.sizes)} have no lower bound by query`
      : `with ${sampleInWords(sample.sizes)} the lower bound reaches at most ${proportion(Math.floor(best * 1000) / 1000)}`;
  return {
    ...{ best, target, queries },
    text: `${reached}, even if ${condition}; the target is ${proportion(target)}.${neededInWords(sample, queries)}`
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
  return reach === null ? null : 1 - reach;
};

const agreement: Check = (plan, sample, scale) => {
  const { target, confidence, sequential } = plan;
  const condition = 'judges and annotators agree on every item';
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
  condition: string
): Found {
  const { sizes } = sample;
  const { adopts, low } = sequenceWithoutError(sizes, plan);
  if (adopts) return null;
  const { sequential, target } = plan;
  const queries = fewestQueries(sample, (of) => sequenceWithoutError(of, plan).adopts);
  const first = sequential.rule === 'always-valid' ? BURN_IN : declaredLooks(sequential)[0]!;
  const [within, most] = [Math.min(sizes.length, sequential.maximum), count(sequential.maximum)];
  const reached =
    low === null
      ? `the first look comes after ${many(first, 'complete query', 'complete queries')}, and the study has ${count(sizes.length)}`
      : `after ${many(within, 'complete query', 'complete queries')} the lower bound of the sequential plan reaches at most ${proportion(Math.floor(low * 1000) / 1000)}, even if ${condition}; the target is ${proportion(target)}`;
  const needed =
    queries === null
      ? ` The plan’s maximum of ${most} queries is too low for this target.`
      : neededInWords(sample, queries);
  return { best: low, target, queries, text: `${reached}.${needed}` };
}

const lists =
  (name: 'precision' | 'recall', condition: string): Check =>
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
      text: 'each item is assigned to one annotator, so no item can have unanimous annotators. Assign items to two or more annotators.'
    };
  const answers = answersNeeded(scale);
  const share = sample.shared / sum(sample.sizes);
  return onBound(
    sample,
    plan.floor,
    (sizes) => highestLow(spread(sizes, Math.floor((share * sum(sizes) + 1e-9) / answers)), plan.confidence),
    answers === 1
      ? 'judges agree with annotators on every item'
      : `annotators are unanimous on all items, on each of ${answers} answers equally often, and judges agree with them`
  );
};

const people: Check = (_, { shared }) => {
  if (shared >= FEWEST_SHARED) return null;
  return {
    ...{ best: shared, target: FEWEST_SHARED, queries: null },
    text:
      shared === 0
        ? 'each item is assigned to one annotator, so judges cannot be compared with inter-annotator agreement. Assign items to two or more annotators.'
        : `${many(shared, 'item')} ${shared === 1 ? 'goes' : 'go'} to two or more annotators; the test needs ${FEWEST_SHARED}.`
  };
};

const bias: Check = (plan, sample, scale) => {
  if (scale.level === 'nominal') return null;
  const within = 2 * plan.confidence - 1;
  const half = (sizes: readonly number[]): number | null => leastReach(sizes, { range: 1, confidence: within });
  if (sample.paired === 0)
    return {
      ...{ best: null, target: plan.lengthMargin, queries: null },
      text: 'no query has items of two reports, so bias by length cannot be tested. Draw items of several systems per query.'
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
  const told = wide.map(({ name, width, margin }) =>
    width === null
      ? `${name} has no interval by query`
      : `the interval of ${name} is at least ±${proportion(Math.ceil(width * 1000) / 1000)} (margin ±${proportion(margin)})`
  );
  return {
    ...{ best: first.width, target: first.margin, queries },
    text: `with ${sampleInWords(sample.sizes)}, ${told.join(', and ')}, even if judges and annotators agree on every item.${neededInWords(sample, queries)}`
  };
};

const consistency: Check = (plan, sample) => {
  if (sample.repeats === null) return null;
  if (sample.repeats < 2)
    return {
      ...{ best: null, target: plan.consistency, queries: null },
      text: 'the judges of this run were asked once, so their test–retest consistency cannot be measured. Use a run with repeats.'
    };
  return onBound(
    sample,
    plan.consistency,
    (sizes) => highestLow(sizes, plan.confidence),
    'every repeated question gets the same answer'
  );
};

const order: Check = (plan, { sizes, systems }, { level }) =>
  level === 'nominal' || plan.judges.length < 2 || systems < 2 || sizes.length >= ENOUGH_CLUSTERS
    ? null
    : {
        ...{ best: sizes.length, target: ENOUGH_CLUSTERS, queries: ENOUGH_CLUSTERS },
        text: `${many(sizes.length, 'query', 'queries')} ${sizes.length === 1 ? 'is' : 'are'} too few to compare rankings of systems; it takes ${ENOUGH_CLUSTERS}.`
      };

const size =
  (name: 'queries' | 'items', of: (sizes: readonly number[]) => number): Check =>
  (plan, sample) => {
    const best = of(sample.sizes);
    if (best >= plan[name]) return null;
    return {
      ...{ best, target: plan[name] },
      queries: fewestQueries(sample, (sizes) => of(sizes) >= plan[name]),
      text: `the sample has ${name === 'queries' ? many(best, 'query', 'queries') : many(best, 'item')}; the plan asks for ${count(plan[name])} or more.`
    };
  };

const checks: Record<GateName, Check> = {
  agreement,
  precision: lists('precision', 'every issue that the ensemble reports is valid'),
  recall: lists('recall', 'every item is a valid issue that the ensemble reports'),
  people,
  unanimous,
  bias,
  consistency,
  order,
  queries: size('queries', ({ length }) => length),
  items: size('items', sum)
};
