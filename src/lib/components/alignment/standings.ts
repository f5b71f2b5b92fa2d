import type { Standing } from '../../alignment/recommendation.ts';

/** Where the best ensemble stands, in the few words before the recommendation and beside a study in a list. */
export const standings: Record<
  Standing,
  { lead: string; short: string; tone: 'agree' | 'disagree' | 'warn' | 'open' }
> = {
  reached: { lead: 'The target is reached.', short: 'reached', tone: 'agree' },
  'few-queries': { lead: 'The target is reached, on too few queries.', short: 'too few queries', tone: 'warn' },
  'not-shown': { lead: 'Not shown yet.', short: 'not shown', tone: 'warn' },
  'below-target': { lead: 'Below the target.', short: 'below target', tone: 'disagree' },
  'no-interval': { lead: 'No interval can be given.', short: 'no interval', tone: 'warn' },
  'nothing-to-compare': { lead: 'Nothing to compare yet.', short: 'nothing to compare', tone: 'open' }
};
