import { intervalPlan } from '$lib/alignment/planner/interval.ts';
import { plannerAddress, readPlanner, type PlannerInputs } from '$lib/alignment/planner/inputs.ts';
import type { StudyPlan } from '$lib/studies/planning.server.ts';

/** How many items give which interval, as the planner reckons. */
export interface SizesOffered {
  rows: { half: number; items: number; queries: number; interval: readonly [number, number] | null; enough: boolean }[];
  /** The agreement that is expected, confidence, items of a query and how alike they are. */
  expected: { p: number; confidence: number; perQuery: number; icc: number };
  /** Items that there are to draw from; null before a preview has counted them. */
  available: number | null;
  href: string;
}

/**
 * Sizes from the planner's start values, and from the run where a preview has counted what there is: a sample is taken to spread
 * over all its queries.
 */
export function sizesOffered(base: string, plan: StudyPlan | null): SizesOffered {
  const available = plan === null || plan.available.units === 0 ? null : plan.available.units;
  const queries = plan?.queries.filter((one) => one.available > 0).length ?? 0;
  const start = readPlanner(() => null, { run: available }).numbers as PlannerInputs;
  const perQuery = available === null || queries === 0 ? start.perQuery : Math.min(start.perQuery, available / queries);
  const inputs = { ...start, perQuery, least: null };
  const { p, confidence, icc } = inputs;
  return {
    rows: intervalPlan(inputs).rows.map(({ half, items, queries: needed, interval }) => ({
      ...{ half, items, queries: needed, interval },
      enough: available === null || needed <= queries
    })),
    expected: { p, confidence, perQuery, icc },
    available,
    href: plannerAddress(base, available === null ? {} : { run: available, perQuery })
  };
}
