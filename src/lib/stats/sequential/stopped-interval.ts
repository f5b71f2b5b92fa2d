import { normalCdf, normalQuantile } from '../distributions/normal.ts';
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
  /** Boundary in standard errors after so many observations; Infinity if there was no look. */
  boundary: (observations: number) => number;
}

/** Looks closer together than this share of the observations are taken as one. */
const CLOSEST = 0.02;
/** Of the grid, in standard errors: the chance is within .001, at a fifth of the time of the default. */
const SPACING = 0.1;

/**
 * Interval of the mean for a study that has stopped at a boundary, or at its maximum: narrower than the bounds that hold at every look, because it has to hold
 * once.
 *
 * Formula: stage-wise ordering. A result is further up the earlier the upper boundary was crossed, and at the same look the higher
 * its mean; the chance of a result as far up as the one found, as a function of the true mean μ (`chanceAsFar`), is `risk` at the
 * lower end and 1 − risk at the upper one. A study that stopped below is its mirror image. Crossing the other boundary first and
 * coming back is neglected.
 *
 * Near 1 a perfect record may be so likely that no result is surprisingly far up: the lower end of every study then lies below μ, and what it cannot use of the
 * risk goes to the upper end. Above the lower end that a perfect record has itself (`furthest(μ)` ≥ risk) the upper end therefore errs with 2 · risk, below it
 * with `risk`. Both ends together never err with more than 2 · risk, and as the share of the upper end does not fall while μ rises, the true means that are left
 * are an interval (as in Blyth and Still, and Casella).
 *
 * Other rules: equal tails err with `risk` alone above the step. Blaker's rule, which keeps an interval of a higher risk within one of a lower risk, lets the upper
 * end err with `furthest(μ)` up to 2 · risk, less than it may. Half of the chance of a perfect record (mid-p) moves the step to where that chance is 2 · risk; just
 * below it both ends together err with 3 · risk.
 *
 * @param risk of each end, in (0, .5).
 * @returns ends in [0, 1] around the mean that was found. Where crossing the boundary so far has at most the chance `risk` at the target, which holds for
 *   boundaries made for it, an interval of a study that crossed it lies on that side of the target.
 * @throws if the study stopped where there is no look, or after a single observation.
 * Source: Armitage 1957; Siegmund 1978 (Biometrika 65); Jennison and Turnbull 2000, section 8.4. For discrete results: Crow 1956 (Biometrika 43); Blyth and Still
 *   1983 (Journal of the American Statistical Association 78); Casella 1986 and Blaker 2000 (Canadian Journal of Statistics 14 and 28); for mid-p Lancaster 1961.
 */
export const stoppedInterval = (study: StoppedStudy, risk = 0.025): { low: number; high: number } => {
  const found = study.mean.mean();
  /** Where the first of two parts of [0, 1] ends. */
  const end = (isFirst: (mu: number) => boolean): number => {
    let [low, high] = [0, 1];
    while (high - low > 1e-4) {
      const middle = (low + high) / 2;
      if (isFirst(middle)) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  const low = end((mu) => sideOf(study, mu, risk) === 'above');
  const high = end((mu) => sideOf(study, mu, risk) !== 'below');
  return { low: Math.min(found, low), high: Math.max(found, high) };
};

/**
 * Where the interval lies, seen from a true mean: above it, below it, or around it. Takes two thirtieths of the time of `stoppedInterval`.
 *
 * @param risk of each end, in (0, .5).
 * @throws as `stoppedInterval`.
 */
export const sideOf = (study: StoppedStudy, mu: number, risk = 0.025): 'above' | 'below' | 'around' => {
  const far = chanceAsFar(study, mu);
  const [above, below] = study.below ? [1 - far, far] : [far, 1 - far];
  if (above < risk) return 'above';
  return below < (furthest(study, mu) < risk ? risk : 2 * risk) ? 'below' : 'around';
};

/**
 * Chance of a result as far beyond the boundary as the one found, by stage-wise ordering, if the true mean is μ. At the true mean
 * it is uniform on [0, 1].
 *
 * Formula: `crossingChance` of the boundary seen from μ, (target − μ) √n / σ(μ) + boundary(n) σ(target) / σ(μ), up to the last look,
 * where what was found takes its place. σ(μ) / √n is the standard error at μ (`RunningMean.errorAt`), σ(target) the cautious one that decided. Each of
 * them is carried to the normal scale with the skewness that the mean of items has at that look (`normalScore`): near 1 few items
 * go wrong, and a mean far above μ is rarer than a normal one.
 */
export const chanceAsFar = (study: StoppedStudy, mu: number): number => {
  const { mean, below, target, boundary } = study;
  const { n } = mean;
  if (n < 2) throw new Error(`chanceAsFar requires at least two observations, got ${n}`);
  if (!(boundary(n) < Infinity)) throw new Error(`chanceAsFar requires a look after ${n} observations`);
  const side = below ? -1 : 1;
  const score = scoreFrom(study, mu);
  const information: number[] = [];
  const boundaries: number[] = [];
  for (let at = 1; at < n; at++) {
    if (boundary(at) === Infinity || at < (information.at(-1) ?? 0) * (1 + CLOSEST)) continue;
    information.push(at);
    boundaries.push(score(side * (target - mu) + distanceAt(study, at), at));
  }
  const found = score(side * studentised(mean.mean() - mu, mean.errorAt(mu), n), n);
  return crossingChance({ information: [...information, n], boundaries: [...boundaries, found] }, { spacing: SPACING });
};

/**
 * Chance of a result as far up as a perfect record, which stops at the first look at which it can, by the standard error that such a study has itself: as nothing
 * went wrong, it assumes how alike the items are. 0 for a study that stopped below.
 */
function furthest(study: StoppedStudy, mu: number): number {
  if (study.below) return 0;
  const mean = study.mean.perfect();
  const perfect = { ...study, mean };
  let at = 1;
  while (at < mean.n && !(study.boundary(at) < Infinity && distanceAt(perfect, at) < 1 - study.target)) at++;
  const error = mean.errorAt(mu) * Math.sqrt(mean.n / at);
  return 1 - normalCdf(scoreFrom(perfect, mu)(studentised(1 - mu, error, at), at));
}

/** Distance from the target at which the boundary lay after so many observations, with the standard error that decided at the stop. */
const distanceAt = ({ mean, target, boundary }: StoppedStudy, at: number): number =>
  boundary(at) * Math.max(mean.error(), mean.floor(target)) * Math.sqrt(mean.n / at);

/** Normal score of a distance beyond μ after so many observations, in the direction of the boundary. */
const scoreFrom = ({ mean, below }: StoppedStudy, mu: number): ((distance: number, at: number) => number) => {
  const error = Math.max(mean.errorAt(mu), LEAST_ERROR);
  const skewness = (below ? -1 : 1) * mean.skewness(mu);
  return (distance, at) => {
    const ratio = Math.sqrt(mean.n / at);
    return normalScore(distance / (error * ratio), skewness * ratio);
  };
};

/** A distance, shortened so that in standard errors it has as a normal variable the tail that it has as Student's. */
function studentised(distance: number, error: number, n: number): number {
  if (distance === 0 || error === 0) return distance;
  const tail = studentTwoSided(Math.abs(distance) / error, n - 1) / 2;
  return Math.sign(distance) * error * -normalQuantile(Math.max(tail, 1e-300));
}

const LEAST_ERROR = 1e-9;

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
