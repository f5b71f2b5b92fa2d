export interface AxisColumn {
  name: string;
  title: string;
  /** Meaning of the numbers, in a few words. */
  unit: string;
  better: 'higher' | 'lower';
  /** Decimals of its values; 1 if absent. */
  digits?: number;
}

interface LeaderboardCell {
  value: number | null;
  low: number | null;
  high: number | null;
  /** Reports that the value rests on, and how many there are. */
  n: number;
  of: number;
  best: boolean;
  /** Not distinguishable from the best. */
  tied: boolean;
  /** Whether it was compared with the best at all: too few queries forbid it. */
  compared: boolean;
  bestOfGroup: boolean;
  reason: string | null;
  /** Why there is a value without an interval. */
  noInterval: string | null;
  /** Stands instead of the number, e.g. for the baseline itself. */
  note: string | null;
}

/** A mean over so many of the systems of a group. */
interface ShownGroupMean {
  value: number | null;
  systems: number;
}

/** The average column in words. */
export interface ShownAverage {
  /** Quantity of which it is the mean. */
  about: string;
  /** The same as a sentence below the table, or why there is none. */
  note: string;
}

export interface AxisGroup {
  title: string;
  rows: {
    name: string;
    href: string;
    cells: LeaderboardCell[];
    average: { value: number | null; best: boolean; reason: string | null; n: number };
    reports: number;
  }[];
  /** Means over the systems of the group; null if a group has a single system. */
  mean: { cells: ShownGroupMean[]; average: ShownGroupMean } | null;
}

/**
 * The axis of a column: just wide enough for what is drawn on it, with three round ticks. It may be cut: no bar stands on it.
 * Without a value there is nothing to draw, and no tick.
 * @param digits Decimals of its values: with more than one, ticks stand closer than 1.
 */
export function axisOf(
  cells: readonly Pick<LeaderboardCell, 'value' | 'low' | 'high'>[],
  digits = 1
): {
  from: number;
  to: number;
  ticks: number[];
} {
  const ends = cells.flatMap(({ value, low, high }) => [value, low, high]).filter((end) => end !== null);
  if (ends.length === 0) return { from: 0, to: 100, ticks: [] };
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  const fine = digits > 2 ? [0.05, 0.1, 0.2, 0.25, 0.5] : digits > 1 ? [0.5] : [];
  const step = [...fine, 1, 2, 5, 10, 20, 25, 50, 100].find((one) => (high - low) / one <= 2.5) ?? 100;
  const first = Math.floor(low / step) * step;
  const last = Math.max(first + step, Math.ceil(high / step) * step);
  const ticks = Array.from({ length: Math.round((last - first) / step) + 1 }, (_, at) =>
    Number((first + at * step).toFixed(2))
  );
  const margin = (last - first) * 0.08;
  return { from: first - margin, to: last + margin, ticks };
}
