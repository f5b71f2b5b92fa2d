import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { Selection } from '../ensembles/selection.ts';
import { metricOf } from '../units/metric.ts';
import { surelyReaches, type Gate } from './gate.ts';
import { reasonInWords } from '../items/english-reasons.ts';
import { counted, writtenFigure, idsOf } from './words.ts';
import type { Units } from '../units/units.ts';
import type { SequentialState } from '../sequential/sequential-state.ts';
import { stoppingRuleNames } from '../preregistration/sequential-plan.ts';

/**
 * Agreement of the chosen ensemble, corrected for its having been selected, against the target. Passed if the lower bound
 * reaches the target; failed if neither its upper end nor that of the uncorrected interval does. Under a sequential plan its
 * bounds take their place: passed if a look decided to adopt, failed if one decided to reject.
 *
 * @param sequential where the study is under its sequential plan; null with a fixed one.
 */
export function agreementGate(
  units: Units,
  selection: Selection,
  { target }: AnalysisPlan,
  sequential: SequentialState | null = null
): Gate {
  const { naive, corrected, clusters } = selection;
  const { value, low, high } = corrected;
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
    finding:
      value === null
        ? clusters < 2
          ? 'The items come from fewer than two queries, so no interval by query can be computed.'
          : selection.units.length === 0
            ? 'No item has both a blind label and a label from every judge.'
            : 'The labels of annotators and judges vary too little for a figure.'
        : sequential
          ? findingOfPlan(sequential)
          : `${compared > 1 ? `Corrected for selecting the best of ${compared} candidates` : 'With a single candidate'}, ${
              kind === 'mean' ? `agreement is ${writtenFigure(value)}` : `the ${kappa} is ${writtenFigure(value)}`
            }; ${
              low === null
                ? `there is no lower bound: ${reasonInWords[corrected.reason!]}.`
                : `its lower bound is ${writtenFigure(Math.floor(low * 1000) / 1000)}${
                    corrected.contenders > 1
                      ? `, which holds for each of the ${corrected.contenders} candidates that are not significantly behind the best.`
                      : '.'
                  }`
            }`,
    parts: value === null ? [] : [part('As measured, not corrected for the selection', naive)],
    items: idsOf(units, selection.units)
  };
}

/** A look that cannot be corrected leaves the gate open, because no bound holds. */
const stateOfPlan = ({ decision, unplanned }: SequentialState): Gate['state'] =>
  unplanned === 'uncorrectable' || decision === 'go-on' ? 'undecided' : decision === 'adopt' ? 'pass' : 'fail';

const itsInterval =
  ' The interval shown is narrower than the bounds, because it accounts only for the looks taken so far.';

function findingOfPlan(state: SequentialState): string {
  const { plan, at, value, low, high, decision, queries, left } = state;
  const rule = stoppingRuleNames[plan.rule];
  if (at === null || value === null || low === null || high === null)
    return `${counted(queries, 'query')} ${queries === 1 ? 'is' : 'are'} complete; the first look of the ${rule} plan has not been reached.`;
  const found = `After ${counted(at, 'complete query')} of at most ${plan.maximum}, ensembles that were best on earlier queries agree on ${writtenFigure(value)}; the ${rule} lower bound is ${writtenFigure(Math.floor(low * 1000) / 1000)}`;
  if (decision === 'adopt') return `${found}, so the study may stop.${itsInterval}`;
  if (decision === 'reject')
    return `${found}, and the highest upper bound of all candidates is ${writtenFigure(Math.ceil(high * 1000) / 1000)}, so the study may stop.${itsInterval}`;
  return left === 0 ? `${found}; the maximum is reached without a decision.` : `${found}.`;
}

/** Enough queries for intervals by query, and enough items, as preregistered. */
export function sizeGates(units: Units, selection: Selection, analysisPlan: AnalysisPlan): Gate[] {
  const n = selection.units.length;
  const gate = (name: 'queries' | 'items', value: number, noun: string): Gate => ({
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
    finding: `${counted(value, noun)} ${value === 1 ? 'was' : 'were'} compared; ${analysisPlan[name]} or more were preregistered.`,
    parts: [],
    items: idsOf(units, selection.units)
  });
  return [gate('queries', selection.clusters, 'query'), gate('items', n, 'item')];
}
