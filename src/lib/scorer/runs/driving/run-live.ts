import type { EngineEvent } from '../../engine/contract.ts';
import type { CallsLeft, TimeLeft } from '../../engine/estimate/time-left.ts';

/** Facts that only the process that drives a run knows; everything else is read from the database. */
export interface Live {
  /** Calls under way. */
  inFlight: number;
  /** Finished tasks in the last seconds, per second. */
  rate: number;
  /** Calls still to be made and the time that they take; null while too few were made to tell. */
  left: CallsLeft | null;
  lastRetry: string | null;
  /** The reason that delays calls at this moment, in words: a limit, or a judge's server that does not answer. */
  waiting: string | null;
  /** Judges' servers that do not answer at this moment. Calls to them continue by themselves. */
  down: { provider: string; reason: string; since: number }[];
}

/** The rate is that of the last so many milliseconds. */
const WINDOW = 10_000;

/** Live figures of a run, kept from its events. */
export interface LiveFigures {
  note(event: EngineEvent): void;
  /** Counts the time left with this from now on. */
  count(timeLeft: TimeLeft): void;
  read(): Live;
}

const idleInWords = (refusals: readonly { host: string; reason: string }[]): string =>
  refusals.length === 0
    ? 'a worker (start one with voirdire worker)'
    : `a worker that can score this run; ${refusals.map(({ host, reason }) => `${host}: ${reason}`).join(' ')}`;

export const createLiveFigures = (): LiveFigures => {
  let inFlight = 0;
  let finished: number[] = [];
  let timeLeft: TimeLeft | null = null;
  let lastRetry: string | null = null;
  let held: { reason: string; until: number } | null = null;
  const down = new Map<string, { reason: string; since: number }>();
  /** Status of batches that are not over, as their providers state it, by judge. */
  const batches = new Map<string, string>();
  /** Why no worker takes parts of the run; null if one does, or the run is driven in its own process. */
  let idle: string | null = null;
  /** Why the queue of workers does not answer; null if it does, or there is none. */
  let away: string | null = null;

  return {
    note(event) {
      timeLeft?.note(event);
      if (event.type === 'calls-under-way') inFlight = event.calls;
      if (event.type === 'judge-down') down.set(event.provider, { reason: event.reason, since: Date.now() });
      if (event.type === 'judge-up') down.delete(event.provider);
      if (event.type === 'call-retried') lastRetry = event.reason;
      if (event.type === 'workers') idle = event.able > 0 ? null : idleInWords(event.refusals);
      if (event.type === 'queue-away') away = event.reason;
      if (event.type === 'batch') {
        if (event.state === 'ended') batches.delete(event.judge);
        else {
          const { lines, judge } = event;
          const size = lines === 1 ? `batch of 1 question at ${judge}` : `batch of ${lines} questions at ${judge}`;
          batches.set(judge, `${size}: ${event.words || 'submitted'}`);
        }
      }
      if (event.type === 'limit-reached')
        held = { reason: `limit of ${event.provider}: ${event.reason}`, until: performance.now() + event.waitMs };
      if (event.type === 'task-finished' && !event.skipped) {
        finished.push(performance.now());
        if (finished.length > 2000) finished = finished.slice(1000);
      }
    },
    count(counted) {
      timeLeft = counted;
    },
    read() {
      // The clock of the machine may be set meanwhile.
      const now = performance.now();
      const recent = finished.filter((at) => at > now - WINDOW);
      const seconds = recent.length > 0 ? Math.max(1, (now - recent[0]!) / 1000) : 1;
      const servers = [...down].map(([provider, one]) => ({ provider, ...one }));
      const limit = held && held.until > now ? held.reason : null;
      const outages = servers.map(
        ({ provider, reason }) => `${provider} does not answer (${reason.replace(/\.$/, '')})`
      );
      return {
        inFlight,
        rate: recent.length / seconds,
        // While a server does not answer, no rate of the past says when its calls will be made.
        left: away !== null || servers.length > 0 || batches.size > 0 ? null : (timeLeft?.left() ?? null),
        lastRetry,
        waiting:
          away !== null
            ? `PostgreSQL does not answer (${away.replace(/\.$/, '')})`
            : outages.length > 0
              ? outages.join('; ')
              : idle !== null
                ? idle
                : batches.size > 0
                  ? [...batches.values()].join('; ')
                  : limit,
        down: servers
      };
    }
  };
};
