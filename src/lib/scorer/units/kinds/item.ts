import type { UnitDefinition } from '../../unit-definition.ts';

/** A checklist item: a yes/no question about one report (arXiv 2510.14240, appendix C). */
export const item: UnitDefinition = {
  name: 'item',
  one: 'checklist item',
  many: 'checklist items',
  about: 'A yes/no question about one report.',
  scale: {
    level: 'binary',
    labels: [
      { label: 'yes', title: 'Yes', hint: 'met in full, in the report itself', value: 1 },
      { label: 'no', title: 'No', hint: 'missing, in part, only promised or “not available”', value: 0, error: true }
    ]
  },
  detail: null,
  checklist: true,
  asked: {
    title: 'Checklist items',
    about: 'People answer yes or no to single questions about a report.',
    question: null,
    textTitle: null,
    multiSelect: true
  },
  uncorrected: null
};
