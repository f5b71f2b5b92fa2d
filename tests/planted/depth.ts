import type { Random } from '../../src/lib/stats/numbers/rng.ts';

export const dimensions = ['granularity', 'insight', 'critique', 'evidence', 'density'] as const;

/** Points of the five dimensions of depth, 0–5 each. */
export type DepthPoints = Record<(typeof dimensions)[number], number>;

export const totalOf = (points: DepthPoints): number => dimensions.reduce((sum, name) => sum + points[name], 0);

/** Five times 2 or 3 points: there is room on both sides. */
export const middling = (random: Random): DepthPoints => ({
  granularity: 2 + random.below(2),
  insight: 2 + random.below(2),
  critique: 2 + random.below(2),
  evidence: 2 + random.below(2),
  density: 2 + random.below(2)
});

/** Points whose sum differs by `by`, one dimension after the other, within 0 to 5. */
export const moved = (points: DepthPoints, by: number): DepthPoints => {
  const out = { ...points };
  for (let left = Math.abs(by), at = 0; left > 0; at++) {
    const name = dimensions[at % dimensions.length]!;
    const next = out[name] + Math.sign(by);
    if (at > 50) throw new Error(`${by} points do not fit`);
    if (next < 0 || next > 5) continue;
    out[name] = next;
    left--;
  }
  return out;
};

/** Returns the points of a rater who favours the text that stands first: one more in each dimension, as far as there is room. */
export const favoured = (points: DepthPoints): DepthPoints => {
  const out = { ...points };
  for (const name of dimensions) out[name] = Math.min(5, out[name] + 1);
  return out;
};
