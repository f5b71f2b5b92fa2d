import { measurement } from '../numbers/complete-pairs.ts';
import { defined, undefinedBecause, type Estimate, type Measurements } from '../numbers/estimate.ts';

const MOST_REAL = 24;
const LARGEST_SUM = 1_000_000;

/**
 * Exact sign-flip permutation test of paired differences: how often would a mean this far from 0 arise if each difference
 * could as well have had the other sign?
 *
 * Formula: p = share of the 2ⁿ sign patterns whose |Σ ± d| ≥ |Σ d|. Whole differences are counted by adding one difference
 * at a time to the distribution of the sum, which is exact for any n; for −1, 0, 1 it is the exact McNemar test. Others
 * are enumerated.
 *
 * @param differences in any unit, null = missing; zeros change nothing.
 * @returns value = p in (0, 1]; undefined (`n=0`) without differences.
 * @throws if a value is not finite, or more than 24 differences are neither 0 nor whole numbers.
 * Source: Fisher 1935; Pitman 1937.
 */
export const signFlipTest = (differences: Measurements): Estimate & { n: number } => {
  const given = Array.from(differences).filter((d) => d !== null);
  const sizes = given.map((d) => Math.abs(measurement('signFlipTest', d))).filter((d) => d !== 0);
  if (given.length === 0) return { ...undefinedBecause('n=0'), n: 0 };
  const observed = Math.abs(given.reduce((sum, d) => sum + d, 0));
  const largest = sizes.reduce((sum, d) => sum + d, 0);
  const whole = sizes.every(Number.isInteger) && largest <= LARGEST_SUM;
  if (!whole && sizes.length > MOST_REAL)
    throw new Error(`signFlipTest requires whole numbers or at most ${MOST_REAL} differences, got ${sizes.length}`);
  const p = whole ? shareOfWhole(sizes, largest, observed) : shareOfReal(sizes, observed, largest);
  return { ...defined(Math.min(1, p)), n: given.length };
};

/** The sum of the positive ones determines Σ ± d: its distribution, one difference at a time. */
const shareOfWhole = (sizes: number[], largest: number, observed: number): number => {
  const share = new Float64Array(largest + 1);
  share[0] = 1;
  let reached = 0;
  for (const d of sizes) {
    reached += d;
    for (let s = reached; s >= 0; s--) share[s] = (share[s]! + (s >= d ? share[s - d]! : 0)) / 2;
  }
  let p = 0;
  for (let s = 0; s <= largest; s++) if (Math.abs(2 * s - largest) >= observed) p += share[s]!;
  return p;
};

/** All sign patterns in Gray-code order, one flip at a time; half of them, as the other half mirrors it. */
const shareOfReal = (sizes: number[], observed: number, largest: number): number => {
  const n = sizes.length;
  const tolerance = largest * 1e-12;
  const signs = new Int8Array(n).fill(1);
  let sum = largest;
  let extreme = 0;
  const patterns = 2 ** (n - 1);
  for (let i = 1; ; i++) {
    if (Math.abs(sum) >= observed - tolerance) extreme++;
    if (i === patterns) return extreme / patterns;
    const flip = 31 - Math.clz32(i & -i);
    sum -= 2 * signs[flip]! * sizes[flip]!;
    signs[flip] = -signs[flip]!;
  }
};
