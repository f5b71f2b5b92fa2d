import {
  clusterMean,
  influenceDifference,
  influenceInterval,
  influenceShareInterval,
  testRetest,
  type Estimate
} from '../../stats/index.ts';

/** One report on which people, the chosen protocol and the direct rating by one judge can be compared; scores in points, 0 – 100. */
export interface ComparedReport {
  qid: string;
  system: string;
  /** Mean of what people say of its sampled units, each weighted by the inverse of its chance; and how many these are. */
  people: number;
  units: number;
  chosen: number;
  direct: number;
}

/** A number with a 95% CI by query; without interval `reason` says why. */
export interface ComparedFigure {
  value: number | null;
  low: number | null;
  high: number | null;
  reason: string | null;
}

/** The same of both protocols on the same things, and chosen less direct. */
export interface BothFigures {
  n: number;
  queries: number;
  chosen: ComparedFigure;
  direct: ComparedFigure;
  difference: ComparedFigure & { p: number | null };
}

/** How far a judge's scores of a report lie apart when it is asked the same again, in points. */
export interface Spread {
  repeats: number;
  reports: number;
  /** Standard deviation of the mean score over the repeats. */
  sdOfRunMeans: number | null;
  /** Mean over reports of the standard deviation over the repeats. */
  withinReportSd: number | null;
}

export interface ProtocolsCompared {
  reports: number;
  /** Labelled units behind people's scores. */
  units: number;
  /** Share of pairs of reports on one query that a protocol orders, or ties, as people's scores do. */
  pairs: BothFigures & { ties: { people: number; chosen: number; direct: number } };
  /** Mean absolute distance from people's score, in points. */
  distance: BothFigures;
}

/** Smaller differences of scores are rounding: the two are equal. */
const EQUAL = 1e-9;

/**
 * The chosen protocol and the direct rating by one judge against people, on the same reports and pairs.
 *
 * People's score of a report comes from the units that were sampled of it, each protocol's from the whole report: what the
 * sample adds to the distance is the same for both. Pairs are those of reports on one query, by different systems or not; the
 * query is the cluster of all intervals, and the difference is paired within it.
 */
export function compareProtocols(reports: readonly ComparedReport[]): ProtocolsCompared {
  const pairs = pairsOf(reports);
  return {
    reports: reports.length,
    units: reports.reduce((sum, { units }) => sum + units, 0),
    pairs: {
      ...both(pairs, 'No query has two reports with both scores.', true),
      ties: {
        people: pairs.filter(({ people }) => people === 0).length,
        chosen: pairs.filter((pair) => pair.chosenOrder === 0).length,
        direct: pairs.filter((pair) => pair.directOrder === 0).length
      }
    },
    distance: both(
      reports.map(({ qid, people, chosen, direct }) => ({
        qid,
        chosen: Math.abs(chosen - people),
        direct: Math.abs(direct - people)
      })),
      'No report has both scores.',
      false
    )
  };
}

interface Compared {
  qid: string;
  chosen: number;
  direct: number;
}

const orderOf = (a: number, b: number): -1 | 0 | 1 => (Math.abs(a - b) <= EQUAL ? 0 : a > b ? 1 : -1);

function pairsOf(reports: readonly ComparedReport[]) {
  return reports.flatMap((a, at) =>
    reports
      .slice(at + 1)
      .filter((b) => b.qid === a.qid)
      .map((b) => {
        const people = orderOf(a.people, b.people);
        const chosenOrder = orderOf(a.chosen, b.chosen);
        const directOrder = orderOf(a.direct, b.direct);
        return {
          qid: a.qid,
          people,
          chosenOrder,
          directOrder,
          chosen: chosenOrder === people ? 1 : 0,
          direct: directOrder === people ? 1 : 0
        };
      })
  );
}

function both(rows: readonly Compared[], why: string, shares: boolean): BothFigures {
  const cluster = rows.map(({ qid }) => qid);
  const chosen = clusterMean(
    rows.map((row) => row.chosen),
    cluster
  );
  const direct = clusterMean(
    rows.map((row) => row.direct),
    cluster
  );
  const none = { value: null, low: null, high: null, reason: why };
  if (!chosen || !direct) return { n: 0, queries: 0, chosen: none, direct: none, difference: { ...none, p: null } };
  const n = rows.length;
  const figure = (mean: typeof chosen): ComparedFigure =>
    shown(
      mean.value,
      shares ? influenceShareInterval(mean, { most: n, observed: n }) : influenceInterval(mean),
      shares ? [0, 1] : [0, 100]
    );
  const difference = influenceDifference(chosen, direct);
  return {
    n,
    queries: chosen.clusters,
    chosen: figure(chosen),
    direct: figure(direct),
    difference: { ...shown(difference.value, difference, shares ? [-1, 1] : [-100, 100]), p: difference.p }
  };
}

const whyNoInterval: Record<string, string> = {
  'too-few-clusters': 'One query shows no spread.',
  'zero-variance': 'There is no variance between queries.'
};

function shown(
  value: number,
  { interval, intervalReason }: ReturnType<typeof influenceInterval>,
  [least, most]: readonly [number, number]
): ComparedFigure {
  return {
    value,
    low: interval && Math.max(least, interval[0]),
    high: interval && Math.min(most, interval[1]),
    reason: interval === null ? (whyNoInterval[intervalReason ?? ''] ?? null) : null
  };
}

/**
 * The spread of repeated scores, in points.
 *
 * @param scores of each report, each time that it was judged; null if a repeat has no score.
 * @returns null if no report was scored twice.
 */
export function spreadOf(scores: readonly (readonly (number | null)[])[]): Spread | null {
  const repeated = scores.filter((row) => row.filter((score) => score !== null).length > 1);
  if (repeated.length === 0) return null;
  const repeats = Math.max(...repeated.map((row) => row.length));
  const found = testRetest(
    repeated.map((row) => Array.from({ length: repeats }, (_, at): number | null => row[at] ?? null))
  );
  const valueOf = (estimate: Estimate): number | null => estimate.value;
  return {
    repeats,
    reports: repeated.length,
    sdOfRunMeans: valueOf(found.sdOfRunMeans),
    withinReportSd: valueOf(found.withinItemSd)
  };
}

/** A score in points: 0 at the worst end of its scale, 100 at the best. */
export const inPoints = (
  value: number,
  { min, max, better }: { min: number; max: number; better: 'higher' | 'lower' }
): number => {
  const share = (value - min) / (max - min);
  return 100 * (better === 'higher' ? share : 1 - share);
};

/** People's score of a report, in points: the mean of its units' values in 0 … 1, weighted by the inverse of their chances. */
export function peopleScore(units: readonly { value: number; inclusion: number }[]): number | null {
  if (units.length === 0) return null;
  let [sum, total] = [0, 0];
  for (const { value, inclusion } of units) {
    sum += value / inclusion;
    total += 1 / inclusion;
  }
  return (100 * sum) / total;
}
