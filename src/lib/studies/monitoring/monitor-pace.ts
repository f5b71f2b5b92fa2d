/** How fast labels come in, and when the rest would be in at that pace. */
export type StudyPace =
  | { perDay: number; /** Labels counted, from when on, ms. */ labels: number; since: number; endsAt: number }
  | { perDay: null; reason: PaceReason };

type PaceReason = 'complete' | 'closed' | 'paused' | 'too-few' | 'too-short' | 'none-lately';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WINDOW = 7 * DAY;
const FEWEST = 5;

const variants = {
  complete: 'complete',
  closed: 'closed',
  paused: 'paused',
  'too-few': 'tooFew',
  'too-short': 'tooShort',
  'none-lately': 'noneLately'
} as const satisfies Record<PaceReason, string>;

/** Values of the message that says why there is no projected end. */
export const paceVariants = (reason: PaceReason) => ({ reason: variants[reason], fewest: FEWEST });

/**
 * The pace of the last seven days, nights and breaks included, or since the first label if that is later. The projected end
 * assumes that people continue at this pace: it is an extrapolation without an interval.
 *
 * @param times when each label that stands was first committed, ms, in any order
 * @param left labels still to come
 */
export function studyPace(
  times: readonly number[],
  left: number,
  status: 'open' | 'paused' | 'closed',
  now: number
): StudyPace {
  const none = (reason: PaceReason): StudyPace => ({ perDay: null, reason });
  if (left === 0) return none('complete');
  if (status !== 'open') return none(status);
  if (times.length < FEWEST) return none('too-few');
  const since = Math.max(
    now - WINDOW,
    times.reduce((first, at) => Math.min(first, at), now)
  );
  if (now - since < HOUR) return none('too-short');
  const labels = times.filter((at) => at >= since).length;
  if (labels === 0) return none('none-lately');
  const perDay = labels / ((now - since) / DAY);
  return { perDay, labels, since, endsAt: now + (left / perDay) * DAY };
}
