import type { Clock } from './clock.ts';
import { onAbort } from './on-abort.ts';
import type { Judge, JudgeCallError } from '../../judge.ts';

export interface OutageLimits {
  /** How long a judge’s server may stay without an answer before the run pauses; 0: its failures use up tries at once. */
  outageWaitMs: number;
  /** First pause between two probes of a server that does not answer; it doubles up to `maxProbeMs`. */
  backoffMs: number;
  maxProbeMs: number;
  /** A longer wait than this that a server asks for is not believed. */
  maxRetryAfterMs: number;
}

/** Why a run pauses for a server that does not answer. */
export const unansweredFor = (server: string, waitedMs: number, reason: string): string => {
  const minutes = Math.max(1, Math.round(waitedMs / 60_000));
  return `${server} has not answered for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} (${reason.replace(/\.$/, '')}). The run continues where it stopped once you resume it.`;
};

/** A judge’s server did not answer for as long as the run may wait. Not a failure of its calls: they are left for later. */
export class JudgeUnavailable extends Error {
  constructor(provider: string, waitedMs: number, reason: string) {
    super(unansweredFor(provider, waitedMs, reason));
    this.name = 'JudgeUnavailable';
  }
}

/** Whether a failure counts as one of the call’s tries, or as the server’s. */
export type Blame = 'call' | 'server';

/** Leave to send one request. */
export interface Turn {
  /** False if the server has stopped answering, or asked for a pause, since the turn was given. */
  maySend(): boolean;
  /** Notes how the request ended: its failure, or null for an answer. */
  note(failure: JudgeCallError | null): Blame;
  /** Ends the turn, once. */
  leave(): void;
}

/** Follows whether a server answers, and lets calls to it pass. */
export interface Watch {
  /** Milliseconds until the next call may be sent, as far as that is known. */
  pauseMs(): number;
  /**
   * Resolves when a call may be sent: at once while the server answers; one call at a time, with growing pauses, while it does
   * not. Calls pass in their order, so that each probe is another call.
   *
   * @param call Tells calls apart
   * @throws JudgeUnavailable once the server has not answered for too long
   */
  enter(call: object, signal: AbortSignal): Promise<Turn>;
  /** Ends the waiting for the next probe. */
  close(): void;
}

/** Statuses by which a server, or what stands in front of it, says that it is out of service. */
const OUT_OF_SERVICE: ReadonlySet<number> = new Set([502, 503, 521, 522, 523, 529]);
/** So many calls that fail one after the other are the server’s failure, whatever it is. */
const ENOUGH_FAILING = 3;
/** From here on the number of calls at once is not restricted any more. */
const MANY = 256;

interface Waiting {
  call: object;
  go: (turn: Turn) => void;
  fail: (error: Error) => void;
}

/**
 * Tells an outage from a call that fails by itself. A failure with which waiting may help is the call’s if the server answered
 * another call meanwhile. If it answered none, it is the server’s: at once if the server is out of service or cannot be
 * reached, else after three different calls have failed so. A rate limit is always the server’s, and halves the number of
 * calls at once, which grows again with each answer.
 */
const createWatch = (
  provider: string,
  limits: OutageLimits,
  { clock, random }: { clock: Clock; random: () => number },
  told: { down: (reason: string) => void; up: () => void }
): Watch => {
  const closing = new AbortController();
  const waiting: Waiting[] = [];
  const failing = new Set<object>();
  let failingSince: number | null = null;
  let answeredAt = -Infinity;
  /** As the server asked, or after a rate limit. */
  let notBefore = -Infinity;
  let down: { since: number; probes: number; probing: boolean; probeAt: number } | null = null;
  let unavailable: JudgeUnavailable | null = null;
  let admitted = 0;
  let sent = 0;
  let allowed = Infinity;
  /** Below it the number of calls at once doubles, above it grows by one, each time that so many were answered. */
  let steady = Infinity;
  let restrictedAt = -Infinity;
  let restrictions = 0;
  let wakeAt = Infinity;

  const opensAt = (): number => Math.max(notBefore, down?.probeAt ?? -Infinity);
  const isOpen = (now: number): boolean =>
    now >= opensAt() && sent < allowed && (down === null ? admitted < allowed : !down.probing);

  const wake = (now: number): void => {
    const at = opensAt();
    if (waiting.length === 0 || at <= now || at >= wakeAt) return;
    wakeAt = at;
    clock.sleep(at - now, closing.signal).then(
      () => {
        if (wakeAt === at) wakeAt = Infinity;
        pump();
      },
      () => undefined
    );
  };

  const pump = (): void => {
    const now = clock.elapsed();
    while (waiting.length > 0 && isOpen(now)) {
      const { call, go } = waiting.shift()!;
      go(issue(call));
    }
    wake(now);
  };

  const pause = (nth: number, ceiling: number): number =>
    Math.min(ceiling, limits.backoffMs * 2 ** nth) * (0.5 + random() / 2);

  const answer = (now: number): void => {
    answeredAt = now;
    failing.clear();
    failingSince = null;
    restrictions = Math.max(0, restrictions - 1);
    if (allowed < MANY) allowed += allowed < steady ? 1 : 1 / allowed;
    else allowed = Infinity;
    if (down === null) return;
    down = null;
    told.up();
  };

  const goDown = (now: number, { wasProbe, reason }: { wasProbe: boolean; reason: string }): Blame => {
    if (down !== null && !wasProbe) return 'server';
    if (down === null) {
      down = { since: failingSince ?? now, probes: 0, probing: false, probeAt: now };
      told.down(reason);
    } else down.probes += 1;
    down.probeAt = now + pause(down.probes, limits.maxProbeMs);
    const waited = now - down.since;
    if (waited < limits.outageWaitMs) return 'server';
    unavailable = new JudgeUnavailable(provider, waited, reason);
    for (const { fail } of waiting.splice(0)) fail(unavailable);
    return 'server';
  };

  /** Fewer calls at once, once for all that were under way together. */
  const restrict = (now: number, began: number): void => {
    if (began < restrictedAt) return;
    steady = Math.max(1, Math.floor(Math.min(allowed, sent) / 2));
    allowed = steady;
    restrictedAt = now;
    notBefore = Math.max(notBefore, now + pause(restrictions, limits.maxProbeMs));
    restrictions += 1;
  };

  const noteFailure = (failure: JudgeCallError, call: object, sending: { began: number; wasProbe: boolean }): Blame => {
    const now = clock.elapsed();
    const { status, retryAfterMs, message: reason } = failure;
    if (!failure.retryable) {
      if (status !== null) answer(now);
      return 'call';
    }
    // A page or a broken body under a success’s status most likely comes from a wrong address.
    if (limits.outageWaitMs === 0 || status === 200) return 'call';
    if (retryAfterMs !== null && retryAfterMs <= limits.maxRetryAfterMs)
      notBefore = Math.max(notBefore, now + retryAfterMs);
    const limited = status === 429;
    if (limited) restrict(now, sending.began);
    if (answeredAt > sending.began) return limited ? 'server' : 'call';
    failing.add(call);
    failingSince ??= now;
    const outOfService = limited || failure.outage || (status !== null && OUT_OF_SERVICE.has(status));
    if (down === null && !outOfService && failing.size < ENOUGH_FAILING) return 'call';
    return goDown(now, { wasProbe: sending.wasProbe, reason });
  };

  const issue = (call: object): Turn => {
    const wasProbe = down !== null;
    if (down) down.probing = true;
    admitted += 1;
    let began: number | null = null;
    let inside = true;
    return {
      maySend() {
        const now = clock.elapsed();
        if (now < opensAt() || (down !== null && !wasProbe) || sent >= allowed) return false;
        began = now;
        sent += 1;
        return true;
      },
      note(failure) {
        if (failure) return noteFailure(failure, call, { began: began ?? clock.elapsed(), wasProbe });
        answer(clock.elapsed());
        pump();
        return 'call';
      },
      leave() {
        if (!inside) return;
        inside = false;
        admitted -= 1;
        if (began !== null) sent -= 1;
        if (wasProbe && down) down.probing = false;
        pump();
      }
    };
  };

  return {
    pauseMs: () => Math.max(0, opensAt() - clock.elapsed()),
    enter(call, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted || unavailable) {
          reject(unavailable ?? signal.reason);
          return;
        }
        const one: Waiting = {
          call,
          go(turn) {
            unwatch();
            resolve(turn);
          },
          fail(error) {
            unwatch();
            reject(error);
          }
        };
        const unwatch = onAbort(signal, () => {
          waiting.splice(waiting.indexOf(one), 1);
          reject(signal.reason);
        });
        waiting.push(one);
        pump();
      });
    },
    close: () => closing.abort()
  };
};

/** The watches of a run: one for all judges with the same key and server. */
export const createWatches = (
  limits: OutageLimits,
  time: { clock: Clock; random: () => number },
  told: { down: (provider: string, reason: string) => void; up: (provider: string) => void }
): { of: (judge: Judge) => Watch; close: () => void } => {
  const watches = new Map<string, Watch>();
  return {
    of({ spec, provider = spec, account = spec }) {
      const known = watches.get(account);
      if (known) return known;
      const watch = createWatch(provider, limits, time, {
        down: (reason) => told.down(provider, reason),
        up: () => told.up(provider)
      });
      watches.set(account, watch);
      return watch;
    },
    close() {
      for (const watch of watches.values()) watch.close();
    }
  };
};
