/** Contradictions between the label of an imported comparison and its points. */
import { sayingsOf, type Saying } from '../../../messages/sayings.ts';
import { comparisonOf, type Comparison, pairOutcome } from '../../../scorer/protocols/pairwise/pairwise-score.ts';

const say = sayingsOf('importProblems');

/** Means in files may be rounded to four decimals. */
const ROUNDING = 5e-5;

interface Fault {
  column: string;
  reason: Saying;
  found: string;
}

/**
 * The first contradiction; null if there is none. Studies take the label and scores the points, so a comparison in which they differ would
 * be counted in two ways.
 */
export function comparisonFault(detail: Comparison, label: string): Fault | null {
  const { orders, report, baseline, consistent } = detail;
  if (orders.length > 0) {
    if (orders.length !== 2 || orders[0]?.first === orders[1]?.first)
      return { column: 'detail.orders', reason: say('bothOrders'), found: orders.map(({ first }) => first).join(', ') };
    const told = comparisonOf(orders);
    for (const side of ['report', 'baseline'] as const)
      if (Math.abs(told[side] - detail[side]) > ROUNDING)
        return {
          column: `detail.${side}`,
          reason: say('meanOfOrders', { mean: told[side] }),
          found: String(detail[side])
        };
    if (told.consistent !== consistent)
      return { column: 'detail.consistent', reason: say('consistentOrders'), found: String(consistent) };
  }
  const outcome = pairOutcome(report - baseline);
  return outcome === label
    ? null
    : { column: 'label', reason: say('labelOfPoints', { report, baseline, outcome }), found: label };
}
