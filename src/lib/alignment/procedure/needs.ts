import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import { agreementAt } from '../agreement/agreement.ts';
import type { GateName } from '../preregistration/gate-names.ts';
import type { Gate } from '../gates/gate.ts';
import { FEWEST_SHARED } from '../gates/people.ts';
import { counted, listed } from '../gates/words.ts';
import type { Selection } from '../ensembles/selection.ts';
import type { Units, Values } from '../units/units.ts';

/** Something to collect so that a gate can be decided. */
export interface Need {
  gate: GateName;
  /** How many of what; null where nobody can say. */
  more: number | null;
  /** What, how many and where, as the end of a sentence: `labels for about 120 more items, …`. */
  what: string;
}

/** More queries serve the ranking of systems and the checks for bias alike. */
const MORE_QUERIES = 'labels on reports of more queries';

/** Beyond so many times the items that there are, a number of further ones is no plan. */
const FAR = 10;

/** What would decide the gates that are open, in their order. */
export function needsOf(
  gates: readonly Gate[],
  units: Units,
  selection: Selection,
  scores: Values,
  analysisPlan: AnalysisPlan
): Need[] {
  const open = gates.filter(({ state }) => state === 'undecided' || state === 'not-tested');
  const needs = open.map((gate): Need => {
    const { name } = gate;
    switch (name) {
      case 'agreement': {
        const more = moreItems(gate);
        const many = more !== null && more > FAR * gate.n;
        const items =
          more === null
            ? 'more items'
            : many
              ? `more than ${FAR} times as many items as so far`
              : `about ${more.toLocaleString('en-GB')} more items`;
        return {
          gate: name,
          more,
          what: `labels for ${items}${many ? '' : whereTo(more, units, selection, scores)}`
        };
      }
      case 'queries': {
        const more = analysisPlan.queries - gate.value!;
        return {
          gate: name,
          more,
          what: `labels on reports of at least ${more} more ${more === 1 ? 'query' : 'queries'}`
        };
      }
      case 'items': {
        const more = analysisPlan.items - gate.value!;
        return { gate: name, more, what: `labels for at least ${counted(more, 'more item')}` };
      }
      case 'precision':
        return { gate: name, more: null, what: 'labels for more issues that the ensemble reports' };
      case 'recall':
        return { gate: name, more: null, what: 'labels for more reported issues, in more queries' };
      case 'people':
        return gate.unit === 'share' && gate.n > 0
          ? { gate: name, more: null, what: 'more items that two or more of these annotators judge' }
          : {
              gate: name,
              more: Math.max(FEWEST_SHARED - gate.n, 1),
              what: `a second annotator’s labels on at least ${counted(Math.max(FEWEST_SHARED - gate.n, 1), 'more item')}`
            };
      case 'unanimous':
        return {
          gate: name,
          more: null,
          what:
            gate.value === null
              ? 'items that two annotators judge'
              : `more items on which annotators are unanimous (${listed(openParts(gate).map((part) => part.name.toLowerCase()))})`
        };
      case 'consistency':
        return gate.value === null
          ? { gate: name, more: 2, what: 'repeated answers of each judge to the same questions' }
          : { gate: name, more: null, what: 'repeated answers of each judge on more items and queries' };
      case 'order':
        return { gate: name, more: null, what: 'labels on reports of more queries' };
      case 'bias':
        return { gate: name, more: null, what: listed([...new Set(openParts(gate).map(({ need }) => need!))]) };
    }
  });
  // The items that settle agreement are items too: the larger number of the two is said.
  const settling = needs.find(({ gate }) => gate === 'agreement')?.more ?? 0;
  // More queries serve the order of systems and the checks for bias as well.
  const ofQueries = needs.filter(
    ({ gate, what }) => gate === 'queries' || gate === 'order' || (gate === 'bias' && what === MORE_QUERIES)
  );
  const queries = ofQueries.find(({ more }) => more !== null) ?? ofQueries[0];
  return needs.filter(
    (need) => (need.gate !== 'items' || need.more! > settling) && (need === queries || !ofQueries.includes(need))
  );
}

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
  const end = value !== null && value >= threshold ? low : high;
  if (value === null || end === null || value === threshold || threshold <= 0 || threshold >= 1) return null;
  const plain = unit !== 'share' || end <= 0 || end >= 1;
  const reach = (p: number): number => Math.abs(value - p) / (plain ? 1 : Math.sqrt(p * (1 - p)));
  const needed = Math.ceil(n * (reach(end) / reach(threshold)) ** 2);
  return Number.isFinite(needed) && needed > n ? needed - n : null;
}

/**
 * Where further labels tell most: items of the study that nobody has judged come first, then strata by Neyman's allocation
 * (units in the run times the spread among them of agreement or, on scores, of the difference).
 */
function whereTo(more: number | null, units: Units, selection: Selection, scores: Values): string {
  const waiting = units.reference.filter((reference) => reference === null).length;
  if (more !== null && waiting >= more) return `, available among the ${waiting} unlabelled items of this study`;
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
  if (more === null || strata.length < 2 || total === 0 || !differ) return '';
  return `, ${Math.round((more * differ.share) / total)} of them where the judges differ`;
}

const distance = (units: Units, unit: number, scores: Values): number | null => {
  const [score, reference] = [scores[unit]!, units.reference[unit]!];
  return score === null || reference === null ? null : Math.abs(score - reference);
};
