export type Adjustment = 'bonferroni' | 'holm' | 'hochberg' | 'BH' | 'BY';

/**
 * p-values adjusted for having made several tests.
 *
 * With p sorted ascending and m tests: Bonferroni m·p; Holm max over smaller of (m − i + 1)p₍ᵢ₎; Hochberg min over larger of
 * the same; Benjamini–Hochberg min over larger of (m/i)p₍ᵢ₎; Benjamini–Yekutieli that times Σ 1/i. All cut off at 1. The
 * first three bound the chance of any false rejection (Hochberg under independence), the last two the expected share of
 * false ones among rejections (BY under any dependence).
 *
 * @param p p-values in [0, 1]. @returns the adjusted ones in the same order; compare them with the level itself.
 * @throws if a value is outside [0, 1].
 * Source: Holm 1979; Hochberg 1988; Benjamini and Hochberg 1995; Benjamini and Yekutieli 2001.
 */
export const adjustPValues = (p: readonly number[], method: Adjustment): number[] => {
  const bad = p.find((v) => !(v >= 0 && v <= 1));
  if (bad !== undefined) throw new Error(`adjustPValues requires p-values in [0, 1], got ${bad}`);
  const m = p.length;
  if (method === 'bonferroni') return p.map((v) => Math.min(1, m * v));
  const order = p.map((_, i) => i).sort((a, b) => p[a]! - p[b]!);
  const harmonic = method === 'BY' ? order.reduce((sum, _, i) => sum + 1 / (i + 1), 0) : 1;
  const factor = (i: number): number => (method === 'holm' || method === 'hochberg' ? m - i : (harmonic * m) / (i + 1));
  const adjusted = new Array<number>(m);
  let running = method === 'holm' ? 0 : 1;
  const places = method === 'holm' ? order.keys() : order.map((_, i) => m - 1 - i).values();
  for (const i of places) {
    const scaled = Math.min(1, factor(i) * p[order[i]!]!);
    running = method === 'holm' ? Math.max(running, scaled) : Math.min(running, scaled);
    adjusted[order[i]!] = running;
  }
  return adjusted;
};
