import type { Declared } from '../declared.ts';
import type { Selection } from '../selection.ts';
import { metricOf } from '../metric.ts';
import { surelyReaches, type Gate } from './gate.ts';
import { counted, figure, idsOf, per100 } from './words.ts';
import type { Units } from '../units.ts';

/**
 * Out-of-bag agreement against the target: the ensemble that would have been chosen without a query, scored on that query.
 * Passed where the lower end reaches the target; failed where neither its upper end does nor that of Wilson's interval,
 * which stays wide where there are few queries to resample.
 */
export function agreementGate(units: Units, selection: Selection, { target }: Declared): Gate {
  const { outOfBag, naive, corrected, clusters } = selection;
  const { value, low, high } = outOfBag;
  const { kind, kappa } = metricOf(units.scale);
  const compared = selection.candidates.filter(({ agreement }) => agreement !== null).length;
  const part = (name: string, of: Selection['naive']): Gate['parts'][number] => ({
    name,
    ...of,
    p: null,
    n: selection.units.length,
    state: 'not-applicable',
    items: idsOf(units, selection.units)
  });
  return {
    name: 'agreement',
    state: value === null ? 'not-tested' : surelyReaches(low, Math.max(high!, naive.high ?? 1), target),
    measure: 'Agreement with people, allowing for having chosen the best',
    ...outOfBag,
    threshold: target,
    unit: kind === 'mean' ? 'share' : 'coefficient',
    n: selection.units.length,
    clusters,
    finding:
      value === null
        ? clusters < 2
          ? 'The items come from fewer than two queries, so that nothing can be left out and tried.'
          : selection.units.length === 0
            ? 'No item has a blind label and an answer of every judge.'
            : 'What people and judges say varies too little for a figure.'
        : `On queries that the choice ${compared > 1 ? `among ${compared} candidates ` : ''}did not see, ${
            kind === 'mean'
              ? `judges and people agree on ${per100(value)} items of 100, and on at least ${per100(low!, 'down')} at the lower end.`
              : `the ${kappa} of judges and people is ${figure(value)}, and ${figure(low!)} at the lower end.`
          }`,
    parts:
      value === null
        ? []
        : [
            part('As measured, without allowing for the choice', naive),
            part('As measured, less what choosing adds on average', { value: corrected, low: null, high: null })
          ],
    items: idsOf(units, selection.units)
  };
}

/** Enough queries for intervals by query, and enough items, as declared. */
export function sizeGates(units: Units, selection: Selection, declared: Declared): Gate[] {
  const n = selection.units.length;
  const gate = (name: 'queries' | 'items', value: number, noun: string): Gate => ({
    name,
    state: value >= declared[name] ? 'pass' : 'undecided',
    measure: name === 'queries' ? 'Queries that the compared items come from' : 'Items compared',
    value,
    low: null,
    high: null,
    threshold: declared[name],
    unit: 'count',
    n,
    clusters: selection.clusters,
    finding: `${counted(value, noun)} ${value === 1 ? 'was' : 'were'} compared; ${declared[name]} or more were declared.`,
    parts: [],
    items: idsOf(units, selection.units)
  });
  return [gate('queries', selection.clusters, 'query'), gate('items', n, 'item')];
}
