import type { Random } from './rng.ts';
import { standardNormals } from './standard-normals.ts';

/** Variance that is left of a row, relative to the largest, below which it is rounding. */
const NEGLIGIBLE = 1e-10;

/**
 * Draws normal vectors with a given covariance, each together with its mirror image.
 *
 * Pivoted Cholesky factorisation, so that singular covariances (an average of judges is a sum of theirs) need no jitter.
 *
 * @param covariance k × k, positive semidefinite, row by row.
 * @param pairs how many vectors are drawn; twice as many are visited.
 * @param visit is handed the same array each time.
 */
export const visitCorrelatedNormals = (
  covariance: Float64Array,
  pairs: number,
  random: Random,
  visit: (values: Float64Array) => void
): void => {
  const k = Math.round(Math.sqrt(covariance.length));
  const left = Float64Array.from({ length: k }, (_, i) => covariance[i * k + i]!);
  const largest = left.reduce((max, v) => Math.max(max, v), 0);
  const factor: Float64Array[] = [];
  while (factor.length < k) {
    let pivot = 0;
    for (let i = 1; i < k; i++) if (left[i]! > left[pivot]!) pivot = i;
    if (!(left[pivot]! > NEGLIGIBLE * largest)) break;
    const root = Math.sqrt(left[pivot]!);
    const column = Float64Array.from({ length: k }, (_, i) => {
      let rest = covariance[i * k + pivot]!;
      for (const one of factor) rest -= one[i]! * one[pivot]!;
      return rest / root;
    });
    for (let i = 0; i < k; i++) left[i]! -= column[i]! ** 2;
    factor.push(column);
    left[pivot] = 0;
  }
  const normal = standardNormals(random);
  const values = new Float64Array(k);
  for (let draw = 0; draw < pairs; draw++) {
    values.fill(0);
    for (const column of factor) {
      const z = normal();
      for (let i = 0; i < k; i++) values[i]! += z * column[i]!;
    }
    visit(values);
    for (let i = 0; i < k; i++) values[i] = -values[i]!;
    visit(values);
  }
};
