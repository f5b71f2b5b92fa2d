import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { count } from '../../stats/writing/figures.ts';
import { stoppingRuleNames } from '../preregistration/sequential-plan.ts';
import type { SequentialState } from './sequential-state.ts';
import type { LookTaken } from './stopping-boundary.ts';

const say = sayingsOf('verdictText');

/** How far a study is under its plan, without a figure and without a direction: it can be read while people judge. */
export function progressInWords(state: Pick<SequentialState, 'plan' | 'queries' | 'next' | 'mayStop'>): string {
  const [done, most] = [count(state.queries), count(state.plan.maximum)];
  if (state.mayStop) return `${done} of at most ${most} queries complete. The study may stop.`;
  return state.next === null
    ? `${done} of at most ${most} queries complete.`
    : `${done} of at most ${most} queries complete. Next look after ${count(state.next)}.`;
}

/** What a plan does not allow for: unplanned looks, and labels that were changed after a look; empty if there was neither. */
export const outsidePlan = (state: SequentialState): Saying[] => [
  ...unplannedLooks(state),
  ...(state.changed > 0 ? [say('changedAfterLook', { n: state.changed })] : [])
];

function unplannedLooks({ unplanned, extra, plan }: Pick<SequentialState, 'unplanned' | 'extra' | 'plan'>): Saying[] {
  if (unplanned === 'none') return [];
  const places = extra.length === 0 ? 'none' : extra.map((n) => count(n)).join(', ');
  return unplanned === 'corrected'
    ? [say('lookCorrected', { places, rule: stoppingRuleNames[plan.rule] })]
    : [say('lookUncorrectable', { places })];
}

/** Looks at a study without a sequential plan that continued afterwards; empty if there were none. */
export const looksWithoutPlan = (early: readonly LookTaken[]): Saying[] =>
  early.length === 0
    ? []
    : [
        say('looksWithoutPlan', {
          n: early.length,
          places: early.map((look) => count(look.labels)).join(', ')
        })
      ];
