import { jackknifeItems, kendall, pearson, spearman, withoutRounding, type Jackknife } from '../../stats/index.ts';

/** One unit of a report as people and one judge labelled it, as values; null if there is no label with a value. */
export interface ValuedUnit {
  reportId: string;
  qid: string;
  weight: number;
  people: readonly { userId: string; value: number | null }[];
  judge: number | null;
}

/** A report's score by people and by a judge, on the same units. */
export interface ScoredPair {
  reportId: string;
  qid: string;
  people: number;
  judge: number;
  /** Annotators whose scores the mean is of. */
  annotators: number;
}

interface CorrelatedReports {
  pairs: ScoredPair[];
  /** Reports that are left out: no annotator, or not the judge, has a label for each of its units in the study. */
  leftOut: number;
}

const weightedMean = (units: readonly ValuedUnit[], valueOf: (unit: ValuedUnit) => number | null): number | null => {
  const values = units.map((unit) => ({ value: valueOf(unit), weight: unit.weight }));
  const weight = values.reduce((sum, one) => sum + one.weight, 0);
  if (weight === 0 || values.some(({ value }) => value === null)) return null;
  return withoutRounding(values.reduce((sum, one) => sum + one.weight * one.value!, 0) / weight);
};

/**
 * Scores of reports by people and by a judge: the weighted mean over a report's units, for each annotator who labelled all of
 * them, then the mean over these annotators.
 */
export function pairScores(units: readonly ValuedUnit[]): CorrelatedReports {
  const pairs: ScoredPair[] = [];
  const reports = Map.groupBy(units, ({ reportId }) => reportId);
  for (const [reportId, own] of reports) {
    const judge = weightedMean(own, (unit) => unit.judge);
    const annotators = new Set(own.flatMap(({ people }) => people.map(({ userId }) => userId)));
    const scores = [...annotators].flatMap(
      (userId) => weightedMean(own, ({ people }) => people.find((one) => one.userId === userId)?.value ?? null) ?? []
    );
    if (judge === null || scores.length === 0) continue;
    const people = withoutRounding(scores.reduce((sum, one) => sum + one, 0) / scores.length);
    pairs.push({ reportId, qid: own[0]!.qid, people, judge, annotators: scores.length });
  }
  return { pairs, leftOut: reports.size - pairs.length };
}

export interface Correlations {
  rho: Jackknife;
  r: Jackknife;
  tauB: Jackknife;
}

/** ρ, r and τ_b over reports, each with its jackknife interval by query. */
export function correlationsOf(pairs: readonly ScoredPair[]): Correlations {
  const qids = pairs.map(({ qid }) => qid);
  const over = (of: (x: number[], y: number[]) => { value: number | null }): Jackknife =>
    jackknifeItems(
      qids,
      (items) => {
        if (items.length < 2) return null;
        const kept = Array.from(items, (at) => pairs[at]!);
        const found = of(
          kept.map(({ people }) => people),
          kept.map(({ judge }) => judge)
        );
        return found.value;
      },
      {},
      'zero-variance'
    );
  return { rho: over(spearman), r: over(pearson), tauB: over((x, y) => kendall(x, y).tauB) };
}
