import { z } from 'zod';
import type { DepthPoints } from '../../pipeline.ts';
import type { Reading } from '../asking.ts';
import { readJsonValue } from '../json-value.ts';
import { shapeFault } from '../reply-shape.ts';

/** The dimensions, in the order of the paper, with what a judge reads beside each in the schema. */
export const dimensions = {
  granularity: 'How finely the reasoning is worked out.',
  insight: 'How far it goes beyond the first-order statement.',
  critique: 'How critically claims and alternatives are weighed.',
  evidence: 'How much work the evidence does in the argument.',
  density: 'How much of the text is analysis.'
} as const satisfies Record<keyof DepthPoints, string>;

/** Points that a text can get in one dimension: 0 to this many. */
export const MOST_POINTS = 5;

const points = z.int().min(0).max(MOST_POINTS);
const textPoints = z.strictObject({
  granularity: points,
  insight: points,
  critique: points,
  evidence: points,
  density: points
});
const comparisonShape = z.strictObject({ A: textPoints, B: textPoints, rationale: z.string() });
const notes = z.array(z.string());
const flawedShape = comparisonShape.extend({ major_flaws: z.strictObject({ A: notes, B: notes }) });
const abstentionShape = z.strictObject({ abstains: z.string() });

const textSchema = (name: string) => ({
  type: 'object',
  description: `Points for text ${name}, whole numbers from 0 to ${MOST_POINTS}.`,
  properties: Object.fromEntries(
    Object.entries(dimensions).map(([dimension, description]) => [
      dimension,
      { type: 'integer', minimum: 0, maximum: MOST_POINTS, description }
    ])
  ),
  required: Object.keys(dimensions),
  additionalProperties: false
});

/** The JSON schema of a reply. It has no place for a total or a winner: both are computed here. */
export const pairwiseSchema = {
  name: 'pairwise_points',
  json: {
    type: 'object',
    properties: {
      rationale: {
        type: 'string',
        description: 'At most 120 words: where the two texts differ in depth, dimension by dimension.'
      },
      A: textSchema('A'),
      B: textSchema('B')
    },
    required: ['rationale', 'A', 'B'],
    additionalProperties: false
  }
};

const flawsOf = (name: string) => ({
  type: 'array',
  items: { type: 'string' },
  description: `The major flaws of the analysis in text ${name}, at most five, one sentence each; empty where it has none.`
});

/** The schema of a reply that names flaws too (arXiv 2510.14240, appendix A.4). */
export const flawedPairSchema = {
  ...pairwiseSchema,
  json: {
    ...pairwiseSchema.json,
    properties: {
      rationale: pairwiseSchema.json.properties.rationale,
      major_flaws: {
        type: 'object',
        properties: { A: flawsOf('A'), B: flawsOf('B') },
        required: ['A', 'B'],
        additionalProperties: false
      },
      A: pairwiseSchema.json.properties.A,
      B: pairwiseSchema.json.properties.B
    },
    required: ['rationale', 'major_flaws', 'A', 'B']
  }
};

/** What a judge said of a pair in one order of presentation. */
export type PairReply =
  { A: DepthPoints; B: DepthPoints; rationale: string; flaws?: { A: string[]; B: string[] } } | { abstains: string };

/** Each flaw once, without white space around it. */
const cleaned = (flaws: readonly string[]): string[] => [
  ...new Set(flaws.map((flaw) => flaw.toWellFormed().trim()).filter((flaw) => flaw !== ''))
];

/**
 * Reads the text of a complete reply, believing nothing: one JSON value, five whole numbers from 0 to 5 for each text, no
 * further members (so no total and no winner). The first fault is named in words that fit after "The reply was not usable:".
 *
 * @param options.flaws Whether `major_flaws` is asked for; then it must be there, else it must not
 * @param options.abstains Whether `{ "abstains": "why" }` is an answer that this judge may give.
 */
export const parsePair = (
  text: string,
  options: { abstains: boolean; flaws?: boolean } = { abstains: false }
): Reading<PairReply> => {
  const json = readJsonValue(text);
  if (!json.ok) return json;
  const abstention = abstentionShape.safeParse(json.value);
  if (abstention.success) {
    if (options.abstains) return { ok: true, value: { abstains: abstention.data.abstains.toWellFormed().trim() } };
    return { ok: false, fault: 'it abstains, which this judge may not do' };
  }
  const shape = (options.flaws ? flawedShape : comparisonShape).safeParse(json.value);
  if (!shape.success) return shapeFault(shape.error);
  const { A, B, rationale } = shape.data;
  const said = 'major_flaws' in shape.data ? (shape.data.major_flaws as { A: string[]; B: string[] }) : null;
  const flaws = said && { A: cleaned(said.A), B: cleaned(said.B) };
  return { ok: true, value: { A, B, rationale: rationale.toWellFormed().trim(), ...(flaws && { flaws }) } };
};
