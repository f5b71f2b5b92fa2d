import { refuse } from '../../../errors.ts';
import { dollars } from '../../../stats/writing/figures.ts';
import type { Judge } from '../../judge.ts';
import type { SearchPrice, TokenPrice } from '../../runs/run-options.ts';

/** No further call may be paid for. Not a failure of a judge: what it interrupts is left for later, not unscored. */
export class BudgetUsedUp extends Error {
  constructor(cap: number) {
    super(`The budget of ${dollars(cap)} is used up.`);
    this.name = 'BudgetUsedUp';
  }
}

export interface Reservation {
  /**
   * Sets a new estimate aside in place of the earlier one. False if the cap does not hold it by now: the call is given up, and
   * reserves again.
   */
  renew(estimate: number): boolean;
  /** The try is over and has cost this much, beside what was lost. */
  settle(cost: number): void;
}

export interface Budget {
  spent(): number;
  /**
   * Sets an estimated cost aside for a call. Waits while what was spent and what is set aside reach the cap, because calls
   * under way may turn out cheaper. Rejects with `BudgetUsedUp` once the cap is spent.
   */
  reserve(estimate: number, signal: AbortSignal): Promise<Reservation>;
  /** A try that brought no answer cost this much. It counts from now on, though the journal has it only once its call is over. */
  lost(cost: number): void;
}

/**
 * A cap on what a run spends. As long as estimates are not too low, the run spends at most the cap and the last call: a
 * call starts only while less than the cap is spent or set aside.
 *
 * @param cap US dollars; null for no cap
 * @param before US dollars that the run has spent already
 */
export const createBudget = (cap: number | null, before: number): Budget => {
  let spent = before;
  let reserved = 0;
  let under = 0;
  const waiting: { estimate: number; enter: () => void; fail: (error: Error) => void }[] = [];

  const open = (): boolean => cap === null || under === 0 || spent + reserved < cap;

  const spend = (cost: number): void => {
    spent += cost;
    if (cap !== null && spent >= cap) for (const { fail } of waiting.splice(0)) fail(new BudgetUsedUp(cap));
  };

  const issue = (expected: number): Reservation => {
    let estimate = expected;
    reserved += estimate;
    under += 1;
    let over = false;
    return {
      renew(next) {
        const others = under === 1 ? 0 : reserved - estimate;
        if (cap !== null && (spent >= cap || (under > 1 && spent + others >= cap))) return false;
        reserved = others + next;
        estimate = next;
        return true;
      },
      settle(cost) {
        if (over) return;
        over = true;
        under -= 1;
        // Sums of fractions do not cancel exactly.
        reserved = under === 0 ? 0 : reserved - estimate;
        spend(cost);
        while (waiting.length > 0 && open()) waiting.shift()?.enter();
      }
    };
  };

  return {
    spent: () => spent,
    lost: spend,
    async reserve(estimate, signal) {
      if (cap !== null && spent >= cap) throw new BudgetUsedUp(cap);
      if (waiting.length === 0 && open()) return issue(estimate);
      return new Promise((resolve, reject) => {
        const done = (): void => signal.removeEventListener('abort', leave);
        const one = {
          estimate,
          enter() {
            done();
            resolve(issue(estimate));
          },
          fail(error: Error) {
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
      });
    }
  };
};

/** A cap can only be kept if the price of every call is known: refused if one is not. */
export const demandPrices = (
  judges: readonly Pick<Judge, 'spec' | 'abstains'>[],
  budget: number | null,
  prices: Readonly<Record<string, TokenPrice>>
): void => {
  if (budget === null) return;
  const unknown = new Set(judges.flatMap(({ spec, abstains }) => (abstains || prices[spec] ? [] : [spec])));
  if (unknown.size > 0)
    refuse.invalid(
      `The run has a budget, but what its calls cost is unknown: give a price for ${[...unknown].join(', ')}, or take the budget away.`
    );
};

/** The same of searches. @param search Identity of the run's search provider; absent if it does not search */
export const demandSearchPrice = (
  search: string | undefined,
  budget: number | null,
  price: SearchPrice | undefined
): void => {
  if (budget === null || search === undefined || price !== undefined) return;
  const name = search.split('@')[0]!;
  refuse.invalid(
    `The run has a budget, but what a search with ${name} costs is unknown: give its price per 1,000 searches, like ${name} = 8, or take the budget away.`
  );
};
