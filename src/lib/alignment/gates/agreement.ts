import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { Selection } from '../ensembles/selection.ts';
import { metricOf } from '../units/metric.ts';
import { surelyReaches, type Gate } from './gate.ts';
import { reasonSaid } from '../items/english-reasons.ts';
import { withFinding, namedPart } from './said.ts';
import { idsOf } from './words.ts';
import { unequalSampling, type Units } from '../units/units.ts';
import type { SequentialState } from '../sequential/sequential-state.ts';
import { stoppingRuleNames } from '../preregistration/sequential-plan.ts';
import { lowerBound, proportion, upperBound } from '../../stats/writing/figures.ts';

const finding = sayingsOf('gateFindings');
const partPhrase = sayingsOf('gateParts');

/**
 * Agreement of the chosen ensemble, corrected for its having been selected, against the target. Passed if the lower bound
 * reaches the target; failed if neither its upper end nor that of the uncorrected interval does. Under a sequential plan its
 * bounds take their place: passed if a look decided to adopt, failed if one decided to reject.
 *
 * @param sequential if the study is under its sequential plan; null with a fixed one.
 */
export function agreementGate(
  units: Units,
  selection: Selection,
  { target }: AnalysisPlan,
  sequential: SequentialState | null
): Gate {
  const { naive, corrected, clusters } = selection;
  const { value, low, high } = corrected;
  const { kind } = metricOf(units.scale);
  const part = (of: Selection['naive']): Gate['parts'][number] => ({
    ...namedPart(partPhrase(unequalSampling(units) ? 'uncorrectedWeighted' : 'uncorrected')),
    ...of,
    p: null,
    n: selection.units.length,
    state: 'not-applicable',
    items: idsOf(units, selection.units)
  });
  return {
    name: 'agreement',
    state:
      value === null
        ? 'not-tested'
        : sequential
          ? stateOfPlan(sequential)
          : surelyReaches(low, high === null ? null : Math.max(high, naive.high ?? 1), target),
    measure: sequential
      ? 'Agreement with annotators, by the sequential plan'
      : 'Agreement with annotators, corrected for selecting the best',
    ...{ value, low, high },
    threshold: target,
    unit: kind === 'mean' ? 'share' : 'coefficient',
    n: selection.units.length,
    clusters,
    ...withFinding(...findingOf(selection, kind === 'mean', sequential)),
    parts: value === null ? [] : [part(naive)],
    items: idsOf(units, selection.units)
  };
}

/** A look that cannot be corrected leaves the gate open, because no bound holds. */
const stateOfPlan = ({ decision, unplanned }: SequentialState): Gate['state'] =>
  unplanned === 'uncorrectable' || decision === 'go-on' ? 'undecided' : decision === 'adopt' ? 'pass' : 'fail';

function findingOf(selection: Selection, onNames: boolean, sequential: SequentialState | null): Saying[] {
  const { corrected, clusters, units, candidates } = selection;
  const { value, low, contenders, reason } = corrected;
  if (value === null) return [finding(units.length === 0 ? 'noCommonItem' : clusters < 2 ? 'oneQuery' : 'noVariation')];
  if (sequential) return findingOfPlan(sequential);
  const compared = candidates.filter(({ agreement }) => agreement !== null).length;
  const of = { compared, measure: onNames ? 'share' : 'kappa', value: proportion(value) };
  return [
    low === null
      ? finding('correctedNoBound', { ...of, why: reasonSaid(reason!) })
      : finding('corrected', { ...of, low: lowerBound(low), contenders })
  ];
}

function findingOfPlan(state: SequentialState): Saying[] {
  const { plan, at, value, low, high, decision, queries, left } = state;
  const rule = stoppingRuleNames[plan.rule];
  if (at === null || value === null || low === null || high === null) return [finding('noLook', { n: queries, rule })];
  const of = {
    at,
    maximum: plan.maximum,
    value: proportion(value),
    rule,
    low: lowerBound(low)
  };
  if (decision === 'reject') return [finding('lookReject', { ...of, high: upperBound(high) }), finding('lookInterval')];
  if (decision === 'adopt') return [finding('look', { ...of, result: 'adopt' }), finding('lookInterval')];
  return [finding('look', { ...of, result: left === 0 ? 'end' : 'open' })];
}

/** Enough queries for intervals by query, and enough items, as preregistered. */
export function sizeGates(units: Units, selection: Selection, analysisPlan: AnalysisPlan): Gate[] {
  const n = selection.units.length;
  const gate = (name: 'queries' | 'items', value: number): Gate => ({
    name,
    state: value >= analysisPlan[name] ? 'pass' : 'undecided',
    measure: name === 'queries' ? 'Queries of the compared items' : 'Items compared',
    value,
    low: null,
    high: null,
    threshold: analysisPlan[name],
    unit: 'count',
    n,
    clusters: selection.clusters,
    ...withFinding(finding(name, { n: value, least: analysisPlan[name] })),
    parts: [],
    items: idsOf(units, selection.units)
  });
  return [gate('queries', selection.clusters), gate('items', n)];
}
