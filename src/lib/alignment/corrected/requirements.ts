import { withoutRounding } from '../../stats/index.ts';
import type { CorrectedFigure, CorrectedMetric, CorrectedSystem } from './corrected.ts';

/** A limit for the systems of a run under a metric, e.g. `coverage>=80`, on the scale of the leaderboard. */
export interface Threshold {
  text: string;
  metric: string;
  sign: '<' | '<=' | '>' | '>=';
  limit: number;
}

/** Whether the 95% CI lies on the required side, on the other, on both, or whether there is nothing to compare. */
export type HeldResult = 'pass' | 'fail' | 'inconclusive' | 'broken';

/** Which of a system's scores was compared. */
type HeldScore = 'PPI++' | 'Rogan–Gladen' | 'adopted ensemble';

/** One system under one requirement. */
export interface HeldSystem {
  requirement: Threshold;
  /** Null if the metric could not be compared for any system. */
  system: string | null;
  result: HeldResult;
  score: HeldScore | null;
  value: number | null;
  low: number | null;
  high: number | null;
  /** Units that the adopted ensemble answered, and those that it did not. */
  units: number;
  unanswered: number;
  /** Why it is inconclusive or broken; null if it is neither. */
  reason: string | null;
}

export interface HoldOptions {
  /** The ensemble's own score instead of the corrected ones. */
  raw?: boolean;
  /** Whether so many units of all may stay without an answer of the ensemble; none may by default. */
  tolerates?: (unanswered: number, of: number) => boolean;
}

type Compare = (low: number, high: number, limit: number) => HeldResult;

const comparisons: Record<Threshold['sign'], Compare> = {
  '>=': (low, high, limit) => (low >= limit ? 'pass' : high < limit ? 'fail' : 'inconclusive'),
  '>': (low, high, limit) => (low > limit ? 'pass' : high <= limit ? 'fail' : 'inconclusive'),
  '<=': (low, high, limit) => (high <= limit ? 'pass' : low > limit ? 'fail' : 'inconclusive'),
  '<': (low, high, limit) => (high < limit ? 'pass' : low >= limit ? 'fail' : 'inconclusive')
};

/**
 * Holds a run's systems to requirements, by the scores of the adopted ensemble.
 *
 * Corrected is PPI++ if people labelled reports of the system itself, else Rogan–Gladen, which takes the ensemble's errors from the
 * study and carries their uncertainty into the interval. Raw takes the ensemble at its word: its interval holds the spread between
 * queries alone.
 */
export function holdSystems(
  requirements: readonly Threshold[],
  metrics: readonly CorrectedMetric[],
  options: HoldOptions = {}
): HeldSystem[] {
  return requirements.flatMap((requirement) => {
    const found = metrics.find(({ metric }) => metric === requirement.metric);
    if (found === undefined) return [broken(requirement, 'The run did not judge this metric.')];
    if (found.why !== null) return [broken(requirement, found.why)];
    if (found.by.changed.length > 0)
      return [broken(requirement, `The adoption is reopened: ${found.by.changed.join(' ')}`)];
    if (found.systems.length === 0) return [broken(requirement, 'No report was judged.')];
    return found.systems.map((system) => hold(requirement, system, options));
  });
}

const broken = (requirement: Threshold, reason: string): HeldSystem => ({
  ...{ requirement, system: null, result: 'broken', score: null, value: null, low: null, high: null },
  ...{ units: 0, unanswered: 0, reason }
});

function hold(
  requirement: Threshold,
  system: CorrectedSystem,
  { raw = false, tolerates = () => false }: HoldOptions
): HeldSystem {
  const [score, figure] = chosen(system, raw);
  const { value, low, high, reason } = figure;
  const { units, unanswered } = system;
  const held = { requirement, system: system.system, score, value, low, high, units, unanswered };
  if (unanswered > 0 && !tolerates(unanswered, units + unanswered))
    return {
      ...held,
      result: 'broken',
      reason: `The ensemble gave no answer on ${unanswered} of ${units + unanswered} units.`
    };
  if (value === null) return { ...held, result: 'broken', reason: reason ?? 'The value is undefined.' };
  if (low === null || high === null)
    return { ...held, result: 'inconclusive', reason: reason ?? 'The interval is undefined.' };
  const result = comparisons[requirement.sign](withoutRounding(low), withoutRounding(high), requirement.limit);
  return { ...held, result, reason: result === 'inconclusive' ? 'The interval includes the limit.' : null };
}

function chosen({ raw: own, ppi, roganGladen }: CorrectedSystem, raw: boolean): [HeldScore, CorrectedFigure] {
  if (raw) return ['adopted ensemble', own];
  return ppi.value !== null && ppi.low !== null ? ['PPI++', ppi] : ['Rogan–Gladen', roganGladen];
}

const order: readonly HeldResult[] = ['fail', 'broken', 'inconclusive', 'pass'];

/** Result of all systems together: one that fails decides, then one that could not be compared, then one that is open. */
export const heldTogether = (held: readonly HeldSystem[]): HeldResult =>
  order.find((result) => held.some((one) => one.result === result)) ?? 'broken';
