/** Sums of decimal weights without the rounding of binary numbers: .95 and 1.05 themselves are inside. */

/** The digits of a number as it is written, and how many of them follow the point. */
function decimal(value: number): { digits: bigint; places: number } {
  const [mantissa, exponent = '0'] = String(value).split('e') as [string, string?];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?];
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

/** Σ weights, in units of 10^−`places`. */
function exactSum(weights: readonly number[]): { digits: bigint; places: number } {
  const parts = weights.map(decimal);
  const places = Math.max(2, ...parts.map((one) => one.places));
  const digits = parts.reduce((sum, one) => sum + one.digits * 10n ** BigInt(places - one.places), 0n);
  return { digits, places };
}

/** Whether weights sum to 1 ± .05, both ends included, in exact decimal arithmetic. Weights are finite. */
export function weightsSumToOne(weights: readonly number[]): boolean {
  const { digits, places } = exactSum(weights);
  const hundredth = 10n ** BigInt(places - 2);
  return digits >= 95n * hundredth && digits <= 105n * hundredth;
}

/** The sum as it is written in a message, e.g. `1.06`. */
export function weightSum(weights: readonly number[]): string {
  const { digits, places } = exactSum(weights);
  const text = digits.toString().padStart(places + 1, '0');
  return `${text.slice(0, -places)}.${text.slice(-places)}`.replace(/0+$/, '').replace(/\.$/, '');
}
