const RUN = 12;

/**
 * Number of pairs i < j with values[i] > values[j]. Insertion sort on short runs, then bottom-up merging; n log n.
 * Sorts `values` in place or in a copy: the caller gives its array away.
 */
export const countInversions = (values: Int32Array): number => {
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
    for (let low = 0; low < n; low += 2 * width) {
      const middle = Math.min(low + width, n);
      const high = Math.min(low + 2 * width, n);
      inversions += merge(from, to, low, middle, high);
    }
    [from, to] = [to, from];
  }
  return inversions;
};

const merge = (from: Int32Array, to: Int32Array, low: number, middle: number, high: number): number => {
  let inversions = 0;
  let left = low;
  let right = middle;
  let out = low;
  while (left < middle && right < high) {
    const a = from[left]!;
    const b = from[right]!;
    if (b < a) {
      to[out++] = b;
      right++;
      inversions += middle - left;
    } else {
      to[out++] = a;
      left++;
    }
  }
  while (left < middle) to[out++] = from[left++]!;
  while (right < high) to[out++] = from[right++]!;
  return inversions;
};
