import { normalCdf } from '../distributions/normal.ts';

/** Looks at a standardised sum: the information at each, ascending, and the boundary at each in standard errors. */
interface PlannedLooks {
  /** In any unit, e.g. queries or shares of the maximum. */
  information: ArrayLike<number>;
  boundaries: ArrayLike<number>;
}

/** Below this many standard errors nothing is followed: from there a later look is hardly ever crossed. */
const LOWEST = -6;

/**
 * Probability that a standardised sum of independent normal observations without effect is above its boundary at one of several
 * looks.
 *
 * Formula: recursion over the looks. With r the ratio of the information of two looks, Z' given Z = z is normal with mean z√r and
 * variance 1 − r; the density of studies that have gone on is carried from look to look (trapezoid rule with end correction).
 *
 * @param options.bothSides whether −boundary counts as well. @param options.spacing of the grid, in standard errors; if
 *   looks are close together it is closer.
 * @returns within about 1e-4; 0 without looks.
 * @throws if information does not ascend from above 0, or a boundary is no number, or on both sides not above 0.
 * Source: Armitage, McPherson and Rowe 1969; Jennison and Turnbull 2000, chapter 19.
 */
export const crossingChance = (
  { information, boundaries }: PlannedLooks,
  { bothSides = false, spacing = 0.04 }: { bothSides?: boolean; spacing?: number } = {}
): number => {
  let before: { z: Float64Array; mass: Float64Array; at: number } | null = null;
  let crossed = 0;
  for (let look = 0; look < information.length; look++) {
    const [at, boundary] = [information[look]!, boundaries[look]!];
    if (!(at > (before?.at ?? 0)) || !(boundary > (bothSides ? 0 : -Infinity)))
      throw new Error(
        `crossingChance requires ascending information and boundaries${bothSides ? ' above 0' : ''}, got ${at} and ${boundary}`
      );
    if (boundary <= LOWEST) return 1;
    const ratio = before === null ? 0 : before.at / at;
    const [shrink, spread] = [Math.sqrt(ratio), Math.sqrt(1 - ratio)];
    const points = gridBetween(bothSides ? -boundary : LOWEST, boundary, Math.min(spacing, spread / 2));
    const density = new Float64Array(points.length);
    if (before === null) {
      crossed += (bothSides ? 2 : 1) * (1 - normalCdf(boundary));
      for (let i = 0; i < points.length; i++) density[i] = Math.exp(-(points[i]! ** 2) / 2) / ROOT;
    } else {
      const step = points[1]! - points[0]!;
      for (let j = 0; j < before.z.length; j++) {
        const [mass, mean] = [before.mass[j]!, before.z[j]! * shrink];
        if (boundary - mean < 8 * spread) crossed += mass * (1 - normalCdf((boundary - mean) / spread));
        if (bothSides && mean + boundary < 8 * spread) crossed += mass * normalCdf((-boundary - mean) / spread);
        addNormal(density, { mean: (mean - points[0]!) / step, spread: spread / step, mass: mass / step });
      }
    }
    before = { z: points, mass: weighed(density, points[1]! - points[0]!), at };
  }
  return Math.min(1, crossed);
};

const ROOT = Math.sqrt(2 * Math.PI);
/** Beyond so many of its spreads a normal density is taken as 0. */
const REACH = 7;

/**
 * Adds the density of a normal variable to those at 0, 1, 2 …: mean and spread in steps. From one step to the next the density changes by a factor that itself
 * changes by a constant factor, so that no exponential is needed at each.
 */
function addNormal(
  densities: Float64Array,
  { mean, spread, mass }: { mean: number; spread: number; mass: number }
): void {
  const start = Math.max(0, Math.min(densities.length - 1, Math.round(mean)));
  const distance = (start - mean) / spread;
  if (Math.abs(distance) > REACH) return;
  const [highest, change] = [(mass / (spread * ROOT)) * Math.exp(-(distance ** 2) / 2), Math.exp(-1 / spread ** 2)];
  for (const way of [1, -1]) {
    const end = way === 1 ? Math.min(densities.length - 1, Math.ceil(mean + REACH * spread)) : Math.max(0, Math.floor(mean - REACH * spread)); // prettier-ignore
    let factor = Math.exp(-(2 * way * distance + 1 / spread) / (2 * spread));
    let density = highest;
    for (let i = start; way * (end - i) >= 0; i += way) {
      if (i !== start || way === 1) densities[i]! += density;
      density *= factor;
      factor *= change;
    }
  }
}

function gridBetween(low: number, high: number, spacing: number): Float64Array {
  const steps = Math.max(8, Math.ceil((high - low) / spacing));
  return Float64Array.from({ length: steps + 1 }, (_, i) => low + ((high - low) * i) / steps);
}

/** Densities times weights of Gregory's rule, which is the trapezoid rule but for the three points at each end. */
function weighed(density: Float64Array, step: number): Float64Array {
  const ends = [3 / 8, 7 / 6, 23 / 24];
  return density.map((value, i) => value * step * (ends[Math.min(i, density.length - 1 - i)] ?? 1));
}
