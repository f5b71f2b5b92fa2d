import { z } from 'zod';
import { schemaOf, schemaPieces, trimmedText } from '../../../protocols/reading/reply-parts.ts';
import { instructionLabels } from '../units.ts';

const { string, listOf, object, anId, oneOf } = schemaPieces;
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
