import { logCapital, logMean } from './betting-sequence.ts';

/** One look at a fixed set of items: how many of them changed, or went wrong. */
interface CountedLook {
  count: number;
  n: number;
}

interface RiseEvidence {
  /** Evidence after each look, as a natural logarithm of an e-value: 0 is none. */
  log: number[];
  /** Number of the first look, from 0, at which the evidence reached 1 / risk; null if none did. */
  alarm: number | null;
}

/**
 * Test, at every look, of whether a share has risen above what is allowed: flipped verdicts, or errors against labels.
 *
 * Purpose: an anchor set is judged again and again, and a rise may begin at any look. False alarms over all looks together
 * are ≤ risk, however many there are.
 *
 * Formula: for each look j a gambler begins to bet at j that the share is above the allowed one (`bettingSequence`), with
 * 1 / (j (j + 1)) of the capital; until then it keeps its stake. The sum is an e-process: it ever reaches 1 / risk with probability
 * ≤ risk. Items may have different chances of a flip, as long as their mean is no more than is allowed.
 *
 * @param looks in order. @param allowed share in (0, 1). @param options.risk default .05.
 * @throws if a look has a count outside 0 … n, or allowed or risk is outside (0, 1).
 * Source: Waudby-Smith and Ramdas 2024 (arXiv 2010.09686); mixture over beginnings: Shin, Ramdas and Rinaldo 2022
 *   (arXiv 2203.03532), with weights that sum to 1.
 */
export function riseEvidence(
  looks: readonly CountedLook[],
  allowed: number,
  { risk = 0.05 }: { risk?: number } = {}
): RiseEvidence {
  if (!(allowed > 0 && allowed < 1)) throw new Error(`riseEvidence requires 0 < allowed < 1, got ${allowed}`);
  if (!(risk > 0 && risk < 1)) throw new Error(`riseEvidence requires 0 < risk < 1, got ${risk}`);
  for (const { count, n } of looks)
    if (!(count >= 0 && count <= n)) throw new Error(`riseEvidence requires counts from 0 to n, got ${count} of ${n}`);
  const log = looks.map((_, last) => {
    const stakes: number[] = [];
    const weights: number[] = [];
    let [count, n] = [0, 0];
    for (let j = last; j >= 0; j--) {
      count += looks[j]!.count;
      n += looks[j]!.n;
      stakes.push(logCapital([[1, count], [0, n - count]], allowed)); // prettier-ignore
      weights.push(1 / ((j + 1) * (j + 2)));
    }
    stakes.push(0);
    weights.push(1 / (last + 2));
    return logMean(stakes, weights);
  });
  const first = log.findIndex((value) => value >= -Math.log(risk));
  return { log, alarm: first < 0 ? null : first };
}
