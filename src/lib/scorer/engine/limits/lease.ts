import { isRefusal, refuse } from '../../../errors.ts';
import { sayingsOf } from '../../../messages/sayings.ts';
import type { RunStore } from '../../store/contract.ts';
import { LeaseLost } from '../../store/contract.ts';
import type { Clock } from './clock.ts';

const leadSays = sayingsOf('leadRefusals');

/** Refuses to drive a run whose lease another process did not give back while this one waited for it. */
export const refuseOtherHolder = (): never => refuse.conflict(leadSays('otherProcess'));

/** Whether an error is that refusal. */
export const isOtherHolder = (error: unknown): boolean => isRefusal(error) && error.wording?.key === 'otherProcess';

interface Leased {
  store: RunStore;
  owner: string;
  leaseMs: number;
  clock: Clock;
}

/**
 * Takes the lease of a run. A running process renews its lease, and that of a killed one expires, so it is free after one such period at
 * most if its owner was killed.
 *
 * @returns false if another process has it, or the signal aborted
 */
export const takeLease = async ({ store, owner, leaseMs, clock }: Leased, signal: AbortSignal): Promise<boolean> => {
  const until = clock.elapsed() + leaseMs;
  for (;;) {
    if (await store.acquireLease(owner, clock.now(), leaseMs)) return true;
    if (clock.elapsed() > until || signal.aborted) return false;
    await clock.sleep(Math.min(1_000, leaseMs / 4), signal).catch(() => undefined);
  }
};

/**
 * Renews the lease until the returned function is called.
 *
 * @param lost is told if the lease was taken over, or could not be renewed
 */
export const keepLease = ({ store, owner, leaseMs, clock }: Leased, lost: (reason: unknown) => void): (() => void) => {
  let renewing = false;
  const renew = async (): Promise<void> => {
    if (renewing) return;
    renewing = true;
    try {
      if (!(await store.renewLease(owner, clock.now(), leaseMs))) lost(new LeaseLost());
    } catch (error) {
      lost(error);
    }
    renewing = false;
  };
  const timer = setInterval(() => void renew(), leaseMs / 3);
  return () => clearInterval(timer);
};
