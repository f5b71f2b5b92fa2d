import { z } from 'zod';
import type { ReplyValue } from '../../../protocols/asking.ts';
import { readShape } from '../../../protocols/reply-shape.ts';

/** Five dimensions of a task, each from 1 to 5 and of equal weight (arXiv 2509.01396, appendix D). */
export const taskDimensions = {
  clarity: 'The wording has one meaning, and no other text is needed to understand it.',
  actionability: 'The deliverable is concrete, and the work can be done by reading, reasoning or running code.',
  novelty: 'It takes a view that is not obvious, and repeats no common task.',
  depthFit: 'The work that it takes fits the difficulty that it is given.',
  consistency: 'It keeps to the form of a task: at most 100 words, standing alone, no mention of where it comes from.'
} as const;
type TaskDimension = keyof typeof taskDimensions;
export const taskDimensionNames = Object.keys(taskDimensions) as TaskDimension[];

const points = z.strictObject(
  Object.fromEntries(taskDimensionNames.map((name) => [name, z.int().min(1).max(5)])) as Record<TaskDimension, z.ZodInt>
);
const reply = z.strictObject({
  a: points,
  b: points,
  better: z.enum(['a', 'b']),
  confidence: z.number(),
  reason: z.string().max(4_000)
});
type ComparisonReply = z.infer<typeof reply>;

/** Result of a comparison: the winner by the sums of the five dimensions. */
interface PairComparison {
  winner: 'a' | 'b';
  /** From .5 to 1. */
  confidence: number;
  totals: { a: number; b: number };
  points: { a: Record<TaskDimension, number>; b: Record<TaskDimension, number> };
  /** The totals are equal, and the judge's pick decides at .55. */
  equal: boolean;
  /** The judge named the task with the lower total; its confidence is kept. */
  corrected: boolean;
  reason: string;
}

/** Confidence of a pick between equal totals. */
const EQUAL_TOTALS = 0.55;

const totalOf = (own: Record<TaskDimension, number>): number =>
  taskDimensionNames.reduce((sum, name) => sum + own[name], 0);

/** The comparison that a reply comes to, computed from its points. */
function taskComparisonOf({ a, b, better, confidence, reason }: ComparisonReply): PairComparison {
  const totals = { a: totalOf(a), b: totalOf(b) };
  const equal = totals.a === totals.b;
  const winner = equal ? better : totals.a > totals.b ? 'a' : 'b';
  return {
    ...{ winner, totals, points: { a, b }, equal, reason },
    confidence: equal ? EQUAL_TOTALS : confidence,
    corrected: winner !== better
  };
}

/** Reads a reply. A confidence outside .5 to 1 is a fault. */
export function readComparison(text: string): ReplyValue<PairComparison> {
  const read = readShape(text, reply);
  if (!read.ok) return read;
  const { confidence } = read.value;
  return confidence >= 0.5 && confidence <= 1
    ? { ok: true, value: taskComparisonOf(read.value) }
    : { ok: false, fault: `confidence is ${confidence}, and it has to be from 0.5 to 1` };
}
