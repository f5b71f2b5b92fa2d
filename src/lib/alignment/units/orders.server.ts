import { and, eq } from 'drizzle-orm';
import { outcomeOf, totalOf } from '../../scorer/protocols/pairwise/pairwise-score.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { JudgeFacts } from '../agreement/judges/judge-checks.ts';
import type { Orders } from './ratings.ts';
import { inSample, verdictsOnItems } from './sampled-verdicts.server.ts';

const valueOf = { win: 1, tie: 0.5, loss: 0 } as const;

/**
 * What each judge of a run said of the comparisons of a study in either order of the two texts, seen from the report: 1
 * where it won, ½ for a tie, 0 where the baseline won. Verdicts that are no comparisons have none.
 */
export function comparisonOrders(
  db: Db,
  study: { id: string; runId: string; metric: string }
): NonNullable<JudgeFacts['orders']> {
  const { studyItem, verdict } = schema;
  const rows = db
    .select({ item: studyItem.id, judgeId: verdict.judgeId, detail: verdict.detail })
    .from(studyItem)
    .innerJoin(verdict, and(verdictsOnItems(study), eq(verdict.repeat, 0)))
    .where(inSample(study))
    .all();
  const found: Record<string, Record<string, Orders>> = {};
  for (const { item, judgeId, detail } of rows) {
    if (detail?.kind !== 'comparison') continue;
    const at = (first: 'report' | 'baseline'): number | null => {
      const order = detail.orders.find((one) => one.first === first);
      return order ? valueOf[outcomeOf(totalOf(order.report) - totalOf(order.baseline))] : null;
    };
    (found[judgeId] ??= {})[item] = [at('report'), at('baseline')];
  }
  return found;
}
