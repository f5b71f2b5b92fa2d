import type { Random } from '../numbers/rng.ts';
import { stirlingError } from './gamma.ts';

/**
 * A random draw of binomial(n, p). By BTRS (transformed rejection with squeeze) if n·p ≥ 10, so that its cost does not
 * grow with n; by inversion below.
 * Source: Hörmann 1993, "The generation of binomial random variates".
 */
export const drawBinomial = (n: number, p: number, random: Random): number => {
  if (n === 0 || p <= 0) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - drawBinomial(n, 1 - p, random);
  return n * p < 10 ? byInversion(n, p, random) : byRejection(n, p, random);
};

const byInversion = (n: number, p: number, random: Random): number => {
  const odds = p / (1 - p);
  let term = Math.exp(n * Math.log1p(-p));
  let u = random.unit();
  let k = 0;
  while (u > term && k < n) {
    u -= term;
    k++;
    term *= (odds * (n - k + 1)) / k;
  }
  return k;
};

const byRejection = (n: number, p: number, random: Random): number => {
  const q = 1 - p;
  const spread = Math.sqrt(n * p * q);
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const c = n * p + 0.5;
  const accept = 0.92 - 4.2 / b;
  const odds = p / q;
  const alpha = (2.83 + 5.1 / b) * spread;
  const m = Math.floor((n + 1) * p);
  for (;;) {
    const u = random.unit() - 0.5;
    let v = random.unit();
    const us = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / us + b) * u + c);
    if (us >= 0.07 && v <= accept) return k;
    if (k < 0 || k > n) continue;
    v = Math.log((v * alpha) / (a / (us * us) + b));
    const bound =
      (m + 0.5) * Math.log((m + 1) / (odds * (n - m + 1))) +
      (n + 1) * Math.log((n - m + 1) / (n - k + 1)) +
      (k + 0.5) * Math.log((odds * (n - k + 1)) / (k + 1)) +
      stirling(m) +
      stirling(n - m) -
      stirling(k) -
      stirling(n - k);
    if (v <= bound) return k;
  }
};

const stirling = (k: number): number => stirlingError(k + 1);
