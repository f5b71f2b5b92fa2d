import { z } from 'zod';
import type { MaterialKind } from '../../src/lib/scorer/suite.ts';

const almanac = z.strictObject({
  facts: z
    .array(
      z.strictObject({ key: z.string().min(1), text: z.string().min(1), weight: z.number().positive().default(1) })
    )
    .min(1, 'An almanac holds at least one fact')
});

export type Almanac = z.infer<typeof almanac>;

/** The almanac's facts on a query. */
export const almanacMaterial: MaterialKind<Almanac> = {
  title: 'Almanac',
  schema: almanac,
  facts: ({ facts }) => [{ term: 'Facts', value: String(facts.length) }]
};
