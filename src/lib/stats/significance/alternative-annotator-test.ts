import { adjustPValues } from './adjust-p-values.ts';
import { clusterBoundedMean } from '../clusters/cluster-bounded-mean.ts';
import { measurement } from '../numbers/complete-pairs.ts';
import { undefinedBecause, type Estimate, type Label, type Ratings } from '../numbers/estimate.ts';
import { tTest } from './t-test.ts';
import { wilcoxonSignedRank } from './wilcoxon.ts';

export interface AltTestOptions {
  /** `accuracy`: share of the others who gave the same label; `neg-rmse`: minus the root mean square distance to them. */
  scoring: 'accuracy' | 'neg-rmse';
  /** Value of the judge's lower cost: .2 beside experts, .15 beside skilled people, .1 beside a crowd. */
  epsilon: number;
  /** False discovery rate of the Benjamini–Yekutieli procedure; default .05. */
  q?: number;
  /** An item counts if at least this many people rated it; default 2. */
  minHumansPerItem?: number;
  /** A person counts who shares at least this many such items with the judge; default 30. */
  minItemsPerHuman?: number;
  /** Below 30 items: `wilcoxon` (default) or the t-test all the same. Not used with clusters. */
  below30?: 'wilcoxon' | 't';
  /** Cluster of each item, as its query. Given, each person's test is clustered and holds with few items that differ. */
  clusters?: ArrayLike<Label>;
  /** Positive weight of each item, as how many items it stands for. Only with clusters. */
  weights?: ArrayLike<number>;
}

interface AltTestAnnotator {
  /** Number of the person in the input. */
  annotator: number;
  n: number;
  /** Share of items on which the judge is at least as close to the others as the person, and the reverse. */
  rhoF: number;
  rhoH: number;
  /** rhoH − rhoF */
  dbar: number;
  /** Null without variance, and with clusters. */
  t: number | null;
  p: number;
  rejected: boolean;
  /** Clusters of the items, and p of the reverse: the person is better by more than ε. Only with clusters. */
  clusters?: number;
  pBehind?: number;
}

/** value = winning rate ω: the share of people whom the judge may replace. */
type AltTest = Estimate & {
  annotators: AltTestAnnotator[];
  /** Mean of rhoF: how often the judge is at least as good as a person drawn at random. */
  advantageProbability: number | null;
  /** ω ≥ ½; null if undefined. */
  passes: boolean | null;
  warnings: ('few-humans' | 'few-items')[];
};

/**
 * Alternative Annotator Test: may a judge replace a randomly chosen person of this group?
 *
 * For each person j and item, S_h is how well j's label, and S_f how well the judge's label, matches those of the other people.
 * W_f = [S_f ≥ S_h], W_h = [S_h ≥ S_f]. One-sided t-test of mean(W_h − W_f) < ε over j's items (Wilcoxon below 30 items);
 * without variance p = 0 if the mean is below ε, else 1. Benjamini–Yekutieli over people; ω = rejected share.
 *
 * That is the published test. It takes items as independent and the differences as normal: with a judge on the boundary it
 * passes .11 to .34 of samples (nominal .05). With `clusters`, p is that of `clusterBoundedMean` instead, on G − 1 degrees of
 * freedom, with a design effect by cluster and the variance taken at ε. With `weights`, means are weighted, and so is p.
 *
 * @param humans one array of labels per person over the same items, null = missing; numbers for `neg-rmse`.
 * @param judge the judge's labels of the items.
 * @returns undefined as `too-few-raters` if no person shares enough items. Warns below 3 people and below 50 items.
 * @throws if lengths differ, ε or q is outside [0, 1], a weight is not positive, or `neg-rmse` meets a label that is not a finite
 *   number.
 * Source: Calderon, Reichart and Dror 2025, "The alternative annotator test for LLM-as-a-judge".
 */
export const alternativeAnnotatorTest = (
  humans: readonly Ratings[],
  judge: Ratings,
  options: AltTestOptions
): AltTest => {
  const {
    scoring,
    epsilon,
    q = 0.05,
    minHumansPerItem = 2,
    minItemsPerHuman = 30,
    below30 = 'wilcoxon',
    clusters,
    weights
  } = options;
  if (humans.some((h) => h.length !== judge.length))
    throw new Error('alternativeAnnotatorTest requires arrays of equal length');
  if (clusters && clusters.length !== judge.length)
    throw new Error(
      `alternativeAnnotatorTest requires a cluster of each of ${judge.length} items, got ${clusters.length}`
    );
  if (weights && !(clusters && weights.length === judge.length))
    throw new Error('alternativeAnnotatorTest requires clusters with weights, and a weight of each item');
  for (const share of [epsilon, q])
    if (!(share >= 0 && share <= 1))
      throw new Error(`alternativeAnnotatorTest requires ε and q in [0, 1], got ${share}`);
  const score = scoring === 'accuracy' ? accuracy : negativeRmse;

  const tested: Omit<AltTestAnnotator, 'rejected'>[] = [];
  let items = 0;
  for (const [annotator, own] of humans.entries()) {
    const differences: number[] = [];
    const seen: number[] = [];
    let judgeWins = 0;
    let humanWins = 0;
    let total = 0;
    for (let i = 0; i < judge.length; i++) {
      if (own[i] === null || judge[i] === null) continue;
      const others: Label[] = [];
      for (let h = 0; h < humans.length; h++) {
        const label = humans[h]![i]!;
        if (h !== annotator && label !== null) others.push(label);
      }
      if (others.length === 0 || others.length + 1 < minHumansPerItem) continue;
      const ahead = score(judge[i]!, others) - score(own[i]!, others);
      const least = scoring === 'accuracy' ? 0 : roundingOf([judge[i]!, own[i]!, ...others]);
      const winJudge = Number(ahead >= -least);
      const winHuman = Number(ahead <= least);
      const weight = weights?.[i] ?? 1;
      judgeWins += weight * winJudge;
      humanWins += weight * winHuman;
      total += weight;
      differences.push(winHuman - winJudge);
      seen.push(i);
    }
    const n = differences.length;
    if (n === 0 || n < minItemsPerHuman) continue;
    items = Math.max(items, n);
    const dbar = (humanWins - judgeWins) / total;
    const rates = { annotator, n, rhoF: judgeWins / total, rhoH: humanWins / total, dbar };
    if (clusters) {
      const found = clusterBoundedMean(
        differences,
        seen.map((i) => clusters[i]!),
        { range: 1, ...(weights ? { weights: seen.map((i) => weights[i]!) } : {}) }
      );
      const [p, pBehind] = [found.pBelow(epsilon), found.pAbove(epsilon)];
      tested.push({ ...rates, t: null, p, pBehind, clusters: found.clusters });
      continue;
    }
    const test = tTest(differences, epsilon);
    const ranks =
      n < 30 && below30 === 'wilcoxon' ? wilcoxonSignedRank(differences.map((d) => d - epsilon)).pLess : null;
    const p = test.value === null ? Number(!(dbar < epsilon)) : (ranks ?? test.pLess!);
    tested.push({ ...rates, t: test.value, p });
  }
  const warnings: AltTest['warnings'] = [];
  if (tested.length < 3) warnings.push('few-humans');
  if (items < 50) warnings.push('few-items');
  if (tested.length === 0)
    return {
      ...undefinedBecause('too-few-raters'),
      annotators: [],
      advantageProbability: null,
      passes: null,
      warnings
    };

  const adjusted = adjustPValues(
    tested.map((a) => a.p),
    'BY'
  );
  const annotators = tested.map((a, i) => ({ ...a, rejected: adjusted[i]! <= q }));
  const value = annotators.filter((a) => a.rejected).length / annotators.length;
  const advantageProbability = annotators.reduce((sum, a) => sum + a.rhoF, 0) / annotators.length;
  return { value, annotators, advantageProbability, passes: value >= 0.5, warnings };
};

/** Distances of these labels that differ by no more are equal but for rounding, such as |.4 − .3| and |.2 − .3|. */
const roundingOf = (labels: readonly Label[]): number =>
  1e-9 *
  labels.reduce<number>((most, label) => (typeof label === 'number' ? Math.max(most, Math.abs(label)) : most), 0);

function accuracy(label: Label, others: readonly Label[]): number {
  let same = 0;
  for (const other of others) if (other === label) same++;
  return same / others.length;
}

const negativeRmse = (label: Label, others: Label[]): number => {
  const number = (l: Label): number => {
    if (typeof l !== 'number')
      throw new Error(`alternativeAnnotatorTest (neg-rmse) requires numbers, got ${String(l)}`);
    return measurement('alternativeAnnotatorTest', l);
  };
  return -Math.sqrt(others.reduce<number>((sum, o) => sum + (number(label) - number(o)) ** 2, 0) / others.length);
};
