import { z } from 'zod';
import type { ReplyValue } from '../../../protocols/asking.ts';
import { readShape } from '../../../protocols/reply-shape.ts';

/** Words of a judge that may abstain, in place of what its schema asks for. */
export interface Abstention {
  abstains: string;
}

const abstention = z.strictObject({ abstains: z.string().regex(/\S/, 'it is empty') });
const words = z.string().transform((text) => text.toWellFormed().trim());
const filled = words.refine((text) => text !== '', 'it is empty');

/** What is made of a reply in its shape; from a judge that may abstain, also `{ "abstains": "why" }`. */
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

const string = (description: string) => ({ type: 'string', description });
const orNull = (description: string) => ({ type: ['string', 'null'], description });
const listOf = (description: string, items: object) => ({ type: 'array', description, items });
const object = (properties: Record<string, object>) => ({
  ...{ type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
});
const schema = (name: string, properties: Record<string, object>) => ({ name, json: object(properties) });
const anId = (ids: readonly string[]) => ({ type: 'string', enum: [...ids], description: 'The id that was given.' });

const identifiers = {
  title: orNull('The title of the work, copied; null where there is none.'),
  arxiv: orNull('Its arXiv id, without a version; null where none is shown.'),
  doi: orNull('Its DOI; null where none is shown.'),
  published: orNull('YYYY, YYYY-MM or YYYY-MM-DD; null where no date is shown.')
};
const dateLike = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/;
const described = {
  title: words.nullable(),
  arxiv: words.nullable(),
  doi: words.nullable(),
  published: words.refine((date) => dateLike.test(date), 'write the date as YYYY, YYYY-MM or YYYY-MM-DD').nullable()
};

export const pageSchema = schema('reference_page', {
  rationale: string('One sentence that says what the page is.'),
  scholarly: { type: 'boolean', description: 'Whether the page is about one scholarly work.' },
  ...identifiers
});
export const pageShape = z.strictObject({ rationale: words, scholarly: z.boolean(), ...described });

export const worksSchema = schema('reference_works', {
  works: listOf('The works that the report cites, each once.', object(identifiers))
});
export const worksShape = z.strictObject({ works: z.array(z.strictObject(described)) });

export const citedSchema = schema('cited_statements', {
  cited: listOf(
    'One entry for each statement that cites a page, in the order of the report.',
    object({
      statement: string('Its words, copied from the report without marks of citations.'),
      urls: listOf('The addresses that it cites.', { type: 'string' })
    })
  )
});
export const citedShape = z.strictObject({
  cited: z.array(z.strictObject({ statement: filled, urls: z.array(words).min(1, 'a statement without an address') }))
});

export const uncitedSchema = schema('uncited_statements', {
  uncited: listOf(
    'One entry for each factual statement without a citation, in the order of the report.',
    object({
      statement: string('Its words, copied from the report.'),
      search: string('Up to twelve words for a web search about it.')
    })
  )
});
export const uncitedShape = z.strictObject({
  uncited: z.array(z.strictObject({ statement: filled, search: filled }))
});

export const passagesSchema = (ids: readonly string[]) =>
  schema('statement_passages', {
    found: listOf(
      'One entry for each statement, in the order given.',
      object({
        id: anId(ids),
        passages: listOf('Passages copied from the page; empty where it says nothing.', { type: 'string' })
      })
    )
  });
export const passagesShape = z.strictObject({
  found: z.array(z.strictObject({ id: z.string(), passages: z.array(words) }))
});

export const compareSchema = (ids: readonly string[]) =>
  schema('statement_matches', {
    compared: listOf(
      'One entry for each statement, in the order given.',
      object({
        id: anId(ids),
        rationale: string('One or two sentences that say why.'),
        label: { type: 'string', enum: ['match', 'mismatch'] }
      })
    )
  });
export const compareShape = z.strictObject({
  compared: z.array(z.strictObject({ id: z.string(), rationale: words, label: z.enum(['match', 'mismatch']) }))
});

export const voteSchema = schema('statement_vote', {
  rationale: string('Two or three sentences that name what decides it.'),
  decision: { type: 'string', enum: ['correct', 'incorrect', 'cannot-tell'] }
});
export const voteShape = z.strictObject({
  rationale: words,
  decision: z.enum(['correct', 'incorrect', 'cannot-tell'])
});

const quotes = listOf('Up to three passages of the report, word for word.', { type: 'string' });
export const qualitySchema = (ids: readonly string[]) =>
  schema('survey_quality', {
    ratings: listOf(
      'One entry for each rating, in the order given.',
      object({
        id: anId(ids),
        rationale: string('One to three sentences that say why.'),
        quotes,
        rating: { type: 'integer', minimum: 1, maximum: 5 }
      })
    ),
    gaming: object({ rationale: string('One or two sentences that say why.'), quotes, gaming: { type: 'boolean' } })
  });
export const qualityShape = z.strictObject({
  ratings: z.array(
    z.strictObject({ id: z.string(), rationale: words, quotes: z.array(words), rating: z.int().min(1).max(5) })
  ),
  gaming: z.strictObject({ rationale: words, quotes: z.array(words), gaming: z.boolean() })
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
