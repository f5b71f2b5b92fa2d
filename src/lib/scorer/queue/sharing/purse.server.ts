import { type Budget, BudgetUsedUp, type Reservation } from '../../engine/limits/budget.ts';
import { ALIVE } from '../alive.ts';
import type { Queue } from '../connection.server.ts';

/** Calls for which money is set aside at once, so that not every call asks PostgreSQL. */
const CALLS_AHEAD = 8;
/** After so long without a call, what was set aside beyond the calls under way is given back to the other workers; in milliseconds. */
const IDLE_MS = 500;
const AGAIN_MS = 200;

interface Waiting {
  estimate: number;
  enter: () => void;
  fail: (error: unknown) => void;
}

/** The money of a run, of which several workers spend. */
interface Purse extends Budget {
  close(): void;
}

interface Sums {
  spent: number;
  aside: number;
}

/** What all workers have spent and set aside; `gone` if some of the money set aside is of workers that are gone. $2 is this worker. */
const SUMS = `
SELECT coalesce(sum(spent), 0) AS spent, coalesce(sum(aside) FILTER (WHERE lives), 0) AS aside, coalesce(bool_or(aside > 0 AND NOT lives), false) AS gone
FROM (SELECT spent, aside, holder = $2 OR holder IN (${ALIVE}) AS lives FROM voirdire.purse WHERE run_id = $1) AS one`;

/** Requests of workers that are gone, whose end is not in the journal: it gets one when another worker takes the part over. */
const LEFT = `
SELECT sent.body FROM voirdire.part JOIN voirdire.entry AS sent ON sent.part_id = part.id
JOIN voirdire.purse ON purse.run_id = part.run_id AND starts_with(sent.owner, purse.holder || ' ')
WHERE part.run_id = $1 AND part.result IS NULL AND sent.kind = 'sending' AND holder <> $2 AND holder NOT IN (${ALIVE})
AND NOT EXISTS (SELECT FROM voirdire.entry AS later WHERE later.part_id = part.id AND later.key = sent.key AND later.seq > sent.seq)`;

/**
 * A cap over all workers of a run. A worker sets money aside before its calls leave, for a few calls at once; a call starts only while
 * less than the cap is spent and set aside over all workers. Costs of calls, and of tries that brought no answer, are counted with
 * their journal entries, in one statement.
 * Money that a killed worker had set aside is free again after the worker has given no sign of life for a while, but its requests
 * without an answer may have been billed: they count as spent, until another worker has taken their part over and counted them.
 *
 * @param cap US dollars
 * @param holder This worker, by the name under which it tells that it lives
 */
export const createPurse = (queue: Queue, run: string, cap: number, holder: string): Purse => {
  let spent = 0;
  let inFlight = 0;
  let under = 0;
  let ahead = 0;
  /** What PostgreSQL holds as set aside by this worker. */
  let told = 0;
  let usedUp = false;
  let reservedAt = 0;
  const waiting: Waiting[] = [];
  let extending: Promise<void> | null = null;
  const closing = new AbortController();

  const issue = (expected: number): Reservation => {
    let estimate = expected;
    inFlight += estimate;
    under += 1;
    reservedAt = performance.now();
    let over = false;
    return {
      renew(next) {
        const more = next - estimate;
        if (usedUp || (more > 0 && !fits(more))) return false;
        ahead -= more;
        inFlight += more;
        estimate = next;
        return true;
      },
      settle() {
        if (over) return;
        over = true;
        under -= 1;
        // Sums of fractions do not cancel exactly.
        inFlight = under === 0 ? 0 : inFlight - estimate;
      }
    };
  };

  const fits = (estimate: number): boolean => ahead > 0 && ahead >= estimate;

  /** Lets those enter for whom money is set aside. */
  const admit = (): void => {
    for (let head = waiting[0]; head && fits(head.estimate); head = waiting[0]) {
      waiting.shift();
      ahead -= head.estimate;
      head.enter();
    }
  };

  /** Sets money aside for what waits, as far as there is some; tells what all workers have spent and set aside. */
  const setAside = (wanted: number, least: number): Promise<{ granted: number; sums: Sums }> =>
    queue.together(async (client) => {
      // One worker after the other, or two would set the same money aside.
      await client.query('SELECT FROM voirdire.run WHERE id = $1 FOR NO KEY UPDATE', [run]);
      const put = async (aside: number): Promise<void> => {
        await client.query(
          `INSERT INTO voirdire.purse (run_id, holder, aside) VALUES ($1, $2, $3)
          ON CONFLICT (run_id, holder) DO UPDATE SET aside = excluded.aside`,
          [run, holder, aside]
        );
        told = aside;
      };
      await put(inFlight + ahead);
      const { rows } = await client.query<Sums & { gone: boolean }>(SUMS, [run, holder]);
      const { gone, ...sums } = rows[0]!;
      if (gone) {
        const left = await client.query<{ body: string }>(LEFT, [run, holder]);
        for (const { body } of left.rows) sums.spent += (JSON.parse(body) as { cost: number | null }).cost ?? 0;
      }
      const free = cap - sums.spent - sums.aside;
      if (least <= 0 || sums.spent >= cap) return { granted: 0, sums };
      // The last call may cost more than is left, as with one process.
      const granted = free > 0 ? Math.max(least, Math.min(wanted, free / 2)) : sums.aside <= 0 ? least : 0;
      if (granted > 0) await put(inFlight + ahead + granted);
      return { granted, sums };
    });

  const extend = async (): Promise<void> => {
    try {
      while (waiting.length > 0 && !usedUp && !closing.signal.aborted) {
        const least = Math.max(Number.MIN_VALUE, waiting[0]!.estimate);
        // Too little for the next call: two workers that keep such rests would wait for each other.
        ahead = 0;
        const wanted = waiting.reduce((sum, { estimate }) => sum + estimate, CALLS_AHEAD * least);
        const { granted, sums } = await setAside(wanted, least);
        spent = sums.spent;
        ahead += granted;
        if (granted === 0 && spent >= cap) usedUp = true;
        else if (granted > 0) admit();
        else await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
      if (usedUp) for (const { fail } of waiting.splice(0)) fail(new BudgetUsedUp(cap));
    } catch (error) {
      for (const { fail } of waiting.splice(0)) fail(error);
    }
    extending = null;
  };

  const idle = setInterval(() => {
    if (waiting.length > 0 || performance.now() - reservedAt < IDLE_MS) return;
    ahead = 0;
    // Calls that are over, and cost less, leave some as well.
    if (told > inFlight) void setAside(0, 0).catch(() => undefined);
  }, IDLE_MS);

  return {
    spent: () => spent,
    lost: () => undefined,
    async reserve(estimate, signal) {
      if (usedUp) throw new BudgetUsedUp(cap);
      if (waiting.length === 0 && fits(estimate)) {
        ahead -= estimate;
        return issue(estimate);
      }
      return new Promise((resolve, reject) => {
        const done = (): void => signal.removeEventListener('abort', leave);
        const one: Waiting = {
          estimate,
          enter() {
            done();
            resolve(issue(estimate));
          },
          fail(error) {
            done();
            reject(error);
          }
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(one), 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(one);
        extending ??= extend();
      });
    },
    close() {
      closing.abort();
      clearInterval(idle);
    }
  };
};
