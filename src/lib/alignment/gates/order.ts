import { clusterBootstrapOf, groupClusters, leaderboardAgreement, seededRandom } from '../../stats/index.ts';
import type { Declared } from '../declared.ts';
import type { Resampling } from '../figure.ts';
import type { Units } from '../units.ts';
import { cautious, reaches, type Gate } from './gate.ts';
import { figure, idsOf } from './words.ts';

/**
 * Whether judges put the systems in the same order: the lowest Kendall τ_b between two of them, with a bootstrap interval
 * over queries. Over all items of the study that all of them answered, judged by people or not, weighted back to the run.
 *
 * @param judgeIds judges of the ensemble, or all declared ones where it has only one.
 */
export function orderGate(
  units: Units,
  judgeIds: readonly string[],
  declared: Declared,
  { resamples, seed }: Resampling
): Gate {
  const judges = judgeIds.map((id) => units.judges.find((judge) => judge.id === id)!);
  const kept = units.ids.flatMap((_, unit) => (judges.every(({ labels }) => labels[unit] !== null) ? [unit] : []));
  const systems = [...new Set(kept.map((unit) => units.systems[unit]!))].sort();
  const grouped = groupClusters(kept.map((unit) => units.cluster[unit]!));
  const gate = {
    name: 'order',
    measure: 'Judges put the systems in the same order: lowest τ between two',
    threshold: declared.order,
    unit: 'correlation',
    n: systems.length,
    clusters: grouped.names.length,
    parts: [],
    items: idsOf(units, kept)
  } as const;
  const none = { value: null, low: null, high: null };
  if (judges.length < 2)
    return { ...gate, ...none, parts: [], state: 'not-applicable', finding: 'There is one judge only.' };
  if (systems.length < 2)
    return {
      ...gate,
      ...none,
      parts: [],
      state: 'not-applicable',
      finding: 'There are no two systems to put in order.'
    };

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
    const scores = judges.map((_, j) =>
      systems.flatMap((_, s) => {
        const at = s * (1 + judges.length);
        return sum[at]! > 0 ? [sum[at + 1 + j]! / sum[at]!] : [];
      })
    );
    return leaderboardAgreement(scores).lowest.value;
  };
  const result = clusterBootstrapOf(grouped, lowest, {
    random: seededRandom(seed),
    replicates: Math.min(resamples, 1000),
    confidence: declared.confidence
  });
  const [low, high] = result.interval ?? [null, null];
  return {
    ...gate,
    parts: [],
    value: result.value,
    low,
    high,
    state:
      result.value === null ? 'undecided' : cautious(reaches(result.value, high, declared.order), grouped.names.length),
    finding:
      result.value === null
        ? 'A judge gives every system the same score, so that there is no order to compare.'
        : `Between the two judges that differ most over ${systems.length} systems, τ is ${figure(result.value)}.`
  };
}
