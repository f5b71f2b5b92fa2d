import { labelsAsTheyAre, withRefusal, type StudyKind } from './kind.ts';

const options = [
  { label: 'valid', title: 'Valid', hint: 'the report does have this fault', key: '1' },
  { label: 'not-valid', title: 'Not valid', hint: 'it is no fault, or it is not in the report', key: '2' },
  { label: 'unclear', title: 'Unclear', hint: 'can be read both ways', key: '3' }
];

/**
 * Whether an issue that some judge reported is one: contradictions and missing citations (LiveResearchBench,
 * arXiv 2510.14240, appendix C). Issues of all judges that are about the same passages are one unit. A judge that reports it
 * says that it is valid; one that does not, that it is not.
 */
export const issueValidity: StudyKind = {
  name: 'issue-validity',
  title: 'Validity of reported issues',
  about:
    'Issues of all judges are merged where they quote the same passages. People see each merged issue once, its quotes highlighted, and say whether it is one.',
  units: 'issue',
  reports: 'one',
  question: 'Is this a fault of the report?',
  textTitle: 'Reported',
  options,
  scale: withRefusal({ level: 'binary', labels: ['valid', 'not-valid'], withoutValue: ['unclear'] }),
  judges: { from: 'issues', reported: 'valid', notReported: 'not-valid' },
  multiSelect: true,
  dimensions: false,
  ...labelsAsTheyAre(options)
};
