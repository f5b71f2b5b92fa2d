import type { EngineLimits } from '../../engine/contract.ts';
import { OUTAGE_MINUTES, type RunOptions } from '../run-options.ts';

/** Limits of the options of a run for its calls. */
export function limitsOf({
  concurrency,
  limits,
  calls = {},
  outageMinutes = OUTAGE_MINUTES
}: RunOptions): Partial<EngineLimits> {
  return {
    calls: concurrency,
    providers: limits,
    perJudge: Object.fromEntries(
      Object.entries(calls).map(([spec, { deadlineSeconds, tries }]) => [
        spec,
        { callTimeoutMs: deadlineSeconds * 1_000, maxAttempts: tries }
      ])
    ),
    outageWaitMs: outageMinutes * 60_000
  };
}
