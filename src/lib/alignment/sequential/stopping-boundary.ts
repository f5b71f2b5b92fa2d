import { groupBoundaries, horizonBoundary } from '../../stats/index.ts';
import { BURN_IN, declaredLooks, type SequentialPlan } from '../preregistration/sequential-plan.ts';

/** A time at which the figures were seen while labels were still to come. */
export interface LookTaken {
  /** Complete queries by then. */
  queries: number;
  /** Blind labels by then. */
  labels: number;
  by: string;
  /** In ms since 1970. */
  at: number;
}

/** The effect of unplanned looks on a plan. */
export type UnplannedLooks =
  /** There were none, or every look is allowed for. */
  | 'none'
  /** The boundaries were computed anew with them, which is valid because a first look is timed without knowing the figures. */
  | 'corrected'
  /** The study went on beyond its planned maximum after a look, and no bound holds for that. */
  | 'uncorrectable';

interface StoppingBoundary {
  /** Standard errors after so many complete queries; Infinity if there is no look. */
  boundary: (queries: number) => number;
  unplanned: UnplannedLooks;
  /** Complete queries at which a look was taken that the plan does not name. */
  extra: number[];
}

/** Fewest complete queries at which an unplanned look enters the boundaries: with fewer, nothing can be decided anyway. */
const FEWEST = 2;

/**
 * The boundary of a plan. An always-valid one is meant for any number of looks. Of planned looks, the first unplanned one joins
 * them, with boundaries computed anew; later ones were timed by a lead who knew the figures and cannot be corrected.
 *
 * @param complete queries complete now. @param risk one-sided.
 */
export function stoppingBoundary(
  plan: SequentialPlan,
  { taken, complete, risk }: { taken: readonly LookTaken[]; complete: number; risk: number }
): StoppingBoundary {
  if (plan.rule === 'always-valid') {
    const known = new Map<number, number>();
    const boundary = (n: number): number => {
      const value = known.get(n) ?? horizonBoundary(n, { risk, burnIn: BURN_IN, until: plan.maximum });
      known.set(n, value);
      return value;
    };
    return { boundary, unplanned: 'none', extra: [] };
  }
  const planned = declaredLooks(plan);
  const early = taken.map(({ queries }) => queries).filter((n) => n < complete && n >= FEWEST);
  const extra = [...new Set(early.filter((n) => !planned.includes(n)))].sort((a, b) => a - b);
  const unplanned = extra.length === 0 ? 'none' : extra.length > 1 || extra[0]! > plan.maximum ? 'uncorrectable' : 'corrected'; // prettier-ignore
  const beyond = early.length > 0 && complete > plan.maximum;
  const looks = unplanned === 'corrected' ? [...planned, extra[0]!].sort((a, b) => a - b) : planned;
  const bounds = groupBoundaries(plan.rule, looks, { risk });
  return {
    boundary: (n) => bounds[looks.indexOf(n)] ?? Infinity,
    unplanned: beyond ? 'uncorrectable' : unplanned,
    extra
  };
}
