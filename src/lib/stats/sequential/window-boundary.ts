import { normalQuantile } from '../distributions/normal.ts';
import { seededRandom } from '../numbers/rng.ts';
import { standardNormals } from '../numbers/standard-normals.ts';

interface WindowBoundaryOptions {
  /** Looks over which the risk holds. Default 52: a year of weekly looks. */
  looks?: number;
  /** Looks that are averaged: the last so many. Default 3. */
  window?: number;
  /**
   * Variance that all looks share (what they are compared with, the items drawn), in variances of a single look's own noise.
   * Default ½: if looks and what they are compared with are equally noisy it is 1, and less makes the boundary wider.
   */
  shared?: number;
  /** Of so many candidates with independent noise the one was chosen that they are compared with. Default 1: none was chosen. */
  candidates?: number;
  /** Chance, in (0, 0.5), that one end is ever crossed. Default .025. */
  risk?: number;
}

const PATHS = 20_000;
const SEED = 52;
const known = new Map<string, number>();

/**
 * One-sided boundary of a moving mean that is looked at again and again, in standard errors of that mean.
 *
 * Purpose: anchor items are asked anew at every look, and a change may begin at any of them: the mean of the last few looks finds
 * it without the many good looks before it. Looks share the items and what they are compared with, so that they are correlated.
 *
 * Formula: the 1 − risk quantile of max over t ≤ looks of (B + ē_t) / √(shared + 1/k), with B the highest of `candidates` draws
 * of N(0, shared), e_t ~ N(0, 1) independent, and ē_t the mean of the last k = min(t, window) of them; from 20,000 paths of a fixed
 * seed and their mirror images, standard error .01.
 *
 * @returns standard errors; those of `normalQuantile` for one look without a choice.
 * @throws if looks, window or candidates is no positive whole number, shared is negative, or the risk outside (0, .5).
 * Source: group-sequential constants (Pocock 1977) for the correlations of a moving mean.
 */
export const windowBoundary = ({
  looks = 52,
  window = 3,
  shared = 0.5,
  candidates = 1,
  risk = 0.025
}: WindowBoundaryOptions = {}): number => {
  for (const [name, n] of Object.entries({ looks, window, candidates }))
    if (!(Number.isInteger(n) && n > 0)) throw new Error(`windowBoundary requires ${name} above 0, got ${n}`);
  if (!(shared >= 0 && Number.isFinite(shared))) throw new Error(`windowBoundary requires shared ≥ 0, got ${shared}`);
  if (!(risk > 0 && risk < 0.5)) throw new Error(`windowBoundary requires 0 < risk < .5, got ${risk}`);
  if (looks === 1 && candidates === 1) return -normalQuantile(risk);
  const settings = { looks, window, shared, candidates, risk };
  const key = Object.values(settings).join(' ');
  const found = known.get(key) ?? quantileOfMaxima(settings);
  known.set(key, found);
  return found;
};

function quantileOfMaxima({ looks, window, shared, candidates, risk }: Required<WindowBoundaryOptions>): number {
  const random = seededRandom(SEED);
  const draw = standardNormals(random);
  // The highest of independent normal draws, from its own quantile.
  const highest = (): number => -normalQuantile(-Math.expm1(Math.log(1 - random.unit()) / candidates));
  const maxima = new Float64Array(2 * PATHS);
  const noise = new Float64Array(looks);
  for (let path = 0; path < PATHS; path++) {
    const [common, mirrored] = [Math.sqrt(shared) * highest(), Math.sqrt(shared) * highest()];
    let [sum, high, highMirrored] = [0, -Infinity, -Infinity];
    for (let t = 0; t < looks; t++) {
      noise[t] = draw();
      sum += noise[t]! - (t >= window ? noise[t - window]! : 0);
      const k = Math.min(t + 1, window);
      const error = Math.sqrt(shared + 1 / k);
      high = Math.max(high, (common + sum / k) / error);
      highMirrored = Math.max(highMirrored, (mirrored - sum / k) / error);
    }
    maxima[2 * path] = high;
    maxima[2 * path + 1] = highMirrored;
  }
  maxima.sort();
  return maxima[Math.ceil((1 - risk) * maxima.length) - 1]!;
}
