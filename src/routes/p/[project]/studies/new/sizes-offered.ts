import { itemsForWidth } from '$lib/alignment/planner/interval.ts';
import { plannerAddress, readPlanner, type PlannerInputs } from '$lib/alignment/planner/inputs.ts';
import type { StudyPlan } from '$lib/studies/planning/planning-preview.ts';

/** How many items give which interval, as the planner reckons. */
interface SizesOffered {
  rows: { half: number; items: number; queries: number; interval: readonly [number, number] | null }[];
  /** Expected values: agreement, confidence, correlation of a query's items, and items of a query if nothing was counted. */
  expected: { p: number; confidence: number; icc: number; perQuery: number };
  /** Counts of a preview; null before. */
  counted: { items: number; queries: number } | null;
  href: string;
}

const halves = [0.02, 0.03, 0.05, 0.075, 0.1];

/**
 * Sizes from the planner's start values. Where a preview has counted what there is, the sample is spread over all queries of the
 * run, so that more items mean more of each query, which resemble one another.
 */
export function sizesOffered(base: string, plan: StudyPlan | null): SizesOffered {
  const queries = plan?.queries.filter((one) => one.available > 0).length ?? 0;
  const counted = plan === null || queries === 0 ? null : { items: plan.available.units, queries };
  const start = readPlanner(() => null, { run: counted?.items ?? null }).numbers as PlannerInputs;
  const { p, confidence, icc, perQuery } = start;
  const rows = halves.map((half) => {
    const of = (size: number) => itemsForWidth({ ...start, perQuery: size }, half);
    const { items, queries: needed, interval } = of(counted === null ? perQuery : sizeOfQuery(counted.queries, of));
    return { half, items, queries: counted === null ? needed : Math.min(items, queries), interval };
  });
  const spread = rows.find(({ half }) => half === start.half);
  return {
    rows,
    expected: { p, confidence, icc, perQuery },
    counted,
    href: plannerAddress(
      base,
      counted === null || !spread
        ? {}
        : { run: counted.items, perQuery: Math.max(1, Number((spread.items / queries).toFixed(1))) }
    )
  };
}

/** Items of a query for which the items that are needed spread over just these queries. */
function sizeOfQuery(queries: number, of: (size: number) => { items: number }): number {
  let size = 1;
  for (let step = 0; step < 30; step++) size = Math.max(1, of(size).items / queries);
  return size;
}
