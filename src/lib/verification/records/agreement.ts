import { bare, type Estimate, type Interval } from '../../stats/numbers/estimate.ts';
import { jackknifeSums } from '../../stats/clusters/cluster-jackknife.ts';
import { clusterProportion, type ClusterProportion } from '../../stats/clusters/cluster-proportion.ts';
import { fleissKappaFromCounts } from '../../stats/agreement/coefficients/fleiss-kappa.ts';
import { gwetACFromCounts } from '../../stats/agreement/coefficients/gwet-ac-many.ts';
import { groupClusters } from '../../stats/clusters/clusters.ts';
import { alphaFromCounts } from '../../stats/agreement/coefficients/krippendorff-alpha.ts';
import { alphaSums, fleissSums, gwetSums } from '../../stats/agreement/coefficients/sum-statistics.ts';
import type { SumStatistic } from '../../stats/numbers/sum-statistic.ts';
import { ratingLabels, type RatingLabel, type SubjectKind } from '../vocabulary/labels.ts';

/**
 * Between whom: annotators with each other; each rating and its review; inspectors and the reviewed ratings that were drawn, as they were then; each rating and
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
  /**
   * Fleiss' κ (Cohen's in spirit: chance from the labels used), Gwet's AC1 and Krippendorff's α, all nominal; chance of κ and
   * AC1 from every unit with a label.
   */
  kappa: AgreementCoefficient;
  ac1: AgreementCoefficient;
  alpha: AgreementCoefficient;
}

/** The labels that one unit got; the order does not matter. */
export interface AgreementUnit {
  qid: string;
  labels: readonly RatingLabel[];
}

/**
 * Agreement on units of one kind. A unit with one label has no pair; it counts in the chance agreement of κ and AC1 only
 * (Gwet 2014), as in `fleissKappa`.
 */
export function stageAgreement(
  stage: AgreementStage,
  kind: SubjectKind,
  units: readonly AgreementUnit[]
): StageAgreement {
  const scale = ratingLabels(kind);
  const rated = units.filter(({ labels }) => labels.length >= 1);
  const paired = units.filter(({ labels }) => labels.length >= 2);
  const countsOf = (of: readonly AgreementUnit[]): number[][] =>
    of.map(({ labels }) => scale.map((label) => labels.filter((one) => one === label).length));
  const counts = countsOf(rated);
  const pairedCounts = countsOf(paired);
  // One more unit for each label, to which as many people as usual give that label: see `jackknifeInterval`.
  const usual = Math.round(paired.reduce((sum, { labels }) => sum + labels.length / paired.length, 0));
  const unanimous = scale.map((_, place) => scale.map((__, c) => (c === place ? usual : 0)));
  const qids = rated.map(({ qid }) => qid);
  const coefficient = (value: Estimate, statistic: SumStatistic): AgreementCoefficient => {
    if (value.value === null) return { ...bare(value), interval: null };
    const further = unanimous.map((_, place) => {
      const sums = new Float64Array(statistic.size);
      statistic.add(rated.length + place, sums, 0);
      return sums;
    });
    const { interval } = jackknifeSums(rated.length, qids, statistic, { further });
    return { value: value.value, interval };
  };
  const all = [...counts, ...unanimous];
  return {
    stage,
    kind,
    units: paired.length,
    queries: groupClusters(paired.map(({ qid }) => qid)).names.length,
    labels: paired.reduce((sum, { labels }) => sum + labels.length, 0),
    observed: clusterProportion(
      pairedCounts.map(pairShare),
      paired.map(({ qid }) => qid)
    ),
    kappa: coefficient(fleissKappaFromCounts(counts, { categories: scale }), fleissSums(all, scale, 'unweighted')),
    ac1: coefficient(gwetACFromCounts(counts, { categories: scale }), gwetSums(all, scale, 'unweighted')),
    alpha: coefficient(
      alphaFromCounts(counts, { categories: scale, metric: 'nominal' }),
      alphaSums(all, scale, 'nominal')
    )
  };
}

/** Share of the pairs of labels of one unit that are the same. */
function pairShare(counts: readonly number[]): number {
  const n = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count) => sum + count * (count - 1), 0) / (n * (n - 1));
}
