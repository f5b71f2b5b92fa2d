import {
  type AltTestAnnotator,
  alternativeAnnotatorTest,
  clusterBootstrapOf,
  groupClusters,
  seededRandom
} from '../../stats/index.ts';
import type { Declared } from '../declared.ts';
import type { Resampling } from '../figure.ts';
import { sameness } from '../agreement.ts';
import { said } from '../candidates.ts';
import { momentSums, kappaOfSums, pairCodes } from '../figure.ts';
import { metricOf } from '../metric.ts';
import type { ScorePair } from '../paired-scores.ts';
import type { Units, Values } from '../units.ts';
import { cautious, type Gate, type GatePart, type GateState } from './gate.ts';
import { counted, figure, idsOf, listed, per100 } from './words.ts';

/**
 * Whether the ensemble may take the place of one of these people: the Alternative Annotator Test where somebody shares 30
 * items with another person; else its agreement with single people against theirs with one another, by no more than δ less.
 *
 * @param scores of the ensemble; undecided ones are left out.
 */
export function peopleGate(units: Units, scores: Values, declared: Declared, resampling: Resampling): Gate {
  const shared = units.ids.flatMap((_, unit) =>
    scores[unit] !== null && units.people.filter(({ labels }) => labels[unit] !== null).length > 1 ? [unit] : []
  );
  const common = { name: 'people', items: idsOf(units, shared) } as const;
  const nothing: Gate = {
    ...common,
    state: 'not-tested',
    measure: 'People whose place it may take',
    value: null,
    low: null,
    high: null,
    threshold: 0.5,
    unit: 'share',
    n: 0,
    clusters: 0,
    finding: 'No item was judged by two people, so that judges can not be held against people among themselves.',
    parts: []
  };
  if (shared.length === 0) return nothing;
  const test = alternativeAnnotatorTest(
    units.people.map(({ labels }) => labels),
    scores.map((score) => said(units, score)),
    { scoring: metricOf(units.scale).kind === 'mean' ? 'accuracy' : 'neg-rmse', epsilon: declared.epsilon }
  );
  if (test.value === null) return { ...nothing, ...againstPairs(units, scores, shared, declared, resampling) };

  const { epsilon } = declared;
  const parts = test.annotators.map((one): GatePart => {
    const person = units.people[one.annotator]!;
    const theirs = shared.filter((unit) => person.labels[unit] !== null);
    return {
      name: person.name,
      value: one.rhoF,
      low: null,
      high: null,
      p: one.p,
      n: one.n,
      state: one.rejected ? 'pass' : surelyBehind(one, epsilon) ? 'fail' : 'undecided',
      items: idsOf(units, theirs)
    };
  });
  const reached = test.passes === true;
  const behind = parts.filter(({ state }) => state === 'fail').length;
  const may = parts.filter(({ state }) => state === 'pass').length;
  const state: GateState = reached ? 'pass' : 2 * behind > parts.length ? 'fail' : 'undecided';
  const caution = [
    ...(test.warnings.includes('few-humans') ? ['fewer than three people'] : []),
    ...(test.warnings.includes('few-items') ? ['fewer than 50 items'] : [])
  ];
  return {
    ...nothing,
    state,
    measure: 'Share of people whose place it may take (Alternative Annotator Test)',
    value: test.value,
    n: Math.max(...test.annotators.map(({ n }) => n)),
    clusters: new Set(shared.map((unit) => units.cluster[unit])).size,
    finding: `It may take the place of ${may} of ${counted(parts.length, 'person')} tested, with ε ${epsilon}${caution.length > 0 ? `; the test rests on ${listed(caution)}` : ''}.`,
    parts
  };
}

/** The test turned round, at one-sided 5 %: the person is better by more than ε. */
const surelyBehind = ({ dbar, t }: AltTestAnnotator, epsilon: number): boolean =>
  t === null ? dbar >= epsilon : t > 1.645;

/** Agreement of the ensemble with one person less that of one person with another, on the items that both are known for. */
function againstPairs(
  units: Units,
  scores: Values,
  shared: readonly number[],
  { delta, confidence }: Declared,
  { resamples, seed }: Resampling
): Pick<Gate, 'state' | 'measure' | 'value' | 'low' | 'high' | 'threshold' | 'unit' | 'n' | 'clusters' | 'finding'> {
  const inside = new Set(shared);
  const judged = units.people.flatMap(({ labels }) => pairCodes(scores, labels)).filter(({ unit }) => inside.has(unit));
  const people = units.people
    .flatMap((one, i) => units.people.slice(i + 1).flatMap((other) => pairCodes(one.labels, other.labels)))
    .filter(({ unit }) => inside.has(unit));
  const grouped = groupClusters(shared.map((unit) => units.cluster[unit]!));
  const clusterOf = new Map(shared.map((unit, i) => [unit, grouped.of[i]!]));
  const ofJudge = overClusters(units, judged, clusterOf, grouped.names.length);
  // Neither of two people is the first: each pair is seen in both orders.
  const bothWays = people.flatMap((pair) => [pair, { unit: pair.unit, a: pair.b, b: pair.a }]);
  const ofPeople = overClusters(units, bothWays, clusterOf, grouped.names.length);
  const difference = clusterBootstrapOf(
    grouped,
    (drawn) => {
      const [judge, one] = [ofJudge(drawn), ofPeople(drawn)];
      return judge === null || one === null ? null : judge - one;
    },
    { random: seededRandom(seed), replicates: resamples, confidence },
    'single-category'
  );
  const onNames = metricOf(units.scale).kind === 'mean';
  if (difference.value === null)
    return {
      state: 'not-tested',
      measure: `${onNames ? 'Agreement' : 'Quadratic-weighted κ'} with one person less that of one person with another`,
      value: null,
      low: null,
      high: null,
      threshold: -delta,
      unit: 'difference',
      n: shared.length,
      clusters: grouped.names.length,
      finding:
        'What people and judges say varies too little for a figure, and nobody shares the 30 items that the Alternative Annotator Test wants.'
    };
  const [low, high] = difference.interval ?? [null, null];
  const { value } = difference;
  const size = `${per100(Math.abs(value))} ${per100(Math.abs(value)) === '1' ? 'item' : 'items'} of 100`;
  return {
    state: cautious(
      low === null || high === null ? 'undecided' : low >= -delta ? 'pass' : high < -delta ? 'fail' : 'undecided',
      grouped.names.length
    ),
    measure: `${onNames ? 'Agreement' : 'Quadratic-weighted κ'} with one person less that of one person with another`,
    value,
    low,
    high,
    threshold: -delta,
    unit: 'difference',
    n: shared.length,
    clusters: grouped.names.length,
    finding: `${
      onNames
        ? `It agrees with a single person on ${size} ${value < 0 ? 'fewer' : 'more'} than people do with one another`
        : `Its quadratic-weighted κ with a single person is ${figure(Math.abs(value))} ${value < 0 ? 'below' : 'above'} that of people with one another`
    }; nobody shares the 30 items that the Alternative Annotator Test wants.`
  };
}

/** The primary figure of pairs as a function of drawn clusters. */
function overClusters(
  units: Units,
  pairs: readonly ScorePair[],
  clusterOf: ReadonlyMap<number, number>,
  clusters: number
): (drawn: Uint32Array) => number | null {
  const onNames = metricOf(units.scale).kind === 'mean';
  const sums = onNames
    ? {
        size: 2,
        add: (i: number, into: Float64Array, at: number): void => {
          into[at]! += sameness(units, pairs[i]!);
          into[at + 1]!++;
        }
      }
    : momentSums(pairs);
  const own = new Float64Array(clusters * sums.size);
  for (const [i, { unit }] of pairs.entries()) sums.add(i, own, clusterOf.get(unit)! * sums.size);
  const total = new Float64Array(sums.size);
  return (drawn) => {
    total.fill(0);
    for (const g of drawn) for (let c = 0; c < sums.size; c++) total[c]! += own[g * sums.size + c]!;
    if (!onNames) return kappaOfSums(total).value;
    return total[1] === 0 ? null : total[0]! / total[1]!;
  };
}
