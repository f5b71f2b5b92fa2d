import { yesNo } from '../labels/label-scale.ts';
import { labelsAsTheyAre, withRefusal, type StudyKind } from './kind.ts';

const options = [
  { label: 'yes', title: 'Yes', hint: 'met in full, in the report itself', key: '1' },
  { label: 'no', title: 'No', hint: 'missing, in part, only promised or “not available”', key: '2' }
];

/** A yes/no question about one report: coverage and presentation (arXiv 2510.14240, appendix C). */
export const checklistItem: StudyKind = {
  name: 'checklist-item',
  title: 'Checklist items',
  about: 'People answer yes or no to single questions about a report.',
  units: 'item',
  reports: 'one',
  question: null,
  textTitle: null,
  options,
  scale: withRefusal(yesNo),
  judges: { from: 'label', read: (label) => (label === 'yes' || label === 'no' ? label : null) },
  multiSelect: true,
  dimensions: false,
  ...labelsAsTheyAre(options)
};
