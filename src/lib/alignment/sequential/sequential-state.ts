import { stoppedInterval, winnerSequence, type SequentialDecision, type WinnerLook } from '../../stats/index.ts';
import { agreementsOf, commonUnits, scoresOf } from '../ensembles/candidates.ts';
import type { JudgeEnsemble } from '../ensembles/ensembles.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import { declaredLooks, type SequentialPlan } from '../preregistration/sequential-plan.ts';
import type { Units } from '../units/units.ts';
import { stoppingBoundary, type LookTaken, type UnplannedLooks } from './stopping-boundary.ts';

/** The facts that a study under a sequential plan needs besides its labels. Plain data. */
export interface SequentialFacts {
  /** Queries, by their qid, of which every item has all of its labels, in the order in which that was so. */
  complete: readonly string[];
  /** Times at which the figures were seen while labels were to come, the first one first. */
  looks: readonly LookTaken[];
  /** Labels that were seen at one of these times and have been changed or withdrawn since; default 0. */
  changed?: number;
}

/** A study under its sequential plan. */
export interface SequentialState {
  plan: SequentialPlan;
  /** Complete queries that judges and people can be compared on, and those to the maximum. */
  queries: number;
  left: number;
  /** Looks that were due by now: planned ones, or every query from the burn-in on. */
  due: number;
  /** Complete queries at the next look; null after the last one. */
  next: number | null;
  decision: SequentialDecision;
  /** Complete queries at the look that decided, or at the last one that was due; null before the first. */
  at: number | null;
  /** Mean agreement of the ensembles that were best on earlier queries, and its lower bound. */
  value: number | null;
  low: number | null;
  /** Highest upper bound of all candidates. */
  high: number | null;
  /**
   * Of a study that may stop: the interval of its mean, which allows for where it stopped and has to hold once. At rejection its
   * upper end is that of all candidates. Null while the study continues, and if it was not asked for.
   */
  interval: { low: number; high: number } | null;
  /** Further labels can decide nothing more: a decision, or the maximum. */
  mayStop: boolean;
  taken: readonly LookTaken[];
  changed: number;
  unplanned: UnplannedLooks;
  extra: readonly number[];
}

/**
 * Where a study is under its sequential plan. Each query is scored by the ensemble that was best on the queries completed before
 * it, items weighted by 1 / inclusion probability, so that strata may be drawn unequally.
 *
 * @param options.prices what each ensemble costs, in agreement. @param options.withInterval whether to compute the interval, which
 *   takes a tenth of a second.
 */
export function sequentialState(
  units: Units,
  ensembles: readonly JudgeEnsemble[],
  analysisPlan: Pick<AnalysisPlan, 'target' | 'confidence' | 'ties'> & { sequential: SequentialPlan },
  facts: SequentialFacts,
  { prices, withInterval = false }: { prices?: readonly number[] | undefined; withInterval?: boolean } = {}
): SequentialState {
  const { sequential: plan, target, ties } = analysisPlan;
  const kept = commonUnits(units).filter((unit) => ties === 'half' || units.split[unit] === null);
  const members = facts.complete
    .map((qid) => kept.filter((unit) => units.queries[units.cluster[unit]!] === qid))
    .filter((of) => of.length > 0);
  const sum = (of: readonly number[], value: (unit: number) => number): number =>
    of.reduce((total, unit) => total + value(unit), 0);
  const weights = members.map((of) => sum(of, (unit) => units.weights[unit]!));
  const items = members.map((of, g) => weights[g]! ** 2 / sum(of, (unit) => units.weights[unit]! ** 2));
  const x = ensembles.map((ensemble) => {
    const agreement = agreementsOf(units, scoresOf(units, ensemble), ties);
    return members.map((of, g) =>
      Math.min(1, sum(of, (unit) => units.weights[unit]! * agreement[unit]!) / weights[g]!)
    );
  });
  const queries = members.length;
  const risk = (1 - analysisPlan.confidence) / 2;
  const { boundary, unplanned, extra } = stoppingBoundary(plan, {
    ...{ taken: facts.looks, complete: queries },
    risk
  });
  const { decided, last } =
    x.length === 0
      ? { decided: null, last: null }
      : winnerSequence(x, {
          ...{ target, items, weights, boundary, first: firstGuess(ensembles) },
          ...(prices ? { price: prices } : {})
        });
  const look = decided ?? last;
  const planned = declaredLooks(plan);
  const lookAt = (n: number): boolean => boundary(n) < Infinity;
  const decision = decided?.decision ?? 'go-on';
  const mayStop = decision !== 'go-on' || queries >= plan.maximum;
  const next = nextLook(queries, plan, lookAt);
  return {
    ...{ plan, queries, decision, next, unplanned, extra },
    left: Math.max(0, plan.maximum - queries),
    due: plan.rule === 'always-valid' ? Math.max(0, queries - firstLook(lookAt) + 1) : planned.filter((n) => n <= queries).length, // prettier-ignore
    at: look?.queries ?? null,
    ...{ value: look?.value ?? null, low: look?.low ?? null, high: look?.high ?? null },
    interval: withInterval && mayStop && look ? intervalAt(look, { target, boundary, risk }) : null,
    mayStop,
    ...{ taken: facts.looks, changed: facts.changed ?? 0 }
  };
}

/** An open study has decided nothing, so that its interval holds the target. */
function intervalAt(
  { decision, mean, high }: WinnerLook,
  { risk, target, boundary }: { risk: number; target: number; boundary: (queries: number) => number }
): { low: number; high: number } {
  const found = stoppedInterval({ mean, target, boundary, below: decision === 'reject' }, risk);
  if (decision === 'reject') return { low: found.low, high: high! };
  return decision === 'adopt' ? found : { low: Math.min(found.low, target), high: Math.max(found.high, target) };
}

const MOST = 100_000;

const firstLook = (lookAt: (n: number) => boolean): number => {
  for (let n = 1; n < MOST; n++) if (lookAt(n)) return n;
  return MOST;
};

function nextLook(queries: number, plan: SequentialPlan, lookAt: (n: number) => boolean): number | null {
  for (let n = queries + 1; n <= plan.maximum; n++) if (lookAt(n)) return n;
  return null;
}

/** The ensemble that a lead would take without any label: all judges, by majority, else by median, else by average. */
export function firstGuess(ensembles: readonly JudgeEnsemble[]): number {
  const most = Math.max(...ensembles.map(({ judgeIds }) => judgeIds.length));
  const of = (rule: string): number =>
    ensembles.findIndex((one) => one.judgeIds.length === most && (one.rule === rule || most === 1));
  return Math.max(0, ['majority', 'median', 'average'].map(of).find((at) => at >= 0) ?? 0);
}
