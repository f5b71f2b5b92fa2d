import { z } from 'zod';
import { filledText, schemaOf, schemaPieces, trimmedText } from '../../../protocols/reading/reply-parts.ts';
import { keyPointLabels } from './units.ts';

const { anId, listOf, object, oneOf, string } = schemaPieces;

export const pointsSchema = (ids: readonly string[]) =>
  schemaOf('key_points', {
    points: listOf(
      'One entry for each key point, in the order given.',
      object({
        id: anId(ids),
        rationale: string('One to three sentences that say why.'),
        quotes: listOf('Up to two passages of the report, word for word.', { type: 'string' }),
        label: oneOf(keyPointLabels, 'How the report treats the point.'),
        confidence: { type: 'number', minimum: 0, maximum: 1, description: 'How sure you are.' }
      })
    )
  });

export const pointsShape = z.strictObject({
  points: z.array(
    z.strictObject({
      id: z.string(),
      rationale: filledText,
      quotes: z.array(trimmedText),
      label: z.enum(keyPointLabels),
      confidence: z.number().min(0).max(1)
    })
  )
});

export const ratingSchema = schemaOf('criterion_rating', {
  rationale: string('Two to four sentences that say why.'),
  rating: { type: 'integer', minimum: 0, maximum: 10 }
});

export const ratingShape = z.strictObject({ rationale: filledText, rating: z.int().min(0).max(10) });
