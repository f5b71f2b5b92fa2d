import { count } from '../../stats/writing/figures.ts';
import { stoppingRuleNames } from '../preregistration/sequential-plan.ts';
import type { SequentialState } from './sequential-state.ts';
import type { LookTaken } from './stopping-boundary.ts';

/** How far a study is under its plan, without a figure and without a direction: it can be read while people judge. */
export function progressInWords(state: Pick<SequentialState, 'plan' | 'queries' | 'next' | 'mayStop'>): string {
  const done = `${count(state.queries)} of at most ${count(state.plan.maximum)} queries complete`;
  if (state.mayStop) return `${done}. The study may stop.`;
  return state.next === null ? `${done}.` : `${done}. Next look after ${count(state.next)}.`;
}

/** The bound of a verdict, as the end of a sentence. */
export const byPlanInWords = ({ plan, at, interval }: Pick<SequentialState, 'plan' | 'at' | 'interval'>): string =>
  `, by the preregistered sequential plan (${stoppingRuleNames[plan.rule]}${at === null ? '' : `, look after ${count(at)} complete queries`}; each query scored by the ensemble that was best on earlier ones${interval ? '; the interval accounts for stopping there' : ''})`;

/** What looks that the plan does not name do to the result; empty where there were none. */
export function unplannedInWords({
  unplanned,
  extra,
  plan
}: Pick<SequentialState, 'unplanned' | 'extra' | 'plan'>): string {
  const seen =
    extra.length === 0
      ? 'The figures were unblinded'
      : `The figures were unblinded after ${extra.map((n) => count(n)).join(', ')} complete queries, which is not a planned look`;
  if (unplanned === 'none') return '';
  if (unplanned === 'corrected')
    return `${seen}; the ${stoppingRuleNames[plan.rule]} boundaries were recomputed with this look.`;
  return `${seen}, and labelling continued. This cannot be corrected: plan a new study, or preregister an always-valid plan.`;
}

/** Looks at a study without a sequential plan that went on afterwards; empty where there were none. */
export const looksWithoutPlan = (early: readonly LookTaken[]): string => {
  if (early.length === 0) return '';
  return `The figures were unblinded ${early.length === 1 ? 'once' : `${early.length} times`} before all labels were committed (after ${early
    .map((look) => count(look.labels))
    .join(
      ', '
    )} labels), without a preregistered sequential plan; the interval does not account for this and cannot be corrected for it.`;
};
