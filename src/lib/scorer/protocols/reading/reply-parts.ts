import { z } from 'zod';
import type { ReplyValue } from '../asking.ts';
import { readShape } from '../reply-shape.ts';

/** Words of a judge that may abstain, in place of what its schema asks for. */
export interface Abstention {
  abstains: string;
}

const abstention = z.strictObject({ abstains: z.string().regex(/\S/, 'it is empty') });
/** A text of a reply, without spaces around it. */
export const trimmedText = z.string().transform((text) => text.toWellFormed().trim());
export const filledText = trimmedText.refine((text) => text !== '', 'it is empty');

/** Converts a reply in its shape into a value; from a judge that may abstain, also `{ "abstains": "why" }`. */
export const readReply = <T, Made>(
  text: string,
  shape: z.ZodType<T>,
  can: { abstains: boolean },
  make: (value: T) => ReplyValue<Made>
): ReplyValue<Made | Abstention> => {
  const said = can.abstains ? readShape(text, abstention) : null;
  if (said?.ok) return { ok: true, value: { abstains: said.value.abstains.toWellFormed().trim() } };
  const reading = readShape(text, shape);
  return reading.ok ? make(reading.value) : reading;
};

export const isAbstention = <T extends object>(value: T | Abstention): value is Abstention => 'abstains' in value;

/** Pieces of which the JSON schemas of replies consist. */
export const schemaPieces = {
  string: (description: string) => ({ type: 'string', description }),
  orNull: (description: string) => ({ type: ['string', 'null'], description }),
  oneOf: (labels: readonly string[], description: string) => ({ type: 'string', enum: [...labels], description }),
  listOf: (description: string, items: object) => ({ type: 'array', description, items }),
  object: (properties: Record<string, object>) => ({
    ...{ type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
  }),
  anId: (ids: readonly string[]) => ({ type: 'string', enum: [...ids], description: 'The id that was given.' })
};

export const schemaOf = (name: string, properties: Record<string, object>) => ({
  name,
  json: schemaPieces.object(properties)
});

/** Entries by id, each id that was asked about once and no other; else the first fault. */
export const byId = <T extends { id: string }>(
  entries: readonly T[],
  ids: readonly string[]
): ReplyValue<Map<string, T>> => {
  const found = new Map<string, T>();
  for (const entry of entries) {
    const shown = JSON.stringify(entry.id.slice(0, 60));
    if (!ids.includes(entry.id)) return { ok: false, fault: `it names ${shown}, which was not asked about` };
    if (found.has(entry.id)) return { ok: false, fault: `it has more than one entry for ${shown}` };
    found.set(entry.id, entry);
  }
  const missing = ids.find((id) => !found.has(id));
  return missing === undefined ? { ok: true, value: found } : { ok: false, fault: `it has no entry for ${missing}` };
};
