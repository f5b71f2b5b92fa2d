/**
 * Counts that a reported percentage can stand for: every k for which k of n rounds to p % at the given decimals.
 *
 * Purpose: an empty list shows that the percentage was not counted out of that n (87.1 % of 200, or 96.5 % of 300). Both
 * ways of rounding an exact half are allowed.
 *
 * @param percent as reported, in [0, 100]. @param n whole denominator. @param decimals decimals reported.
 * @returns counts in ascending order. Whole-number arithmetic throughout.
 * @throws if n or decimals are not whole or percent is outside [0, 100].
 * Source: the GRIM test, Brown and Heathers 2017.
 */
export const consistentCounts = (percent: number, n: number, decimals: number): number[] => {
  if (!(percent >= 0 && percent <= 100)) throw new Error(`consistentCounts requires a percentage, got ${percent}`);
  return multiplesThatRound(percent, n, decimals, { unit: 100, least: 0, most: n });
};

/**
 * Sums that a reported mean of whole-number ratings can stand for: every total s for which s / n rounds to the mean.
 *
 * @param mean as reported. @param n whole number of ratings. @param decimals decimals reported.
 * @param scale lowest and highest rating, whole numbers.
 * @returns sums in ascending order; empty if the mean is impossible for that n.
 * @throws if an argument that must be whole is not.
 * Source: the GRIM test, Brown and Heathers 2017.
 */
export const consistentSums = (
  mean: number,
  n: number,
  decimals: number,
  { low, high }: { low: number; high: number }
): number[] => {
  if (!(Number.isSafeInteger(low) && Number.isSafeInteger(high)))
    throw new Error(`consistentSums requires a scale of whole numbers, got ${low} to ${high}`);
  return multiplesThatRound(mean, n, decimals, { unit: 1, least: low * n, most: high * n });
};

/** Whole k in [least, most] with |unit·k/n − value| ≤ ½·10^−decimals. */
const multiplesThatRound = (
  value: number,
  n: number,
  decimals: number,
  { unit, least, most }: { unit: number; least: number; most: number }
): number[] => {
  if (!(Number.isSafeInteger(n) && n >= 0 && Number.isInteger(decimals) && decimals >= 0 && decimals <= 12))
    throw new Error(`A reported figure requires a whole n and 0 to 12 decimals, got ${n} and ${decimals}`);
  if (!Number.isFinite(value) || n === 0) return [];
  const power = 10n ** BigInt(decimals);
  const [whole = '0', part = ''] = Math.abs(value).toFixed(decimals).split('.');
  const reported = BigInt(whole + part) * (value < 0 ? -1n : 1n);
  if (Number(reported) / Number(power) !== value) return [];
  const size = BigInt(n);
  const step = BigInt(unit) * power;
  const fits = (k: bigint): boolean => {
    const gap = 2n * (step * k - reported * size);
    return gap <= size && -gap <= size;
  };
  const start = (reported * size) / step;
  const found: number[] = [];
  const reach = size / (2n * step) + 2n;
  for (let k = start - reach; k <= start + reach; k++)
    if (k >= BigInt(least) && k <= BigInt(most) && fits(k)) found.push(Number(k));
  return found;
};
