/** The longest run of one answer in a person's answers, in the order in which they were given. */
export interface Streak {
  length: number;
  /** Answers in all. */
  n: number;
  /**
   * Chance of a run as long as that of any answer if each is given independently as often as this person gives it: small if
   * the run is not explained by one answer being frequent. Null without a run.
   */
  chance: number | null;
}

export function longestStreak(labels: readonly string[]): Streak {
  let length = 0;
  let run = 0;
  labels.forEach((label, i) => {
    run = label === labels[i - 1] ? run + 1 : 1;
    length = Math.max(length, run);
  });
  const n = labels.length;
  if (n === 0) return { length, n, chance: null };
  const shares = [...Map.groupBy(labels, (label) => label).values()].map((own) => own.length / n);
  return {
    length,
    n,
    chance: Math.min(
      1,
      shares.reduce((sum, p) => sum + runChance(n, p, length), 0)
    )
  };
}

/**
 * Chance of at least one run of `length` successes in `n` independent trials.
 *
 * Formula: q(i) = q(i − 1) − (1 − p)·p^length·q(i − length − 1) for the chance of none in i trials, q(i) = 1 below `length`,
 * q(length) = 1 − p^length.
 *
 * @param p chance of a success, in [0, 1]
 * @returns 1 for a length of 0, 0 for one above n
 * Source: Feller 1968, vol. I, XIII.7 (runs as recurrent events).
 */
export function runChance(n: number, p: number, length: number): number {
  if (length <= 0) return 1;
  if (length > n) return 0;
  const whole = p ** length;
  const none = Array.from({ length: n + 1 }, () => 1);
  none[length] = 1 - whole;
  for (let i = length + 1; i <= n; i++) none[i] = none[i - 1]! - (1 - p) * whole * none[i - length - 1]!;
  return Math.min(1, Math.max(0, 1 - none[n]!));
}
