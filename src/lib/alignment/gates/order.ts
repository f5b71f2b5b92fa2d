import { clusterBootstrapOf, ENOUGH_CLUSTERS, groupClusters, seededRandom } from '../../stats/index.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { Resampling } from '../units/figure.ts';
import type { Units } from '../units/units.ts';
import { cautious, surelyReaches, type Gate } from './gate.ts';
import { withFinding } from './said.ts';
import { idsOf } from './words.ts';
import { proportion } from '../../stats/writing/figures.ts';

const finding = sayingsOf('gateFindings');

/**
 * Whether judges put the systems in the same order: the lowest Kendall τ_b between two of them, over all items of the study
 * that all of them answered, judged by people or not, weighted back to the run. The queries are resampled; it passes if τ_b
 * reaches the threshold in all resamples but the tail that the confidence leaves (.025 of them at .95), fails if it reaches
 * it in no more than that tail, and decides nothing on fewer than 20 queries or if a judge does not tell systems apart. Does
 * not apply to categories without an order, which give no system a score.
 *
 * @param judgeIds judges of the ensemble, or all preregistered ones if it has only one.
 */
export function orderGate(
  units: Units,
  judgeIds: readonly string[],
  analysisPlan: AnalysisPlan,
  { resamples, seed }: Resampling
): Gate {
  const judges = judgeIds.map((id) => units.judges.find((judge) => judge.id === id)!);
  const kept = units.ids.flatMap((_, unit) => (judges.every(({ labels }) => labels[unit] !== null) ? [unit] : []));
  const systems = [...new Set(kept.map((unit) => units.systems[unit]!))].sort();
  const grouped = groupClusters(kept.map((unit) => units.cluster[unit]!));
  const gate = {
    name: 'order',
    measure: 'Agreement of judges on the ranking of systems: lowest Kendall’s τ_b between two judges',
    threshold: analysisPlan.order,
    unit: 'correlation',
    n: systems.length,
    clusters: grouped.names.length,
    parts: [],
    items: idsOf(units, kept)
  } as const;
  const none = { value: null, low: null, high: null };
  if (judges.length < 2)
    return { ...gate, ...none, parts: [], state: 'not-applicable', ...withFinding(finding('oneJudge')) }; // prettier-ignore
  if (new Set(units.systems).size < 2)
    return { ...gate, ...none, parts: [], state: 'not-applicable', ...withFinding(finding('oneSystem')) }; // prettier-ignore
  if (units.scale.level === 'nominal')
    return { ...gate, ...none, parts: [], state: 'not-applicable', ...withFinding(finding('noOrder')) }; // prettier-ignore
  if (systems.length < 2)
    return { ...gate, ...none, parts: [], state: 'not-tested', ...withFinding(finding('noRankings')) }; // prettier-ignore

  // Per query: for each system its weight, then each judge's weighted labels.
  const width = systems.length * (1 + judges.length);
  const tables = grouped.names.map(() => new Float64Array(width));
  for (const [i, unit] of kept.entries()) {
    const at = systems.indexOf(units.systems[unit]!) * (1 + judges.length);
    const table = tables[grouped.of[i]!]!;
    table[at]! += units.weights[unit]!;
    for (const [j, { labels }] of judges.entries()) table[at + 1 + j]! += units.weights[unit]! * labels[unit]!;
  }
  const sum = new Float64Array(width);
  const lowest = (drawn: Uint32Array): number | null => {
    sum.fill(0);
    for (let d = 0; d < drawn.length; d++) {
      const table = tables[drawn[d]!]!;
      for (let c = 0; c < width; c++) sum[c]! += table[c]!;
    }
    const kept = systems.flatMap((_, place) => (sum[place * (1 + judges.length)]! > 0 ? [place] : []));
    const signs = judges.map((_, j) => {
      const scores = kept.map((place) => {
        const at = place * (1 + judges.length);
        return round(sum[at + 1 + j]! / sum[at]!);
      });
      return signsOf(scores);
    });
    let least: number | null = null;
    for (let a = 0; a < judges.length; a++)
      for (let b = a + 1; b < judges.length; b++) {
        const tau = tauOfSigns(signs[a]!, signs[b]!);
        if (tau === null) return null;
        least = Math.min(tau, least ?? 1);
      }
    return least;
  };
  const clusters = grouped.names.length;
  const result = clusterBootstrapOf(grouped, lowest, {
    random: seededRandom(seed),
    replicates: Math.min(resamples, 1000),
    confidence: analysisPlan.confidence
  });
  const reached = result.replicates.filter((tau) => tau >= analysisPlan.order).length;
  const [low, high] = result.interval ?? [null, null];
  const varies = low !== null && high !== null && low < high;
  const often = reached / Math.max(1, result.replicates.length);
  return {
    ...gate,
    parts: [],
    value: result.value,
    low: varies ? low : null,
    high: varies ? high : null,
    state:
      result.value === null || result.interval === null
        ? 'undecided'
        : cautious(surelyReaches(low, high, analysisPlan.order), clusters),
    ...withFinding(
      ...(result.value === null
        ? [finding('allTied')]
        : [
            finding('order', {
              systems: systems.length,
              tau: proportion(result.value),
              threshold: proportion(analysisPlan.order),
              often: Math.floor(often * 100 + 1e-9)
            }),
            ...(clusters < ENOUGH_CLUSTERS ? [finding('orderFew', { n: clusters, least: ENOUGH_CLUSTERS })] : [])
          ])
    )
  };
}

/** Equal means of different queries must tie. */
const round = (mean: number): number => Math.round(mean * 1e12) / 1e12;

/** Of each pair of systems, 1 if the first scores higher, −1 if lower, 0 if they tie. */
export function signsOf(scores: readonly number[]): Int8Array {
  const signs = new Int8Array((scores.length * (scores.length - 1)) / 2);
  let at = 0;
  for (let i = 0; i < scores.length; i++)
    for (let k = i + 1; k < scores.length; k++) signs[at++] = Math.sign(scores[i]! - scores[k]!);
  return signs;
}

/**
 * Kendall's τ_b as in `leaderboardAgreement`, from the signs of all pairs, which are computed once for each judge and
 * resample: in thousands of resamples it takes a hundredth of the time. Null if one ties all systems.
 */
export function tauOfSigns(a: Int8Array, b: Int8Array): number | null {
  let [together, ofA, ofB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    together += a[i]! * b[i]!;
    ofA += Math.abs(a[i]!);
    ofB += Math.abs(b[i]!);
  }
  return ofA === 0 || ofB === 0 ? null : together / Math.sqrt(ofA * ofB);
}
