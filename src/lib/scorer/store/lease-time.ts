/** How far clocks may be set back without a lease being taken for one from the future, ms. */
const SLACK = 60_000;

/**
 * Whether a lease until a stored time is still valid. A time further ahead than any lease lasts was written before the clock was set
 * back: such a lease has ended, or its owner renews it at the next act. So no process is kept out for longer than a lease lasts.
 *
 * @param longest how long a lease lasts at most, ms
 */
export const holdsLease = (until: number, now: number, longest: number): boolean =>
  until > now && until <= now + longest + SLACK;

/** A stored time, or 0 if it lies in the future: then it was written before the clock was set back, and says nothing. */
export const pastOrNever = (at: number, now: number): number => (at <= now + SLACK ? at : 0);
