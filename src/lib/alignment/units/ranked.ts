import { defined, undefinedBecause, type Estimate } from '../../stats/index.ts';

/** Values by their places among the different ones. */
interface Ranked {
  place: Uint32Array;
  /** The different values, from the lowest up. */
  distinct: Float64Array;
}

/** Places of values among the different ones, from the lowest up; what differs by rounding of a mean is the same. */
export function ranked(values: Float64Array): Ranked {
  const grain = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) * 1e-9 || 1;
  const keys = Float64Array.from(values, (value) => Math.round(value / grain));
  const valueOf = new Map(Array.from(keys, (key, i) => [key, values[i]!]));
  const distinct = Float64Array.from(valueOf.keys()).sort();
  const places = new Map(Array.from(distinct, (key, i) => [key, i]));
  return {
    place: Uint32Array.from(keys, (key) => places.get(key)!),
    distinct: distinct.map((key) => valueOf.get(key)!)
  };
}

/** Kendall’s τ_b, by counting in a tree what lies below each entry. */
export function kendallOf(x: Ranked, y: Ranked): (times: Float64Array) => Estimate {
  const columns = y.distinct.length;
  const entries = Uint32Array.from(x.place, (_, i) => i).sort((i, j) => x.place[i]! - x.place[j]!);
  const tree = new Float64Array(columns + 1);
  const [countX, countY] = [new Float64Array(x.distinct.length), new Float64Array(columns)];
  const below = (place: number): number => {
    let sum = 0;
    for (let at = place; at > 0; at -= at & -at) sum += tree[at]!;
    return sum;
  };
  const put = (place: number, m: number): void => {
    for (let at = place + 1; at <= columns; at += at & -at) tree[at]! += m;
  };
  return (times) => {
    tree.fill(0);
    countX.fill(0);
    countY.fill(0);
    let [n, excess] = [0, 0];
    for (let start = 0; start < entries.length;) {
      let end = start;
      while (end < entries.length && x.place[entries[end]!] === x.place[entries[start]!]) end++;
      for (let e = start; e < end; e++) {
        const i = entries[e]!;
        const [m, place] = [times[i]!, y.place[i]!];
        if (m !== 0) excess += m * (below(place) - (n - below(place + 1)));
      }
      for (let e = start; e < end; e++) {
        const i = entries[e]!;
        const m = times[i]!;
        if (m === 0) continue;
        put(y.place[i]!, m);
        countX[x.place[i]!]! += m;
        countY[y.place[i]!]! += m;
      }
      n = below(columns);
      start = end;
    }
    if (n < 2) return n === 0 ? undefinedBecause('no-pairs') : undefinedBecause('n<2');
    const pairs = (n * (n - 1)) / 2;
    const tied = (counts: Float64Array): number => counts.reduce((sum, t) => sum + (t * (t - 1)) / 2, 0);
    const root = Math.sqrt((pairs - tied(countX)) * (pairs - tied(countY)));
    return root === 0 ? undefinedBecause('zero-variance') : defined(Math.max(-1, Math.min(1, excess / root)));
  };
}
