import { describe, expect, it } from 'vitest';
import { defaultLeases, leaseEnd, leaseProblem, leaseState } from './lease.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const rules = { idleMinutes: 30, unopenedHours: 2 };
const fresh = { openedAt: null, heldUntil: null, givenAt: 0, lastAt: null };

describe('leaseState', () => {
  it('keeps what is opened with its person until the lease ends, and not a moment longer', () => {
    const opened = { ...fresh, openedAt: 0, heldUntil: leaseEnd(rules, 0) };
    expect(leaseState(opened, rules, 30 * MINUTE)).toBe('held');
    expect(leaseState(opened, rules, 30 * MINUTE + 1)).toBe('idle');
  });

  it('counts neglect from the last thing that the person did, not from when it was handed out', () => {
    expect(leaseState(fresh, rules, 2 * HOUR)).toBe('unopened');
    expect(leaseState(fresh, rules, 2 * HOUR + 1)).toBe('neglected');
    expect(leaseState({ ...fresh, lastAt: HOUR }, rules, 3 * HOUR)).toBe('unopened');
    expect(leaseState({ ...fresh, givenAt: 5 * HOUR, lastAt: HOUR }, rules, 6 * HOUR)).toBe('unopened');
  });

  it('keeps no person out for longer than its limit when the clock is set back by a year', () => {
    const year = 365 * 24 * HOUR;
    const opened = { ...fresh, openedAt: year, heldUntil: leaseEnd(rules, year) };
    expect(leaseState(opened, rules, year)).toBe('held');
    expect(leaseState(opened, rules, 0)).toBe('idle');
    expect(leaseState({ ...fresh, givenAt: year, lastAt: year }, rules, 3 * HOUR)).toBe('neglected');
    expect(leaseState({ ...fresh, givenAt: 2 * HOUR, lastAt: year }, rules, 3 * HOUR)).toBe('unopened');
    // Clocks are corrected by seconds all the time.
    expect(leaseState(opened, rules, year - 20_000)).toBe('held');
  });

  it('never lets go by itself if the rules say so', () => {
    const never = { idleMinutes: null, unopenedHours: null };
    expect(leaseState({ ...fresh, openedAt: 0, heldUntil: 1 }, never, 1e13)).toBe('held');
    expect(leaseState(fresh, never, 1e13)).toBe('unopened');
  });

  it('takes rules in whole minutes and hours within bounds', () => {
    expect(leaseProblem(defaultLeases)).toBeNull();
    expect(leaseProblem({ idleMinutes: null, unopenedHours: null })).toBeNull();
    for (const wrong of [0, -1, 1.5, 10_081, Number.NaN])
      expect(leaseProblem({ idleMinutes: wrong, unopenedHours: 1 })?.key).toBe('leaseMinutes');
    expect(leaseProblem({ idleMinutes: 1, unopenedHours: 2161 })?.key).toBe('leaseHours');
  });
});
