import { upperGamma } from './gamma.ts';

/** Standard normal distribution function Φ(x) = P(Z ≤ x), by the incomplete gamma function of ½. */
export const normalCdf = (x: number): number => {
  const upper = 0.5 * upperGamma(0.5, (x * x) / 2);
  return x > 0 ? 1 - upper : upper;
};

/** P(|Z| ≥ |x|): the two-sided p-value of a z statistic, exact in the far tail. */
export const normalTwoSided = (x: number): number => upperGamma(0.5, (x * x) / 2);

const rational = (numerator: number[], denominator: number[], r: number): number =>
  numerator.reduceRight((sum, c) => sum * r + c, 0) / (denominator.reduceRight((sum, c) => sum * r + c, 0) * r + 1);

const CENTRE_NUM = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227
];
const CENTRE_DEN = [
  42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
  5226.495278852854
];
const MIDDLE_NUM = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414
];
const MIDDLE_DEN = [
  2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9
];
const TAIL_NUM = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7
];
const TAIL_DEN = [
  0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 0.000018463183175100548,
  1.421511758316446e-7, 2.0442631033899397e-15
];

/**
 * Standard normal quantile Φ⁻¹(p), for 0 < p < 1. Relative error about 1e-16.
 * @throws outside (0, 1), where it is infinite.
 * Source: Wichura 1988, algorithm AS 241 (PPND16).
 */
export const normalQuantile = (p: number): number => {
  if (!(p > 0 && p < 1)) throw new Error(`normalQuantile requires 0 < p < 1, got ${p}`);
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * rational(CENTRE_NUM, CENTRE_DEN, 0.180625 - q * q);
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  const x = r <= 5 ? rational(MIDDLE_NUM, MIDDLE_DEN, r - 1.6) : rational(TAIL_NUM, TAIL_DEN, r - 5);
  return q < 0 ? -x : x;
};

/** The z of a two-sided interval: 1.959964 for confidence .95. */
export const criticalZ = (confidence: number): number => {
  if (!(confidence > 0 && confidence < 1)) throw new Error(`confidence must lie between 0 and 1, got ${confidence}`);
  return normalQuantile(0.5 + confidence / 2);
};
