import {
  clusterMean,
  influenceError,
  sumOfInfluence,
  type ClusterInfluence,
  type InfluenceInterval
} from './cluster-influence.ts';
import { clusterWarnings, type ClusterWarning } from './clusters.ts';
import { studentQuantile } from '../distributions/student-t.ts';
import { weightingErrorOfMean } from './weighting-error.ts';
import { weightingEffect } from '../numbers/design-effect.ts';
import { defined, undefinedBecause, type Estimate, type Label } from '../numbers/estimate.ts';

/** A judge's scores of units that nest in clusters. */
interface JudgedUnits {
  /** 0 … 1 each: 1 for yes, 0 for no, between if an ensemble is divided. */
  judge: ArrayLike<number>;
  cluster: ArrayLike<Label>;
  /** How much each unit counts; for labelled units its weight ÷ its chance of being labelled. Default 1 each. */
  weights?: ArrayLike<number>;
}

/** Units with people's answers beside the judge's, from which its errors are known. */
interface MeasuredUnits extends JudgedUnits {
  /** True if people say yes. */
  positive: ArrayLike<boolean>;
}

type ClusterRoganGladen = Estimate &
  InfluenceInterval & {
    /** Mean score of the judge over the units whose rate is wanted: what it would report. */
    rate: number | null;
    /** Its mean score where people say yes, and 1 − its mean score where they say no. */
    sensitivity: number | null;
    specificity: number | null;
    n: number;
    positives: number;
    negatives: number;
    /** Clusters in which people labelled. */
    clusters: number;
    warnings: ClusterWarning[];
    /** For comparing estimates from the same clusters; null if there is no estimate. */
    influence: ClusterInfluence | null;
  };

/**
 * Rogan–Gladen correction for units that nest in clusters: the true share of yes, from a judge whose errors were measured on
 * labelled units, be they of the same clusters or not.
 *
 * Formula: θ = (p + q₀ − 1) ÷ (q₀ + q₁ − 1) cut to [0, 1], with p the weighted mean score over the units, q₁ the mean score
 * where people say yes (sensitivity) and 1 − q₀ the one where they say no. With scores of 0 and 1 only these are the usual
 * shares, so that this is `roganGladen`; scores between (an average of judges) are errors in part.
 *
 * Interval: θ ± t(G − 1) · se cut to [0, 1], G the clusters that people labelled in, se by the delta method on the clusters'
 * influence, (Δp − θ Δq₁ + (1 − θ) Δq₀) ÷ (q₀ + q₁ − 1), so that what p and the errors have in common in a cluster counts once.
 * A share of errors of which no labelled unit shows any is not taken for certain: it adds q̃(1 − q̃) ÷ (m + 2) with
 * q̃ = (m + 1) ÷ (m + 2), as in `roganGladen`, m their effective number. With unequal weights the errors of q₀ and q₁ are at least
 * those of `weightingError`. `roganGladen` itself takes units as independent.
 *
 * @returns undefined as `n=0` without units, `zero-denominator` if people never say yes or never no,
 *   `judge-not-informative` if sensitivity + specificity ≤ 1; without interval below two clusters.
 * @throws if lengths differ, a score is outside [0, 1] or a weight is not positive.
 * Source: Rogan and Gladen 1978; Lang and Reiczigel 2014; linearisation: Binder 1983.
 */
export const clusterRoganGladen = (
  units: JudgedUnits,
  measured: MeasuredUnits,
  confidence = 0.95
): ClusterRoganGladen => {
  if (measured.positive.length !== measured.judge.length)
    throw new Error(
      `clusterRoganGladen requires an answer of people for each of ${measured.judge.length} units, got ${measured.positive.length}`
    );
  const p = shareOf(units, () => true);
  const yes = shareOf(measured, (i) => measured.positive[i]!);
  const no = shareOf(measured, (i) => !measured.positive[i]!);
  const clusters = new Set(Array.from(measured.cluster)).size;
  const rest = {
    rate: p.mean?.value ?? null,
    sensitivity: yes.mean?.value ?? null,
    specificity: no.mean && 1 - no.mean.value,
    n: p.n,
    positives: yes.n,
    negatives: no.n,
    clusters,
    warnings: clusterWarnings(clusters)
  };
  const none = { se: null, interval: null, influence: null };
  if (!p.mean) return { ...undefinedBecause('n=0'), ...rest, ...none };
  if (!yes.mean || !no.mean) return { ...undefinedBecause('zero-denominator'), ...rest, ...none };
  const power = yes.mean.value - no.mean.value;
  if (power <= 1e-12) return { ...undefinedBecause('judge-not-informative'), ...rest, ...none };

  const raw = (p.mean.value - no.mean.value) / power;
  const influence = sumOfInfluence([
    { factor: 1 / power, of: p.mean },
    { factor: -raw / power, of: yes.mean },
    { factor: (raw - 1) / power, of: no.mean }
  ]);
  const least = Math.hypot(raw * yes.least, (raw - 1) * no.least) / power;
  const estimate: ClusterInfluence = { value: raw, influence, clusters, degrees: clusters - 1, least };
  const value = Math.min(1, Math.max(0, raw));
  const found = { ...defined(value), ...rest, influence: estimate };
  const linear = influenceError(estimate);
  if (linear === null) return { ...found, se: null, interval: null, intervalReason: 'too-few-clusters' };
  const unseen =
    value ** 2 * unseenVariance(yes.mean.value === 1, yes.effective) +
    (1 - value) ** 2 * unseenVariance(no.mean.value === 0, no.effective);
  const se = Math.sqrt(linear ** 2 + unseen / power ** 2);
  if (se === 0) return { ...found, se, interval: null, intervalReason: 'zero-variance' };
  const reach = studentQuantile(0.5 + confidence / 2, clusters - 1) * se;
  return { ...found, se, interval: [Math.max(0, value - reach), Math.min(1, value + reach)] };
};

/** Variance of a share of n right answers (effective ones) of which none is wrong, shrunk by one answer of each kind; else 0. */
const unseenVariance = (noneWrong: boolean, n: number): number => (noneWrong ? (n + 1) / (n + 2) ** 3 : 0);

const shareOf = (
  { judge, cluster, weights }: JudgedUnits,
  among: (i: number) => boolean
): { mean: ClusterInfluence | null; n: number; effective: number; least: number } => {
  for (const { length } of [cluster, weights ?? judge])
    if (length !== judge.length)
      throw new Error(`clusterRoganGladen requires equal lengths, got ${judge.length} and ${length}`);
  const kept = Array.from({ length: judge.length }, (_, i) => i).filter((i) => {
    if (!(judge[i]! >= 0 && judge[i]! <= 1))
      throw new Error(`clusterRoganGladen requires scores in [0, 1], got ${judge[i]}`);
    return among(i);
  });
  const of = <T>(values: ArrayLike<T>): T[] => kept.map((i) => values[i]!);
  const [values, n] = [of(judge), kept.length];
  const own = weights ? of(weights) : null;
  return {
    ...{ mean: clusterMean(values, of(cluster), own ?? undefined), n },
    effective: own && n > 0 ? n / weightingEffect(own) : n,
    least: own ? weightingErrorOfMean(values, own) : 0
  };
};
