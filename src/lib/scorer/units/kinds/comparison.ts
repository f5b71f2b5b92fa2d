import { z } from 'zod';
import type { UnitDefinition } from '../../unit-definition.ts';

const order = z.looseObject({ first: z.enum(['report', 'baseline']), rationale: z.string() });

/** A report against the baseline's on the same query, as seen from the report. People give a preference between the two. */
export const comparison: UnitDefinition = {
  name: 'comparison',
  one: 'comparison',
  many: 'comparisons',
  about: 'A report against the report of the baseline system on the same query.',
  scale: {
    level: 'ordinal',
    labels: [
      { label: 'win', title: 'Win', value: 1 },
      { label: 'tie', title: 'Tie', value: 0.5 },
      { label: 'loss', title: 'Loss', value: 0, error: true }
    ]
  },
  detail: z.object({ orders: z.array(order), report: z.number(), baseline: z.number(), consistent: z.boolean() }),
  view: 'comparison',
  asked: null,
  uncorrected: 'Its score is a rate of games won, not a mean over units that people label one by one.'
};
