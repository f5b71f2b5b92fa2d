import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import {
  clustersForLowerBound,
  designEffect,
  plannedInterval,
  sampleSizeProportion,
  type Interval
} from '../../stats/index.ts';
import { interval } from '../../stats/writing/figures.ts';
import type { PlannerInputs } from './inputs.ts';
import { shown, shownPercent } from './words.ts';

type PlannerWords = Words<Messages['plannerAnswers']>;

/** Items for one half-width. */
interface WidthRow {
  half: number;
  /** Were no two items of a query alike, and the run without end. */
  independent: number;
  items: number;
  queries: number;
  /** Interval that the report will show for so many items at the expected agreement; null with a single query. */
  interval: Interval | null;
}

/** Items so that an interval is as narrow, or reaches as high, as wanted. */
export interface IntervalPlan {
  designEffect: number;
  wanted: WidthRow;
  /** The same for several half-widths, ascending; the wanted one is among them. */
  rows: WidthRow[];
  /** Items whose interval has the wanted lower end; null if none is wanted or none is enough. */
  lower: { items: number; queries: number; interval: Interval } | null;
  answer: string;
  assumptions: string[];
}

const widths = [0.02, 0.03, 0.05, 0.075, 0.1];

/** Items for one half-width. */
export function itemsForWidth(
  { p, confidence, perQuery, icc, run }: Pick<PlannerInputs, 'p' | 'confidence' | 'perQuery' | 'icc' | 'run'>,
  half: number
): WidthRow {
  const items = sampleSizeProportion(half, { p, confidence, designEffect: designEffect(perQuery, icc), lot: run });
  return {
    half,
    independent: sampleSizeProportion(half, { p, confidence }),
    items,
    queries: Math.ceil(items / perQuery - 1e-9),
    interval: plannedInterval(p, items, { size: perQuery, icc }, confidence)
  };
}

export function intervalPlan(inputs: PlannerInputs, words: PlannerWords): IntervalPlan {
  const { p, confidence, perQuery, icc, run, half, least } = inputs;
  const effect = designEffect(perQuery, icc);
  const clusters = { size: perQuery, icc };
  const wanted = itemsForWidth(inputs, half);
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
      .map((width) => (width === half ? wanted : itemsForWidth(inputs, width))),
    lower,
    answer: answerOf(inputs, wanted, lower, words),
    assumptions: [
      words.formula({
        ...{ confidence: shownPercent(confidence), perQuery: shown(perQuery), icc: shown(icc) },
        effect: effect.toFixed(2)
      }),
      run === null ? words.unlimited : words.finite({ n: run }),
      words.reported({ p: shown(p) }),
      ...(wanted.queries < 20 ? [words.fewQueries({ n: wanted.queries, several: perQuery > 1 ? 'yes' : 'no' })] : [])
    ]
  };
}

function answerOf(
  { p, half, least, run }: PlannerInputs,
  { items, queries }: WidthRow,
  lower: IntervalPlan['lower'],
  words: PlannerWords
): string {
  const all = run !== null && items >= run ? 'yes' : 'no';
  const width = words.width({ items, queries, all, half: shown(half), p: shown(p) });
  if (least === null) return width;
  const aim = { least: shown(least), p: shown(p) };
  if (lower === null) return `${width} ${words.noLower(aim)}`;
  const [low, high] = lower.interval;
  const enough = words.lower({ items: lower.items, queries: lower.queries, interval: interval(low, high), ...aim });
  const beyond = run !== null && lower.items > run ? ` ${words.onlyInRun({ n: run })}` : '';
  return `${width} ${enough}${beyond}`;
}
