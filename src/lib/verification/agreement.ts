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
  const coefficient = (value: Estimate, ofSums: (sums: Sums) => number | null): Coefficient => {
    if (value.value === null) return { ...bare(value), interval: null };
    const { interval } = clusterBootstrapOf(
      grouped,
      (drawn) =>
        ofSums(
          addUp(
            Array.from(drawn, (g) => parts[g]!),
            scale.length
          )
        ),
      { random: seededRandom(seed), replicates: REPLICATES }
    );
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
    alpha: coefficient(alphaFromCounts(counts, { categories: scale, metric: 'nominal' }), ({ total, coincidence }) =>
      alpha(total, coincidence)
    )
  };
}

const REPLICATES = 1000;

/** What a cluster adds to the coefficients, so that a resample is a sum of clusters. */
interface Sums {
  units: number;
  agreement: number;
  /** Σ over units of the share of each label. */
  shares: Float64Array;
  /** See `alphaOfSums`. */
  total: Float64Array;
  coincidence: Float64Array;
}

const noSums = (k: number): Sums => ({
  units: 0,
  agreement: 0,
  shares: new Float64Array(k),
  total: new Float64Array(k),
  coincidence: new Float64Array(k * k)
});

function sumsOf(rows: readonly (readonly number[])[], k: number): Sums {
  const sums = noSums(k);
  for (const row of rows) {
    const m = row.reduce((sum, count) => sum + count, 0);
    sums.units += 1;
    sums.agreement += pairShare(row);
    for (let c = 0; c < k; c++) {
      sums.shares[c]! += row[c]! / m;
      sums.total[c]! += row[c]!;
      for (let other = c + 1; other < k; other++)
        sums.coincidence[c * k + other]! += (2 * row[c]! * row[other]!) / (m - 1);
    }
  }
  return sums;
}

function addUp(parts: readonly Sums[], k: number): Sums {
  const all = noSums(k);
  for (const part of parts) {
    all.units += part.units;
    all.agreement += part.agreement;
    for (const name of ['shares', 'total', 'coincidence'] as const)
      for (let i = 0; i < all[name].length; i++) all[name][i]! += part[name][i]!;
  }
  return all;
}

const chanceCorrected = (po: number, pe: number): number | null => (pe === 1 ? null : (po - pe) / (1 - pe));

const kappaOfSums = ({ units, agreement, shares }: Sums): number | null =>
  chanceCorrected(
    agreement / units,
    shares.reduce((sum, share) => sum + (share / units) ** 2, 0)
  );

const ac1OfSums = ({ units, agreement, shares }: Sums): number | null =>
  chanceCorrected(
    agreement / units,
    shares.reduce((sum, share) => sum + (share / units) * (1 - share / units), 0) / (shares.length - 1)
  );

/** Share of the pairs of labels of one unit that are the same. */
function pairShare(counts: readonly number[]): number {
  const n = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count) => sum + count * (count - 1), 0) / (n * (n - 1));
}
