/**
 * Exact fractions. The thresholds of UserPref (.3, .5, .7) decide between levels, and a mean such as (.4 + 1) / 2 in floating
 * point can fall just below the threshold that it meets.
 */
export interface Fraction {
  readonly numerator: bigint;
  /** Above 0; numerator and denominator have no common divisor. */
  readonly denominator: bigint;
}

const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : commonDivisor(b, a % b));

const reduced = (numerator: bigint, denominator: bigint): Fraction => {
  if (denominator === 0n) throw new Error(`fraction requires a denominator other than 0, got ${numerator} / 0`);
  const by = commonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  return { numerator: numerator / by, denominator: denominator / by };
};

/**
 * `numerator / denominator`.
 * @throws if one is not an integer, or the denominator is 0
 */
export const fraction = (numerator: number, denominator = 1): Fraction =>
  reduced(BigInt(numerator), BigInt(denominator));

export const addFractions = (a: Fraction, b: Fraction): Fraction =>
  reduced(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);

export const multiplyFractions = (a: Fraction, b: Fraction): Fraction =>
  reduced(a.numerator * b.numerator, a.denominator * b.denominator);

/** `a / b`; null if b is 0. */
export const divideFractions = (a: Fraction, b: Fraction): Fraction | null =>
  b.numerator === 0n ? null : reduced(a.numerator * b.denominator, a.denominator * b.numerator);

/** Below 0 if a < b, 0 if they are equal, above 0 if a > b. */
export const compareFractions = (a: Fraction, b: Fraction): number => {
  const [left, right] = [a.numerator * b.denominator, b.numerator * a.denominator];
  return left < right ? -1 : left > right ? 1 : 0;
};

const sumOfFractions = (all: readonly Fraction[]): Fraction => all.reduce(addFractions, fraction(0));

/** Null for no fractions. */
export const meanOfFractions = (all: readonly Fraction[]): Fraction | null =>
  all.length === 0 ? null : multiplyFractions(sumOfFractions(all), fraction(1, all.length));

export const fractionValue = ({ numerator, denominator }: Fraction): number => Number(numerator) / Number(denominator);

/** A power of two that makes an integer of every double from 2⁻²⁷ to 1. */
const SCALE = 2 ** 80;

/**
 * The fraction with the smallest denominator whose quotient is this double: `fractionOfNumber(2 / 3)` is 2/3. Exact for every k / n
 * with n up to 2²⁶, because such a fraction is a convergent of its double. Stored scores are read by it.
 *
 * @throws if the value is not finite
 */
export function fractionOfNumber(value: number): Fraction {
  if (!Number.isFinite(value)) throw new Error(`fractionOfNumber requires a finite number, got ${value}`);
  if (Number.isInteger(value)) return fraction(value);
  let [above, below] = [BigInt(Math.round(value * SCALE)), BigInt(SCALE)];
  let [p, q, lastP, lastQ] = [1n, 0n, 0n, 1n];
  while (below !== 0n) {
    const rest = ((above % below) + below) % below;
    const whole = (above - rest) / below;
    [p, lastP] = [whole * p + lastP, p];
    [q, lastQ] = [whole * q + lastQ, q];
    if (Number(p) / Number(q) === value) break;
    [above, below] = [below, rest];
  }
  return reduced(p, q);
}
