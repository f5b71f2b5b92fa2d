import { bare, type Estimate, type Interval } from '../stats/estimate.ts';
import { clusterBootstrapOf } from '../stats/cluster-bootstrap.ts';
import { clusterProportion, type ClusterProportion } from '../stats/cluster-proportion.ts';
import { fleissKappaFromCounts } from '../stats/fleiss-kappa.ts';
import { gwetACFromCounts } from '../stats/gwet-ac-many.ts';
import { groupClusters } from '../stats/clusters.ts';
import { alphaFromCounts, alphaOfSums } from '../stats/krippendorff-alpha.ts';
import { seededRandom } from '../stats/rng.ts';
import { labelsOf, type RatingLabel, type SubjectKind } from './labels.ts';

/**
 * Between whom: annotators among themselves; each rating and its review; inspectors and reviewed ratings; each rating and
 * the final word.
 */
export type AgreementStage = 'annotation' | 'review' | 'inspection' | 'adjudication';

export type Coefficient = Estimate & { interval: Interval | null };

/** How far labels agree in a stage, on queries or on items, with 95 % intervals that know that items nest in queries. */
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
  kappa: Coefficient;
  ac1: Coefficient;
  alpha: Coefficient;
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
  units: readonly AgreementUnit[],
  seed = 1
): StageAgreement {
  const scale = labelsOf(kind);
  const paired = units.filter(({ labels }) => labels.length >= 2);
  const counts = paired.map(({ labels }) => scale.map((label) => labels.filter((one) => one === label).length));
  const grouped = groupClusters(paired.map(({ qid }) => qid));
  const parts = grouped.members.map((members) =>
    sumsOf(
      Array.from(members, (i) => counts[i]!),
      scale.length
    )
  );
  const resampled: Float64Array[] = [];
  const coefficient = (value: Estimate, ofSums: (sums: Float64Array) => number | null): Coefficient => {
    if (value.value === null) return { ...bare(value), interval: null };
    // The same seed draws the same clusters for each coefficient, so that each resample is summed up once.
    let replicate = -1;
    const { interval } = clusterBootstrapOf(
      grouped,
      (drawn) => ofSums((resampled[(replicate += 1)] ??= addUp(drawn, parts))),
      { random: seededRandom(seed), replicates: REPLICATES }
    );
    return { value: value.value, interval };
  };
  const k = scale.length;
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

const REPLICATES = 1000;

/**
 * What a cluster adds to the coefficients, so that a resample is a sum of clusters: units, their agreement, for each of the k
 * labels the sum of its shares and of its counts, and the k × k coincidences of `alphaOfSums`.
 */
function sumsOf(rows: readonly (readonly number[])[], k: number): Float64Array {
  const sums = new Float64Array(2 + 2 * k + k * k);
  for (const row of rows) {
    const m = row.reduce((sum, count) => sum + count, 0);
    sums[0]! += 1;
    sums[1]! += pairShare(row);
    for (let c = 0; c < k; c++) {
      sums[2 + c]! += row[c]! / m;
      sums[2 + k + c]! += row[c]!;
      for (let other = c + 1; other < k; other++)
        sums[2 + 2 * k + c * k + other]! += (2 * row[c]! * row[other]!) / (m - 1);
    }
  }
  return sums;
}

function addUp(drawn: Uint32Array, parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts[0]!.length);
  for (let d = 0; d < drawn.length; d++) {
    const part = parts[drawn[d]!]!;
    for (let i = 0; i < all.length; i++) all[i]! += part[i]!;
  }
  return all;
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
