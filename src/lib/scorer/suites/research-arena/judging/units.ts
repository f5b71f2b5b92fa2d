import { z } from 'zod';

/** How a report treats a key point. The three exclude one another. */
export const keyPointLabels = ['supported', 'omitted', 'contradicted'] as const;

export const keyPointDetail = z.object({
  sources: z.array(z.object({ url: z.string(), spans: z.array(z.string()) })),
  /** The report cites one of its sources; null: a verdict out of a file does not say so. */
  own: z.boolean().nullable(),
  /** How sure the judge says that it is, 0 … 1; null if there is no verdict. */
  confidence: z.number().nullable()
});

/** Addresses that the report cites, each page once; null if it was not read. */
export const setDetail = z.object({ references: z.number().nullable() });

/** Integers that a criterion can be rated with, as labels. */
export const criterionRatings = Array.from({ length: 11 }, (_, n) => String(n));

export const criterionDetail = z.object({
  /** Its share of the score: weight by the sum of the task's weights. */
  share: z.number(),
  title: z.string()
});

declare module '../../../verdict.ts' {
  interface UnitDetails {
    'key-point': z.infer<typeof keyPointDetail>;
    'key-point-set': z.infer<typeof setDetail>;
    'task-criterion': z.infer<typeof criterionDetail>;
  }
}
