import { z } from 'zod';
import { filledText, schemaOf, schemaPieces, trimmedText } from '../../../protocols/reading/reply-parts.ts';

const { string, orNull, listOf, object, anId } = schemaPieces;
const schema = schemaOf;
const words = trimmedText;
const filled = filledText;

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
