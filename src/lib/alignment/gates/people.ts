import {
  type AltTestAnnotator,
  alternativeAnnotatorTest,
  clusterBootstrapOf,
  groupClusters,
  seededRandom
} from '../../stats/index.ts';
import type { Declared } from '../declared.ts';
import type { Resampling } from '../figure.ts';
import { decided, type Units, type Values } from '../units.ts';
import { cautious, type Gate, type GatePart, type GateState } from './gate.ts';
import { counted, idsOf, listed, per100 } from './words.ts';

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
    scores.map(decided),
    { scoring: 'accuracy', epsilon: declared.epsilon }
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
  const grouped = groupClusters(shared.map((unit) => units.cluster[unit]!));
  const sums = grouped.names.map(() => ({ judge: 0, people: 0, labels: 0, pairs: 0 }));
  for (const [i, unit] of shared.entries()) {
    const labels = units.people.map((person) => person.labels[unit]!).filter((label) => label !== null);
    const yes = labels.filter((label) => label === 1).length;
    const no = labels.length - yes;
    const sum = sums[grouped.of[i]!]!;
    sum.judge += labels.reduce<number>((total, label) => total + 1 - Math.abs(scores[unit]! - label), 0);
    sum.labels += labels.length;
    sum.people += (yes * (yes - 1) + no * (no - 1)) / 2;
    sum.pairs += (labels.length * (labels.length - 1)) / 2;
  }
  const difference = clusterBootstrapOf(
    grouped,
    (drawn) => {
      let [judge, labels, people, pairs] = [0, 0, 0, 0];
      for (let i = 0; i < drawn.length; i++) {
        const sum = sums[drawn[i]!]!;
        judge += sum.judge;
        labels += sum.labels;
        people += sum.people;
        pairs += sum.pairs;
      }
      return judge / labels - people / pairs;
    },
    { random: seededRandom(seed), replicates: resamples, confidence }
  );
  const [low, high] = difference.interval ?? [null, null];
  const value = difference.value!;
  const size = `${per100(Math.abs(value))} ${per100(Math.abs(value)) === '1' ? 'item' : 'items'} of 100`;
  return {
    state: cautious(
      low === null || high === null ? 'undecided' : low >= -delta ? 'pass' : high < -delta ? 'fail' : 'undecided',
      grouped.names.length
    ),
    measure: 'Agreement with one person less that of one person with another',
    value,
    low,
    high,
    threshold: -delta,
    unit: 'difference',
    n: shared.length,
    clusters: grouped.names.length,
    finding: `It agrees with a single person on ${size} ${value < 0 ? 'fewer' : 'more'} than people do with one another; nobody shares the 30 items that the Alternative Annotator Test wants.`
  };
}
