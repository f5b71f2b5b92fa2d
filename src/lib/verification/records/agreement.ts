import { bare, type Estimate, type Interval } from '../../stats/numbers/estimate.ts';
import { jackknifeSums } from '../../stats/clusters/cluster-jackknife.ts';
import { clusterProportion, type ClusterProportion } from '../../stats/clusters/cluster-proportion.ts';
import { fleissKappaFromCounts } from '../../stats/agreement/coefficients/fleiss-kappa.ts';
import { gwetACFromCounts } from '../../stats/agreement/coefficients/gwet-ac-many.ts';
import { groupClusters } from '../../stats/clusters/clusters.ts';
import { alphaFromCounts, alphaOfSums } from '../../stats/agreement/coefficients/krippendorff-alpha.ts';
import { ratingLabels, type RatingLabel, type SubjectKind } from '../vocabulary/labels.ts';

/**
 * Between whom: annotators with each other; each rating and its review; inspectors and reviewed ratings; each rating and
 * the settled label, unanimous or adjudicated.
 */
export type AgreementStage = 'annotation' | 'review' | 'inspection' | 'adjudication';

export type AgreementCoefficient = Estimate & { interval: Interval | null };

/** How far labels agree in a stage, on queries or on items, with 95% CIs that know that items nest in queries. */
export interface StageAgreement {
  stage: AgreementStage;
  kind: SubjectKind;
  /** Units with at least two labels, and the queries that they belong to. */
  units: number;
  queries: number;
  /** Labels in all. */
  labels: number;
  /** Pairs of labels that agree: share of the pairs within a unit, averaged over units. */
  observed: ClusterProportion;
  /** Fleiss' κ (Cohen's in spirit: chance from the labels used), Gwet's AC1 and Krippendorff's α, all nominal. */
  kappa: AgreementCoefficient;
  ac1: AgreementCoefficient;
  alpha: AgreementCoefficient;
}

/** The labels that one unit got; the order does not matter. */
export interface AgreementUnit {
  qid: string;
  labels: readonly RatingLabel[];
}

/** Agreement on units of one kind. Units with fewer than two labels are left out. */
export function stageAgreement(
  stage: AgreementStage,
  kind: SubjectKind,
  units: readonly AgreementUnit[]
): StageAgreement {
  const scale = ratingLabels(kind);
  const paired = units.filter(({ labels }) => labels.length >= 2);
  const counts = paired.map(({ labels }) => scale.map((label) => labels.filter((one) => one === label).length));
  const grouped = groupClusters(paired.map(({ qid }) => qid));
  const k = scale.length;
  const size = 2 + 2 * k + k * k;
  // One more unit for each label, to which as many people as usual give that label: see `jackknifeInterval`.
  const usual = Math.round(counts.reduce((sum, row) => sum + row.reduce((n, m) => n + m, 0) / counts.length, 0));
  const further = scale.map((_, place) => sumsOf(scale.map((__, c) => (c === place ? usual : 0))));
  const coefficient = (value: Estimate, ofSums: (sums: Float64Array) => number | null): AgreementCoefficient => {
    if (value.value === null) return { ...bare(value), interval: null };
    const add = (unit: number, into: Float64Array, at: number): void => void sumsOf(counts[unit]!, into, at);
    const qids = paired.map(({ qid }) => qid);
    const { interval } = jackknifeSums(paired.length, qids, { size, add, value: ofSums }, { further });
    return { value: value.value, interval };
  };
  const alpha = alphaOfSums(scale, 'nominal');
  return {
    stage,
    kind,
    units: paired.length,
    queries: grouped.names.length,
    labels: paired.reduce((sum, { labels }) => sum + labels.length, 0),
    observed: clusterProportion(
      counts.map(pairShare),
      paired.map(({ qid }) => qid)
    ),
    kappa: coefficient(fleissKappaFromCounts(counts, { categories: scale }), kappaOfSums),
    ac1: coefficient(gwetACFromCounts(counts, { categories: scale }), ac1OfSums),
    alpha: coefficient(alphaFromCounts(counts, { categories: scale, metric: 'nominal' }), (sums) =>
      alpha(sums.subarray(2 + k, 2 + 2 * k), sums.subarray(2 + 2 * k))
    )
  };
}

/**
 * Contribution of a unit to the coefficients, so that leaving out a query is a subtraction: units, their agreement, for each of
 * the k labels the sum of its shares and of its counts, and the k × k coincidences of `alphaOfSums`.
 */
function sumsOf(
  row: readonly number[],
  sums: Float64Array = new Float64Array((1 + row.length) ** 2 + 1),
  at = 0
): Float64Array {
  const k = row.length;
  const m = row.reduce((sum, count) => sum + count, 0);
  sums[at]! += 1;
  sums[at + 1]! += pairShare(row);
  for (let c = 0; c < k; c++) {
    sums[at + 2 + c]! += row[c]! / m;
    sums[at + 2 + k + c]! += row[c]!;
    for (let other = c + 1; other < k; other++)
      sums[at + 2 + 2 * k + c * k + other]! += (2 * row[c]! * row[other]!) / (m - 1);
  }
  return sums;
}

const chanceCorrected = (po: number, pe: number): number | null => (pe === 1 ? null : (po - pe) / (1 - pe));

/** The labels' mean shares: k of them, where the sums hold 2 + 2k + k² numbers. */
const sharesIn = (sums: Float64Array): Float64Array =>
  sums.subarray(2, 2 + Math.sqrt(sums.length - 1) - 1).map((share) => share / sums[0]!);

const kappaOfSums = (sums: Float64Array): number | null =>
  chanceCorrected(
    sums[1]! / sums[0]!,
    sharesIn(sums).reduce((sum, share) => sum + share ** 2, 0)
  );

const ac1OfSums = (sums: Float64Array): number | null => {
  const shares = sharesIn(sums);
  return chanceCorrected(
    sums[1]! / sums[0]!,
    shares.reduce((sum, share) => sum + share * (1 - share), 0) / (shares.length - 1)
  );
};

/** Share of the pairs of labels of one unit that are the same. */
function pairShare(counts: readonly number[]): number {
  const n = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count) => sum + count * (count - 1), 0) / (n * (n - 1));
}
