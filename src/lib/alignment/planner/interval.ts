import {
  clustersForLowerBound,
  designEffect,
  plannedInterval,
  sampleSizeProportion,
  type Interval
} from '../../stats/index.ts';
import { count, interval, many } from '../../stats/writing/figures.ts';
import type { PlannerInputs } from './inputs.ts';
import { shown, shownPercent } from './words.ts';

/** Items for one half-width. */
interface WidthRow {
  half: number;
  /** Were no two items of a query alike, and the run without end. */
  independent: number;
  items: number;
  queries: number;
  /** What the report will show for so many items at the expected agreement; null with a single query. */
  interval: Interval | null;
}

/** Items so that an interval is as narrow, or reaches as high, as wanted. */
export interface IntervalPlan {
  designEffect: number;
  wanted: WidthRow;
  /** The same for several half-widths, ascending; the wanted one is among them. */
  rows: WidthRow[];
  /** Items whose interval has the wanted lower end; null where none is wanted or none is enough. */
  lower: { items: number; queries: number; interval: Interval } | null;
  answer: string;
  assumptions: string[];
}

const widths = [0.02, 0.03, 0.05, 0.075, 0.1];

export function intervalPlan(inputs: PlannerInputs): IntervalPlan {
  const { p, confidence, perQuery, icc, run, half, least } = inputs;
  const effect = designEffect(perQuery, icc);
  const clusters = { size: perQuery, icc };
  const rowFor = (width: number): WidthRow => {
    const items = sampleSizeProportion(width, { p, confidence, designEffect: effect, lot: run });
    return {
      half: width,
      independent: sampleSizeProportion(width, { p, confidence }),
      items,
      queries: Math.ceil(items / perQuery - 1e-9),
      interval: plannedInterval(p, items, clusters, confidence)
    };
  };
  const wanted = rowFor(half);
  const queries = least === null ? null : clustersForLowerBound(p, least, clusters, confidence).value;
  const itemsForLower = queries === null ? null : Math.ceil(queries * perQuery - 1e-9);
  const lower =
    queries === null || itemsForLower === null
      ? null
      : { items: itemsForLower, queries, interval: plannedInterval(p, queries * perQuery, clusters, confidence)! };
  return {
    designEffect: effect,
    wanted,
    rows: [...new Set([...widths, half])]
      .sort((a, b) => a - b)
      .map((width) => (width === half ? wanted : rowFor(width))),
    lower,
    answer: answerOf(inputs, wanted, lower),
    assumptions: [
      `Formula: z²·p(1 − p)/half-width² items at ${shownPercent(confidence)}, times the design effect 1 + (${shown(perQuery)} − 1)·${shown(icc)} = ${effect.toFixed(2)}.`,
      run === null
        ? 'The run is assumed to be unlimited.'
        : `Corrected for a run of ${many(run, 'item')}(finite population). The report’s interval, in the right column, does not use this correction because it generalizes to further items.`,
      `Column “shown”: Wilson’s interval on the effective sample size with the t quantile on queries − 1 degrees of freedom, as in the report, at an agreement of ${shown(p)}. It is wider than planned with few queries.`,
      ...(wanted.queries < 20 ? [`${many(wanted.queries, 'query', 'queries')}: below 20, intervals by query are not reliable. Take fewer items of more queries.`] : []) // prettier-ignore
    ]
  };
}

function answerOf({ p, half, least, run }: PlannerInputs, wanted: WidthRow, lower: IntervalPlan['lower']): string {
  const size = `${many(wanted.items, 'item')} in ${many(wanted.queries, 'query', 'queries')}`;
  const all = run !== null && wanted.items >= run ? ', which is the whole run' : '';
  const width = `${size}${all} ${wanted.items === 1 ? 'gives' : 'give'} an interval of ± ${shown(half)} around ${shown(p)}.`;
  if (least === null) return width;
  if (lower === null)
    return `${width} No number of items gives a lower bound of ${shown(least)} at an observed ${shown(p)}: the target must be below the expected agreement.`;
  const enough = `${many(lower.items, 'item')} in ${many(lower.queries, 'query', 'queries')} give ${interval(lower.interval[0], lower.interval[1])}, with a lower bound of at least ${shown(least)}, at an observed ${shown(p)}.`;
  const beyond = run !== null && lower.items > run ? ` The run has only ${count(run)}.` : '';
  return `${width} ${enough}${beyond}`;
}
