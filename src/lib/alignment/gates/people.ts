import {
  alternativeAnnotatorTest,
  clusterBootstrapOf,
  clusterBoundedMean,
  groupClusters,
  seededRandom,
  type Interval
} from '../../stats/index.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { Resampling } from '../units/figure.ts';
import { sameness } from '../agreement/agreement.ts';
import { labelOfScore } from '../ensembles/candidates.ts';
import { momentSums, kappaOfSums, pairCodes } from '../units/coefficients.ts';
import { metricOf } from '../units/metric.ts';
import type { ScorePair } from '../units/paired-scores.ts';
import type { Units, Values } from '../units/units.ts';
import { cautious, surelyReaches, type Gate, type GatePart, type GateState } from './gate.ts';
import { withFinding } from './said.ts';
import { idsOf } from './words.ts';
import { proportion } from '../../stats/writing/figures.ts';

const finding = sayingsOf('gateFindings');

/** Fewest items that the Alternative Annotator Test takes of a person, and that people are compared in pairs on. */
export const FEWEST_SHARED = 30;
const LEVEL = 0.05;

/**
 * Whether the ensemble may replace one of these annotators. The Alternative Annotator Test, clustered by query, if one of
 * them shares 30 items with others: it passes if the judge may replace at least half of all annotators who share items, and
 * those with fewer than 30 count as not replaced. Else the ensemble's agreement with single annotators less theirs with one
 * another, item by item on at least 30 items: it passes if the lower bound, clustered by query, is at most δ below 0. Both are
 * weighted back to the run.
 *
 * @param scores of the ensemble; undecided ones are left out, but on categories without order no category is a wrong one.
 */
export function peopleGate(units: Units, scores: Values, analysisPlan: AnalysisPlan, resampling: Resampling): Gate {
  const shared = units.ids.flatMap((_, unit) =>
    scores[unit] !== null && units.people.filter(({ labels }) => labels[unit] !== null).length > 1 ? [unit] : []
  );
  const common = { name: 'people', items: idsOf(units, shared) } as const;
  const nothing: Gate = {
    ...common,
    state: 'not-tested',
    measure: 'Annotators whom the ensemble may replace',
    value: null,
    low: null,
    high: null,
    threshold: 0.5,
    unit: 'share',
    n: 0,
    clusters: 0,
    ...withFinding(finding('noSharedItem')),
    parts: []
  };
  if (shared.length === 0) return nothing;
  const test = alternativeAnnotatorTest(
    units.people.map(({ labels }) => labels),
    units.scale.level === 'nominal' ? scores : scores.map((score) => labelOfScore(units, score)),
    {
      scoring: metricOf(units.scale).kind === 'mean' ? 'accuracy' : 'neg-rmse',
      epsilon: analysisPlan.epsilon,
      q: LEVEL,
      minItemsPerHuman: FEWEST_SHARED,
      clusters: units.cluster,
      weights: units.weights
    }
  );
  if (test.value === null) return { ...nothing, ...againstPairs(units, scores, shared, analysisPlan, resampling) };

  const { epsilon } = analysisPlan;
  const parts = units.people.flatMap((person, place): GatePart[] => {
    const theirs = shared.filter((unit) => person.labels[unit] !== null);
    if (theirs.length === 0) return [];
    const one = test.annotators.find(({ annotator }) => annotator === place);
    const common = { name: person.name, low: null, high: null, threshold: null, items: idsOf(units, theirs) };
    if (!one) return [{ ...common, value: null, p: null, n: theirs.length, clusters: null, state: 'not-tested' }];
    const state: GateState = one.rejected ? 'pass' : one.pBehind! <= LEVEL ? 'fail' : 'undecided';
    return [{ ...common, value: one.rhoF, p: one.p, n: one.n, clusters: one.clusters!, state }];
  });
  const behind = parts.filter(({ state }) => state === 'fail').length;
  const may = parts.filter(({ state }) => state === 'pass').length;
  const untested = parts.filter(({ state }) => state === 'not-tested').length;
  const state: GateState = 2 * may >= parts.length ? 'pass' : 2 * behind > parts.length ? 'fail' : 'undecided';
  const [people, items] = [test.warnings.includes('few-humans'), test.warnings.includes('few-items')];
  return {
    ...nothing,
    state,
    measure: 'Share of annotators whom the ensemble may replace (Alternative Annotator Test, clustered by query)',
    value: may / parts.length,
    n: Math.max(...test.annotators.map(({ n }) => n)),
    clusters: new Set(shared.map((unit) => units.cluster[unit])).size,
    ...withFinding(
      finding('replaced', {
        ...{ may, n: parts.length, epsilon: proportion(epsilon), untested, fewest: FEWEST_SHARED }
      }),
      ...(people || items
        ? [finding('replacedCaution', { few: people && items ? 'both' : people ? 'annotators' : 'items' })]
        : [])
    ),
    parts
  };
}

/** Agreement of the ensemble with one annotator minus inter-annotator agreement, on the items known for both. */
function againstPairs(
  units: Units,
  scores: Values,
  shared: readonly number[],
  { delta, confidence }: AnalysisPlan,
  resampling: Resampling
): Pick<
  Gate,
  'state' | 'measure' | 'value' | 'low' | 'high' | 'threshold' | 'unit' | 'n' | 'clusters' | 'finding' | 'said'
> {
  const onNames = metricOf(units.scale).kind === 'mean';
  const { value, interval, clusters } = onNames
    ? byItem(units, scores, shared, confidence)
    : byKappa(units, scores, shared, confidence, resampling);
  const common = {
    measure: `${onNames ? 'Agreement' : 'Quadratic-weighted κ'} with one annotator minus inter-annotator agreement`,
    threshold: -delta,
    unit: 'difference' as const,
    n: shared.length,
    clusters
  };
  const fewest = FEWEST_SHARED;
  if (value === null)
    return {
      ...common,
      state: 'not-tested',
      value: null,
      low: null,
      high: null,
      ...withFinding(finding('pairsUndefined', { fewest }))
    };
  const [low, high] = interval ?? [null, null];
  const enough = shared.length >= FEWEST_SHARED;
  const bound = surelyReaches(low, high, -delta);
  const difference = proportion(Math.abs(value));
  const direction = Number(value.toFixed(3)) === 0 ? 'equal' : value < 0 ? 'below' : 'above';
  return {
    ...common,
    state: enough ? (onNames ? bound : cautious(bound, clusters)) : 'undecided',
    value,
    low,
    high,
    ...withFinding(
      finding('pairs', {
        ...{ measure: onNames ? 'share' : 'kappa', direction, difference },
        ...{ n: shared.length, queries: clusters }
      }),
      enough ? finding('pairsInstead', { fewest }) : finding('pairsFew', { fewest, n: shared.length })
    )
  };
}

interface Difference {
  value: number | null;
  interval: Interval | null;
  clusters: number;
}

/** Per item the mean agreement of ensemble and annotators less that of all pairs of annotators, so that both are of one item. */
function byItem(units: Units, scores: Values, shared: readonly number[], confidence: number): Difference {
  const average = (of: readonly number[]): number => of.reduce((sum, v) => sum + v, 0) / of.length;
  const differences = shared.map((unit) => {
    const labels = units.people.flatMap((person) => person.labels[unit] ?? []);
    const pairs = labels.flatMap((a, i) => labels.slice(i + 1).map((b) => sameness(units, { a, b })));
    const judge = labels.map((b) => sameness(units, { a: scores[unit]!, b }));
    return average(judge) - average(pairs);
  });
  const { value, interval, clusters } = clusterBoundedMean(
    differences,
    shared.map((unit) => units.cluster[unit]!),
    { range: 1, confidence, weights: shared.map((unit) => units.weights[unit]!) }
  );
  return { value, interval: interval && [Math.max(-1, interval[0]), Math.min(1, interval[1])], clusters };
}

/** κ has no value for one item: the difference of two κ with a percentile interval over resampled queries. */
function byKappa(
  units: Units,
  scores: Values,
  shared: readonly number[],
  confidence: number,
  { resamples, seed }: Resampling
): Difference {
  const inside = new Set(shared);
  const judged = units.people.flatMap(({ labels }) => pairCodes(scores, labels)).filter(({ unit }) => inside.has(unit));
  const people = units.people
    .flatMap((one, i) => units.people.slice(i + 1).flatMap((other) => pairCodes(one.labels, other.labels)))
    .filter(({ unit }) => inside.has(unit));
  const grouped = groupClusters(shared.map((unit) => units.cluster[unit]!));
  const clusters = grouped.names.length;
  const clusterOf = new Map(shared.map((unit, i) => [unit, grouped.of[i]!]));
  const ofJudge = overClusters(judged, units.weights, clusterOf, clusters);
  // Neither of two people is the first: each pair is seen in both orders.
  const bothWays = people.flatMap((pair) => [pair, { unit: pair.unit, a: pair.b, b: pair.a }]);
  const ofPeople = overClusters(bothWays, units.weights, clusterOf, clusters);
  const { value, interval } = clusterBootstrapOf(
    grouped,
    (drawn) => {
      const [judge, one] = [ofJudge(drawn), ofPeople(drawn)];
      return judge === null || one === null ? null : judge - one;
    },
    { random: seededRandom(seed), replicates: resamples, confidence },
    'single-category'
  );
  return { value, interval: interval && interval[0] < interval[1] ? interval : null, clusters };
}

/** κ of weighted pairs as a function of drawn clusters. */
function overClusters(
  pairs: readonly ScorePair[],
  weights: readonly number[],
  clusterOf: ReadonlyMap<number, number>,
  clusters: number
): (drawn: Uint32Array) => number | null {
  const sums = momentSums(pairs, weights);
  const own = new Float64Array(clusters * sums.size);
  for (const [i, { unit }] of pairs.entries()) sums.add(i, own, clusterOf.get(unit)! * sums.size);
  const total = new Float64Array(sums.size);
  return (drawn) => {
    total.fill(0);
    for (const g of drawn) for (let c = 0; c < sums.size; c++) total[c]! += own[g * sums.size + c]!;
    return kappaOfSums(total).value;
  };
}
