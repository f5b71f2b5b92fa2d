/** A statistic of items that depends on nothing but sums over them: what one item adds, and the value of the sums. */
export interface SumStatistic {
  /** How many sums there are. */
  size: number;
  /** Adds what the item contributes to `sums`, from `at` on. */
  add(item: number, sums: Float64Array, at: number): void;
  /** The statistic of the sums; null if it is undefined. The array is reused: read it, do not keep it. */
  value(sums: Float64Array): number | null;
}
