import { z } from 'zod';
import type { Dimensions } from '../../metric.ts';
import type { DimensionPoints } from '../../verdict.ts';
import type { ReplyValue } from '../asking.ts';
import { readJsonValue } from '../json-value.ts';
import { shapeFault } from '../reply-shape.ts';

const notes = z.array(z.string());
const abstentionShape = z.strictObject({ abstains: z.string() });

/** The shapes of replies about these dimensions, with flaws and without. */
const shapesFor = ({ most, list }: Dimensions) => {
  const points = z.int().min(0).max(most);
  const textPoints = z.strictObject(Object.fromEntries(list.map(({ name }) => [name, points])));
  const plain = z.strictObject({ A: textPoints, B: textPoints, rationale: z.string() });
  return { plain, flawed: plain.extend({ major_flaws: z.strictObject({ A: notes, B: notes }) }) };
};
const shapes = new WeakMap<Dimensions, ReturnType<typeof shapesFor>>();
const shapesOf = (dimensions: Dimensions): ReturnType<typeof shapesFor> => {
  const known = shapes.get(dimensions) ?? shapesFor(dimensions);
  shapes.set(dimensions, known);
  return known;
};

const textSchema = (name: string, { most, list }: Dimensions) => ({
  type: 'object',
  description: `Points for text ${name}, whole numbers from 0 to ${most}.`,
  properties: Object.fromEntries(
    list.map(({ name: dimension, about }) => [
      dimension,
      { type: 'integer', minimum: 0, maximum: most, description: about }
    ])
  ),
  required: list.map(({ name: dimension }) => dimension),
  additionalProperties: false
});

/** The JSON schema of a reply. It has no place for a total or a winner: both are computed here. */
export const pairwiseSchema = (dimensions: Dimensions) => ({
  name: 'pairwise_points',
  json: {
    type: 'object',
    properties: {
      rationale: {
        type: 'string',
        description: `At most 120 words: where the two texts differ in ${dimensions.of}, dimension by dimension.`
      },
      A: textSchema('A', dimensions),
      B: textSchema('B', dimensions)
    },
    required: ['rationale', 'A', 'B'],
    additionalProperties: false
  }
});

const flawsOf = (name: string) => ({
  type: 'array',
  items: { type: 'string' },
  description: `The major flaws of the analysis in text ${name}, at most five, one sentence each; empty where it has none.`
});

/** The schema of a reply that names flaws too (arXiv 2510.14240, appendix A.4). */
export const flawedPairSchema = (dimensions: Dimensions) => {
  const plain = pairwiseSchema(dimensions);
  const { rationale, A, B } = plain.json.properties;
  return {
    ...plain,
    json: {
      ...plain.json,
      properties: {
        rationale,
        major_flaws: {
          type: 'object',
          properties: { A: flawsOf('A'), B: flawsOf('B') },
          required: ['A', 'B'],
          additionalProperties: false
        },
        A,
        B
      },
      required: ['rationale', 'major_flaws', 'A', 'B']
    }
  };
};

/** A judge's reply on a pair in one order of presentation. */
export type PairReply =
  | { A: DimensionPoints; B: DimensionPoints; rationale: string; flaws?: { A: string[]; B: string[] } }
  | { abstains: string };

/** Each flaw once, without white space around it. */
const cleaned = (flaws: readonly string[]): string[] => [
  ...new Set(flaws.map((flaw) => flaw.toWellFormed().trim()).filter((flaw) => flaw !== ''))
];

/**
 * Reads the text of a complete reply, believing nothing: one JSON value, whole numbers from 0 to the most points in each
 * dimension for each text, no further members (so no total and no winner). The first fault is named in words that fit after "The reply was not usable:".
 *
 * @param options.flaws Whether `major_flaws` is asked for; then it must be there, else it must not
 * @param options.abstains Whether `{ "abstains": "why" }` is an answer that this judge may give.
 */
export const parsePair = (
  text: string,
  dimensions: Dimensions,
  options: { abstains: boolean; flaws?: boolean } = { abstains: false }
): ReplyValue<PairReply> => {
  const json = readJsonValue(text);
  if (!json.ok) return json;
  const abstention = abstentionShape.safeParse(json.value);
  if (abstention.success) {
    if (options.abstains) return { ok: true, value: { abstains: abstention.data.abstains.toWellFormed().trim() } };
    return { ok: false, fault: 'it abstains, which this judge may not do' };
  }
  const shape = shapesOf(dimensions)[options.flaws ? 'flawed' : 'plain'].safeParse(json.value);
  if (!shape.success) return shapeFault(shape.error);
  const { A, B, rationale } = shape.data;
  const said = 'major_flaws' in shape.data ? (shape.data.major_flaws as { A: string[]; B: string[] }) : null;
  const flaws = said && { A: cleaned(said.A), B: cleaned(said.B) };
  return { ok: true, value: { A, B, rationale: rationale.toWellFormed().trim(), ...(flaws && { flaws }) } };
};
