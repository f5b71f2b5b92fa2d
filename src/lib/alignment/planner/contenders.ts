import {
  clusterStatistic,
  correlationOfContenders,
  groupClusters,
  jackknifeInfluence,
  seededRandom,
  selectionCritical,
  type PlannedContenders
} from '../../stats/index.ts';
import { mostFrequentLabels, type MajorityUnit } from './majority.ts';

/** Contenders that a study found, among so many candidates, with the critical value that they made. */
interface FoundContenders extends PlannedContenders {
  candidates: number;
  critical: number;
}

/** More judges have too many majorities to look at. */
const MOST_JUDGES = 6;

/**
 * Candidates that a study did not tell apart, for the plan of the next: single judges, and majorities of three or five of
 * them, on the units that all of them judged. Computed as in the adoption procedure, which has further ensembles on yes/no.
 *
 * @returns null with fewer than two judges or queries.
 */
export function undecidedCandidates(
  units: readonly MajorityUnit[],
  judgeIds: readonly string[],
  rightness: (unit: MajorityUnit, label: string) => number
): FoundContenders | null {
  const ids = judgeIds.slice(0, MOST_JUDGES);
  const labelled = units.flatMap((unit) => {
    const labels = ids.map((id) => unit.judges.find(({ judgeId }) => judgeId === id)?.label ?? null);
    return labels.every((label) => label !== null) ? [{ unit, labels }] : [];
  });
  const grouped = groupClusters(labelled.map(({ unit }) => unit.queryId));
  const clusters = grouped.names.length;
  if (ids.length < 2 || clusters < 2) return null;
  const candidates = panelsOf(ids.length).map((panel) => {
    const right = labelled.map(({ unit, labels }) => {
      const said = mostFrequentLabels(panel.map((judge) => labels[judge]!));
      return said.reduce((sum, label) => sum + rightness(unit, label) / said.length, 0);
    });
    const weights = labelled.map(({ unit }) => 1 / unit.inclusionProbability);
    const statistic = clusterStatistic(
      {
        size: 2,
        add: (i, sums, at) => {
          sums[at]! += weights[i]! * right[i]!;
          sums[at + 1]! += weights[i]!;
        }
      },
      grouped,
      ([sum, total]) => (total === 0 ? null : sum! / total!)
    );
    const utility = statistic.over(Uint32Array.from({ length: clusters }, (_, g) => g));
    const influence = jackknifeInfluence(statistic, clusters);
    return { utility: influence === null ? null : utility, influence: influence ?? new Float64Array(clusters) };
  });
  const best = candidates.reduce(
    (at, { utility }, i) => ((utility ?? -1) > (candidates[at]!.utility ?? -1) ? i : at),
    0
  );
  if (candidates[best]!.utility === null) return null;
  const { contenders, critical } = selectionCritical(candidates, best, clusters, { random: seededRandom(1) });
  const count = contenders.length;
  return {
    count,
    critical,
    candidates: candidates.length,
    correlation: correlationOfContenders(count, critical, clusters)
  };
}

/** Single judges, then panels of three and five. */
function panelsOf(judges: number): number[][] {
  const all = Array.from({ length: 1 << judges }, (_, mask) =>
    Array.from({ length: judges }, (_, judge) => judge).filter((judge) => (mask >> judge) & 1)
  );
  return all.filter(({ length }) => length % 2 === 1).sort((a, b) => a.length - b.length);
}
