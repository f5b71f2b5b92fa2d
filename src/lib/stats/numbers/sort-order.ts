const DIGIT = 11;
const BUCKETS = 1 << DIGIT;

/**
 * One stable counting pass: moves `keys` and what goes with them, in place of each other, by one digit of the key. Returns
 * false, doing nothing, if all digits are equal.
 */
const pass = (
  shift: number,
  keys: Uint32Array,
  others: Uint32Array,
  keysOut: Uint32Array,
  othersOut: Uint32Array
): boolean => {
  const n = keys.length;
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
    const key = keys[i]!;
    const place = starts[(key >>> shift) & (BUCKETS - 1)]!++;
    keysOut[place] = key;
    othersOut[place] = others[i]!;
  }
  return true;
};

/** Sorts `keys` ascending and stably, carrying `others` along. Both arrays are given away; the sorted ones come back. */
export const sortByKey = (keys: Uint32Array, others: Uint32Array): [keys: Uint32Array, others: Uint32Array] => {
  if (keys.length < 2) return [keys, others];
  let from = [keys, others] as [Uint32Array, Uint32Array];
  let to = [new Uint32Array(keys.length), new Uint32Array(keys.length)] as [Uint32Array, Uint32Array];
  for (let shift = 0; shift < 32; shift += DIGIT) if (pass(shift, ...from, ...to)) [from, to] = [to, from];
  return from;
};

/**
 * Whole numbers in [0, 2³¹) in the order of the values, equal if they are equal: the distance from the smallest value
 * if all are whole and close enough, else their dense rank.
 */
export const orderKeys = (values: Float64Array): Uint32Array => {
  const close = distancesFromLeast(values, 0x80000000);
  if (close) return close;
  const keys = new Uint32Array(values.length);
  const order = sortOrder(values);
  let rank = 0;
  let last = values[order[0]!];
  for (let i = 0; i < order.length; i++) {
    const value = values[order[i]!];
    if (value !== last) rank++;
    keys[order[i]!] = rank;
    last = value;
  }
  return keys;
};

/** Ascending order of finite numbers, stable: the item numbers, smallest value first. Radix sort in linear time. */
export const sortOrder = (values: Float64Array): Uint32Array => {
  const n = values.length;
  let order: Uint32Array = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  if (n < 2) return order;
  const close = distancesFromLeast(values, 0x100000000);
  for (const word of close ? [close] : wordsOf(values)) {
    const keys = new Uint32Array(n);
    for (let i = 0; i < n; i++) keys[i] = word[order[i]!]!;
    order = sortByKey(keys, order)[1];
  }
  return order;
};

const distancesFromLeast = (values: Float64Array, span: number): Uint32Array | null => {
  const n = values.length;
  if (n === 0) return new Uint32Array(0);
  let low = values[0]!;
  let high = low;
  for (let i = 0; i < n; i++) {
    const v = values[i]!;
    if (v < low) low = v;
    else if (v > high) high = v;
    if (Math.floor(v) !== v) return null;
  }
  if (high - low >= span || Math.max(-low, high) >= 2 ** 52) return null;
  const keys = new Uint32Array(n);
  for (let i = 0; i < n; i++) keys[i] = values[i]! - low;
  return keys;
};

/** The two words of each number as unsigned keys, least significant first, so that their order is that of the numbers. */
const wordsOf = (values: Float64Array): Uint32Array[] => {
  const n = values.length;
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
