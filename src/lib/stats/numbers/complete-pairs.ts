import type { Measurements } from './estimate.ts';

/** Beyond this size squares overflow; no rating scale comes near it. */
const LARGEST = 1e150;

/** A measurement as given, refused if it is not a finite number of sane size. Missing values are null, never NaN. */
export const measurement = (name: string, value: number): number => {
  if (!(Math.abs(value) <= LARGEST))
    throw new Error(`${name} requires finite numbers (null where missing), got ${value}`);
  return value;
};

/** All measurements of a list that may not have gaps, checked. */
export const measurements = (name: string, values: ArrayLike<number>): Float64Array =>
  Float64Array.from({ length: values.length }, (_, i) => measurement(name, values[i]!));

export interface CompletePairs {
  x: Float64Array;
  y: Float64Array;
  n: number;
  dropped: number;
}

/** Pairwise deletion: the items on which both measurements exist, in order. */
export const completePairs = (name: string, x: Measurements, y: Measurements): CompletePairs => {
  if (x.length !== y.length) throw new Error(`${name} requires equal lengths, got ${x.length} and ${y.length}`);
  const keptX = new Float64Array(x.length);
  const keptY = new Float64Array(x.length);
  let n = 0;
  for (let i = 0; i < x.length; i++) {
    const a = x[i]!;
    const b = y[i]!;
    if (a === null || b === null) continue;
    keptX[n] = measurement(name, a);
    keptY[n] = measurement(name, b);
    n++;
  }
  return { x: keptX.subarray(0, n), y: keptY.subarray(0, n), n, dropped: x.length - n };
};
