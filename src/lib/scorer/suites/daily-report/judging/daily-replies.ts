import { z } from 'zod';
import { filledText, schemaOf, schemaPieces, trimmedText } from '../../../protocols/reading/reply-parts.ts';
import { claimLabels, instructionLabels, pageVerdicts, paragraphErrors } from '../units.ts';

const { string, orNull, listOf, object, anId, oneOf } = schemaPieces;
const text = { type: 'string' };
const whole = { type: 'integer' };
const quotes = listOf('Passages of the report, word for word.', { type: 'string' });
const labels = Object.keys(instructionLabels) as [keyof typeof instructionLabels];

export const requirementsSchema = (ids: readonly string[]) =>
  schemaOf('daily_requirements', {
    requirements: listOf(
      'One entry for each requirement, in the order given.',
      object({
        id: anId(ids),
        rationale: string('One or two sentences that say why.'),
        quotes,
        label: oneOf(labels, 'How well the report follows the requirement.'),
        unobtainable: { type: ['string', 'null'], enum: ['argued', 'not-argued', null] }
      })
    )
  });
export const requirementsShape = z.strictObject({
  requirements: z.array(
    z.strictObject({
      id: z.string(),
      rationale: trimmedText,
      quotes: z.array(trimmedText),
      label: z.enum(labels),
      unobtainable: z.enum(['argued', 'not-argued']).nullable()
    })
  )
});

export const claimsSchema = schemaOf('daily_claims', {
  claims: listOf(
    'One entry for each claim, in the order of the report.',
    object({
      fact: string('Its words, copied from the report.'),
      claim: string('The same as one sentence that is understood without the report.'),
      from: oneOf(['text', 'table'], 'Where its words stand.')
    })
  )
});
export const claimsShape = z.strictObject({
  claims: z.array(z.strictObject({ fact: filledText, claim: filledText, from: z.enum(['text', 'table']) }))
});

export const duplicatesSchema = schemaOf('daily_duplicates', {
  duplicates: listOf('Claims to drop.', object({ id: text, of: string('The claim that is kept.') })),
  moved: listOf('Claims that belong elsewhere.', object({ id: text, requirement: text }))
});
export const duplicatesShape = z.strictObject({
  duplicates: z.array(z.strictObject({ id: z.string(), of: z.string() })),
  moved: z.array(z.strictObject({ id: z.string(), requirement: z.string() }))
});

export const queriesSchema = (ids: readonly string[]) =>
  schemaOf('daily_queries', {
    claims: listOf(
      'One entry for each claim, in the order given.',
      object({
        id: anId(ids),
        queries: listOf(
          'Its queries, at least one.',
          object({ id: whole, query: string('A yes/no question.'), depends_on: listOf('Ids of queries.', whole) })
        )
      })
    )
  });
const MOST_QUERIES = 8;
export const queriesShape = z.strictObject({
  claims: z.array(
    z.strictObject({
      id: z.string(),
      queries: z
        .array(z.strictObject({ id: z.int().min(0), query: filledText, depends_on: z.array(z.int()) }))
        .max(MOST_QUERIES, `a claim has ${MOST_QUERIES} queries at most`)
    })
  )
});

export const citationsSchema = (ids: readonly string[]) =>
  schemaOf('daily_citations', {
    claims: listOf(
      'One entry for each claim, in the order given.',
      object({ id: anId(ids), sources: listOf('Ids of sources.', text) })
    )
  });
export const citationsShape = z.strictObject({
  claims: z.array(z.strictObject({ id: z.string(), sources: z.array(z.string()) }))
});

const checks = ['support', 'conflict', 'unknown'] as const;
export const checkSchema = (ids: readonly string[]) =>
  schemaOf('daily_reference_check', {
    claims: listOf(
      'One entry for each claim, in the order given.',
      object({
        id: anId(ids),
        rationale: string('One sentence that says why.'),
        result: oneOf(checks, 'What the page says about the claim.'),
        quote: string('The passage of the page, word for word; empty for unknown.')
      })
    )
  });
export const checkShape = z.strictObject({
  claims: z.array(
    z.strictObject({ id: z.string(), rationale: trimmedText, result: z.enum(checks), quote: trimmedText })
  )
});

export const nextStepSchema = schemaOf('daily_next_step', {
  reason: string('One or two sentences that say why.'),
  action: oneOf(['search', 'answer'], 'The next step.'),
  for: { type: ['integer', 'null'], description: 'The query that the search serves.' },
  search: orNull('What to search for, as one sentence.'),
  conclusions: listOf(
    'One entry for each query if the action is answer.',
    object({ id: whole, verdict: oneOf(claimLabels, 'What the pages come to.') })
  )
});
export const nextStepShape = z.strictObject({
  reason: trimmedText,
  action: z.enum(['search', 'answer']),
  for: z.int().nullable(),
  search: trimmedText.nullable(),
  conclusions: z.array(z.strictObject({ id: z.int(), verdict: z.enum(claimLabels) }))
});

export const pageVerdictSchema = schemaOf('daily_page', {
  published: orNull('YYYY-MM-DD as the page shows it; null if it shows none.'),
  official: { type: 'boolean', description: 'Whether its publisher is official or authoritative on the matter.' },
  queries: listOf(
    'One entry for each query, in the order given.',
    object({
      id: whole,
      rationale: string('One sentence that says why.'),
      verdict: oneOf(pageVerdicts, 'What the page says about the query.'),
      quote: string('The passage of the page, word for word; empty if irrelevant.'),
      numbers: listOf('Pairs of figures for the same thing.', object({ claimed: text, found: text }))
    })
  )
});
const numberPair = z.strictObject({ claimed: filledText, found: filledText });
export const pageVerdictShape = z.strictObject({
  published: z.iso.date('write the date as YYYY-MM-DD').nullable(),
  official: z.boolean(),
  queries: z.array(
    z.strictObject({
      id: z.int(),
      rationale: trimmedText,
      verdict: z.enum(pageVerdicts),
      quote: trimmedText,
      numbers: z.array(numberPair)
    })
  )
});

export const paragraphsSchema = schemaOf('daily_paragraphs', {
  paragraphs: listOf(
    'One entry for each paragraph and requirement, in the order of the report.',
    object({ requirement: text, paragraph: string('The whole paragraph, copied.') })
  )
});
export const paragraphsShape = z.strictObject({
  paragraphs: z.array(z.strictObject({ requirement: z.string(), paragraph: filledText }))
});

const errorNames = Object.keys(paragraphErrors) as [keyof typeof paragraphErrors];
export const reasoningSchema = (ids: readonly string[]) =>
  schemaOf('daily_reasoning', {
    paragraphs: listOf(
      'One entry for each paragraph, in the order given.',
      object({
        id: anId(ids),
        rationale: string('One to three sentences that say what is wrong, or why nothing is.'),
        errors: listOf('Its errors.', oneOf(errorNames, 'An error.'))
      })
    )
  });
export const reasoningShape = z.strictObject({
  paragraphs: z.array(z.strictObject({ id: z.string(), rationale: trimmedText, errors: z.array(z.enum(errorNames)) }))
});

/** Schemas of the replies of each step, by the name of its text, if these ids are asked about. */
const schemasByText = (ids: readonly string[]) => ({
  requirements: requirementsSchema(ids),
  claims: claimsSchema,
  duplicates: duplicatesSchema,
  queries: queriesSchema(ids),
  citations: citationsSchema(ids),
  check: checkSchema(ids),
  next: nextStepSchema,
  page: pageVerdictSchema,
  paragraphs: paragraphsSchema,
  reasoning: reasoningSchema(ids)
});

/** Schemas of every reply of the cascade, for the hash of its prompt. */
export const dailySchemas = Object.values(schemasByText(['{id}']));

/** Schemas of the replies to texts with these names. */
export const repliesOf = (texts: readonly { name: string }[]): Record<string, unknown>[] =>
  Object.entries(schemasByText([])).flatMap(([name, { json }]) =>
    texts.some((text) => text.name === name) ? [json] : []
  );
