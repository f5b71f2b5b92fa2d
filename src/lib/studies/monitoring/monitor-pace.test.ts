import { describe, expect, it } from 'vitest';
import { studyPace } from './monitor-pace.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = 100 * DAY;
const every = (step: number, n: number) => Array.from({ length: n }, (_, i) => now - i * step);

describe('studyPace', () => {
  it('is labels over the time since the first one, and projects the rest', () => {
    // 9 labels within the last 8 hours: 27 a day; 54 left take two days.
    expect(studyPace(every(HOUR, 9), 54, 'open', now)).toEqual({
      perDay: 27,
      labels: 9,
      since: now - 8 * HOUR,
      endsAt: now + 2 * DAY
    });
  });

  it('forgets what is older than seven days', () => {
    const pace = studyPace([...every(DAY, 8), ...Array.from({ length: 500 }, () => now - 30 * DAY)], 8, 'open', now);
    expect(pace).toMatchObject({ labels: 8, perDay: 8 / 7, since: now - 7 * DAY });
  });

  it('is undefined with its reason if there is nothing to go by', () => {
    const reason = (...args: Parameters<typeof studyPace>) => {
      const pace = studyPace(...args);
      return pace.perDay === null ? pace.reason : pace;
    };
    expect(reason(every(HOUR, 9), 0, 'open', now)).toBe('complete');
    expect(reason(every(HOUR, 9), 1, 'paused', now)).toBe('paused');
    expect(reason(every(HOUR, 9), 1, 'closed', now)).toBe('closed');
    expect(reason(every(HOUR, 4), 1, 'open', now)).toBe('too-few');
    expect(reason(every(1000, 100), 1, 'open', now)).toBe('too-short');
    expect(
      reason(
        every(DAY, 9).map((at) => at - 30 * DAY),
        1,
        'open',
        now
      )
    ).toBe('none-lately');
  });
});
