import { z } from 'zod';
import type { UnitDefinition } from '../../unit-definition.ts';

const detail = z.object({
  /** The qid if the criteria are those of one query; null if they hold for every query. */
  query: z.string().nullable(),
  /** Label of the reference report, if the score is against one. */
  reference: z.string().nullable()
});

declare module '../../verdict.ts' {
  interface UnitDetails {
    criterion: z.infer<typeof detail>;
  }
}

/** A criterion of a rubric file; its labels are those of the rubric's scale. */
export const criterion: UnitDefinition = {
  name: 'criterion',
  one: 'criterion',
  many: 'criteria',
  about: 'A criterion of a rubric, judged of one report.',
  scale: 'by-metric',
  detail,
  asked: {
    title: 'Criteria of a rubric',
    about: 'People judge single criteria of a rubric by the labels of its scale.',
    question: null,
    textTitle: null,
    multiSelect: true
  },
  uncorrected: 'Its score comes from a rubric’s own aggregation, which need not be a mean over units.'
};
