/** Two-sided exact p of no association from concordant and discordant pairs of n items without ties; see `kendallExact`. */
export const exactKendallP = (concordant: number, discordant: number, n: number): number =>
  Math.min(1, 2 * shareWithAtMost(Math.min(concordant, discordant), n));

/** Share of the permutations of n with at most d inversions, adding one item at a time. */
const shareWithAtMost = (d: number, n: number): number => {
  let share = new Float64Array(d + 1);
  share[0] = 1;
  for (let items = 2; items <= n; items++) {
    const next = new Float64Array(d + 1);
    let window = 0;
    for (let k = 0; k <= d; k++) {
      window += share[k]!;
      if (k >= items) window -= share[k - items]!;
      next[k] = window / items;
    }
    share = next;
  }
  return share.reduce((sum, p) => sum + p, 0);
};
