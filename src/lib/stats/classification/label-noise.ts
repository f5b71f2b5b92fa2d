import { defined, undefinedBecause, type Estimate } from '../numbers/estimate.ts';

/**
 * Error rate of a single label, from how often two people give the same label to the same item.
 *
 * Formula: people err independently with rate e, and an error is equally likely to be any of the m = k − 1 other labels.
 * Two agree with a = (1 − e)² + e²/m, so e = (1 − √(1 − c(1 − a)))/c with c = 1 + 1/m; for two labels a = 1 − 2e(1 − e).
 * Where errors cluster on hard items the mean rate is higher than this, so it is a lower bound.
 *
 * @param agreement share of pairs of labels that are equal, in [0, 1]. @param labels k ≥ 2.
 * @returns undefined (`agreement-at-chance`) if two people agree less often than labels given at random would.
 * @throws if an argument is outside its range.
 * Source: the symmetric noise model of Dawid and Skene 1979 and Smyth 1996, solved for e.
 */
export const labelErrorRate = (agreement: number, labels = 2): Estimate => {
  checkLabels('labelErrorRate', labels);
  if (!(agreement >= 0 && agreement <= 1))
    throw new Error(`labelErrorRate requires an agreement in [0, 1], got ${agreement}`);
  const c = 1 + 1 / (labels - 1);
  const root = 1 - c * (1 - agreement);
  if (root < -1e-12) return undefinedBecause('agreement-at-chance');
  return defined((1 - Math.sqrt(Math.max(0, root))) / c);
};

/**
 * How far a perfect judge would agree with the majority of n such labels: the chance that the majority is right, a tie that
 * the true label shares counting its share.
 *
 * @param error rate of a single label, in [0, 1]. @param people n ≥ 1. @param options.labels k, 2 or more; default 2.
 * @param options.ties `half` (default), or `leave-out`: among items on which people are not tied.
 * @returns undefined (`n=0`) if every item would be tied.
 * @throws if an argument is outside its range.
 */
export const majorityAccuracy = (
  error: number,
  people: number,
  { labels = 2, ties = 'half' }: { labels?: number; ties?: 'half' | 'leave-out' } = {}
): Estimate => {
  checkLabels('majorityAccuracy', labels);
  if (!(error >= 0 && error <= 1)) throw new Error(`majorityAccuracy requires an error in [0, 1], got ${error}`);
  if (!Number.isInteger(people) || people < 1)
    throw new Error(`majorityAccuracy requires a whole number of people from 1, got ${people}`);
  const others = labels - 1;
  const ways = waysBelow(others, people);
  let [right, decided] = [0, 0];
  // By how often the true label is given; the errors fall on the other labels alike.
  for (let own = 0, chosen = 1; own <= people; chosen = (chosen * (people - own)) / (own + 1), own++) {
    const wrong = people - own;
    const chance = chosen * (1 - error) ** own * error ** wrong * (factorial(wrong) / others ** wrong);
    if (chance === 0) continue;
    let choices = 1;
    for (let tied = 0; own > 0 && tied <= Math.min(others, Math.floor(wrong / own)); tied++) {
      const part = (chance * choices * ways(own, others - tied, wrong - tied * own)) / factorial(own) ** tied;
      choices = (choices * (others - tied)) / (tied + 1);
      if (tied > 0 && ties === 'leave-out') break;
      decided += part;
      right += part / (tied + 1);
    }
    // Another label, or several of them, is given more often than the true one.
    if (ties === 'leave-out')
      for (let most = own + 1; most <= wrong; most++)
        decided += (chance * others * ways(most, others - 1, wrong - most)) / factorial(most);
  }
  if (ties === 'half') decided = 1;
  return decided <= 0 ? undefinedBecause('n=0') : defined(Math.min(1, right / decided));
};

const factorial = (n: number): number => {
  let product = 1;
  for (let i = 2; i <= n; i++) product *= i;
  return product;
};

/**
 * Ways to give `total` answers to so many labels, each fewer than `cap` times, divided by `total`!: the coefficient of x^total
 * in (Σ_{i < cap} x^i / i!)^labels.
 */
function waysBelow(most: number, people: number): (cap: number, labels: number, total: number) => number {
  const known = new Map<number, Float64Array[]>();
  return (cap, labels, total) => {
    let powers = known.get(cap);
    if (!powers) {
      powers = [Float64Array.from({ length: people + 1 }, (_, i) => Number(i === 0))];
      for (let label = 1; label <= most; label++) {
        const [before, next] = [powers[label - 1]!, new Float64Array(people + 1)];
        for (let sum = 0; sum <= people; sum++)
          for (let own = 0, term = 1; own < cap && own <= sum; own++, term /= own)
            next[sum]! += before[sum - own]! * term;
        powers.push(next);
      }
      known.set(cap, powers);
    }
    return powers[labels]![total]!;
  };
}

/**
 * The highest quadratic-weighted κ that a perfect judge can be expected to reach with the mean of several people's scores.
 *
 * Formula: a single score is the true one plus independent noise, ρ = its reliability (κ of two single people, ICC(2,1)).
 * The mean of n people keeps 1/n of the noise; with h the mean of 1/n over the items, κ_max = 2/(2 + h(1 − ρ)/ρ). With the
 * same n everywhere that is 2R/(1 + R), R the reliability of the mean by Spearman and Brown, which is ICC(2,n).
 *
 * @param single ρ in (0, 1]. @param people number of people on each item. @param weights of the items; equal by default.
 * @returns undefined (`n=0`) without items, (`agreement-at-chance`) if ρ ≤ 0.
 * Source: Fleiss and Cohen 1973 (κ with quadratic weights as an intraclass correlation); Spearman 1910, Brown 1910.
 */
export const kappaCeiling = (single: number, people: readonly number[], weights?: readonly number[]): Estimate => {
  if (people.length === 0) return undefinedBecause('n=0');
  if (!(single > 0)) return undefinedBecause('agreement-at-chance');
  const weight = (i: number): number => weights?.[i] ?? 1;
  const h = people.reduce((sum, n, i) => sum + weight(i) / n, 0) / people.reduce((sum, _, i) => sum + weight(i), 0);
  return defined(2 / (2 + (h * (1 - Math.min(1, single))) / Math.min(1, single)));
};

function checkLabels(name: string, labels: number): void {
  if (!Number.isInteger(labels) || labels < 2) throw new Error(`${name} requires two labels or more, got ${labels}`);
}
