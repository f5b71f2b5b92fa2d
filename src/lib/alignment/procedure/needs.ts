import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import { agreementAt } from '../agreement/agreement.ts';
import type { GateName } from '../preregistration/gate-names.ts';
import type { Gate } from '../gates/gate.ts';
import { FEWEST_SHARED } from '../gates/people.ts';
import { sayIn } from '../../messages/say-in.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import type { Selection } from '../ensembles/selection.ts';
import { withoutRounding } from '../../stats/numbers/without-rounding.ts';
import { type Units, type Values, withoutReference } from '../units/units.ts';

/** Something to collect so that a gate can be decided. */
export interface Need {
  gate: GateName;
  /** How many of what; null if it is unknown. */
  more: number | null;
  /** The missing data with its number and place, as the end of a sentence: `labels for about 120 more items, …`. */
  said: Saying;
  /** The same in English. */
  what: string;
}

const say = sayingsOf('verdictNeeds');

/** Beyond so many times the items that there are, a number of further ones is no plan. */
const FAR = 10;

/** Further data that would decide the gates that are open, in their order. */
export function needsOf(
  gates: readonly Gate[],
  units: Units,
  selection: Selection,
  scores: Values,
  analysisPlan: AnalysisPlan
): Need[] {
  const open = gates.filter(({ state }) => state === 'undecided' || state === 'not-tested');
  const needs = open.flatMap((gate) => {
    const found = needOf(gate, units, selection, scores, analysisPlan);
    return found.map(({ more, said }): Need => ({ gate: gate.name, more, said, what: sayIn('en', said) }));
  });
  // The items that settle agreement are items too: the larger number of the two is said.
  const settling = needs.find(({ gate }) => gate === 'agreement')?.more ?? 0;
  // More queries serve the order of systems and the checks for bias as well.
  const ofQueries = needs.filter(
    ({ gate, said }) => gate === 'queries' || gate === 'order' || (gate === 'bias' && said.key === 'moreQueries')
  );
  const queries = ofQueries.find(({ more }) => more !== null) ?? ofQueries[0];
  return needs.filter(
    (need) => (need.gate !== 'items' || need.more! > settling) && (need === queries || !ofQueries.includes(need))
  );
}

/** Further data that would decide one gate: one need, or several for a gate with parts. */
function needOf(
  gate: Gate,
  units: Units,
  selection: Selection,
  scores: Values,
  analysisPlan: AnalysisPlan
): Pick<Need, 'more' | 'said'>[] {
  const one = (said: Saying, more: number | null = null) => [{ more, said }];
  switch (gate.name) {
    case 'agreement': {
      const more = moreItems(gate);
      return one(itemsSaid(more, gate.n, units, selection, scores), more);
    }
    case 'queries': {
      const more = analysisPlan.queries - gate.value!;
      return one(say('queries', { n: more }), more);
    }
    case 'items': {
      const more = analysisPlan.items - gate.value!;
      return one(say('itemsLeast', { n: more }), more);
    }
    case 'precision':
      return one(say('listed'));
    case 'recall':
      return one(say('valid'));
    case 'people': {
      if (gate.unit === 'share' && gate.n > 0) return one(say('shared'));
      const more = Math.max(FEWEST_SHARED - gate.n, 1);
      return one(say('second', { n: more }), more);
    }
    case 'unanimous':
      return one(
        gate.value === null && !isShared(units)
          ? say('pairs')
          : say('unanimous', { answers: openParts(gate).map(({ name, inside }) => inside ?? name) })
      );
    case 'consistency':
      return gate.value === null ? one(say('repeats'), 2) : one(say('moreRepeats'));
    case 'order':
      return one(say('moreQueries'));
    case 'bias': {
      const wanted = openParts(gate).flatMap(({ need }) => need ?? []);
      const byText = new Map(wanted.map((need) => [sayIn('en', need), need]));
      return [...byText.values()].map((said) => ({ more: null, said }));
    }
  }
}

/** Whether two annotators labelled one item, unanimously or not. */
const isShared = ({ ids, people }: Units): boolean =>
  ids.some((_, unit) => people.filter(({ labels }) => labels[unit] !== null).length > 1);

const openParts = ({ parts }: Gate): Gate['parts'] =>
  parts.filter(({ state }) => state === 'undecided' || state === 'not-tested');

/**
 * Further items after which the interval, at the same agreement and clustering, would no longer hold the target: above it
 * or below. Its width goes with 1/√n: on the score scale for a share, plainly for a coefficient, and where it ends at 0 or 1.
 */
export function moreItems({
  value,
  low,
  high,
  threshold,
  n,
  unit = 'share'
}: Pick<Gate, 'value' | 'low' | 'high' | 'threshold' | 'n'> & { unit?: Gate['unit'] }): number | null {
  if (value === null || withoutRounding(value) === threshold) return null;
  const end = value > threshold ? low : high;
  if (end === null || threshold <= 0 || threshold >= 1) return null;
  const plain = unit !== 'share' || end <= 0 || end >= 1;
  const reach = (p: number): number => Math.abs(value - p) / (plain ? 1 : Math.sqrt(p * (1 - p)));
  const needed = Math.ceil(n * (reach(end) / reach(threshold)) ** 2);
  return Number.isFinite(needed) && needed > n ? needed - n : null;
}

/**
 * Further items, and where their labels are most informative: items of the study without labels come first, then strata by
 * Neyman's allocation (units in the run times the spread among them of agreement or, on scores, of the difference).
 *
 * @param n items that the gate rests on now.
 */
function itemsSaid(more: number | null, n: number, units: Units, selection: Selection, scores: Values): Saying {
  if (more === null) return say('items');
  if (more > FAR * n) return say('itemsFar', { times: FAR });
  const waiting = withoutReference(units).unlabelled.length;
  if (waiting >= more) return say('itemsWaiting', { n: more, waiting });
  const strata = [...new Set(units.strata)].sort().map((name) => {
    const inside = selection.units.filter((unit) => units.strata[unit] === name);
    const values = inside
      .map((unit) => agreementAt(units, unit, scores[unit]!) ?? distance(units, unit, scores))
      .filter((value) => value !== null);
    const mean = values.reduce((sum, v) => sum + v, 0) / Math.max(1, values.length);
    const spread = Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / Math.max(1, values.length));
    const size = units.strata.reduce((sum, stratum, unit) => sum + (stratum === name ? units.weights[unit]! : 0), 0);
    return { name, share: size * spread };
  });
  const total = strata.reduce((sum, { share }) => sum + share, 0);
  const differ = strata.find(({ name }) => name === 'some-differ');
  if (strata.length < 2 || total === 0 || !differ) return say('itemsAbout', { n: more });
  return say('itemsDiffering', { n: more, differing: Math.round((more * differ.share) / total) });
}

const distance = (units: Units, unit: number, scores: Values): number | null => {
  const [score, reference] = [scores[unit]!, units.reference[unit]!];
  return score === null || reference === null ? null : Math.abs(score - reference);
};
