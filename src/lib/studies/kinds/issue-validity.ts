import { labelsAsTheyAre, withRefusal, type StudyKind } from './kind.ts';

const options = [
  { label: 'valid', title: 'Valid', hint: 'the report does have this fault', key: '1' },
  { label: 'not-valid', title: 'Not valid', hint: 'it is no fault, or it is not in the report', key: '2' },
  { label: 'unclear', title: 'Unclear', hint: 'can be read both ways', key: '3' }
];

/** Whether an issue that some judge reported is one: contradictions and missing citations (paper 000, appendix C). */
export const issueValidity: StudyKind = {
  name: 'issue-validity',
  title: 'Validity of reported issues',
  about: 'People see one issue that somebody reported in a report, its quotes highlighted, and say whether it is one.',
  units: 'issue',
  reports: 'one',
  question: 'Is this a fault of the report?',
  textTitle: 'Reported',
  options,
  scale: withRefusal({ level: 'binary', labels: ['valid', 'not-valid'], withoutValue: ['unclear'] }),
  // Who reported an issue holds it for valid; the others were not asked.
  judges: { from: 'label', read: (label) => (label === 'issue' ? 'valid' : null) },
  multiSelect: true,
  dimensions: false,
  ...labelsAsTheyAre(options)
};
