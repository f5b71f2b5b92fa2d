import { normalQuantile } from '../distributions/normal.ts';
import { studentTwoSided } from '../distributions/student-t.ts';
import { crossingChance } from './crossing-chance.ts';
import type { RunningMean } from './running-mean.ts';

export interface StoppedStudy {
  /** The mean at the look at which the study stopped. */
  mean: RunningMean;
  /** Whether it stopped because its mean lay below the boundary; else above it, or at the maximum. */
  below: boolean;
  /** Mean from which the boundary was counted, in (0, 1). */
  target: number;
  /** Boundary in standard errors after so many observations; Infinity where there was no look. */
  boundary: (observations: number) => number;
}

/** Looks closer together than this share of the observations are taken as one. */
const CLOSEST = 0.01;
/** Of the grid, in standard errors: the chance is within .001, at a fifth of the time of the default. */
const SPACING = 0.1;

/**
 * Interval of the mean for a study that has stopped at a boundary: narrower than the bounds that hold at every look, because it
 * has to hold once.
 *
 * Formula: stage-wise ordering. A result is further up the earlier the upper boundary was crossed, and at the same look the higher
 * its mean; the chance of a result as far up as the one found, as a function of the true mean μ (`chanceAsFar`), is `risk` at the
 * lower end and 1 − risk at the upper one. A study that stopped below is its mirror image. Crossing the other boundary first and
 * coming back is neglected.
 *
 * @param risk of each end, in (0, .5).
 * @returns ends in [0, 1] around the mean that was found. Where crossing the boundary so far has at most the chance `risk` at the target, which holds for
 *   boundaries made for it, an interval of a study that crossed it lies on that side of the target.
 * @throws if the study stopped where there is no look.
 * Source: Armitage 1957; Siegmund 1978 (Biometrika 65); Jennison and Turnbull 2000, section 8.4.
 */
export const stoppedInterval = (study: StoppedStudy, risk = 0.025): { low: number; high: number } => {
  // The chance rises with μ where the study stopped above, and falls where it stopped below.
  const rises = study.below ? -1 : 1;
  const where = (wanted: number): number => {
    let [low, high] = [0, 1];
    while (high - low > 1e-4) {
      const middle = (low + high) / 2;
      if (rises * (chanceAsFar(study, middle) - wanted) < 0) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  const ends = [where(risk), where(1 - risk)];
  const found = study.mean.mean();
  return { low: Math.min(found, ...ends), high: Math.max(found, ...ends) };
};

/**
 * Chance of a result as far beyond the boundary as the one found, by stage-wise ordering, if the true mean is μ. At the true mean
 * it is uniform on [0, 1].
 *
 * Formula: `crossingChance` of the boundary seen from μ, (target − μ) √n / σ(μ) + boundary(n) σ(target) / σ(μ), up to the last look,
 * where what was found takes its place. σ(μ) / √n is the standard error at the stop, or its floor at μ if that is larger. Each of
 * them is carried to the normal scale with the skewness that the mean of items has at that look (`normalScore`): near 1 few items
 * go wrong, and a mean far above μ is rarer than a normal one.
 */
export const chanceAsFar = ({ mean, below, target, boundary }: StoppedStudy, mu: number): number => {
  const { n } = mean;
  if (!(boundary(n) < Infinity)) throw new Error(`chanceAsFar requires a look after ${n} observations`);
  const side = below ? -1 : 1;
  const error = mean.error();
  const spread = Math.max(error, mean.floor(mu), 1e-9) * Math.sqrt(n);
  const relative = (Math.max(error, mean.floor(target), 1e-9) * Math.sqrt(n)) / spread;
  const skewness = side * mean.skewness(mu);
  const scoreAt = (at: number, z: number): number => normalScore(z, skewness * Math.sqrt(n / at));
  const information: number[] = [];
  const boundaries: number[] = [];
  for (let at = 1; at < n; at++) {
    if (boundary(at) === Infinity || at < (information.at(-1) ?? 0) * (1 + CLOSEST)) continue;
    information.push(at);
    boundaries.push(scoreAt(at, (side * (target - mu) * Math.sqrt(at)) / spread + boundary(at) * relative));
  }
  const found = scoreAt(n, side * standardised(mean, mu, error));
  return crossingChance({ information: [...information, n], boundaries: [...boundaries, found] }, { spacing: SPACING });
};

/** Beyond so many standard errors a normal variable is never found. */
const FURTHEST = 8;

/**
 * Standard normal score with the tail that a skewed variable with mean 0 and variance 1 has beyond z.
 *
 * Formula: Pearson's type III, 6/γ · (∛(1 + γz/2) − 1) + γ/6; beyond its end, −2/γ, the score is ±8.
 * Source: Wilson and Hilferty 1931 for the cube root of a gamma variable.
 */
export const normalScore = (z: number, skewness: number): number => {
  if (Math.abs(skewness) < 1e-6) return z;
  const cube = 1 + (skewness * z) / 2;
  if (cube <= 0) return -Math.sign(skewness) * FURTHEST;
  return Math.max(-FURTHEST, Math.min(FURTHEST, (6 / skewness) * (Math.cbrt(cube) - 1) + skewness / 6));
};

/** Standard errors that the mean found lies above μ, with Student's t where the observed error is the larger one. */
function standardised(mean: RunningMean, mu: number, error: number): number {
  const distance = mean.mean() - mu;
  const [ofError, ofFloor] = [Math.abs(distance) / error, Math.abs(distance) / mean.floor(mu)].map((z) =>
    Number.isNaN(z) ? 0 : Math.min(z, MOST)
  ) as [number, number];
  const normal = -normalQuantile(Math.max(studentTwoSided(ofError, mean.n - 1) / 2, 1e-300));
  return Math.sign(distance) * Math.min(normal, ofFloor);
}

const MOST = 1e6;
