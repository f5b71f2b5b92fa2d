import { sayingsOf, type Saying } from '../../../messages/sayings.ts';
import { holdsLease, pastOrNever } from '../../../scorer/store/lease-time.ts';

const leadSays = sayingsOf('leadRefusals');

/** Times after which idle work may go to another annotator. Null: never automatically, only by a lead. */
export interface LeaseRules {
  /** Minutes for which an opened report stays with its person after the last save or commit in it. */
  idleMinutes: number | null;
  /** Hours for which unopened reports stay with a person who does nothing in the study. */
  unopenedHours: number | null;
}

export const defaultLeases: LeaseRules = { idleMinutes: 120, unopenedHours: 48 };

const mostMinutes = 7 * 24 * 60;
const mostHours = 90 * 24;

/** Fault of typed rules; null if they are valid. */
export function leaseProblem({ idleMinutes, unopenedHours }: LeaseRules): Saying | null {
  const sound = (n: number | null, most: number): boolean => n === null || (Number.isInteger(n) && n >= 1 && n <= most);
  if (!sound(idleMinutes, mostMinutes)) return leadSays('leaseMinutes', { most: mostMinutes });
  if (!sound(unopenedHours, mostHours)) return leadSays('leaseHours', { most: mostHours });
  return null;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Where a person's part of a report stands. */
export type LeaseState = 'unopened' | 'held' | 'idle' | 'neglected';

/** Data on which the state of a lease depends; all times in ms. */
interface Lease {
  openedAt: number | null;
  heldUntil: number | null;
  /** When it was handed to the person, or work could begin again after a pause. */
  givenAt: number;
  /** When the person last opened, saved or committed anything in the study; null for never. */
  lastAt: number | null;
}

/**
 * `held`: opened and touched lately; `idle`: opened, and not touched for `idleMinutes`; `unopened`: waits in the person's queue;
 * `neglected`: unopened, and the person has done nothing in the study for `unopenedHours`. What is idle or neglected may be
 * taken over. Times that a clock wrote before it was set back keep nothing from others (`holdsLease`).
 */
export function leaseState(lease: Lease, rules: LeaseRules, now: number): LeaseState {
  if (lease.openedAt !== null)
    return rules.idleMinutes === null ||
      holdsLease((lease.heldUntil ?? lease.openedAt) + 1, now, rules.idleMinutes * MINUTE)
      ? 'held'
      : 'idle';
  const since = Math.max(pastOrNever(lease.givenAt, now), pastOrNever(lease.lastAt ?? 0, now));
  return rules.unopenedHours !== null && since + rules.unopenedHours * HOUR < now ? 'neglected' : 'unopened';
}

/** Until when a report that is touched now stays with its person, ms. */
export const leaseEnd = (rules: LeaseRules, now: number): number =>
  now + (rules.idleMinutes ?? defaultLeases.idleMinutes!) * MINUTE;
