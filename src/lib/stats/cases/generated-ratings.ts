import { seededRandom } from '../numbers/rng.ts';

/** Columns of generated rating data. */
interface GeneratedRatings {
  cluster: Int32Array;
  /** Labels 1 … 4. */
  human: Int32Array;
  judge1: Int32Array;
  judge2: Int32Array;
  /** A whole score of the report, and a noisy reading of it. */
  score: Int32Array;
  noisy: Int32Array;
}

/**
 * Rating data made of whole numbers from a seed, the same in every language: for speed tests and for reference values that
 * need a hundred thousand rows.
 *
 * Ten items share a cluster and its quality q in [0, 200). Per item t = q + below(1000); human = 1, 2, 3, 4 by thresholds
 * 300, 600, 900 of t; each judge repeats the human with chance 780 or 700 in 1000, else says 1 + below(4);
 * score = 1000t + below(1000), noisy = score + below(600 000) − 300 000.
 */
export const generatedRatings = (n: number, seed: number | bigint): GeneratedRatings => {
  const random = seededRandom(seed);
  const column = (): Int32Array => new Int32Array(n);
  const data = {
    cluster: column(),
    human: column(),
    judge1: column(),
    judge2: column(),
    score: column(),
    noisy: column()
  };
  let q = 0;
  for (let i = 0; i < n; i++) {
    if (i % 10 === 0) q = random.below(200);
    const t = random.below(1000) + q;
    const human = 1 + Number(t >= 300) + Number(t >= 600) + Number(t >= 900);
    data.cluster[i] = Math.floor(i / 10);
    data.human[i] = human;
    data.judge1[i] = random.below(1000) < 780 ? human : 1 + random.below(4);
    data.judge2[i] = random.below(1000) < 700 ? human : 1 + random.below(4);
    data.score[i] = t * 1000 + random.below(1000);
    data.noisy[i] = data.score[i]! + random.below(600_000) - 300_000;
  }
  return data;
};
