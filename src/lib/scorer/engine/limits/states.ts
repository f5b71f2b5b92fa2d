import { createStandings } from './closing.ts';
import type { Clock } from './clock.ts';
import { createJudgeStates, type SharedStates } from './limits.ts';
import { createWatches, type OutageLimits } from './outage.ts';

/** A judge's server answers no call, or answers again. */
type JudgeNews = { type: 'judge-down'; provider: string; reason: string } | { type: 'judge-up'; provider: string };

/** States of a run's judges, for one engine or for several of one process that ask them. */
export const createStates = (
  limits: OutageLimits,
  time: { clock: Clock; random: () => number },
  emit: (event: JudgeNews) => void
): SharedStates => {
  const watches = createWatches(limits, time, {
    down: (provider, reason) => emit({ type: 'judge-down', provider, reason }),
    up: (provider) => emit({ type: 'judge-up', provider })
  });
  return { of: createJudgeStates(watches, createStandings()), close: watches.close };
};
