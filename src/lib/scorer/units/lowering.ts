import { scaleOfUnit, unitNamed } from '../suites/index.ts';
import { rubricOfMetric } from '../suites/rubrics/known-rubrics.ts';
import { criteriaIn, rubricBranches } from '../suites/rubrics/rubric.ts';
import type { Metric } from '../metric.ts';
import { labelOn, seatOn } from '../unit-definition.ts';
import type { VerdictLine } from './verdict-line.ts';

type Judged = Pick<VerdictLine, 'qid' | 'kind' | 'item' | 'state' | 'label'>;

/**
 * Whether verdicts of a metric kept the score of their report below the best one: a label below the best of its scale, a reported issue,
 * an error, an address that could not be read, and every rating. A criterion of a rubric with a negative weight lowers it when it is met.
 * Verdicts without a label lower nothing, nor do counts.
 */
export function loweringUnder(metric: Pick<Metric, 'name' | 'protocol'>): (verdict: Judged) => boolean {
  const faults = faultsOf(metric.name);
  return ({ qid, kind, item, state, label }) => {
    if (state !== 'judged' || label === null) return false;
    const unit = unitNamed(kind);
    if (unit.view === 'ratings') return true;
    const scale = unit.scale === 'by-metric' ? scaleOfUnit(metric.protocol.unit) : unit.scale;
    if (scale === null) return false;
    const known = labelOn(scale, label);
    if (known === undefined) return unit.pages === true;
    const seat = seatOn(scale, known);
    if (faults(qid, item)) return seat === 'yes' || seat === 'part';
    return known.error === true || seat === 'no' || seat === 'part';
  };
}

/** Whether a criterion of the metric's rubric is a fault, by query and key; no other metric has such criteria. */
function faultsOf(metric: string): (qid: string, item: string) => boolean {
  const rubric = rubricOfMetric(metric);
  if (!rubric) return () => false;
  const known = new Map<string, Set<string>>();
  const faultsIn = (list: string): Set<string> => {
    const nodes = rubric.queries?.[list]?.criteria ?? rubric.criteria ?? [];
    const faults = new Set(criteriaIn(rubricBranches(nodes)).flatMap(({ key, weight }) => (weight < 0 ? [key] : [])));
    known.set(list, faults);
    return faults;
  };
  return (qid, item) => (known.get(qid) ?? faultsIn(qid)).has(item);
}
