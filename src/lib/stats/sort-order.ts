const DIGIT = 11;
const BUCKETS = 1 << DIGIT;

/**
 * One stable counting pass over an ordering: rearranges `from` into `to` by the digit of each item's key.
 * Returns false, doing nothing, where all digits are equal.
 */
const pass = (keys: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): boolean => {
  const n = from.length;
  const starts = new Uint32Array(BUCKETS);
  for (let i = 0; i < n; i++) starts[(keys[i]! >>> shift) & (BUCKETS - 1)]!++;
  if (starts[(keys[0]! >>> shift) & (BUCKETS - 1)] === n) return false;
  let total = 0;
  for (let d = 0; d < BUCKETS; d++) {
    const count = starts[d]!;
    starts[d] = total;
    total += count;
  }
  for (let i = 0; i < n; i++) {
    const item = from[i]!;
    to[starts[(keys[item]! >>> shift) & (BUCKETS - 1)]!++] = item;
  }
  return true;
};

/**
 * Ascending order of finite numbers, stable: the item numbers, smallest value first. Radix sort in linear time, fastest
 * for integers that span less than 2³².
 *
 * @param start an order to begin with, so that ties keep it; item order by default.
 */
export const sortOrder = (values: Float64Array, start?: Uint32Array): Uint32Array => {
  const n = values.length;
  let order = start ? start.slice() : Uint32Array.from({ length: n }, (_, i) => i);
  if (n < 2) return order;
  let spare = new Uint32Array(n);
  for (const keys of radixKeys(values))
    for (let shift = 0; shift < 32; shift += DIGIT)
      if (pass(keys, shift, order, spare)) [order, spare] = [spare, order];
  return order;
};

/** Unsigned words, least significant first, whose order is the order of the values. */
const radixKeys = (values: Float64Array): Uint32Array[] => {
  const n = values.length;
  let low = values[0]!;
  let high = low;
  let whole = true;
  for (let i = 0; i < n; i++) {
    const v = values[i]!;
    if (v < low) low = v;
    if (v > high) high = v;
    whole &&= Number.isInteger(v);
  }
  if (whole && high - low < 0x100000000 && Math.abs(low) < 2 ** 52) {
    const keys = new Uint32Array(n);
    for (let i = 0; i < n; i++) keys[i] = values[i]! - low;
    return [keys];
  }
  const plusZero = new Float64Array(n);
  for (let i = 0; i < n; i++) plusZero[i] = values[i]! + 0;
  const words = new Uint32Array(plusZero.buffer);
  const least = new Uint32Array(n);
  const most = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    const flip = words[2 * i + 1]! >>> 31 ? 0xffffffff : 0;
    least[i] = words[2 * i]! ^ flip;
    most[i] = words[2 * i + 1]! ^ (flip | 0x80000000);
  }
  return [least, most];
};
